package knowledge

import (
	"context"
	"slices"
)

// LoanFilter chooses loan products. Its zero value chooses all.
type LoanFilter struct {
	Kinds     []string // Loan… constants; several are alternatives
	Operator  string
	Suspended bool // also those that take no new applications
	Limit     int  // 0 is all
}

// Loans lists the products that match, in the pack's order.
func (l *Library) Loans(f LoanFilter) []LoanProduct {
	var out []LoanProduct
	for _, p := range l.pack.loans {
		if f.matches(p) {
			out = append(out, p)
		}
	}
	return out[:bounded(len(out), f.Limit)]
}

func (f LoanFilter) matches(p LoanProduct) bool {
	return (len(f.Kinds) == 0 || slices.Contains(f.Kinds, p.Kind)) &&
		(f.Operator == "" || f.Operator == p.Operator) &&
		(f.Suspended || !p.Suspended)
}

// SearchLoans finds loan products by text, suspended ones too: who asks
// for one by name has to be told that it is no longer offered.
func (l *Library) SearchLoans(ctx context.Context, q Query) ([]Hit[LoanProduct], error) {
	found, err := l.findLoans(ctx, q)
	if err != nil {
		return nil, err
	}
	var hits []Hit[LoanProduct]
	for _, f := range found {
		if i := slices.IndexFunc(l.pack.loans, func(p LoanProduct) bool { return p.ID == f.ID }); i >= 0 {
			hits = append(hits, Hit[LoanProduct]{Record: l.pack.loans[i], Score: f.Score, Snippet: l.pack.loans[i].Rates})
		}
	}
	return hits[:min(len(hits), q.limit())], nil
}

// SearchGuarantees finds guarantees by text.
func (l *Library) SearchGuarantees(ctx context.Context, q Query) ([]Hit[Guarantee], error) {
	found, err := l.findLoans(ctx, q)
	if err != nil {
		return nil, err
	}
	var hits []Hit[Guarantee]
	for _, f := range found {
		if i := slices.IndexFunc(l.pack.guarantees, func(g Guarantee) bool { return g.ID == f.ID }); i >= 0 {
			hits = append(hits, Hit[Guarantee]{Record: l.pack.guarantees[i], Score: f.Score, Snippet: l.pack.guarantees[i].Rates})
		}
	}
	return hits[:min(len(hits), q.limit())], nil
}
