package slot

import (
	"regexp"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

var (
	perPerson = regexp.MustCompile(`(?i)1\s?인\s?당|인당|한\s?사람\s?당|사람\s?당|한\s?명\s?당|각자|각각|\b(?:per person|each|a head|pp)\b`)
	perNight  = regexp.MustCompile(`(?i)(?:1박에|1박당|박당|하룻밤|하루에|하루|per night|a night)\s?(?:약\s?)?$`)
	perNight2 = regexp.MustCompile(`(?i)^\s?(?:per night|a night|per day|a day|씩\s?하루)`)
	foreign   = regexp.MustCompile(`(?i)(\$|€|¥|£)\s?\d|[\d,.]+\s?(만|천|백)?\s?(달러|불|유로|엔|위안|바트|dollars?|usd|euros?|eur|yen|jpy|pounds?)`)
	strict    = regexp.MustCompile(`(?i)절대|딱\s|딱[\d백천만]|(넘|초과)\S{0,4}\s?(안\s?[돼되]|않|말|불가|금지)|초과\s?불가|안\s?넘|넘지\s?(않|말)|이내로만|\b(strict(ly)?|no more than|at most|hard limit|must not exceed|not a won more)\b`)
	flexible  = regexp.MustCompile(`(?i)(넘어도|초과해도|늘려도|더\s?써도|올려도)|유동적|유연|융통|\b(flexible|a (bit|little) (over|more)|can go over)\b`)
)

// money reads the budget and how strictly it is meant.
func (m *message) money() {
	m.flexibility()
	if foreign.MatchString(m.text) {
		m.r.problem(Budget, OtherCurrency, foreign.FindString(m.text))
		return
	}
	sum, said, ok := m.sum()
	if !ok {
		return
	}
	m.r.PerPerson = perPerson.MatchString(m.text)
	if !m.r.PerPerson && (sum < MinBudget || sum > MaxBudget) || sum <= 0 || sum > MaxBudget {
		m.r.problem(Budget, OutOfRange, said)
		return
	}
	m.r.Budget = &sum
}

func (m *message) flexibility() {
	word := ""
	switch {
	case flexible.MatchString(m.text):
		word = "flexible"
	case strict.MatchString(m.text):
		word = "strict"
	default:
		return
	}
	m.r.Flexibility = &word
}

// sum is the last sum of money that is no price of a night and that nothing
// takes back ("100만원 말고").
func (m *message) sum() (won int64, said string, ok bool) {
	about := m.Asked == Budget || m.has("예산", "경비", "budget", "총", "spend")
	found := korean.FindMoney(m.text)
	if n, ok := korean.ParseCount(strings.TrimSpace(m.text)); ok && m.Asked == Budget && len(found) == 0 && !m.English {
		return int64(n) * 10_000, m.text, true // "백오십"
	}
	for i := len(found) - 1; i >= 0; i-- {
		f := found[i]
		if instead.MatchString(m.text[f.End:]) || m.isDate(f.Start, f.End) || perNight.MatchString(m.text[:f.Start]) || perNight2.MatchString(m.text[f.End:]) {
			continue
		}
		if f.Bare {
			if !about || !m.bareSum(f) {
				continue
			}
			// "예산은 150": sums are told in 만원.
			if f.Won < 10_000 && !m.English {
				f.Won *= 10_000
			}
		}
		if f.Negative {
			f.Won = -f.Won
		}
		return f.Won, m.text[f.Start:f.End], true
	}
	return 0, "", false
}

// bareSum tells whether a number without a unit stands for the budget: right
// behind the word, or as the whole answer to the question.
func (m *message) bareSum(f korean.Money) bool {
	before := strings.TrimRight(m.lower[:f.Start], " :은는이가약")
	if strings.HasSuffix(before, "예산") || strings.HasSuffix(before, "budget") || strings.HasSuffix(before, "budget is") || strings.HasSuffix(before, "budget of") {
		return true
	}
	_, ok := m.bare(Budget)
	return ok
}
