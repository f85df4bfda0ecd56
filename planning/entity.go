package planning

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// extraction gathers the entities of one query.
type extraction struct {
	p        *Planner
	r        *reading
	today    time.Time
	found    state.Entities
	problems []Problem
	days     []korean.Day
	taken    []span // spans of dates, rates, areas and periods
}

// entities reads the facts named in a query.
func (p *Planner) entities(r *reading, today time.Time) (state.Entities, []Problem) {
	x := &extraction{p: p, r: r, today: today}
	for _, reader := range []struct {
		name string
		read func()
	}{
		{"dates", x.dates}, {"periods", x.periods}, {"percentages", x.percentages}, {"areas", x.areas},
		{"amounts", x.amounts}, {"regions", x.regions}, {"articles", x.articles},
		{"people", x.people}, {"attributes", x.attributes},
	} {
		if p.readers[reader.name] {
			reader.read()
		}
	}
	x.kinds()
	return x.found, x.problems
}

func (x *extraction) problem(field, code string, start, end int) {
	text, _, _ := x.r.span(start, end)
	x.problems = append(x.problems, Problem{Field: field, Text: text, Code: code})
}

func (x *extraction) free(start, end int) bool {
	for _, sp := range x.taken {
		if start < sp.end && sp.start < end {
			return false
		}
	}
	return true
}

func (x *extraction) take(start, end int) {
	if len(x.taken) < 4*maxFound {
		x.taken = append(x.taken, span{start, end})
	}
}

// kinds sets the contract and property types that the concepts stand for.
func (x *extraction) kinds() {
	for i, n := range x.r.counts {
		if n == 0 {
			continue
		}
		c := &x.p.cfg.Concepts[i]
		if c.ContractType != "" && !slices.Contains(x.found.ContractTypes, c.ContractType) {
			x.found.ContractTypes = append(x.found.ContractTypes, c.ContractType)
		}
		if c.PropertyType != "" && !slices.Contains(x.found.PropertyTypes, c.PropertyType) {
			x.found.PropertyTypes = append(x.found.PropertyTypes, c.PropertyType)
		}
	}
}

func (x *extraction) dates() {
	x.days = korean.FindDays(x.r.norm, x.today)
	var start, end string
	for _, d := range x.days {
		x.take(d.Start, d.End)
		if d.Impossible {
			x.problem("dates", ImpossibleDate, d.Start, d.End)
			continue
		}
		raw, from, to := x.r.span(d.Start, d.End)
		date := state.Date{Text: raw, ISO: d.Date.Format(time.DateOnly), Role: nearRole(x.p.cfg.DateRoles, x.r.norm, d.Start, d.End), Start: from, End: to}
		if d.Month {
			date.Precision = "month"
		}
		switch date.Role {
		case "start":
			start = date.ISO
		case "end":
			end = date.ISO
		}
		if date.Role == "end" && start != "" && end < start {
			x.problem("dates", EndBeforeStart, d.Start, d.End)
		}
		x.found.Dates = append(x.found.Dates, date)
	}
}

const maxRate = 1000

func (x *extraction) percentages() {
	for _, rt := range findRates(x.r.norm) {
		x.take(rt.start, rt.end)
		if rt.value < 0 || rt.value > maxRate {
			x.problem("percentages", RateOutOfRange, rt.start, rt.end)
			continue
		}
		raw, from, to := x.r.span(rt.start, rt.end)
		x.found.Percentages = append(x.found.Percentages, state.Percentage{
			Text: raw, Value: rt.value, Start: from, End: to,
			Role: nearRole(x.p.cfg.PercentageRoles, x.r.norm, rt.start, rt.end),
		})
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
		region := state.Region{Text: raw, Sido: place.Sido, Sigungu: place.Sigungu, Dong: place.Dong, Capital: place.Capital(), Start: from, End: to}
		if n := len(x.found.Regions); n > 0 && narrows(x.found.Regions[n-1], region) {
			x.found.Regions[n-1] = widen(x.found.Regions[n-1], region, x.r.raw)
			continue
		}
		x.found.Regions = append(x.found.Regions, region)
	}
}

// narrows tells whether a place is inside the one named right before it:
// "서울 강남구", "강남구 대치동", "마포구 공덕동".
func narrows(before, next state.Region) bool {
	if next.Start-before.End > 2 || next.Sigungu == "" || before.Sido != next.Sido {
		return false
	}
	return before.Sigungu == "" || (before.Dong == "" && (before.Sigungu == next.Sigungu && next.Dong != "" || insideCity(next.Sigungu, before.Sigungu)))
}

// insideCity tells whether "수원시 영통구" lies in "수원시".
func insideCity(gu, city string) bool {
	return len(gu) > len(city) && gu[:len(city)] == city
}

func widen(before, next state.Region, raw string) state.Region {
	next.Start = before.Start
	next.Text = raw[before.Start:next.End]
	return next
}
