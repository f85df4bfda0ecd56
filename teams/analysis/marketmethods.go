package analysis

import (
	"cmp"
	"maps"
	"slices"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
)

// market answers what the deals of a region show.
func market(g *Given) (Outcome, error) {
	o, places := Outcome{Skip: true}, g.places()
	rows, wider := g.relevantRows(places)
	if len(rows) == 0 {
		o.Needs, o.Words = "region", map[string]any{"placed": len(places) > 0}
		return o, nil
	}
	named := places
	if wider {
		named = nil
	}
	x, err := Market(rows, named)
	if err != nil {
		return o, err
	}
	o.Market, o.Figures = x, map[string]any{"count": int64(x.Rows)}
	if len(named) > 1 {
		g.compare(&o, named)
	}
	groups, most := g.leading(x.Groups), maxGroups*max(1, len(places))
	for _, group := range groups[:min(len(groups), most)] {
		o.Also = append(o.Also, x.group(group))
	}
	for _, ratio := range x.Ratios[:min(len(x.Ratios), most)] {
		o.Also = append(o.Also, x.ratio(ratio))
	}
	o.Words, o.Bars = Inputs(o.Words).with(map[string]any{"sample": x.Sample}), g.bars(groups)
	return o, nil
}

// maxGroups bounds the lines of a report; the whole is in raw_analysis.
const maxGroups = 8

// relevantRows keeps the deals of the named districts and kinds of home; where those
// districts have none, all that the search found, which says how much more widely it
// looked. Without a place there are none: prices of the whole country answer nothing.
func (g *Given) relevantRows(places []knowledge.Place) (rows []knowledge.MarketRow, wider bool) {
	if len(places) == 0 {
		return nil, false
	}
	ofKind := slices.DeleteFunc(slices.Clone(g.deals), func(m knowledge.MarketRow) bool {
		return len(g.e.PropertyTypes) > 0 && !g.property(propertyType(m.ComplexType))
	})
	rows = slices.DeleteFunc(slices.Clone(ofKind), func(m knowledge.MarketRow) bool {
		return !slices.ContainsFunc(places, func(p knowledge.Place) bool { return p.Includes(m.Sido, m.Sigungu, "") })
	})
	if len(rows) == 0 {
		return ofKind, true
	}
	return rows, false
}

// propertyType is a kind of home as the planner names it.
func propertyType(complexType string) string {
	return cmp.Or(knowledge.PropertyType(complexType), "house")
}

func complexName(complexType string) words.Message {
	return words.M("complex." + propertyType(complexType))
}

func dealName(deal string) words.Message { return words.M("deal." + deal) }

// finding is one conclusion of the deals; figures of the built-in sample are marked.
func (r *MarketResult) finding(verdict, formula string, args map[string]any) Outcome {
	o := Outcome{Verdict: verdict, Formula: formula, Words: args, Unverified: r.Sample}
	if args["r"] = r; r.Sample {
		o.Notes, o.Verdict = []string{"caveat sample"}, "sampled"
		args["t"] = words.Message{Key: verdict, Args: maps.Clone(args)}
	}
	return o
}

func (r *MarketResult) group(g MarketGroup) Outcome {
	o := r.finding("market_stats.headline", "formula", map[string]any{
		"place_name": placeName(g.Sido, g.Sigungu), "complex_name": complexName(g.ComplexType),
		"deal_name": dealName(g.DealType), "g": g,
	})
	of := g.Sigungu + "." + g.ComplexType + "." + g.DealType
	o.Figures = map[string]any{of + ".median": g.Median, of + ".per_m2": g.PerM2}
	return o
}

func (r *MarketResult) ratio(m MarketRatio) Outcome {
	o := r.finding("market_stats.headline_ratio", "formula_ratio", map[string]any{
		"place_name": placeName(m.Sido, m.Sigungu), "complex_name": complexName(m.ComplexType), "m": m,
	})
	o.Figures = map[string]any{m.Sigungu + "." + m.ComplexType + ".jeonse_ratio": m.JeonseRatio}
	return o
}

// bars are the medians of groups side by side, beside what the user told.
func (g *Given) bars(groups []MarketGroup) (list []bar) {
	for _, group := range groups[:min(len(groups), maxGroups)] {
		list = append(list, bar{words.M("market_stats.chart.group", "place", districtName(group.Sido, group.Sigungu),
			"home", complexName(group.ComplexType), "deal", dealName(group.DealType)), group.Median})
	}
	if own, _ := g.take(nil, estate.Deposit, estate.Price); own > 0 && len(list) > 0 {
		list = append(list, bar{words.M("market_stats.chart.own"), own})
	}
	return list
}
