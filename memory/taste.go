package memory

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// days are those that a clause names with what is on them, of several each in the order
// of its name; of one alone it is the name that stands last before it.
func (l *learner) days(c clause) {
	keys, days := keysOf(c.text, "day"), l.daysIn(c.text)
	if len(keys) == 0 {
		return
	}
	at := func(key string) int { start, _, _ := phrases.Find(c.text, "day."+key); return start }
	of := keys[0]
	slices.SortStableFunc(keys, func(a, b string) int { return at(a) - at(b) })
	for i, key := range keys {
		if len(keys) == len(days) {
			l.onDay("day."+key, c, days[i])
		} else if len(days) > 0 && at(key) < days[0].Start {
			of = key
		}
	}
	if len(keys) != len(days) || len(days) == 0 {
		l.day("day."+of, c)
	}
}

// daysIn are the days of a text that can be.
func (l *learner) daysIn(text string) []korean.Day {
	days := korean.FindDays(text, l.said.Today)
	for _, d := range korean.FindWeekdays(text, l.said.Today) {
		if !slices.ContainsFunc(days, func(o korean.Day) bool { return o.Start < d.End && d.Start < o.End }) {
			days = append(days, d)
		}
	}
	return slices.DeleteFunc(days, func(d korean.Day) bool { return d.Impossible })
}

// day notes the first day of a part; a lease ends on the last one ("from … to …"). A span
// of time moves the day that is known ("pushed back by a week").
func (l *learner) day(key string, c clause) {
	days := l.daysIn(c.text)
	was, err := time.Parse(time.DateOnly, l.value(key))
	switch spans := korean.FindPeriods(c.text); {
	case len(days) > 0 && key == LeaseEnd:
		l.onDay(key, c, days[len(days)-1])
	case len(days) > 0:
		l.onDay(key, c, days[0])
	case len(spans) == 1 && err == nil && c.has("moves.later"):
		l.onDay(key, c, korean.Day{Date: was.AddDate(0, spans[0].Months, spans[0].Days)})
	case len(spans) == 1 && err == nil && c.has("moves.sooner"):
		l.onDay(key, c, korean.Day{Date: was.AddDate(0, -spans[0].Months, -spans[0].Days)})
	}
}

func (l *learner) onDay(key string, c clause, d korean.Day) {
	if key == LeaseEnd && c.has("cue.lease_over") && l.holed == l.whole && d.Date.After(l.said.Today) { // a day without its year is past
		d.Date = d.Date.AddDate(-1, 0, 0)
	}
	value := d.Date.Format(time.DateOnly)
	if d.Month {
		value = d.Date.Format("2006-01")
	}
	l.add(key, value, c.text)
}

// tastes are what somebody likes and dislikes of a home.
func (l *learner) tastes(c clause) {
	var value string
	switch {
	case c.has("cue.need"):
		value = Like
	case c.has("cue.dislike"):
		value = Dislike
	case c.has("cue.fine"):
		value = Fine
	case c.has("cue.like"):
		value = Like
	default:
		return
	}
	_, end, _ := phrases.Find(c.text, "cue.fine")
	for _, key := range phrases.Under("taste") {
		at, after, ok := phrases.Find(c.text, key)
		switch {
		case !ok || value == Fine && at >= end: // what is behind it is a condition
		case value == Dislike && phrases.Has(c.text[after:], "lacking"):
			l.add(key, Like, c.text)
		default:
			l.add(key, value, c.text)
		}
	}
}
