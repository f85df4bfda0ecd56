package analysis

import (
	"slices"

	"github.com/madang-dev/madang/internal/estate"
)

// houses is how many homes are owned; more is set for "two or more".
func (f *facts) houses() (n int, more, ok bool) {
	if n, more, ok = f.e.Count("house_count"); ok {
		return n, more, ok
	}
	if f.told("owner.no_house") {
		return 0, false, true
	}
	if f.told("owner.only_home") {
		return 1, false, true
	}
	if n, ok = f.match("owner.houses"); !ok && f.firstHome() {
		return 0, false, true // who buys a first home owns none
	}
	return n, false, ok
}

// firstHome tells that the home would be the first one ever.
func (f *facts) firstHome() bool { return f.e.Flag("first_home") }

// months are a term that was said: the loan's, else any.
func (f *facts) months() (int, bool) {
	// Who lived in a home for a part of the time has said both.
	lived := slices.ContainsFunc(f.e.Periods, func(p estate.Period) bool { return p.Months > 0 && f.roleOf(p) == "" })
	part := func(p estate.Period) bool {
		role := f.roleOf(p)
		return role == "after" || role == "left" || role == "lived" && lived
	}
	whole := func(n int) bool {
		return !slices.ContainsFunc(f.e.Periods, func(p estate.Period) bool { return p.Months == n && part(p) })
	}
	if n, _, ok := f.e.Count("loan_term_years"); ok && whole(n*12) {
		return n * 12, true
	}
	for _, p := range f.e.Periods {
		switch {
		case p.Months == 0 || part(p):
		case f.roleOf(p) == "below": // "2년 미만"
			return p.Months - 1, true
		default:
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

// roleOf is what a term is that is no whole one, by the phrases of period.ROLE.
func (f *facts) roleOf(p estate.Period) string {
	if roles := f.said("period", p.Text, p.Start, p.End); len(roles) > 0 {
		return f.repaid(p, roles[0])
	}
	return ""
}

// repaid makes a term in which a loan is paid back what it is: its whole, or a part
// of it where a longer one is said or what is left is asked for.
func (f *facts) repaid(p estate.Period, role string) string {
	longer := func(q estate.Period) bool { return q.Months > p.Months }
	switch {
	case role != "repaid":
		return role
	case f.says("still_owed") || slices.ContainsFunc(f.e.Periods, longer):
		return "after"
	}
	return ""
}

// monthsOf are those of the term with a role.
func (f *facts) monthsOf(role string) (int, bool) {
	for _, p := range f.e.Periods {
		if p.Months > 0 && f.roleOf(p) == role {
			return p.Months, true
		}
	}
	n, ok := f.match("years." + role) // "10년 뒤" is read as a day
	return n * 12, ok
}

// days are a term in days, a month of which counts 30.
func (f *facts) days() (int, bool) {
	month, _ := f.match("month_days")
	for _, p := range f.e.Periods {
		if n := p.Days + p.Months*monthDays; n > 0 && n != month {
			return n, true
		}
	}
	return f.match("term.days")
}

// monthDays is how many days a month of a rent counts.
const monthDays = 30
