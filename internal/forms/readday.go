package forms

import (
	"cmp"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// FoundDay is a calendar day in a text; an empty Day is one that no calendar
// has ("2월 30일").
type FoundDay struct {
	Day        string
	Text       string
	Start, End int
}

// FindDays lists the whole days of a text, resolved against today. A month by
// itself is no day that a form could name.
func FindDays(text string, today time.Time) []FoundDay {
	var found []FoundDay
	for _, d := range korean.FindDays(text, today) {
		if d.Month {
			continue
		}
		f := FoundDay{Text: strings.TrimSpace(text[d.Start:d.End]), Start: d.Start, End: d.End}
		if !d.Impossible {
			f.Day = d.Date.Format(time.DateOnly)
		}
		found = append(found, f)
	}
	return found
}

// Lately is a day without a year that lies more than so many months ahead of
// today, a year earlier.
func (d FoundDay) Lately(today time.Time, months int) string {
	t, err := time.Parse(time.DateOnly, d.Day)
	if err == nil && t.After(today.AddDate(0, months, 0)) && !phrases.Has(d.Text, "has_year") {
		return t.AddDate(-1, 0, 0).Format(time.DateOnly)
	}
	return d.Day
}

// readDays gives every day its field and hides the days.
func (r *reading) readDays() {
	text := r.Rest()
	days := FindDays(text, r.in.Today)
	lines := r.form.days.in(text, r.form.NotLabels)
	keys := make([]string, len(days))
	for i, d := range days {
		r.Blank(d.Start, d.End)
		if i > 0 && phrases.Has(text[days[i-1].End:d.Start], "range_gap") {
			keys[i-1], keys[i] = r.rangeKeys(lines, days[i-1], keys[i-1])
			continue
		}
		keys[i] = r.dayKey(lines, d)
	}
	for i, d := range days {
		r.storeDay(d, keys[i])
	}
}

// rangeKeys are the fields of two days that make a span.
func (r *reading) rangeKeys(lines *lines, first FoundDay, key string) (from, to string) {
	for _, g := range r.form.Ranges {
		if key == g.From {
			return g.From, g.To
		}
	}
	g := r.rangeAt(lines, first)
	key = cmp.Or(key, g.From)
	return key, g.To
}

// rangeAt is the span that the words before a day name, the first for none.
func (r *reading) rangeAt(lines *lines, d FoundDay) Range {
	head := lines.text[lines.segments[lines.at(d.Start)].Start:d.Start]
	for _, g := range r.form.Ranges {
		if g.Behind.In(head) {
			return g
		}
	}
	if len(r.form.Ranges) == 0 {
		return Range{}
	}
	return r.form.Ranges[0]
}

// dayKey finds the field of a day: an end of a span first, then the words
// around it.
func (r *reading) dayKey(lines *lines, d FoundDay) string {
	behind := lines.text[d.End:min(len(lines.text), d.End+24)]
	seg := lines.at(d.Start)
	before := lines.last(seg, d.Start)
	g := r.rangeAt(lines, d)
	switch {
	case g.From != "" && phrases.Has(behind, "from_here"):
		return g.From
	case g.To != "" && phrases.Has(behind, "to_here") && !phrases.Has(behind, "to_do") && (before == nil || !before.field.Strict):
		return g.To
	}
	for _, f := range r.each(Day) {
		if f.Behind.In(behind) {
			return f.Key
		}
	}
	if h := lines.near(d.Start, d.End, 12); h != nil {
		h.claimed = true
		if r.Has(h.field.Key) && r.toCome(h.field, d) && !strings.HasPrefix(h.word, Lower(h.field.Name.In(r.in.Lang))) {
			return "" // "we visit again next week" is no other day of what was, but "the day is" is told
		}
		return h.field.Key
	}
	for _, f := range r.each(Day) { // a word anywhere behind it, else any day
		// "I'll send it next week" is no day of what was.
		if f.Otherwise.Holds(r.scope(), false) && !r.toCome(f, d) || f.When.In(lines.text[d.End:max(d.End, lines.segments[seg].End)]) {
			return f.Key
		}
	}
	return ""
}

// toCome tells a day that lies ahead where the field is of what was.
func (r *reading) toCome(f *Field, d FoundDay) bool {
	return f.Past.Holds(r.scope(), false) && d.Lately(r.in.Today, f.PastMonths) > r.in.Today.Format(time.DateOnly)
}

// storeDay writes a day into the form.
func (r *reading) storeDay(d FoundDay, key string) {
	f := r.form.byKey[key]
	switch {
	case d.Day == "":
		r.Issues = append(r.Issues, problem("impossible_day", []string{key}, []string{d.Text}, "day", d.Text))
		return
	case f == nil:
		r.looseDays = append(r.looseDays, d.Day)
		return
	case f.Past.Holds(r.scope(), false):
		d.Day = d.Lately(r.in.Today, f.PastMonths)
	}
	if r.form.paymentsOf(key) != nil {
		r.paid = append(r.paid, d.Day)
		r.Understood++
		return
	}
	r.set(key, d.Day)
	for _, g := range r.form.Ranges {
		switch {
		case g.Months == "":
		case key == g.To:
			delete(r.Values, g.Months)
		case key == g.From && r.Has(g.Months):
			delete(r.Values, g.To) // reckoned again from the new start
		}
	}
}
