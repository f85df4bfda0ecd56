package semantic

import (
	"slices"
	"strings"
	"time"
)

// pieces takes "against the month before" beside a longer period for the change from each
// month to the next.
func (r *reader) pieces(said []*token) []*token {
	longest := 0.0 // days
	for _, t := range said {
		from, to := t.period.days()
		longest = max(longest, to.Sub(from).Hours()/24)
	}
	return slices.DeleteFunc(said, func(t *token) bool {
		grain, previous := strings.CutPrefix(t.name, "previous_")
		days := map[string]float64{"month": 45, "quarter": 135}[grain]
		if !previous || days == 0 || longest <= days || r.r.Grain != "" && r.r.Grain != Grain(grain) {
			return false
		}
		r.r.Grain, r.r.Growth = Grain(grain), true
		return true
	})
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
