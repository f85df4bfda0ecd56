package semantic

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/korean"
)

// describe writes what a result is of: title, period, filters, what was
// assumed and what metrics mean.
func (l *Layer) describe(result *Result, r Request, v view) {
	result.Title = l.Summary(r)
	alone := r
	alone.CompareTo = nil
	result.Subject = l.Summary(alone)
	result.Period = l.periodText(r, r.Period)
	if r.CompareTo != nil {
		p := l.periodText(r, *r.CompareTo)
		result.Compare = &p
	}
	result.Filters = l.filterTexts(r)
	for _, a := range r.Assumptions {
		if a.Key == "period_ahead" || a.Key == "cause" {
			result.Lead = l.assumption(a, r)
			continue
		}
		result.Assumptions = append(result.Assumptions, l.assumption(a, r))
	}
	result.Notes = append(result.Notes, l.notes(r, v)...)
	if r.Counted && !result.Truncated {
		result.Notes = append([]string{say(r.Language, "note.counted", "title", l.c.titleOfField(r.Groups[0], r.Language), "n", len(result.Rows))}, result.Notes...)
	}
	if s := result.Statistics; r.Total && len(s) > 0 && s[0].Sum != nil && r.Limit == 0 && !result.Truncated && l.c.additive(r.Metrics[0]) {
		result.Notes = append([]string{say(r.Language, "note.total", "total", Format(number(*s[0].Sum), l.c.unitOf(r.Metrics[0]), r.Language))}, result.Notes...)
	}
	if r.Period.Open && r.timed(l.c) && !r.assumes("aligned") {
		result.Notes = append(result.Notes, say(r.Language, "note.open"))
	}
	for _, name := range l.c.uses(r).datasets {
		if t := l.c.datasets[name].Time; t != nil && t.From != "" && (r.Period.From != "" && r.Period.From < t.From || r.CompareTo != nil && r.CompareTo.From < t.From) {
			result.Lead = strings.TrimSpace(result.Lead + " " + say(r.Language, "note.begins", "day", t.From))
			break
		}
	}
	if result.Truncated {
		result.Notes = append(result.Notes, say(r.Language, "note.truncated", "n", maxRows))
	}
}

// timed tells whether what is read has days at all.
func (r Request) timed(c *catalogue) bool {
	return slices.ContainsFunc(c.uses(r).datasets, func(name string) bool { return c.datasets[name].Time != nil })
}

// periodText is a period in words.
func (l *Layer) periodText(r Request, p Period) PeriodText {
	if !r.timed(l.c) {
		return PeriodText{Text: say(r.Language, "period.now")}
	}
	return PeriodText{From: p.From, To: p.To, Text: periodWords(r.Language, p), Open: p.Open}
}

func periodWords(language string, p Period) string {
	if p.All() {
		return say(language, "period.all")
	}
	from, err := time.Parse(time.DateOnly, p.From)
	to, err2 := time.Parse(time.DateOnly, p.To)
	switch {
	case err != nil && err2 != nil:
		return say(language, "period.all")
	case err != nil:
		return say(language, "period.until", "to", p.To)
	case err2 != nil:
		return say(language, "period.since", "from", p.From)
	}
	next := to.AddDate(0, 0, 1)
	whole := from.Day() == 1 && next.Day() == 1
	months := (next.Year()-from.Year())*12 + int(next.Month()) - int(from.Month())
	switch {
	case whole && months == 1:
		return say(language, "period.month", "day", from)
	case whole && months == 3 && from.Month()%3 == 1:
		return say(language, "period.quarter", "year", from.Year(), "quarter", (int(from.Month())+2)/3)
	case whole && months == 6 && from.Month()%6 == 1:
		return say(language, "period.half", "year", from.Year(), "half", (int(from.Month())+5)/6)
	case whole && months == 12 && from.Month() == 1:
		return say(language, "period.year", "year", from.Year())
	case p.From == p.To:
		return say(language, "period.day", "day", from)
	}
	return say(language, "period.span", "from", p.From, "to", p.To)
}

// filterTexts are the conditions in words.
func (l *Layer) filterTexts(r Request) []string {
	var all []string
	for _, f := range r.Filters {
		all = append(all, l.filterText(f, r.Language))
	}
	for _, e := range r.Exists {
		key := "filter.exists"
		if e.Not {
			key = "filter.exists_not"
		}
		title := l.c.datasets[e.Dataset].Title.In(r.Language)
		for _, f := range e.Filters {
			title += ", " + l.filterText(f, r.Language)
		}
		all = append(all, say(r.Language, key, "title", title, "period", periodWords(r.Language, e.Period)))
	}
	for _, h := range r.Having {
		title := l.c.titleOf(h.Metric, r.Language)
		if h.Change {
			title = say(r.Language, "column.difference", "title", title)
		}
		if h.Mean {
			all = append(all, say(r.Language, "filter.mean_"+string(h.Op), "title", title))
			continue
		}
		all = append(all, say(r.Language, "filter."+string(h.Op), "title", title, "number", Format(number(h.Number), l.c.unitOf(h.Metric), r.Language)))
	}
	return all
}

func (l *Layer) filterText(f Filter, language string) string {
	d := l.c.dimensions[f.Dimension]
	title := d.Title.In(language)
	switch {
	case f.Period != nil:
		return say(language, "filter.in", "title", title, "values", []string{periodWords(language, *f.Period)})
	case f.Op == In || f.Op == NotIn:
		return say(language, "filter."+string(f.Op), "title", title, "values", l.values(f, Request{Language: language}))
	}
	return say(language, "filter."+string(f.Op), "title", title, "number", Format(number(f.Number), d.Unit, language))
}

// notes say what metrics mean and what the person's role keeps back.
func (l *Layer) notes(r Request, v view) []string {
	var all []string
	add := func(note string) {
		if note != "" && !slices.Contains(all, note) {
			all = append(all, note)
		}
	}
	for _, ref := range r.Metrics {
		add(l.c.metrics[ref.Name].Note.In(r.Language))
		if s := l.c.metrics[ref.Name].Sample; s != nil && r.Order.By == "metric" && len(r.Groups) > 0 {
			add(say(r.Language, "note.sample", "title", l.c.metrics[s.Metric].Title.In(r.Language), "least", int(s.Least)))
		}
	}
	for _, name := range append(slices.Clone(r.Fields), orderField(l.c, r)...) {
		add(l.c.dimensions[name].Note.In(r.Language))
	}
	for _, f := range r.Filters {
		d := l.c.dimensions[f.Dimension]
		add(d.Note.In(r.Language))
		for _, v := range d.Values {
			if slices.Contains(f.Values, v.Value) {
				add(v.Note.In(r.Language))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		for _, p := range v[name] {
			key, first := "note.rows", p[0]
			switch {
			case len(p) > 1 && slices.ContainsFunc(p[1:], r.keptTo):
				continue // of one's own nothing is kept back
			case len(p) > 1 && l.c.namesRow(r, first.dimension):
				continue // of one that is named there is nothing to put together
			case len(p) > 1 && !r.keptTo(first):
				key = "note.rows_and_own"
			}
			add(say(r.Language, key, "title", l.c.datasets[name].Title.In(r.Language),
				"dimension", first.dimension.Title.In(r.Language), "value", l.label(first.dimension, first.value, r.Language)))
		}
	}
	return all
}

func (l *Layer) assumption(a Assumption, r Request) string {
	args := []any{}
	for _, k := range slices.Sorted(maps.Keys(a.Args)) {
		v := a.Args[k]
		switch k {
		case "metric":
			v = l.c.metrics[v].Title.In(r.Language)
		case "dimension":
			v = l.c.dimensions[v].Title.In(r.Language)
		}
		args = append(args, k, v)
	}
	if strings.HasPrefix(a.Key, "period") {
		args = append(args, "period", periodWords(r.Language, r.Period))
	}
	return say(r.Language, "assumed."+a.Key, args...)
}

// Summary is a request in words: what, of when, of whom, broken down how. One of
// which it is not known yet what to look at is told without.
func (l *Layer) Summary(r Request) string {
	_ = l.Connect(context.Background()) // without it names are told as they are stored
	var parts []string
	if r.timed(l.c) && !r.Period.All() {
		parts = append(parts, periodWords(r.Language, r.Period))
	}
	for _, f := range r.Filters {
		if f.Op == In && f.Period == nil {
			parts = append(parts, strings.Join(l.values(f, r), "·"))
		} else {
			parts = append(parts, l.filterText(f, r.Language))
		}
	}
	for _, e := range r.Exists {
		key := map[bool]string{true: "summary.exists_not", false: "summary.exists"}[e.Not]
		title := l.c.datasets[e.Dataset].Title.In(r.Language)
		for _, f := range slices.Backward(e.Filters) {
			if f.Op == In && f.Period == nil {
				title = strings.Join(l.values(f, r), "·") + " " + title
			}
		}
		if e.Period != r.Period {
			title = periodWords(r.Language, e.Period) + " " + title
		}
		parts = append(parts, say(r.Language, key, "title", title))
	}
	what := []string{}
	for _, m := range r.Metrics {
		what = append(what, l.c.titleOf(m, r.Language))
	}
	if len(what) == 0 && r.Rows != "" {
		what = append(what, say(r.Language, "summary.list", "title", l.c.datasets[r.Rows].Title.In(r.Language)))
	}
	by := []string{}
	if r.Grain != "" {
		by = append(by, say(r.Language, "grain."+string(r.Grain)))
	}
	for _, g := range r.Groups {
		by = append(by, l.c.dimensions[g].Title.In(r.Language))
	}
	text := strings.TrimSpace(strings.Join(append(parts, strings.Join(what, ", ")), " "))
	if len(by) > 0 {
		text = say(r.Language, "summary.by", "what", text, "by", by)
	}
	if r.Limit > 0 {
		text = say(r.Language, "summary.limit", "what", text, "n", r.Limit, "from", r.Skip+1, "to", r.Skip+r.Limit, "desc", r.Order.Desc, "ends", r.Ends, "each", r.Each)
	}
	if r.CompareTo != nil {
		text = say(r.Language, "summary.compare", "what", text, "period", periodWords(r.Language, *r.CompareTo))
	}
	return text
}

// maxNamed is how many values of a condition are told one by one.
const maxNamed = 8

// values are those of a condition as they are called, groups that are one row by
// their own name.
func (l *Layer) values(f Filter, r Request) (names []string) {
	d, left := l.c.dimensions[f.Dimension], slices.Clone(f.Values)
	for _, g := range d.bundles(r) {
		names = append(names, g.Title.In(r.Language))
		left = slices.DeleteFunc(left, func(v string) bool { return slices.Contains(g.Values, v) })
	}
	for _, v := range left {
		names = append(names, l.label(d, v, r.Language))
	}
	if len(names) > maxNamed {
		return []string{names[0], say(r.Language, "several", "n", len(names)-1)}
	}
	return names
}

// FormatCell writes a cell of a table: sums in digits, which can be compared down
// a column.
func FormatCell(c Cell, unit, language string) string {
	if c.Number != nil && unit == "won" {
		unit = "won_cell"
	}
	return Format(c, unit, language)
}

// Format writes a cell with its unit as it is said.
func Format(c Cell, unit, language string) string {
	if c.Number == nil {
		if c.Text == "" {
			return "–"
		}
		return c.Text
	}
	v := *c.Number
	switch unit {
	case "won", "won_cell":
		return say(language, "unit."+unit, "n", int64(math.Round(v)))
	case "percent", "point", "minute":
		return say(language, "unit."+unit, "n", korean.Shortest(math.Round(10*v)/10))
	case "":
		return korean.Shortest(v)
	}
	return say(language, "unit."+unit, "n", amount(v))
}

// amount is a number with separators, with one decimal where it is no whole
// one.
func amount(v float64) string {
	whole := korean.FormatNumber(int64(v))
	if v == float64(int64(v)) {
		return whole
	}
	return fmt.Sprintf("%.1f", v)
}
