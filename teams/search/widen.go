package search

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
)

// level is one breadth of a search; to is the key of how far it goes.
type level struct {
	filter knowledge.PropertyFilter
	to     string
}

// lossPerLevel is what a result's score loses with each widening.
const lossPerLevel = 0.15

// levels lists the breadths of a search from what was asked for to the
// whole sido: without the dong, without the area, the whole city, the sido,
// and at last without a price. Breadths that change nothing are left out.
func (x *execution) levels(f knowledge.PropertyFilter) []level {
	all := []level{{f, ""}}
	add := func(to string, change func(*knowledge.PropertyFilter)) {
		next := all[len(all)-1].filter
		next.Places = slices.Clone(next.Places)
		change(&next)
		if !same(next, all[len(all)-1].filter) {
			all = append(all, level{next, to})
		}
	}
	each := func(change func(*knowledge.Place)) func(*knowledge.PropertyFilter) {
		return func(f *knowledge.PropertyFilter) {
			for i := range f.Places {
				change(&f.Places[i])
			}
		}
	}
	add("widen.sigungu", each(func(p *knowledge.Place) { p.Dong = "" }))
	add("widen.any_area", func(f *knowledge.PropertyFilter) { f.AreaM2 = knowledge.Range[float64]{} })
	add("widen.city", each(func(p *knowledge.Place) {
		if city, district, ok := strings.Cut(p.Sigungu, " "); ok && district != "" {
			p.Sigungu = city
		}
	}))
	add("widen.sido", each(func(p *knowledge.Place) {
		if p.Sido != "" { // a sigungu alone would widen to everywhere
			p.Sigungu = ""
		}
	}))
	add("widen.any_price", func(f *knowledge.PropertyFilter) {
		f.PriceWon, f.DepositWon, f.MonthlyWon = knowledge.Range[int64]{}, knowledge.Range[int64]{}, knowledge.Range[int64]{}
	})
	return all
}

func same(a, b knowledge.PropertyFilter) bool {
	return slices.Equal(a.Places, b.Places) && a.AreaM2 == b.AreaM2 &&
		a.PriceWon == b.PriceWon && a.DepositWon == b.DepositWon && a.MonthlyWon == b.MonthlyWon
}

// home is a deal or a home on offer.
type home interface{ Home() knowledge.Home }

// widened searches level by level until something is found. The score is
// that of the level; widening is nil when the first level found it.
func widened[T home](ctx context.Context, x *execution, scope string, f knowledge.PropertyFilter, search func(context.Context, knowledge.PropertyFilter) ([]T, error)) ([]T, outcome, error) {
	o := outcome{places: len(f.Places), score: 1}
	for i, l := range x.levels(f) {
		found, err := search(ctx, l.filter)
		if errors.Is(err, ErrTooWide) {
			if i == 0 { // else there was nothing where the user asked, and there is no source for wider
				o.missing = []string{tooWide}
			}
			break
		}
		var part *Incomplete
		switch {
		case errors.As(err, &part): // some results are better than none: what is missing goes with them
			o.missing = part.Missing
		case err != nil:
			return nil, o, err
		}
		if len(found) > 0 && l.to != "" {
			o.widening = &Widening{Scope: scope, From: x.place(f), To: x.place(l.filter), Note: x.words.Say("note.widened", "scope", scopeName(scope), "from", x.place(f), "how", words.M(l.to), "to", x.place(l.filter))}
		}
		if found = found[:min(len(found), f.Limit)]; len(found) > 0 || part != nil {
			o.found, o.sample = len(found), slices.ContainsFunc(found, func(one T) bool { return one.Home().Sample })
			return found, o, nil //nolint:nilerr // what is missing is in the outcome
		}
		o.score = max(o.score-lossPerLevel, lossPerLevel)
	}
	return nil, o, nil
}

// place names the places of a filter.
func (x *execution) place(f knowledge.PropertyFilter) string {
	var names []string
	for _, p := range f.Places {
		names = append(names, strings.Join(strings.Fields(p.Sido+" "+p.Sigungu+" "+p.Dong), " "))
	}
	if len(names) == 0 {
		return x.words.Say("everywhere")
	}
	return strings.Join(names, ", ")
}
