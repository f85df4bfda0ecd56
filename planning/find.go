package planning

import (
	"slices"
	"strings"
	"unicode"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// find is the index of the fact among those of its kind that the readers
// found, or -1. Types of contracts and homes have no reader of their own:
// their words have to stand in the query.
func (p *Planner) find(e ReadEntity, req Request, found state.Entities) int {
	own, _ := p.entities(p.read(e.Text), req.Today)
	places := occurrences(req.Query, e.Text)
	switch e.Kind {
	case kindAmount:
		return match(found.Amounts, own.Amounts, places, func(a state.Amount) (int, int) { return a.Start, a.End },
			func(a, b state.Amount) bool { return a.Won == b.Won })
	case kindPercentage:
		return match(found.Percentages, own.Percentages, places, func(a state.Percentage) (int, int) { return a.Start, a.End },
			func(a, b state.Percentage) bool { return a.Value == b.Value })
	case kindArea:
		return match(found.Areas, own.Areas, places, func(a state.Area) (int, int) { return a.Start, a.End },
			func(a, b state.Area) bool { return a.M2 == b.M2 })
	case kindPeriod:
		return match(found.Periods, own.Periods, places, func(a state.Period) (int, int) { return a.Start, a.End },
			func(a, b state.Period) bool { return a.Months == b.Months && a.Days == b.Days })
	case kindDate:
		return match(found.Dates, own.Dates, places, func(a state.Date) (int, int) { return a.Start, a.End },
			func(a, b state.Date) bool { return a.ISO == b.ISO })
	case kindRegion:
		return match(found.Regions, own.Regions, places, func(a state.Region) (int, int) { return a.Start, a.End },
			func(a, b state.Region) bool { return a.Sido == b.Sido && a.Sigungu == b.Sigungu && a.Dong == b.Dong })
	}
	if squash(e.Text) == "" || len(places) == 0 {
		return -1
	}
	return 0
}

// match finds the fact that lies where the text stands in the query, else
// the one of the same value ("300 million won" for "3억").
func match[T any](found, own []T, places []korean.Span, at func(T) (start, end int), same func(a, b T) bool) int {
	for i, f := range found {
		start, end := at(f)
		for _, place := range places {
			if start < place.End && place.Start < end {
				return i
			}
		}
	}
	if len(own) != 1 {
		return -1
	}
	return slices.IndexFunc(found, func(f T) bool { return same(f, own[0]) })
}

// occurrences are where a text stands in a query, in bytes.
func occurrences(query, text string) []korean.Span {
	var places []korean.Span
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	for at := 0; len(places) < maxFound; {
		i := strings.Index(query[at:], text)
		if i < 0 {
			break
		}
		places = append(places, korean.Span{Start: at + i, End: at + i + len(text)})
		at += i + len(text)
	}
	return places
}

// squash leaves the letters and digits of a text, so that spaces and marks
// that a model changes make no difference.
func squash(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '%' {
			return r
		}
		return -1
	}, normalise(text).norm)
}
