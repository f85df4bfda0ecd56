package search

import (
	"context"

	"github.com/madang-dev/madang/knowledge"
)

// market looks for deals like the ones asked about. A price in the query
// is what the user wants judged, not a bound on the deals to judge by.
func (x *execution) market(ctx context.Context) (func(*TeamState), error) {
	f := x.state.Filters.Property
	f.PriceWon, f.DepositWon, f.MonthlyWon = knowledge.Range[int64]{}, knowledge.Range[int64]{}, knowledge.Range[int64]{}
	f.Limit = x.limit(MaxMarket)
	source := x.team.sources.Market
	rows, score, widening, err := widened(x, ScopeMarket, f, func(f knowledge.PropertyFilter) ([]knowledge.MarketRow, error) {
		return source.Market(ctx, f)
	})
	if err != nil {
		return nil, err
	}
	results := make([]MarketResult, 0, len(rows))
	for _, row := range rows[:min(len(rows), f.Limit)] {
		results = append(results, MarketResult{Row: row, Score: score, Source: credit(row.Sample, source.Name()), Sample: row.Sample})
	}
	return func(s *TeamState) {
		s.RealEstateResults = results
		x.note(s, ScopeMarket, len(f.Places), len(results), widening)
	}, nil
}

// property looks for homes on offer within the user's means.
func (x *execution) property(ctx context.Context) (func(*TeamState), error) {
	f := x.state.Filters.Property
	f.Limit = x.limit(MaxProperty)
	source := x.team.sources.Property
	homes, score, widening, err := widened(x, ScopeProperty, f, func(f knowledge.PropertyFilter) ([]knowledge.Listing, error) {
		return source.Listings(ctx, f)
	})
	if err != nil {
		return nil, err
	}
	results := make([]ListingResult, 0, len(homes))
	for _, home := range homes[:min(len(homes), f.Limit)] {
		results = append(results, ListingResult{Listing: home, Score: score, Source: credit(home.Sample, source.Name()), Sample: home.Sample})
	}
	return func(s *TeamState) {
		s.PropertySearchResults = results
		x.note(s, ScopeProperty, len(f.Places), len(results), widening)
	}, nil
}

func credit(sample bool, name string) string {
	if sample {
		return SampleSource
	}
	return name
}

// note tells the user what to know about a scope's results.
func (x *execution) note(s *TeamState, scope string, places, found int, widening *Widening) {
	a := &s.AggregatedResults
	switch {
	case widening != nil:
		a.Widened = append(a.Widened, *widening)
		a.Notes = union(a.Notes, []string{widening.Note})
	case found == 0:
		a.Notes = union(a.Notes, []string{x.text.nothing(scope, x.place(s.Filters.Property))})
	case places == 0:
		a.Notes = union(a.Notes, []string{x.text.noPlace})
	}
	if found > 0 {
		a.Notes = union(a.Notes, []string{x.text.sample})
	}
}
