package analysis

import (
	"fmt"
	"slices"

	"github.com/madang-dev/madang/knowledge"
)

// market answers what the deals of a region show.
func (r *run) market() error {
	r.jeonseRatioMeaning()
	rows := r.relevantRows()
	if len(rows) == 0 {
		r.missing("region", "어느 지역과 어떤 종류의 집을 볼까요? 해당하는 거래를 찾지 못했습니다.", "Which region and kind of home? No matching deals were found.")
		r.section("info", "medium", "text", r.say("전세가율은 전세보증금을 매매가로 나눈 비율이고, 시세는 같은 지역·같은 유형 거래의 중앙값으로 봅니다.",
			"The jeonse ratio is the jeonse deposit over the price; prices are medians of deals of one region and kind."))
		return nil
	}
	result, err := Market(rows)
	if err != nil {
		return err
	}
	r.state.RawAnalysis.Market = result
	r.metric("count", float64(result.Rows))
	if err := r.compare(rows, result); err != nil {
		return err
	}
	for i, g := range r.leading(result.Groups) {
		if i == maxGroups*max(1, len(r.places())) {
			r.section("info", "low", "text", r.say("그 밖의 %d개 구분은 자료에 있습니다.", "%d more groups are in the data.", len(result.Groups)-i))
			break
		}
		r.group(g, result.Basis)
	}
	for i, ratio := range result.Ratios {
		if i < maxGroups*max(1, len(r.places())) {
			r.ratio(ratio, result.Basis)
		}
	}
	r.marketCharts(result)
	return nil
}

// maxGroups bounds the lines of a report; the whole is in raw_analysis.
const maxGroups = 8

// relevantRows keeps the deals of the named districts and kinds of home.
func (r *run) relevantRows() []knowledge.MarketRow {
	rows := r.marketRows
	places := r.places()
	if len(places) > 0 {
		rows = keep(rows, func(m knowledge.MarketRow) bool {
			return slices.ContainsFunc(places, func(p Place) bool { return p.includes(m) })
		})
	}
	for _, p := range places {
		r.understood("region", r.tables.placeName(p.Sido, p.Sigungu).In(r.lang))
	}
	if len(r.facts.e.PropertyTypes) > 0 {
		rows = keep(rows, func(m knowledge.MarketRow) bool { return r.facts.property(propertyType(m.ComplexType)) })
	}
	return rows
}

func keep(rows []knowledge.MarketRow, want func(knowledge.MarketRow) bool) []knowledge.MarketRow {
	var kept []knowledge.MarketRow
	for _, m := range rows {
		if want(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func propertyType(complexType string) string {
	switch complexType {
	case "아파트":
		return "apartment"
	case "오피스텔":
		return "officetel"
	case "연립다세대":
		return "villa"
	}
	return "house"
}

func complexName(complexType string) Text {
	switch complexType {
	case "아파트":
		return say("아파트", "apartments")
	case "오피스텔":
		return say("오피스텔", "officetels")
	case "연립다세대":
		return say("연립다세대", "villas")
	}
	return say("단독다가구", "houses")
}

func dealName(deal string) Text {
	switch deal {
	case MarketSale:
		return say("매매", "sale")
	case MarketJeonse:
		return say("전세", "jeonse")
	}
	return say("월세 보증금", "monthly-rent deposit")
}

func (r *run) group(g MarketGroup, b Basis) {
	headline := say("%s %s %s %d건: 중앙값 %s, 평균 %s(%s~%s), ㎡당 %s, 평당 %s.", "%s %s, %s, %d deals: median %s, mean %s (%s to %s), %s a m², %s a pyeong.",
		r.tables.placeName(g.Sido, g.Sigungu), complexName(g.ComplexType), dealName(g.DealType), g.Count, spoken(g.Median), spoken(g.Mean), spoken(g.Min), spoken(g.Max), spoken(g.PerM2), spoken(g.PerPyeong))
	if g.MonthlyMedian > 0 {
		headline = say("%s 월세 중앙값 %s.", "%s Median rent %s.", headline, spoken(g.MonthlyMedian))
	}
	r.metric(metricName(g.Sigungu, g.ComplexType, g.DealType, "median"), float64(g.Median))
	r.metric(metricName(g.Sigungu, g.ComplexType, g.DealType, "per_m2"), float64(g.PerM2))
	r.found(r.sampled(headline), b)
}

func (r *run) ratio(m MarketRatio, b Basis) {
	if m.JeonseRatio > 0 {
		r.metric(metricName(m.Sigungu, m.ComplexType, "jeonse_ratio_pct"), m.JeonseRatio.Pct())
		b.Formula = say("㎡당 전세 중앙값 ÷ ㎡당 매매 중앙값 = %s", "median jeonse per m² ÷ median price per m² = %s", m.JeonseRatio)
		r.found(r.sampled(say("%s %s의 전세가율은 %s입니다.", "%s %s: jeonse ratio %s.", r.tables.placeName(m.Sido, m.Sigungu), complexName(m.ComplexType), m.JeonseRatio)), b)
	}
	if m.Conversion == 0 {
		return
	}
	cap, err := r.tables.Conversion.Cap(false, "")
	if err != nil {
		return
	}
	r.metric(metricName(m.Sigungu, m.ComplexType, "conversion_pct"), m.Conversion.Pct())
	b.Formula = say("월세 × 12 ÷ (전세 − 보증금)의 중앙값 (%d건)", "median of rent × 12 ÷ (jeonse − deposit), %d deals", m.ConversionCount)
	b.Statute = cap.Statute
	r.found(r.sampled(say("%s %s의 전월세전환율은 %s입니다(기준금리 %s일 때 법정 상한 %s).", "%s %s: conversion rate %s (ceiling %[5]s at a base rate of %[4]s).",
		r.tables.placeName(m.Sido, m.Sigungu), complexName(m.ComplexType), m.Conversion, cap.Base, cap.Cap)), b)
}

// sampled marks figures of the built-in sample.
func (r *run) sampled(t Text) Text {
	if r.state.RawAnalysis.Market != nil && !r.state.RawAnalysis.Market.Sample {
		return t
	}
	return say("[표본] %s", "[sample] %s", t)
}

func metricName(parts ...string) string {
	name := ""
	for i, p := range parts {
		if i > 0 {
			name += "."
		}
		name += p
	}
	return name
}

func (r *run) marketCharts(x *MarketResult) {
	bars := Chart{Kind: "bar", Title: r.sampled(say("유형별 중앙값", "Medians")).In(r.lang), Series: []Series{{Name: r.say("중앙값", "median"), Unit: "won"}}}
	for i, g := range r.leading(x.Groups) {
		if i == maxGroups {
			break
		}
		bars.Labels = append(bars.Labels, fmt.Sprintf("%s %s %s", r.tables.districtName(g.Sido, g.Sigungu).In(r.lang), complexName(g.ComplexType).In(r.lang), dealName(g.DealType).In(r.lang)))
		bars.Series[0].Values = append(bars.Series[0].Values, float64(g.Median))
	}
	r.chart(bars)
	for _, t := range x.Trends {
		line := Chart{Kind: "line", Title: r.sampled(say("%s ㎡당 월별 추이", "%s per m² by month", dealName(t.DealType))).In(r.lang),
			Series: []Series{{Name: r.say("㎡당", "per m²"), Unit: "won_per_m2"}, {Name: r.say("건수", "deals"), Unit: "count"}}}
		for _, m := range t.Months {
			line.Labels = append(line.Labels, m.Month)
			line.Series[0].Values = append(line.Series[0].Values, float64(m.PerM2))
			line.Series[1].Values = append(line.Series[1].Values, float64(m.Count))
		}
		r.chart(line)
	}
}
