package slot

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/words"
)

// money reads the budget and how strictly it is meant.
func (m *message) money() {
	if start, end, ok := phrases.Find(m.text, "money.foreign"); ok {
		m.r.problem(Budget, OtherCurrency, m.text[start:end])
		return
	}
	sum, said, ok := m.sum()
	key := phrases.First(m.text, "money.flexible", "money.strict")
	// A figure that is no budget may be what is not to be passed: "다섯 시간 안 넘는 데".
	if key != "" && (ok || m.has("money.about") || !strings.ContainsAny(m.text, digits)) {
		word := strings.TrimPrefix(key, "money.")
		m.r.BudgetFlexibility = &word
	}
	if !ok {
		return
	}
	m.r.PerPerson = m.has("money.each") || slices.ContainsFunc(m.heads(), m.rated)
	m.budget(sum, said)
}

// budget takes a sum; what each may spend may be less than a trip's budget.
func (m *message) budget(sum int64, said string) {
	if least, most := Bounds(Budget); sum <= 0 || sum > most || sum < least && !m.r.PerPerson {
		m.r.problem(Budget, OutOfRange, said)
		return
	}
	m.r.Budget = &sum
}

// tenThousand is what a number without a unit counts in Korean: "예산은 150".
const tenThousand = 10_000

// maxSums bounds how many sums of a message are looked at.
const maxSums = 32

// sum is the last sum of money that is of the whole trip and that nothing takes
// back ("100만원 말고").
func (m *message) sum() (won int64, said string, ok bool) {
	found := korean.FindMoney(m.text)
	if n, ok := korean.ParseCount(strings.TrimSpace(m.text)); ok && (m.Asked == Budget || n >= leastBare) && len(found) == 0 && strings.HasPrefix(m.Language, words.Base) {
		return int64(n) * tenThousand, m.text, true // "백오십"
	}
	for i := len(found) - 1; i >= max(0, len(found)-maxSums); i-- {
		f := found[i]
		if m.takenBack(f.End) || m.dates.touch(f.Start, f.End) || m.ofPart(f) || m.before(f.Start, "money.saved") || f.Bare && !m.bareSum(f) {
			continue
		}
		if f.Bare && f.Won < tenThousand && strings.HasPrefix(m.Language, words.Base) {
			f.Won *= tenThousand
		}
		return f.Won, m.text[f.Start:f.End], true
	}
	return 0, "", false
}

// ofPart tells a sum that is no budget: the price of a night or a day, of the flights
// or the stay alone, or by how much something differs.
func (m *message) ofPart(f korean.Money) bool {
	night := m.before(f.Start, "money.night_before") || m.Nights > 0 && m.before(f.Start, "money.one_night") || m.after(f.End, "money.night_after")
	m.r.OneStay = m.r.OneStay || night && m.r.Item == ItemHotel
	return night || m.before(f.Start, "money.part") && !m.before(f.Start, "money.whole") || m.after(f.End, "money.difference")
}

// bareSum tells whether a number without a unit is a sum: it is right behind the word
// for one, is the whole answer to the question, or is a message's last word.
func (m *message) bareSum(f korean.Money) bool {
	if (m.Planned || f.Won >= leastBare) && m.after(f.End, "money.budget_behind") || m.after(f.End, "money.up_to") {
		return true
	}
	_, alone := m.bare(Budget)
	if about := m.Asked == Budget || m.has("money.about") || m.has("money.each"); about && (alone || m.before(f.Start, "money.budget_before")) {
		return true
	}
	last := phrases.Has(m.text[f.Start:], "money.bare") && strings.HasSuffix(" "+m.text[:f.Start], " ")
	return (last || m.resembles("budget")) && strings.HasPrefix(m.Language, words.Base) && f.Won >= leastBare && f.Won <= mostBare && !m.before(f.Start, "money.no_sum")
}

// leastBare and mostBare bound the numbers that are sums by themselves, without their word.
const (
	leastBare = 30
	mostBare  = 1000
)

// party reads how many travel; the last number corrects those before.
func (m *message) party() {
	parties := m.heads()
	for i := len(parties) - 1; i >= 0; i-- {
		p := parties[i]
		if !m.takenBack(p.End) && !m.alone(p) && !m.partly(p) {
			m.people(p.Count, m.text[p.Start:p.End])
			m.parties = spans{{p.Start, p.End}}
			return
		}
	}
	if found := groups(m.text, "party.number"); len(found) > 0 && m.Planned {
		if n, ok := korean.ParseCount(found[0]); ok {
			m.people(n, found[0])
		}
		return
	}
	if n, ok := m.bare(NumPeople); ok && m.r.Duration == nil && m.r.Budget == nil && m.r.StartDate == nil {
		m.people(int(min(n, 1_000_000)), "")
	}
}

// heads are the numbers of people that the message names.
func (m *message) heads() []korean.Party { return korean.FindParties(m.text) }

// rated tells the one person of a price of each, which is beside the number of those
// who travel: "3명 1인 60만원".
func (m *message) rated(p korean.Party) bool {
	return p.Count == 1 && (m.People > 1 || len(m.heads()) > 1) && phrases.Has(m.text[p.Start:min(len(m.text), p.End+near)], "party.each")
}

// alone tells "leave the flights alone" and "how much is the hotel alone", which are
// no party of one.
func (m *message) alone(p korean.Party) bool {
	return m.Planned && phrases.Has(m.text[p.Start:p.End], "kept.alone") &&
		(m.before(p.Start, "kept.before") || m.before(p.Start, "kept.itself"))
}

// partly tells a number that is of some of those who travel already, or people
// who are named beside a wish that has nothing to do with how many they are.
func (m *message) partly(p korean.Party) bool {
	if m.after(p.End, "party.compared") { // "how do the three differ?", of plans
		return true
	}
	one := p.Count == 1 && m.after(p.End, "party.one_of") || m.rated(p)
	young := m.before(p.Start, "party.young") && slices.ContainsFunc(m.heads(), func(all korean.Party) bool { return all.Count > p.Count })
	if young || m.People == 0 { // "three of us, a schoolchild among them"
		return young || one
	}
	some := one || p.Count <= m.People && m.after(p.End, "party.some")
	each := p.Count == 1 && m.after(p.End, "party.rate")
	return each || m.People > 1 && some || m.Planned && m.r.Act != ActNone && !phrases.Has(m.text[p.Start:p.End], "party.counted")
}

func (m *message) people(n int, said string) {
	if !Fits(NumPeople, n) {
		m.r.problem(NumPeople, OutOfRange, said)
		return
	}
	if n == m.People && m.Planned && !m.resembles("people") {
		return // "we four can share it": that four travel is known
	}
	m.r.NumPeople = &n
}
