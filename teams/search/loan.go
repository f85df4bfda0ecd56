package search

import (
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/lending"
)

// How far the text and the verdict move a product up.
const (
	textShare    = 0.5
	yesWorth     = 0.5
	unknownWorth = 0.3
	noWorth      = 0.1
	// questionWorth is lost with each question that is left.
	questionWorth = 0.05
	// otherGroup is lost by a product for a group that neither the user nor
	// the question speaks of: who asks for a loan by its family name means
	// the general one.
	otherGroup = 0.25
)

// loan finds products by what the text names and by the kind of contract,
// and tells for each whether the user can have it.
func (x *execution) loan(ctx context.Context) error {
	q := x.query
	q.Limit = 2 * MaxLoan
	named, err := x.library.SearchLoans(ctx, q)
	if err != nil {
		return err
	}
	guarantees, err := x.guarantees(ctx, q)
	if err != nil {
		return err
	}
	var results []LoanResult
	for _, p := range x.products(named) {
		results = append(results, x.loanResult(p.Record, p.Score))
	}
	for _, g := range guarantees {
		results = append(results, x.guaranteeResult(g))
	}
	x.state.LoanResults = best(results, MaxLoan, func(r LoanResult) (string, float64) { return r.ID(), r.Score })
	if len(results) > 0 {
		x.state.AggregatedResults.remark(x.words, answer.KindCaveat, KeyLoan)
	}
	return nil
}

// guarantees are for leases: a buyer is not told of them.
func (x *execution) guarantees(ctx context.Context, q knowledge.Query) ([]knowledge.Hit[knowledge.Guarantee], error) {
	kinds := x.state.Filters.LoanKinds
	if len(kinds) > 0 && !slices.Contains(kinds, knowledge.LoanJeonse) && !slices.Contains(kinds, knowledge.LoanRent) {
		return nil, nil
	}
	return x.library.SearchGuarantees(ctx, q)
}

// products joins those that the text names with those of the contract's
// kind; when neither tells anything, all that are offered. A contract that
// is named keeps other kinds out.
func (x *execution) products(named []knowledge.Hit[knowledge.LoanProduct]) []knowledge.Hit[knowledge.LoanProduct] {
	kinds := x.state.Filters.LoanKinds
	var list []knowledge.Hit[knowledge.LoanProduct]
	for _, h := range named {
		if len(kinds) == 0 || slices.Contains(kinds, h.Record.Kind) || h.Score > 0.9 {
			list = append(list, h)
		}
	}
	if len(kinds) == 0 && len(list) > 0 {
		return list
	}
	for _, p := range x.library.Loans(kinds...) {
		if !slices.ContainsFunc(list, func(h knowledge.Hit[knowledge.LoanProduct]) bool { return h.Record.ID == p.ID }) {
			list = append(list, knowledge.Hit[knowledge.LoanProduct]{Record: p})
		}
	}
	return list
}

func (x *execution) loanResult(p knowledge.LoanProduct, score float64) LoanResult {
	judged := lending.Judge(p, x.user)
	v := x.verdict(judged)
	eligible, reasons := v.result(x.words)
	worth := v.worth()
	if x.forOthers(p) {
		worth = max(0, worth-otherGroup)
	}
	r := LoanResult{
		Product: &p, Score: textShare*score + worth, Eligible: eligible, Reasons: reasons,
		Source: p.Source, AsOf: p.AsOf, Named: x.named(p.Called),
		ForGroup: slices.ContainsFunc(judged.Conditions, func(c lending.Condition) bool { return c.Name == lending.Group }),
	}
	if eligible != EligibleNo {
		r.LimitWon = lending.OfferOf(p, x.user).Most
	}
	return r
}

// named tells whether the message has one of a product's names.
func (x *execution) named(called []string) bool {
	message := strings.ToLower(x.req.Shared.UserQuery)
	return slices.ContainsFunc(called, func(name string) bool { return strings.Contains(message, strings.ToLower(name)) })
}

// forOthers tells whether a product is only for a group that neither the
// user nor the question speaks of.
func (x *execution) forOthers(p knowledge.LoanProduct) bool {
	groups := p.Requires
	if p.Age != nil && x.user.Age == nil {
		groups = append(slices.Clone(groups), "youth")
	}
	return slices.ContainsFunc(groups, func(g string) bool {
		return !slices.Contains(x.user.Groups, g) && !phrases.Has(x.query.Text, "group."+g)
	})
}

func (x *execution) guaranteeResult(h knowledge.Hit[knowledge.Guarantee]) LoanResult {
	g := h.Record
	v := x.verdict(lending.JudgeDeposit(g.DepositCeilings, x.user))
	conditions := words.Text{"ko": strings.Join(g.Conditions, "\n"), "en": strings.Join(g.ConditionsEN, "\n")}
	if text := conditions.In(x.words.Language()); text != "" {
		v.open = append(v.open, strings.Split(text, "\n")...)
	}
	eligible, reasons := v.result(x.words)
	return LoanResult{
		Guarantee: &g, Score: textShare*h.Score + unknownWorth, Eligible: eligible, Reasons: reasons,
		LimitWon: g.LimitWon, Source: g.Source, AsOf: g.AsOf, Named: x.named(g.Called),
	}
}
