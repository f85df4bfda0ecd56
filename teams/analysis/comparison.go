package analysis

import (
	"cmp"
	"slices"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
)

// MarketComparison is one kind of deal of one kind of home, place by place.
type MarketComparison struct {
	ComplexType string        `json:"complex_type"`
	DealType    string        `json:"deal_type"`
	Places      []MarketPlace `json:"places"` // in the order of the question
	// Gap is the highest median per ㎡ less the lowest one, in won; GapRate
	// is its share of the lowest, 0 where that would mean nothing.
	Gap     int64 `json:"gap_per_m2"`
	GapRate Rate  `json:"gap_pct"`
}

// MarketPlace is what the deals of one place show.
type MarketPlace struct {
	knowledge.Place
	Count  int   `json:"count"`
	Median int64 `json:"median"`
	PerM2  int64 `json:"per_m2"` // median
}

// maxPlaces bounds the places that are set side by side.
const maxPlaces = 5

// Compare sets the deals of places side by side, for every kind of deal and
// home that at least two of them have. Homes differ in size, so that the gap
// is that of the medians per ㎡.
func Compare(places []knowledge.Place, rows []knowledge.MarketRow) []MarketComparison {
	type kind struct{ complexType, dealType string }
	var kinds []kind
	buckets := map[kind][]bucket{}
	for _, row := range rows {
		sum, ok := dealSum(row)
		if !ok {
			continue
		}
		k := kind{row.ComplexType, row.DealType}
		if buckets[k] == nil {
			buckets[k] = make([]bucket, len(places))
			kinds = append(kinds, k)
		}
		for i, p := range places {
			if p.Includes(row.Sido, row.Sigungu, "") {
				buckets[k][i].add(row, sum, perSquare(sum, row.AreaM2))
			}
		}
	}
	slices.SortFunc(kinds, func(a, b kind) int {
		return slices.Compare([]string{a.complexType, a.dealType}, []string{b.complexType, b.dealType})
	})
	var list []MarketComparison
	for _, k := range kinds {
		c := MarketComparison{ComplexType: k.complexType, DealType: k.dealType}
		for i, b := range buckets[k] {
			if len(b.sums) > 0 {
				c.Places = append(c.Places, MarketPlace{Place: places[i], Count: len(b.sums), Median: median(b.sums), PerM2: median(b.perM2)})
			}
		}
		if len(c.Places) > 1 {
			c.gap()
			list = append(list, c)
		}
	}
	return list
}

// ends are the dearest and the cheapest place by the ㎡.
func (c *MarketComparison) ends() (dearest, cheapest MarketPlace) {
	byPerM2 := func(a, b MarketPlace) int { return cmp.Compare(a.PerM2, b.PerM2) }
	return slices.MaxFunc(c.Places, byPerM2), slices.MinFunc(c.Places, byPerM2)
}

func (c *MarketComparison) gap() {
	dearest, cheapest := c.ends()
	c.Gap = dearest.PerM2 - cheapest.PerM2
	if c.Gap/100 <= cheapest.PerM2 && cheapest.PerM2 > 0 {
		c.GapRate = share(c.Gap, cheapest.PerM2)
	}
}

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

// compare tells how the named places differ; with one place it tells
// nothing.
func (g *Given) compare(o *Outcome, rows []knowledge.MarketRow) {
	if len(o.Places) < 2 {
		return
	}
	for _, p := range o.Places {
		if !slices.ContainsFunc(rows, func(m knowledge.MarketRow) bool { return p.Includes(m.Sido, m.Sigungu, "") }) {
			name := map[string]any{"name": placeName(p.Sido, p.Sigungu)}
			o.Also = append(o.Also, Outcome{Skip: true, Assumed: []string{"comparison.no_deals"}, Words: name})
		}
	}
	o.Market.Comparisons = Compare(o.Places, rows)
	notAsked := func(c MarketComparison) bool { return !g.asksDeal(c.DealType) }
	asked := slices.DeleteFunc(slices.Clone(o.Market.Comparisons), notAsked)
	for _, c := range asked[:min(len(asked), maxGroups)] {
		o.Also = append(o.Also, o.Market.comparison(c))
	}
}

// asksDeal tells whether the question wants a kind of deal: the named ones,
// all of them when none is named.
func (g *Given) asksDeal(deal string) bool {
	named := g.e.ContractTypes
	return !slices.ContainsFunc(named, func(c string) bool {
		return c == knowledge.DealSale || c == knowledge.DealJeonse || c == knowledge.DealMonthlyRent
	}) || slices.Contains(named, deal)
}

func (r *MarketResult) comparison(c MarketComparison) Outcome {
	var perM2, medians []words.Message
	for _, p := range c.Places {
		name := districtName(p.Sido, p.Sigungu)
		perM2 = append(perM2, words.M("comparison.place", "name", name, "p", p))
		medians = append(medians, words.M("comparison.median", "name", name, "p", p))
	}
	dearest, cheapest := c.ends()
	o := r.finding("comparison.headline", "comparison.formula_gap", map[string]any{
		"complex_name": complexName(c.ComplexType), "deal_name": dealName(c.DealType), "per_m2": perM2, "medians": medians,
		"gap_text": c.gapText(), "dearest": dearest, "cheapest": cheapest, "c": c,
	})
	of := c.ComplexType + "." + c.DealType
	o.Title, o.Figures = "comparison.title", map[string]any{of + ".gap_per_m2": c.Gap, of + ".gap": c.GapRate}
	return o
}

// gapText says by how much the dearest place is above the cheapest.
func (c *MarketComparison) gapText() words.Message {
	if c.Gap == 0 {
		return words.M("comparison.no_gap")
	}
	dearest, cheapest := c.ends()
	return words.M("comparison.gap", "high", districtName(dearest.Sido, dearest.Sigungu),
		"low", districtName(cheapest.Sido, cheapest.Sigungu), "gap", c.Gap, "rate", c.GapRate)
}

// leading puts the groups of the kinds of deal that were asked for first and
// takes the places in turn, so that a bound on their number drops no place.
func (g *Given) leading(groups []MarketGroup) []MarketGroup {
	list := slices.Clone(groups)
	if len(g.places()) < 2 {
		return list
	}
	rank := func(of MarketGroup) int {
		if g.asksDeal(of.DealType) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b MarketGroup) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return slices.Compare([]string{a.ComplexType, a.DealType, a.Sido, a.Sigungu}, []string{b.ComplexType, b.DealType, b.Sido, b.Sigungu})
	})
	return list
}
