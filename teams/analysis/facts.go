package analysis

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/lending"
)

// facts is what a question says, ready to be asked for by role.
type facts struct {
	question string
	e        state.Entities
}

// What is read of a question that the planner did not read, in bytes, and how
// many sums are weighed against each other: what is longer was pasted.
const (
	maxRead = 8 << 10
	maxSums = 64
)

// readFacts takes the planner's entities and reads what they lack from the
// question itself.
func readFacts(question string, e state.Entities, today string) *facts {
	f := &facts{question: question, e: e}
	question = question[:min(len(question), maxRead)]
	if len(e.Amounts) == 0 {
		for _, m := range korean.FindMoney(question) {
			if m.Bare {
				continue
			}
			won := m.Won
			if m.TooLarge {
				won = MaxWon + 1 // refused by name, not dropped
			}
			if m.Negative {
				won = -won
			}
			a := state.Amount{Text: question[m.Start:m.End], Won: won, Start: m.Start, End: m.End}
			if readsMonthlyIncome(question[:m.Start], question[m.End:]) {
				a.Role = estate.MonthlyIncome
			}
			f.e.Amounts = append(f.e.Amounts, a)
		}
	}
	f.e.Amounts = f.e.Amounts[:min(len(f.e.Amounts), maxSums)]
	if len(e.Percentages) == 0 {
		f.e.Percentages = findPercents(question)
	}
	if len(e.Dates) == 0 {
		if day, err := time.Parse(time.DateOnly, today); err == nil {
			for _, d := range korean.FindDays(question, day) {
				f.e.Dates = append(f.e.Dates, dateOf(question, d))
			}
		}
	}
	return f
}

// dateOf keeps a day that no calendar has as it was written, so that it is
// refused by name. A mere month is no day.
func dateOf(question string, d korean.Day) state.Date {
	date := state.Date{Text: question[d.Start:d.End], Start: d.Start, End: d.End}
	switch {
	case d.Impossible:
		date.ISO = date.Text
	case d.Month:
		date.Role = "month"
		date.ISO = d.Date.Format(time.DateOnly)
	default:
		date.ISO = d.Date.Format(time.DateOnly)
	}
	return date
}

func findPercents(question string) []state.Percentage {
	var list []state.Percentage
	for _, r := range korean.FindRates(question) {
		list = append(list, state.Percentage{Text: question[r.Start:r.End], Value: r.Value, Start: r.Start, End: r.End})
	}
	return list
}

// sum is the first amount with one of the roles.
func (f *facts) sum(roles ...string) int64 {
	a, _ := f.e.Amount(roles...)
	return a.Won
}

// sums lists the amounts with one of the roles in the order of the text.
func (f *facts) sums(roles ...string) []int64 {
	var list []int64
	for _, a := range f.e.Amounts {
		if slices.Contains(roles, a.Role) {
			list = append(list, a.Won)
		}
	}
	return list
}

// loose lists the amounts whose role nobody knows.
func (f *facts) loose() []int64 { return f.sums("") }

// percent is the first percentage with the role, else the only one without
// any role.
func (f *facts) percent(role string) (Rate, bool) {
	var loose []Rate
	for _, p := range f.e.Percentages {
		if p.Role == role {
			return RateOf(p.Value), true
		}
		if p.Role == "" {
			loose = append(loose, RateOf(p.Value))
		}
	}
	if len(loose) == 1 {
		return loose[0], true
	}
	return 0, false
}

// date is the day with the role, else the only day without any.
func (f *facts) date(role string) string {
	loose := ""
	for _, d := range f.e.Dates {
		if d.Role == role {
			return d.ISO
		}
		if d.Role == "" {
			if loose != "" {
				return ""
			}
			loose = d.ISO
		}
	}
	if role == "end" {
		return loose
	}
	return ""
}

func (f *facts) area() float64 {
	if len(f.e.Areas) == 0 {
		return 0
	}
	return f.e.Areas[0].M2
}

func (f *facts) region() (state.Region, bool) {
	if len(f.e.Regions) == 0 {
		return state.Region{}, false
	}
	return f.e.Regions[0], true
}

func (f *facts) contract(kind string) bool { return slices.Contains(f.e.ContractTypes, kind) }

func (f *facts) property(kind string) bool { return slices.Contains(f.e.PropertyTypes, kind) }

// says tells whether the question holds a phrase of the key.
func (f *facts) says(key string) bool { return phrases.Has(f.question, key) }

func (f *facts) flag(name string) bool {
	v, _ := f.e.Attr(name)
	return v == "true"
}

func (f *facts) number(name string) (int, bool) {
	v, ok := f.e.Attr(name)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(v))
	return n, err == nil
}

// match is the number in a phrase of the key.
func (f *facts) match(key string) (int, bool) {
	for i, group := range phrases.Match(f.question, key) {
		if n, err := strconv.Atoi(group); i > 0 && err == nil {
			return n, true
		}
	}
	return 0, false
}

func (f *facts) age() (int, bool) {
	if n, ok := f.number("age"); ok {
		return n, true
	}
	return f.match("person.age")
}

// houses is how many homes are owned; more is set for "two or more".
func (f *facts) houses() (n int, more, ok bool) {
	if v, found := f.e.Attr("house_count"); found {
		n, err := strconv.Atoi(strings.TrimSuffix(v, "+"))
		return n, strings.HasSuffix(v, "+"), err == nil
	}
	if f.says("owner.no_house") {
		return 0, false, true
	}
	if n, ok = f.match("owner.houses"); !ok && f.firstHome() {
		return 0, false, true // who buys a first home owns none
	}
	return n, false, ok
}

// firstHome tells that the home would be the first one ever.
func (f *facts) firstHome() bool {
	return f.flag("first_home") || f.says("owner.first_home")
}

// termMonths is the term of a loan.
func (f *facts) termMonths() (int, bool) {
	if n, ok := f.number("loan_term_years"); ok {
		return n * 12, true
	}
	for _, p := range f.e.Periods {
		if p.Months > 0 {
			return p.Months, true
		}
	}
	if len(f.e.Periods) > 0 {
		return 0, false
	}
	if n, ok := f.match("loan.years"); ok && n <= 100 {
		return n * 12, true
	}
	return f.match("loan.months")
}

// tags lists the region and the groups of loan conditions that the applicant
// and the home belong to.
func (f *facts) tags() []string {
	var is []string
	add := func(tag string, when bool) {
		if when {
			is = append(is, tag)
		}
	}
	if region, ok := f.region(); ok {
		add(knowledge.RegionCapital, region.Capital)
		add(knowledge.RegionOther, !region.Capital)
	}
	add("newlywed", f.flag("newlywed") || f.says("person.newlywed"))
	add("first_time", f.firstHome())
	add("under_25_single", f.under25() && f.says("person.single"))
	add("apartment", f.property("apartment"))
	for _, group := range []string{"newborn", "dual_income", "two_children", "sme_worker"} {
		add(group, f.says("person."+group))
	}
	return is
}

func (f *facts) under25() bool {
	age, known := f.age()
	return known && age < lending.SingleUnder
}
