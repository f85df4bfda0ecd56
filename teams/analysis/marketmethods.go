package analysis

import (
	"cmp"
	"slices"

	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
)

// ratioWord tells once what 전세가율 is to those who ask.
func (r *run) ratioWord() {
	other := MethodMarketStats
	if r.method == MethodMarketStats {
		other = MethodJeonseRisk
	}
	if p := r.state.AnalysisProgress[other]; p == "" || p == ProgressPending {
		r.meaning("jeonse_ratio", "", nil, arithmetic)
	}
}

// market answers what the deals of a region show.
func (r *run) market() error {
	rows := r.relevantRows()
	if len(rows) == 0 {
		key := "market_stats.ask.region"
		if len(r.places()) > 0 {
			key = "market_stats.ask.other_region"
		}
		r.incomplete = true
		r.open("region", words.M(key))
		return nil
	}
	result, err := Market(rows)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Market = result
	r.metric("count", float64(result.Rows))
	r.compare(rows, result)
	groups, most := r.leading(result.Groups), maxGroups*max(1, len(r.places()))
	for _, g := range groups[:min(len(groups), most)] {
		r.group(g, result.Basis)
	}
	for _, ratio := range result.Ratios[:min(len(result.Ratios), most)] {
		r.ratio(ratio, result.Basis)
	}
	r.marketCharts(result)
	return nil
}

// maxGroups bounds the lines of a report; the whole is in raw_analysis.
const maxGroups = 8

// relevantRows keeps the deals of the named districts and kinds of home; where
// those districts have none, of their provinces, which is said. Without a place
// there are none: prices of the whole country answer nothing.
func (r *run) relevantRows() []knowledge.MarketRow {
	places := r.places()
	var names []words.Text
	for _, p := range places {
		names = append(names, placeName(p.Sido, p.Sigungu))
		r.understood("region", placeName(p.Sido, p.Sigungu).In(r.words.Language()))
	}
	within := func(places []knowledge.Place) []knowledge.MarketRow {
		return slices.DeleteFunc(slices.Clone(r.marketRows), func(m knowledge.MarketRow) bool {
			return !slices.ContainsFunc(places, func(p knowledge.Place) bool { return p.Includes(m.Sido, m.Sigungu, "") }) ||
				len(r.e.PropertyTypes) > 0 && !r.property(propertyType(m.ComplexType))
		})
	}
	rows := within(places)
	if len(rows) > 0 || len(places) == 0 {
		return rows
	}
	for i := range places {
		places[i].Sigungu = ""
	}
	if rows = within(places); len(rows) > 0 {
		r.assume("market_stats.assumed_wider", "names", names, "wider", placeName(places[0].Sido, ""))
	}
	return rows
}

// propertyType is a kind of home as the planner names it.
func propertyType(complexType string) string {
	return cmp.Or(knowledge.PropertyType(complexType), "house")
}

func complexName(complexType string) words.Message {
	return words.M("complex." + propertyType(complexType))
}

func dealName(deal string) words.Message { return words.M("deal." + deal) }

func (r *run) group(g MarketGroup, b Basis) {
	headline := words.M("market_stats.headline", "place_name", placeName(g.Sido, g.Sigungu), "complex_name", complexName(g.ComplexType), "deal_name", dealName(g.DealType), "g", g)
	if g.MonthlyMedian > 0 {
		headline = words.M("market_stats.headline_rent", "headline", headline, "g", g)
	}
	of := g.Sigungu + "." + g.ComplexType + "." + g.DealType
	r.metric(of+".median", float64(g.Median))
	r.metric(of+".per_m2", float64(g.PerM2))
	r.conclude(r.sampled(headline), b, false)
}

func (r *run) ratio(m MarketRatio, b Basis) {
	of := m.Sigungu + "." + m.ComplexType
	if m.JeonseRatio > 0 {
		r.metric(of+".jeonse_ratio_pct", m.JeonseRatio.Pct())
		b.Formula = words.M("market_stats.formula_ratio", "m", m)
		r.conclude(r.sampled(words.M("market_stats.headline_ratio", "place_name", placeName(m.Sido, m.Sigungu), "complex_name", complexName(m.ComplexType), "m", m)), b, false)
	}
	if m.Conversion == 0 {
		return
	}
	r.metric(of+".conversion_pct", m.Conversion.Pct())
	b.Formula = words.M("market_stats.formula_conversion", "m", m)
	b.Statute = []words.Message{cite("lease", "7-2"), cite("lease_decree", "9")}
	r.conclude(r.sampled(words.M("market_stats.headline_conversion", "place_name", placeName(m.Sido, m.Sigungu), "complex_name", complexName(m.ComplexType), "m", m,
		"base", r.Tables.Conversion.base().Pct, "cap", r.Tables.Conversion.Cap(false))), b, false)
}

// sampled marks figures of the built-in sample.
func (r *run) sampled(t words.Message) words.Message {
	if r.state.RawAnalysis.Market != nil && !r.state.RawAnalysis.Market.Sample {
		return t
	}
	return words.M("market_stats.sampled", "t", t)
}

// ownPrice is the deposit or price that the user told, 0 where there is none.
func (r *run) ownPrice() int64 {
	for _, a := range r.e.Amounts {
		if a.Role == "deposit" || a.Role == "price" {
			return a.Won
		}
	}
	return 0
}

func (r *run) marketCharts(x *MarketResult) {
	groups := r.leading(x.Groups)
	bars := Chart{Kind: "bar", Title: r.words.Text(r.sampled(words.M("market_stats.chart.title"))), Series: []Series{{Name: r.words.Say("market_stats.chart.median"), Unit: "won"}}}
	for _, g := range groups[:min(len(groups), maxGroups)] {
		bars.Labels = append(bars.Labels, r.words.Say("market_stats.chart.group", "place", districtName(g.Sido, g.Sigungu), "home", complexName(g.ComplexType), "deal", dealName(g.DealType)))
		bars.Series[0].Values = append(bars.Series[0].Values, float64(g.Median))
	}
	if own := r.ownPrice(); own > 0 && len(bars.Labels) > 0 {
		bars.Own = []int{len(bars.Labels)}
		bars.Labels = append(bars.Labels, r.words.Say("market_stats.chart.own"))
		bars.Series[0].Values = append(bars.Series[0].Values, float64(own))
	}
	r.chart(bars)
	for _, t := range x.Trends {
		line := Chart{Kind: "line", Title: r.words.Text(r.sampled(words.M("market_stats.chart.trend", "deal_name", dealName(t.DealType)))),
			Series: []Series{{Name: r.words.Say("market_stats.chart.per_m2"), Unit: "won_per_m2"}, {Name: r.words.Say("market_stats.chart.deals"), Unit: "count"}}}
		for _, m := range t.Months {
			line.Labels = append(line.Labels, m.Month)
			line.Series[0].Values = append(line.Series[0].Values, float64(m.PerM2))
			line.Series[1].Values = append(line.Series[1].Values, float64(m.Count))
		}
		r.chart(line)
	}
}
