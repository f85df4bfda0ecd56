package search

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/lending"
)

// applicantOf is what is known of the user.
func applicantOf(e state.Entities, youth knowledge.AgeRange) lending.Applicant {
	u := lending.Applicant{Region: regionOf(e)}
	for _, m := range []struct {
		to    *int64
		roles []string
	}{
		{&u.Income, []string{estate.Income}},
		{&u.Asset, []string{estate.Asset}},
		{&u.Deposit, []string{estate.Deposit, estate.ProposedDeposit, estate.CurrentDeposit}},
		{&u.Price, []string{estate.Price}},
		{&u.Monthly, []string{estate.MonthlyRent}},
	} {
		if a, ok := e.Amount(m.roles...); ok {
			*m.to = a.Won
		}
	}
	u.Age, u.Houses = count(e, "age"), count(e, "house_count")
	if isTrue(e, "homeless") && u.Houses == nil {
		u.Houses = new(int)
	}
	u.Groups = groupsOf(e, u.Age, youth)
	return u
}

// groupsOf lists the groups of loan conditions that the user is known to
// belong to.
func groupsOf(e state.Entities, age *int, youth knowledge.AgeRange) []string {
	var groups []string
	for _, g := range []struct {
		group string
		names []string
	}{
		{"newlywed", []string{"newlywed"}},
		{"first_time", []string{"first_home", "first_time"}},
		{"newborn", []string{"newborn"}},
		{"dual_income", []string{"dual_income"}},
		{"fraud_victim", []string{"fraud_victim"}},
		{"youth", []string{"youth"}},
	} {
		if slices.ContainsFunc(g.names, func(name string) bool { return isTrue(e, name) }) {
			groups = append(groups, g.group)
		}
	}
	if age != nil && *age >= youth.Min && *age <= youth.Max {
		groups = union(groups, []string{"youth"})
	}
	children := count(e, "children")
	switch {
	case children != nil && *children >= 2:
		groups = append(groups, "two_children", "multi_child", "one_child")
	case children != nil && *children == 1:
		groups = append(groups, "one_child")
	}
	alone := children == nil || *children == 0
	if age != nil && *age < lending.SingleUnder && alone && !slices.Contains(groups, "newlywed") {
		groups = append(groups, "under_25_single")
	}
	return groups
}

// youthAge is the age range of the product for young people.
func youthAge(products []knowledge.LoanProduct) knowledge.AgeRange {
	for _, p := range products {
		if p.Age != nil {
			return *p.Age
		}
	}
	return knowledge.AgeRange{}
}

// count reads an attribute such as "2" or "2+".
func count(e state.Entities, name string) *int {
	value, ok := e.Attr(name)
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(value, "+"))
	if err != nil || n < 0 {
		return nil
	}
	return &n
}

func isTrue(e state.Entities, name string) bool {
	value, ok := e.Attr(name)
	return ok && value == "true"
}
