package semantic

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// several are periods that are put side by side: pieces of one kind, of which
// the result is broken down; others are not clear.
func (r *reader) several(plain []*token) *Reading {
	slices.SortStableFunc(plain, func(a, b *token) int { return strings.Compare(a.period.From, b.period.From) })
	last := slices.MaxFunc(plain, func(a, b *token) int { return strings.Compare(a.period.To, b.period.To) }).period
	together := Period{Key: "span", From: plain[0].period.From, To: last.To, Open: last.Open}
	// "this year's second quarter" is the shorter one.
	if slices.ContainsFunc(plain, func(t *token) bool { return t.period.From == together.From && t.period.To == together.To }) {
		inner := slices.MinFunc(plain, func(a, b *token) int { return cmp.Compare(a.period.length(), b.period.length()) })
		r.r.Period = inner.period
		return nil
	}
	// Pieces of one kind stand side by side; where some between them are not named
	// only those are shown that are.
	grain := Grain(kindOfPeriod(plain[0].name))
	unclear := !slices.Contains([]Grain{Month, Quarter, Year}, grain)
	var only []string
	gap := false
	for i, t := range plain {
		unclear = unclear || kindOfPeriod(t.name) != string(grain) || i > 0 && t.period.From == plain[i-1].period.From
		only = append(only, pieceOf(t.period, grain))
		gap = gap || i > 0 && !plain[i-1].period.meets(t.period)
	}
	if unclear || gap && len(r.r.Groups) > 0 {
		return &Reading{Refusal: refusal(r.q, "unclear", plain[0].text, plain[1].text)}
	}
	r.r.Period, r.r.Grain, r.r.Total = together, grain, r.has("op.total")
	if r.has("op.average") && !r.used("op.average") && !gap {
		r.mean = r.take("op.average")
	}
	if gap {
		r.r.Only = only
		r.assume("pieces", "words", strings.Join(only, ", "))
	}
	return nil
}

// pieceOf is how a piece of time is written among those of its grain.
func pieceOf(p Period, g Grain) string {
	from, _ := p.days()
	switch g {
	case Year:
		return from.Format("2006")
	case Quarter:
		return fmt.Sprintf("%d-Q%d", from.Year(), (int(from.Month())+2)/3)
	}
	return from.Format("2006-01")
}

// meets tells whether a period begins right behind this one.
func (p Period) meets(next Period) bool {
	_, end := p.days()
	return end.AddDate(0, 0, 1).Format(time.DateOnly) == next.From
}

// kindOfPeriod is month, quarter or year, however it was said.
func kindOfPeriod(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "this_"), "last_")
}

// years settles the year of pieces that are named without one: that of the question before,
// where the talk is of another year; else the last that had one, which is said where the
// next one is the nearer: "December" in November.
func (r *reader) years(said []*token) {
	if slices.ContainsFunc(r.toks, func(t token) bool { return kindOfPeriod(t.name) == "year" || t.sort == isPeriod && t.not }) {
		return
	}
	of := 0
	if p := r.q.Previous; r.follow && p != nil && !p.assumes("period_ahead") {
		from, to := p.Period.days()
		if from.Year() == to.Year() && to.Year() != r.today.Year() {
			of = from.Year()
		}
	}
	for _, t := range said {
		from, to := t.period.days()
		ahead, _ := t.period.shifted(12).days()
		switch {
		case !t.yearless:
		case of > 1 && of < from.Year():
			key := t.period.Key
			t.period = t.period.shifted(12 * (of - from.Year()))
			t.period.Key = key
			r.assume("year_before", "year", strconv.Itoa(of))
		case of <= 1 && from.Year() < r.today.Year() && ahead.Sub(r.today) < r.today.Sub(to):
			r.assume("period_ahead", "word", t.text)
		}
	}
}
