package search

import (
	"slices"
	"strconv"
	"strings"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
)

// profile is what is known of the user; 0 and nil are unknown.
type profile struct {
	income, asset  int64 // won; income a year
	deposit, price int64
	monthly        int64
	age            *int
	houses         *int
	groups         []string
	region         string
}

// Youth by the fund's youth loan (주택도시기금 FP05020301): 19 to 34.
const (
	youthFrom, youthTo = 19, 34
	underAge           = 25 // its lower limits for single households
)

func profileOf(e state.Entities) profile {
	u := profile{region: regionOf(e)}
	for _, m := range []struct {
		to    *int64
		roles []string
	}{
		{&u.income, []string{state.AmountIncome}},
		{&u.asset, []string{state.AmountAsset}},
		{&u.deposit, []string{state.AmountDeposit, state.AmountProposedDeposit, state.AmountCurrentDeposit}},
		{&u.price, []string{state.AmountPrice}},
		{&u.monthly, []string{state.AmountMonthlyRent}},
	} {
		if a, ok := e.Amount(m.roles...); ok {
			*m.to = a.Won
		}
	}
	u.age, u.houses = count(e, "age"), count(e, "house_count")
	if isTrue(e, "homeless") && u.houses == nil {
		u.houses = new(int)
	}
	u.groups = groupsOf(e, u.age)
	return u
}

// groupsOf lists the groups of loan conditions that the user is known to
// belong to.
func groupsOf(e state.Entities, age *int) []string {
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
	if age != nil && *age >= youthFrom && *age <= youthTo {
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
	if age != nil && *age < underAge && alone && !slices.Contains(groups, "newlywed") {
		groups = append(groups, "under_25_single")
	}
	return groups
}

// asksForGroup tells whether a question names a group of loan conditions.
func asksForGroup(query, group string) bool {
	query = strings.ToLower(query)
	return slices.ContainsFunc(map[string][]string{
		"newlywed":     {"신혼", "newlywed", "married"},
		"newborn":      {"신생아", "출산", "아기", "newborn", "baby"},
		"youth":        {"청년", "사회초년생", "youth", "young"},
		"fraud_victim": {"사기", "피해", "fraud"},
		"first_time":   {"생애최초", "첫 집", "first home", "first-time"},
	}[group], func(word string) bool { return strings.Contains(query, word) })
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

// base is the sum that a product's ratio is taken of.
func (u profile) base(p knowledge.LoanProduct) int64 {
	if p.Kind == knowledge.LoanPurchase {
		return u.price
	}
	return u.deposit
}
