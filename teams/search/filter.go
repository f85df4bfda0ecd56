package search

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

// filtersOf reads the query's entities as filters.
func filtersOf(req Request) Filters {
	e := estate.EntitiesOf(req.Intent.Entities)
	f := Filters{Region: lending.RegionOf(e)}
	f.Property.DealTypes = slices.Clone(e.ContractTypes)
	for _, r := range e.Regions {
		f.Property.Places = answer.Add(f.Property.Places, knowledge.Place{Sido: r.Sido, Sigungu: r.Sigungu, Dong: r.Dong})
	}
	for _, t := range e.PropertyTypes {
		if name := knowledge.ComplexType(t); name != "" {
			f.Property.ComplexTypes = answer.Add(f.Property.ComplexTypes, name)
		}
	}
	for _, a := range e.Areas {
		f.Property.AreaM2 = bound(f.Property.AreaM2, a.M2, sideOf(req, a.Text, a.Start, a.End), 0.1)
	}
	for _, a := range e.Amounts {
		f.amount(req, a)
	}
	for _, c := range e.ContractTypes {
		f.LoanKinds = answer.Add(f.LoanKinds, loanKinds[c]...)
	}
	return f
}

// amount bounds the sum that an amount stands for. Sums of a lease that is
// running (current and proposed deposit) are no wish for another home.
func (f *Filters) amount(req Request, a estate.Amount) {
	p := &f.Property
	target := &p.PriceWon
	switch role := a.Role; {
	case role == estate.Price:
	case role == estate.MonthlyRent:
		target = &p.MonthlyWon
	case role == estate.Deposit:
		target = &p.DepositWon
	case role == "" && len(p.DealTypes) == 1:
		if p.DealTypes[0] != knowledge.DealSale {
			target = &p.DepositWon
		}
	default:
		return
	}
	*target = bound(*target, a.Won, sideOf(req, a.Text, a.Start, a.End), 0.2)
}

// side is which bound a number is.
type side int

const (
	around side = iota
	atMost
	atLeast
)

// wordsToLook is how many bytes around a number belong to it.
const wordsToLook = 24

// sideOf reads the words around a number. Its position counts only when the
// text stands there: the question may be a part of the query.
func sideOf(req Request, text string, start, end int) side {
	q := req.Shared.UserQuery
	if text == "" || start < 0 || end > len(q) || start >= end || q[start:end] != text {
		q = questionOf(req)
		if start = strings.Index(q, text); text == "" || start < 0 {
			return around
		}
		end = start + len(text)
	}
	behind := strings.TrimLeft(q[end:min(len(q), end+wordsToLook)], " ")
	before := strings.TrimRight(q[max(0, start-wordsToLook):start], " ")
	switch {
	case phrases.Has(behind, "bound.most_behind") || phrases.Has(before, "bound.most_before"):
		return atMost
	case phrases.Has(behind, "bound.least_behind") || phrases.Has(before, "bound.least_before"):
		return atLeast
	}
	return around
}

// bound narrows a range by a number; "around" leaves slack on both sides.
func bound[T int64 | float64](r knowledge.Range[T], n T, s side, slack float64) knowledge.Range[T] {
	switch s {
	case atMost:
		r.Max = n
	case atLeast:
		r.Min = n
	case around:
		r.Min, r.Max = T(float64(n)*(1-slack)), T(float64(n)*(1+slack))
	}
	return r
}

// loanKinds are those that go with a kind of contract.
var loanKinds = map[string][]string{
	knowledge.DealSale:        {knowledge.LoanPurchase},
	knowledge.DealJeonse:      {knowledge.LoanJeonse, knowledge.LoanJeonseGuarantee},
	knowledge.DealMonthlyRent: {knowledge.LoanRent},
}
