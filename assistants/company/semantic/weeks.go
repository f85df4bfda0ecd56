package semantic

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// weekdaysOf are the days of the week that a text names, 1 for Monday: "every
// Friday", "at weekends".
func weekdaysOf(g map[string]string) (days []string) {
	for i, key := range []string{"day.1", "day.2", "day.3", "day.4", "day.5", "day.6", "day.7"} {
		switch {
		case g["end"] != "" && i < 5, g["work"] != "" && i > 4:
		case g["end"] != "" || g["work"] != "" || phrases.Has(g["wd"], key):
			days = append(days, key[len("day."):])
		}
	}
	return days
}

// pieces takes what is named beside a longer period for pieces of it: all "Thursdays
// of this year", and "against the month before" for the change from each month to the
// next.
func (r *reader) pieces(said []*token) []*token {
	longest := 0.0
	for _, t := range said {
		longest = max(longest, t.period.length())
	}
	return slices.DeleteFunc(said, func(t *token) bool {
		grain, _ := strings.CutPrefix(t.name, "previous_")
		days := map[string]float64{"weekday": 7, "month": 45, "quarter": 135}[grain]
		weekday := t.name == "weekday"
		switch {
		case days == 0 || longest <= days || !weekday && grain == t.name, r.r.Grain != "" && r.r.Grain != Grain(grain), weekday && phrases.Has(t.text, "week.one"):
			return false
		case weekday:
			from, _ := t.period.days()
			t.meaning = meaning{sort: isPhrase, name: "op.weekdays", values: []string{fmt.Sprint((int(from.Weekday())+6)%7 + 1)}}
		}
		r.r.Grain, r.r.Growth = Grain(grain), !weekday
		return true
	})
}

// daysOfWeek keeps a breakdown by the days of the week to those that are named.
func (r *reader) daysOfWeek() {
	for i, t := range r.toks {
		if !t.is("op.weekdays") || r.r.Grain != Weekday {
			continue
		}
		for _, day := range t.values {
			if !slices.Contains(r.r.Only, day) {
				r.r.Only = append(r.r.Only, day)
			}
		}
		r.toks[i].used, r.r.Total = true, true
		r.assume("weekdays")
	}
}

// weeksOf are the days that "the second week of October" could mean: weeks from
// Monday, of which the first is the one with the first Thursday or the one with
// the 1st, or seven days from the 1st. Week 0 is the last.
func weeksOf(first time.Time, n int, today time.Time) (all []Period) {
	monday := func(d time.Time) time.Time { return d.AddDate(0, 0, -(int(d.Weekday())+6)%7) }
	starts := []time.Time{monday(first.AddDate(0, 0, 3)).AddDate(0, 0, 7*(n-1)), monday(first).AddDate(0, 0, 7*(n-1)), first.AddDate(0, 0, 7*(n-1))}
	if last := first.AddDate(0, 1, -1); n == 0 {
		starts = []time.Time{monday(last), last.AddDate(0, 0, -6), monday(last.AddDate(0, 0, -6))}
	}
	for _, from := range starts {
		p := between("week_of", from, from.AddDate(0, 0, 6), today)
		if from.Before(first.AddDate(0, 1, 0)) && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// whichWeek asks which days a week of a month is, where the ways to count differ.
func (r *reader) whichWeek() *Reading {
	for _, t := range r.toks {
		if len(t.readings) < 2 || t.not {
			continue
		}
		if r.r.Period != t.period || r.r.CompareTo != nil {
			return &Reading{Refusal: refusal(r.q, "unclear", t.text)}
		}
		var choices []Choice
		for _, p := range t.readings {
			request := r.r.clone()
			request.Period = p
			choices = append(choices, Choice{Text: periodWords(r.q.Language, p), Request: &request})
		}
		return r.ask("week", t.text, choices)
	}
	return nil
}
