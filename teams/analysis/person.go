package analysis

import (
	"strconv"
	"strings"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

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

// months are a term that was said: the loan's, else any.
func (f *facts) months() (int, bool) {
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

// days are a term in days, a month of which counts 30.
func (f *facts) days() (int, bool) {
	for _, p := range f.e.Periods {
		if n := p.Days + p.Months*monthDays; n > 0 {
			return n, true
		}
	}
	return f.match("term.days")
}

// monthDays is how many days a month of a rent counts.
const monthDays = 30

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
	} else {
		add(knowledge.RegionCapital, f.says("region.capital"))
		add(knowledge.RegionOther, f.says("region.other"))
	}
	age, known := f.age()
	add("newlywed", f.flag("newlywed") || f.says("person.newlywed"))
	add("first_time", f.firstHome())
	add("under_25_single", known && age < lending.SingleUnder && f.says("person.single"))
	add("apartment", f.property("apartment"))
	for _, group := range []string{"newborn", "dual_income", "two_children", "sme_worker"} {
		add(group, f.says("person."+group))
	}
	return is
}
