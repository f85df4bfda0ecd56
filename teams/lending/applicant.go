package lending

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/knowledge"
)

// ApplicantOf is what a question, and what was read of it, tell of who asks;
// youth is the age of young people (Youth).
func ApplicantOf(question string, e estate.Entities, youth knowledge.AgeRange) Applicant {
	sum := func(roles ...string) int64 { a, _ := e.Amount(roles...); return a.Won }
	a := Applicant{
		Region: RegionOf(e), Income: sum(estate.Income) + sum(estate.Partner+estate.Income), Asset: sum(estate.Asset), Price: sum(estate.Price), Monthly: sum(estate.MonthlyRent),
		Deposit: sum(estate.Deposit, estate.ProposedDeposit, estate.CurrentDeposit), Age: count(e, "age"), Houses: count(e, "house_count"),
	}
	for _, region := range []string{knowledge.RegionCapital, knowledge.RegionOther} {
		if a.Region == "" && phrases.Has(question, "region."+region) {
			a.Region = region
		}
	}
	if e.Flag("homeless") && a.Houses == nil {
		a.Houses = new(int)
	}
	for _, key := range phrases.Under("group") {
		group := strings.TrimPrefix(key, "group.")
		if e.Flag(group) || phrases.Has(question, key) {
			a.Groups = append(a.Groups, group)
		}
	}
	a.join("first_time", e.Flag("first_home"))
	a.join("apartment", slices.Contains(e.PropertyTypes, "apartment"))
	a.join("youth", a.Age != nil && *a.Age >= youth.Min && *a.Age <= youth.Max || e.Flag("youth"))
	children, _, ok := e.Count("children")
	if !ok {
		children = 0
	}
	a.join("one_child", children > 0)
	a.join("two_children", children > 1)
	a.join("multi_child", children > 1)
	a.join("under_25_single", a.Age != nil && *a.Age < SingleUnder && children == 0 && !slices.Contains(a.Groups, "newlywed"))
	return a
}

func (a *Applicant) join(group string, belongs bool) {
	if belongs && !slices.Contains(a.Groups, group) {
		a.Groups = append(a.Groups, group)
	}
}

// RegionOf is the region that loan limits tell apart; "" when no place was
// named.
func RegionOf(e estate.Entities) string {
	switch {
	case len(e.Regions) == 0:
		return ""
	case e.Regions[0].Capital:
		return knowledge.RegionCapital
	}
	return knowledge.RegionOther
}

// Youth is the age range of the first product for young people.
func Youth(products []knowledge.LoanProduct) knowledge.AgeRange {
	for _, p := range products {
		if p.Age != nil {
			return *p.Age
		}
	}
	return knowledge.AgeRange{}
}

// count is the number that an attribute tells, nil for none.
func count(e estate.Entities, name string) *int {
	n, _, ok := e.Count(name)
	if !ok {
		return nil
	}
	return &n
}
