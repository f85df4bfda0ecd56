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
	case KindAmount:
		return match(found.Amounts, own.Amounts, places, func(a state.Amount) place { return place{a.Start, a.End, a.Won} })
	case KindPercentage:
		return match(found.Percentages, own.Percentages, places, func(a state.Percentage) place { return place{a.Start, a.End, a.Value} })
	case KindArea:
		return match(found.Areas, own.Areas, places, func(a state.Area) place { return place{a.Start, a.End, a.M2} })
	case KindPeriod:
		return match(found.Periods, own.Periods, places, func(a state.Period) place { return place{a.Start, a.End, [2]int{a.Months, a.Days}} })
	case KindDate:
		return match(found.Dates, own.Dates, places, func(a state.Date) place { return place{a.Start, a.End, a.ISO} })
	case KindRegion:
		return match(found.Regions, own.Regions, places, func(a state.Region) place { return place{a.Start, a.End, a.Sido + a.Sigungu + a.Dong} })
	}
	if squash(e.Text) == "" || len(places) == 0 {
		return -1
	}
	return 0
}

// place is where a fact stands in a query, and its value.
type place struct {
	start, end int
	value      any
}

// match finds the fact that lies where the text stands in the query, else
// the one of the same value ("300 million won" for "3억").
func match[T any](found, own []T, places []korean.Span, at func(T) place) int {
	for i, f := range found {
		lies := at(f)
		if slices.ContainsFunc(places, func(p korean.Span) bool { return lies.start < p.End && p.Start < lies.end }) {
			return i
		}
	}
	if len(own) != 1 {
		return -1
	}
	return slices.IndexFunc(found, func(f T) bool { return at(f).value == at(own[0]).value })
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
