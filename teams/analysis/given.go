package analysis

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
)

// facts are what a message gives, ready to be taken by role.
type facts struct {
	question string // the part of the message that is asked
	text     string // the whole message, which the places of sums are of
	e        estate.Entities
	today    string   // YYYY-MM-DD
	methods  []string // that are carried out
	loans    []knowledge.LoanProduct
	deals    []knowledge.MarketRow // that earlier steps found
	given    Inputs                // values by name, which are not read in the message
	// taken are the places of the sums and rates that a calculation has used.
	taken map[int]bool
}

// How many sums are weighed, and how far from a sum a word may stand: what is
// longer was pasted.
const (
	maxSums = 64
	beside  = 64
)

// mark stands for the sum in the phrases of sum.ROLE.
const mark = "¦"

// narrowing is a role of sums that only calculations tell apart: by the phrases of
// sum.ROLE, in a message about When, of what a planner takes for one Of others.
type narrowing struct {
	Role string   `yaml:"role"`
	Of   []string `yaml:"of"`
	When string   `yaml:"when"`
}

// readFacts takes the planner's entities of the message and tells by the words
// beside them what they are of.
func readFacts(message, question string, e estate.Entities, today string) *facts {
	f := &facts{question: withoutAsides(question), text: message, e: e, today: today, taken: map[int]bool{}}
	f.e.Amounts = slices.Clone(e.Amounts[:min(len(e.Amounts), maxSums)])
	f.narrow()
	f.price()
	f.e.Percentages = slices.Clone(e.Percentages)
	f.halves()
	f.narrowRates()
	f.e.Dates = slices.Clone(e.Dates)
	f.narrowDays()
	return f
}

// withoutAsides is a question without what is to be asked of somebody else, or later.
func withoutAsides(question string) string {
	for _, at := range slices.Backward(phrases.FindAll(question, "aside")) {
		question = question[:at[0]] + question[at[1]:]
	}
	return question
}

// price adds the price of a home that is told for one 평.
func (f *facts) price() {
	if i := slices.IndexFunc(f.e.Amounts, func(a estate.Amount) bool { return a.Role == "each" }); i >= 0 && len(f.e.Areas) > 0 {
		whole := float64(f.e.Amounts[i].Won)*f.pyeong() + 0.5
		f.e.Amounts = append(f.e.Amounts, estate.Amount{Won: int64(min(whole, float64(MaxWon))), Role: estate.Price})
	}
}

// shareHalf is the role of half of something: of a sum that a calculation takes,
// else of what comes out.
const shareHalf = "half"

// halves takes "절반" for the percentage that it is.
func (f *facts) halves() {
	for _, at := range phrases.FindAll(f.text, shareHalf) {
		f.e.Percentages = append(f.e.Percentages, estate.Percentage{
			Text: f.text[at[0]:at[1]], Value: (Whole / 2).Pct(), Role: shareHalf, Start: at[0], End: at[1],
		})
	}
}

// narrow tells sums apart that the planner has one role or none for.
func (f *facts) narrow() {
	for i := range f.e.Amounts {
		a := &f.e.Amounts[i]
		if !f.placed(*a) {
			continue
		}
		said := f.around(i)
		if (a.Role == estate.DownPayment || a.Role == estate.Balance) && phrases.Has(said, "sum.price_of_payment") {
			a.Role = estate.Price
		}
		for _, n := range catalogue.Sums {
			meant := (n.When == "" || phrases.Has(f.text, n.When)) &&
				!(n.Role == "monthly_payment" && a.Role == estate.MonthlyRent && phrases.Has(said, "rent_named"))
			if meant && slices.Contains(n.Of, a.Role) && phrases.Has(said, "sum."+n.Role) {
				a.Role = n.Role
				break
			}
		}
	}
}

// narrowRates is narrow for percentages, by the phrases of percent.ROLE.
func (f *facts) narrowRates() {
	for i := range f.e.Percentages {
		p := &f.e.Percentages[i]
		for _, role := range f.said("percent", p.Text, p.Start, p.End) {
			if (p.Role != shareHalf || role == "part") && canBe(role, p.Value) {
				p.Role = role
			}
		}
	}
}

// canBe tells whether a percentage is of a size that its role has: "4% 대출" names a
// rate of interest, "보증 126%" no fee.
func canBe(role string, percent float64) bool {
	switch role {
	case "ltv":
		return percent >= 20
	case "guarantee_fee":
		return percent <= 5
	}
	return true
}

// narrowDays is narrow for days, by the phrases of day.ROLE.
func (f *facts) narrowDays() {
	for i := range f.e.Dates {
		d := &f.e.Dates[i]
		for _, role := range f.said("day", d.Text, d.Start, d.End) {
			d.Role = role
		}
	}
}

// said are the roles below a key whose phrases stand around a text of the message, in
// whose place they have a mark; none where it stands elsewhere.
func (f *facts) said(key, text string, start, end int) (roles []string) {
	if start < 0 || start >= end || end > len(f.text) || f.text[start:end] != text {
		return nil
	}
	around := f.text[max(0, start-beside):start] + mark + f.text[end:min(len(f.text), end+beside)]
	for _, role := range phrases.Under(key) {
		if phrases.Has(around, role) {
			roles = append(roles, strings.TrimPrefix(role, key+"."))
		}
	}
	return roles
}

// placed tells that a sum stands where it says it does: one of an earlier
// message does not.
func (f *facts) placed(a estate.Amount) bool {
	return a.Start >= 0 && a.Start < a.End && a.End <= len(f.text) && (a.Text == "" || f.text[a.Start:a.End] == a.Text)
}

// sentenceEnd is where what stands beside a sum ends.
var sentenceEnd = regexp.MustCompile(`[.?!] |\n`)

// around is the text between a sum and its neighbours, with a mark in its place, within its
// sentence.
func (f *facts) around(i int) string {
	a := f.e.Amounts[i]
	from, to := max(0, a.Start-beside), min(len(f.text), a.End+beside)
	if i > 0 && f.e.Amounts[i-1].End <= a.Start {
		from = max(from, f.e.Amounts[i-1].End)
	}
	if i+1 < len(f.e.Amounts) && f.e.Amounts[i+1].Start >= a.End {
		to = min(to, f.e.Amounts[i+1].Start)
	}
	if all := sentenceEnd.FindAllStringIndex(f.text[from:a.Start], -1); len(all) > 0 {
		from += all[len(all)-1][1]
	}
	if end := sentenceEnd.FindStringIndex(f.text[a.End:to]); end != nil {
		to = a.End + end[0]
	}
	return f.text[from:a.Start] + mark + f.text[a.End:to]
}

// take is the first sum with one of the roles, in their order, that is not
// among those used; index -1 is none.
func (f *facts) take(used map[int]bool, roles ...string) (won int64, index int) {
	for _, role := range roles {
		for i, a := range f.e.Amounts {
			if a.Role == role && !used[i] {
				return a.Won, i
			}
		}
	}
	return 0, -1
}

// loose is the only sum whose role nobody knows; -1 is none.
func (f *facts) loose(used map[int]bool) int {
	return only(f.e.Amounts, used, func(a estate.Amount) string { return a.Role }, []string{""})
}

// only is the place of the first with one of the roles that is not among those
// used; "" among them is the only one without any. -1 is none.
func only[T any](list []T, used map[int]bool, role func(T) string, roles []string) int {
	loose, many := -1, false
	for i, one := range list {
		switch of := role(one); {
		case used[i]:
		case of != "" && slices.Contains(roles, of):
			return i
		case of == "":
			loose, many = i, loose >= 0
		}
	}
	if many || !slices.Contains(roles, "") {
		return -1
	}
	return loose
}

// percent is the percentage with one of the roles that is not among those used,
// as only has it; one of an unknown role is none that has not the size of the first.
func (f *facts) percent(used map[int]bool, roles ...string) (Rate, int) {
	i := only(f.e.Percentages, used, func(p estate.Percentage) string {
		if p.Role == "" && len(roles) > 0 && !canBe(roles[0], p.Value) {
			return "other"
		}
		return p.Role
	}, roles)
	if i < 0 {
		return 0, -1
	}
	return RateOf(f.e.Percentages[i].Value), i
}

// dated is the day with one of the roles, as only has it; beside a day a month
// that is named is no other one ("11월 12일에 나가면 11월 월세는"), and the day of
// the message is when something was seen or said, and no end.
func (f *facts) dated(roles ...string) estate.Date {
	other, whole := map[int]bool{}, func(d estate.Date) bool { return d.Precision == "" }
	several := slices.ContainsFunc(f.e.Dates, whole)
	for i, d := range f.e.Dates {
		other[i] = several && !whole(d) || d.Role == "" && d.ISO == f.today && slices.Equal(roles, []string{"end", ""})
	}
	i := only(f.e.Dates, other, func(d estate.Date) string { return d.Role }, roles)
	if i < 0 {
		return estate.Date{}
	}
	return f.e.Dates[i]
}

// nearest is a day that was said without a year, in the year in which it lies
// nearest: what was signed in November is not next year's.
func (f *facts) nearest(day time.Time) time.Time {
	today := dayOf(f.today)
	said := slices.IndexFunc(f.e.Dates, func(d estate.Date) bool { return d.ISO == day.Format(time.DateOnly) })
	before := korean.AddMonths(day, -12)
	if said < 0 || !monthAndDay.MatchString(f.e.Dates[said].Text) || day.Sub(today) < today.Sub(before) {
		return day
	}
	return before
}

// monthAndDay is a day without a year, nor a word that tells one.
var monthAndDay = regexp.MustCompile(`^\d{1,2}\D+\d{1,2}\D*$`)

func (f *facts) area() float64 {
	if len(f.e.Areas) == 0 {
		return 0
	}
	return f.e.Areas[0].M2
}

// pyeong is the area in 평: one that was told so is as it was said, since its ㎡ are rounded.
func (f *facts) pyeong() float64 {
	pyeong := f.area() * 121 / 400
	if len(f.e.Areas) > 0 && f.e.Areas[0].Unit == "pyeong" {
		pyeong = math.Round(pyeong*100) / 100
	}
	return pyeong
}

// region is the place that a message is about: where another home stands that is owned
// already comes last.
func (f *facts) region() (estate.Region, bool) {
	if len(f.e.Regions) == 0 {
		return estate.Region{}, false
	}
	i := slices.IndexFunc(f.e.Regions, func(r estate.Region) bool { return !f.owned(r) })
	return f.e.Regions[max(0, i)], true
}

// owned tells whether a home in a place is said to be owned.
func (f *facts) owned(r estate.Region) bool {
	return slices.Contains(f.said("place", r.Text, r.Start, r.End), "owned")
}

func (f *facts) contract(kind string) bool { return slices.Contains(f.e.ContractTypes, kind) }

func (f *facts) property(kind string) bool { return slices.Contains(f.e.PropertyTypes, kind) }

// says tells whether the question holds a phrase of the key.
func (f *facts) says(key string) bool { return phrases.Has(f.question, key) }

// told tells the same of the whole message: where a home stands or what somebody
// owns may be said beside the question.
func (f *facts) told(key string) bool { return phrases.Has(f.text, key) }

// match is the number in a phrase of the key.
func (f *facts) match(key string) (int, bool) {
	for _, text := range []string{f.question, f.text} {
		for i, group := range phrases.Match(text, key) {
			if n, ok := korean.ParseCount(group); i > 0 && ok {
				return n, true
			}
		}
	}
	return 0, false
}
