package search

import (
	"context"
	"slices"

	"github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/knowledge"
)

// market looks for deals like the ones asked about. A price in the query
// is what the user wants judged, not a bound on the deals to judge by.
func (x *execution) market(ctx context.Context) error {
	f := x.state.Filters.Property
	f.PriceWon, f.DepositWon, f.MonthlyWon = knowledge.Range[int64]{}, knowledge.Range[int64]{}, knowledge.Range[int64]{}
	f.Limit = MaxMarket
	source := x.team.sources.Market
	return homes(ctx, x, ScopeMarket, f, source.Market, func(s *TeamState, row knowledge.MarketRow, score float64) {
		s.RealEstateResults = append(s.RealEstateResults, MarketResult{Row: row, Score: score, Source: credit(row.Sample, source.Name()), Sample: row.Sample})
	})
}

// property looks for homes on offer within the user's means.
func (x *execution) property(ctx context.Context) error {
	f := x.state.Filters.Property
	f.Limit = MaxProperty
	source := x.team.sources.Property
	return homes(ctx, x, ScopeProperty, f, source.Listings, func(s *TeamState, home knowledge.Listing, score float64) {
		s.PropertySearchResults = append(s.PropertySearchResults, ListingResult{Listing: home, Score: score, Source: credit(home.Sample, source.Name()), Sample: home.Sample})
	})
}

// homes searches a scope as widely as it takes; add puts one result into the state.
func homes[T home](ctx context.Context, x *execution, scope string, f knowledge.PropertyFilter, search func(context.Context, knowledge.PropertyFilter) ([]T, error), add func(*TeamState, T, float64)) error {
	found, o, err := widened(ctx, x, scope, f, search)
	if err != nil {
		return err
	}
	for _, one := range found {
		add(x.state, one, o.score)
	}
	x.note(x.state, scope, o)
	return nil
}

func credit(sample bool, name string) string {
	if sample {
		return SampleSource
	}
	return name
}

// outcome is what a scope's search came to.
type outcome struct {
	places, found int
	score         float64  // of each result
	sample        bool     // some of it is of the built-in sample
	missing       []string // what could not be asked for
	widening      *Widening
}

// tooWide stands for everything where a source wants a narrower place.
const tooWide = "*"

// note tells the user what to know about a scope's results.
func (x *execution) note(s *TeamState, scope string, o outcome) {
	a, name := &s.AggregatedResults, scopeName(scope)
	switch {
	case slices.Contains(o.missing, tooWide):
		a.remark(x.words, answer.KindMissing, "note.narrower", "scope", name)
	case o.widening != nil:
		a.Widened = append(a.Widened, *o.widening)
		a.add(answer.Statement{Kind: answer.KindCaveat, Key: "note.widened", Text: o.widening.Note})
	case o.found == 0:
		a.remark(x.words, answer.KindMissing, "note.nothing", "place", x.place(s.Filters.Property), "scope", name)
	case o.places == 0:
		a.remark(x.words, answer.KindAssumption, "note.no_place")
	}
	if len(o.missing) > 0 && o.missing[0] != tooWide {
		names := o.missing[:min(len(o.missing), maxNamed)]
		a.remark(x.words, answer.KindCaveat, "note.incomplete", "scope", name, "names", names, "more", len(o.missing)-len(names))
	}
	if o.sample {
		a.remark(x.words, answer.KindCaveat, KeySample)
	}
}

// maxNamed bounds what is named of what is missing.
const maxNamed = 3
