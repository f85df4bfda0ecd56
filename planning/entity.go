package planning

import (
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/estate"
	"github.com/madang-dev/madang/internal/korean"
)

// extraction gathers the entities of one query.
type extraction struct {
	p        *Planner
	r        *reading
	today    time.Time
	found    estate.Entities
	problems []Problem
	taken    []korean.Span // of dates, rates, areas and periods
}

// maxFound bounds what one reader finds.
const maxFound = 128

// What is believed at most.
const (
	maxArea   = 1_000_000 // ㎡
	maxMonths = 1200
	maxRate   = 1000 // percent
)

// entities reads the facts named in a query.
func (p *Planner) entities(r *reading, today time.Time) (estate.Entities, []Problem) {
	x := &extraction{p: p, r: r, today: today}
	// What is read first takes its place: the 2026 of a day is no sum.
	for _, read := range []func(){x.dates, x.periods, x.percentages, x.areas, x.amounts, x.regions, x.articles, x.attributes, x.kinds} {
		read()
	}
	return x.found, x.problems
}

// Facts are the facts named in a text, without a plan.
func (p *Planner) Facts(text string, today time.Time) estate.Entities {
	if len(text) > MaxQuery {
		return estate.Entities{}
	}
	found, _ := p.entities(p.read(text), today)
	return found
}

func (x *extraction) problem(field, code string, start, end int) {
	text, _, _ := x.r.span(start, end)
	x.problems = append(x.problems, Problem{Field: field, Text: text, Code: code})
}

func (x *extraction) free(start, end int) bool {
	return !slices.ContainsFunc(x.taken, func(sp korean.Span) bool { return start < sp.End && sp.Start < end })
}

func (x *extraction) take(start, end int) {
	if len(x.taken) < 4*maxFound {
		x.taken = append(x.taken, korean.Span{Start: start, End: end})
	}
}

// kinds sets the contract and property types that the concepts stand for.
func (x *extraction) kinds() {
	for i, n := range x.r.counts {
		if n > 0 {
			c := &x.p.cfg.Concepts[i]
			x.found.ContractTypes = appendNew(x.found.ContractTypes, c.ContractType)
			x.found.PropertyTypes = appendNew(x.found.PropertyTypes, c.PropertyType)
		}
	}
}

func (x *extraction) dates() {
	var start string
	for _, d := range korean.FindDays(x.r.norm, x.today) {
		x.take(d.Start, d.End)
		if d.Impossible {
			x.problem("dates", ImpossibleDate, d.Start, d.End)
			continue
		}
		raw, from, to := x.r.span(d.Start, d.End)
		date := estate.Date{Text: raw, ISO: d.Date.Format(time.DateOnly), Role: nearRole(x.p.cfg.DateRoles, x.r.norm, d.Start, d.End), Start: from, End: to}
		if d.Month {
			date.Precision = "month"
		}
		if date.Role == "start" {
			start = date.ISO
		}
		if date.Role == "end" && start != "" && date.ISO < start {
			x.problem("dates", EndBeforeStart, d.Start, d.End)
		}
		x.found.Dates = append(x.found.Dates, date)
	}
}

func (x *extraction) periods() {
	for _, p := range korean.FindPeriods(x.r.norm) {
		if !x.free(p.Start, p.End) {
			continue
		}
		x.take(p.Start, p.End)
		if p.Months+p.Days <= 0 || p.Months > maxMonths || p.Days > maxMonths*31 {
			x.problem("periods", PeriodOutOfRange, p.Start, p.End)
			continue
		}
		raw, from, to := x.r.span(p.Start, p.End)
		x.found.Periods = append(x.found.Periods, estate.Period{Text: raw, Months: p.Months, Days: p.Days, Start: from, End: to})
	}
}

func (x *extraction) percentages() {
	for _, rt := range x.r.rates {
		x.take(rt.Start, rt.End)
		if rt.Value < 0 || rt.Value > maxRate {
			x.problem("percentages", RateOutOfRange, rt.Start, rt.End)
			continue
		}
		raw, from, to := x.r.span(rt.Start, rt.End)
		x.found.Percentages = append(x.found.Percentages, estate.Percentage{
			Text: raw, Value: rt.Value, Start: from, End: to,
			Role: x.rateRole(rt.Start, rt.End),
		})
	}
}

// rateRole is what a percentage is of. One by which interest rises or falls is no rate
// that is paid: "금리 1% 오르면".
func (x *extraction) rateRole(start, end int) string {
	left, right := around(x.r.norm, start, end)
	if m := x.p.cfg.RateMoves; containsAny(left, m.Of) {
		left, right = strings.TrimSpace(left), strings.TrimSpace(right)
		for _, w := range m.Between {
			right = strings.TrimSpace(strings.TrimPrefix(right, w))
		}
		if slices.ContainsFunc(m.Before, func(w string) bool { return strings.HasSuffix(left, w) }) ||
			slices.ContainsFunc(m.After, func(w string) bool { return strings.HasPrefix(right, w) }) {
			return estate.InterestChange
		}
	}
	return nearRole(x.p.cfg.PercentageRoles, x.r.norm, start, end)
}

func (x *extraction) areas() {
	for _, a := range korean.FindAreas(x.r.norm) {
		if !x.free(a.Start, a.End) {
			continue
		}
		x.take(a.Start, a.End)
		if a.M2 <= 0 || a.M2 > maxArea {
			x.problem("areas", AreaOutOfRange, a.Start, a.End)
			continue
		}
		area := estate.Area{Unit: "m2", M2: a.M2}
		if a.Pyeong {
			area.Unit = "pyeong"
		}
		area.Text, area.Start, area.End = x.r.span(a.Start, a.End)
		x.found.Areas = append(x.found.Areas, area)
	}
}

func (x *extraction) regions() {
	for i := range x.r.hits {
		h := &x.r.hits[i]
		if h.term.region < 0 || !x.free(h.start, h.end) {
			continue
		}
		place := x.p.places[h.term.region]
		raw, from, to := x.r.span(h.start, h.end)
		region := estate.Region{Text: raw, Sido: place.Sido, Sigungu: place.Sigungu, Dong: place.Dong, Capital: place.Capital(), Start: from, End: to}
		if n := len(x.found.Regions); n > 0 && narrows(x.found.Regions[n-1], region) {
			region.Start = x.found.Regions[n-1].Start
			region.Text = x.r.raw[region.Start:region.End]
			x.found.Regions[n-1] = region
			continue
		}
		x.found.Regions = append(x.found.Regions, region)
	}
}

// narrows tells whether a place is inside the one named right before it:
// "서울 강남구", "강남구 대치동", "수원시 영통구".
func narrows(before, next estate.Region) bool {
	if next.Start-before.End > 2 || next.Sigungu == "" || before.Sido != next.Sido || before.Dong != "" {
		return false
	}
	within := before.Sigungu != next.Sigungu && strings.HasPrefix(next.Sigungu, before.Sigungu)
	return before.Sigungu == "" || before.Sigungu == next.Sigungu && next.Dong != "" || within
}
