package memory

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// days are when a lease ends and when somebody moves.
func (l *learner) days(c clause) {
	var key string
	switch {
	case c.has("cue.wedding"):
		key = Wedding
	case c.has("cue.lease_end"):
		key = LeaseEnd
	case c.has("cue.moving"):
		key = Moving
	default:
		return
	}
	l.day(key, c)
}

// day notes the first day of a part that can be; a lease ends on the last one ("from
// … to …").
func (l *learner) day(key string, c clause) {
	days := slices.DeleteFunc(korean.FindDays(c.text, l.said.Today), func(d korean.Day) bool { return d.Impossible })
	if len(days) == 0 {
		return
	}
	d := days[0]
	if key == LeaseEnd {
		d = days[len(days)-1]
	}
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
