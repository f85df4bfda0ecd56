package analysis

import (
	"cmp"
	"maps"
	"slices"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
)

// maxPlaces bounds the places that are set side by side.
const maxPlaces = 5

// places lists the districts that the question names, each once.
func (g *Given) places() []knowledge.Place {
	var list []knowledge.Place
	for _, region := range g.e.Regions {
		p := knowledge.Place{Sido: region.Sido, Sigungu: region.Sigungu}
		if !slices.Contains(list, p) && len(list) < maxPlaces {
			list = append(list, p)
		}
	}
	return list
}

// asksDeal tells whether the question wants a kind of deal: the named ones,
// all of them when none is named.
func (g *Given) asksDeal(deal string) bool {
	named := g.e.ContractTypes
	return !slices.ContainsFunc(named, func(c string) bool {
		return c == knowledge.DealSale || c == knowledge.DealJeonse || c == knowledge.DealMonthlyRent
	}) || slices.Contains(named, deal)
}

// compare tells how several named places differ, for every kind of deal and home that
// at least two of them have; of one that has no deals it is said.
func (g *Given) compare(o *Outcome, places []knowledge.Place) {
	kinds := map[string][]MarketGroup{}
	for _, group := range o.Market.Groups {
		if kind := group.ComplexType + "|" + group.DealType; g.asksDeal(group.DealType) {
			kinds[kind] = append(kinds[kind], group)
		}
	}
	for _, p := range places {
		if !slices.ContainsFunc(o.Market.Groups, func(m MarketGroup) bool { return m.Sido == p.Sido && m.Sigungu == p.Sigungu }) {
			name := map[string]any{"name": placeName(p.Sido, p.Sigungu)}
			o.Also = append(o.Also, Outcome{Skip: true, Assumed: []string{"comparison.no_deals"}, Words: name})
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if len(kinds[kind]) > 1 {
			o.Also = append(o.Also, o.Market.comparison(kinds[kind]))
		}
	}
}

// comparison is by how much the dearest place is above the cheapest. Homes differ in
// size, so that the gap is that of the medians per ㎡.
func (r *MarketResult) comparison(places []MarketGroup) Outcome {
	byPerM2 := func(a, b MarketGroup) int { return cmp.Compare(a.PerM2, b.PerM2) }
	dearest, cheapest := slices.MaxFunc(places, byPerM2), slices.MinFunc(places, byPerM2)
	gap, rate := dearest.PerM2-cheapest.PerM2, Rate(0)
	if gap/100 <= cheapest.PerM2 && cheapest.PerM2 > 0 { // else a share of it would mean nothing
		rate = share(gap, cheapest.PerM2)
	}
	difference := words.M("comparison.no_gap")
	if gap > 0 {
		difference = words.M("comparison.gap", "high", districtName(dearest.Sido, dearest.Sigungu),
			"low", districtName(cheapest.Sido, cheapest.Sigungu), "gap", gap, "rate", rate)
	}
	var perM2, medians []words.Message
	for _, p := range places {
		name := districtName(p.Sido, p.Sigungu)
		perM2 = append(perM2, words.M("comparison.place", "name", name, "p", p))
		medians = append(medians, words.M("comparison.median", "name", name, "p", p))
	}
	o := r.finding("comparison.headline", "comparison.formula_gap", map[string]any{
		"complex_name": complexName(dearest.ComplexType), "deal_name": dealName(dearest.DealType), "per_m2": perM2, "medians": medians,
		"gap_text": difference, "dearest": dearest, "cheapest": cheapest, "gap": gap,
	})
	of := dearest.ComplexType + "." + dearest.DealType
	o.Title, o.Figures = "comparison.title", map[string]any{of + ".gap_per_m2": gap, of + ".gap": rate}
	return o
}

// leading puts the groups of the kinds of deal that were asked for first and
// takes the places in turn, so that a bound on their number drops no place.
func (g *Given) leading(groups []MarketGroup) []MarketGroup {
	list := slices.Clone(groups)
	if len(g.places()) < 2 {
		return list
	}
	slices.SortStableFunc(list, func(a, b MarketGroup) int {
		return cmp.Or(order(!g.asksDeal(a.DealType))-order(!g.asksDeal(b.DealType)), cmp.Compare(a.ComplexType, b.ComplexType), cmp.Compare(a.DealType, b.DealType))
	})
	return list
}
