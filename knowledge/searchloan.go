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
	return hitsOf(found, l.pack.loans, q, func(p LoanProduct) (id, rates string) { return p.ID, p.Rates }), err
}

// SearchGuarantees finds guarantees by text.
func (l *Library) SearchGuarantees(ctx context.Context, q Query) ([]Hit[Guarantee], error) {
	found, err := l.findLoans(ctx, q)
	return hitsOf(found, l.pack.guarantees, q, func(g Guarantee) (id, rates string) { return g.ID, g.Rates }), err
}

// hitsOf are those of the records that were found.
func hitsOf[T any](found []scored, all []T, q Query, of func(T) (id, snippet string)) []Hit[T] {
	var hits []Hit[T]
	for _, f := range found {
		for _, one := range all {
			if id, snippet := of(one); id == f.ID && len(hits) < q.limit() {
				hits = append(hits, Hit[T]{Record: one, Score: f.Score, Snippet: snippet})
			}
		}
	}
	return hits
}
