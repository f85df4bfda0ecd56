package knowledge

import (
	"context"
	"slices"
)

// Loans lists the products of the kinds (Loan… constants; none is all) that
// take applications, in the pack's order.
func (l *Library) Loans(kinds ...string) []LoanProduct {
	return slices.DeleteFunc(slices.Clone(l.pack.loans), func(p LoanProduct) bool {
		return p.Suspended || len(kinds) > 0 && !slices.Contains(kinds, p.Kind)
	})
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
