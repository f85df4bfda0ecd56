package semantic

import (
	"slices"
	"strings"
)

// dropped are the words of the question that would change the number and of which nothing is in
// the request, whichever reader passed them over: a value, a time, a bound, a figure, what it is
// broken down or compared by. Without them the answer would be another question's.
func (r *reader) dropped() (lost []string) {
	for i := range r.toks {
		if t := &r.toks[i]; !r.accounted(t) {
			lost = append(lost, t.text)
		}
	}
	return lost
}

// timeless says of a time that what is asked for has no days, so that it was not used.
func (r *reader) timeless() {
	var aside []string
	for i := range r.toks {
		if t := &r.toks[i]; t.sort == isPeriod && !t.not && !t.period.All() && !r.r.timed(r.l.c) && !r.dated(t) {
			aside = append(aside, t.text)
		}
	}
	if len(aside) > 0 {
		unused := Assumption{Key: "unused_time", Args: map[string]string{"words": strings.Join(aside, ", ")}}
		r.r.Assumptions = slices.Insert(r.r.Assumptions, 0, unused)
	}
}

// accounted tells whether what a token says is in the request, or is nothing of it.
func (r *reader) accounted(t *token) bool {
	switch t.sort {
	case isValue:
		return r.keepsTo(t)
	case isPeriod:
		return t.not || !r.r.timed(r.l.c) || r.dated(t)
	case isNumber:
		if t.not { // all but the first 3 are none of them
			return t.used && (r.rank == 0 || t.number.op != "")
		}
		return t.used && (t.number.op == "" || t.number.unit == "at" || r.bounds(t.number.value))
	case isMetric:
		return t.not || r.computes(t)
	case isDimension:
		return t.not || r.shows(t)
	case isDataset:
		return t.not || t.used || slices.Contains(r.l.c.uses(r.r).datasets, t.name)
	case isCohort:
		return t.used
	case isPhrase:
		return t.used || r.heeds(t)
	}
	return true
}

// keepsTo tells whether the request is of a value, or leaves it out where that was said.
func (r *reader) keepsTo(t *token) bool {
	conditions := slices.Clone(r.r.conditions())
	for _, e := range r.r.Exists {
		conditions = append(conditions, e.Filters...)
	}
	for _, m := range r.r.baseMetrics(r.l.c) {
		conditions = append(conditions, m.Where...)
	}
	about := t.about
	kept := false
	for _, f := range conditions {
		if !about(f.Dimension) || f.Period != nil {
			continue
		}
		has := slices.ContainsFunc(t.values, func(v string) bool { return slices.Contains(f.Values, v) })
		if has && t.not && f.Op == In && len(r.r.Exists) == 0 {
			return false
		}
		kept = kept || has || t.not && f.Op == In
	}
	shown := slices.ContainsFunc(r.r.Fields, about) // "is P10 on sale?"
	bundled := len(r.r.Only) > 0 && slices.ContainsFunc(r.r.Groups, about)
	return kept || shown || bundled
}

// about tells whether a token may stand for a name of the catalogue.
func (t token) about(name string) bool {
	return name == t.name || slices.ContainsFunc(t.others, func(m meaning) bool { return m.name == name })
}

// dated tells whether a time of the request meets the one that is named.
func (r *reader) dated(t *token) bool {
	meets := func(p Period) bool {
		return (p.To == "" || t.period.From <= p.To) && (t.period.To == "" || p.From <= t.period.To)
	}
	among := []Period{}
	if r.r.CompareTo != nil {
		among = append(among, *r.r.CompareTo)
		if t.period.All() { // "than the same month a year ago"
			return true
		}
	}
	for _, e := range r.r.Exists {
		among = append(among, e.Period)
	}
	for _, f := range r.r.Filters {
		if f.Period != nil {
			among = append(among, *f.Period)
		}
	}
	if r.r.timed(r.l.c) {
		among = append(among, r.r.Period)
	}
	among = slices.DeleteFunc(among, Period.All)
	return slices.ContainsFunc(among, meets) || t.period.All()
}

// bounds tells whether a number is that of a condition.
func (r *reader) bounds(n float64) bool {
	of := func(c Condition) bool { return c.Number == n }
	return slices.ContainsFunc(r.r.Filters, func(f Filter) bool { return f.Number == n && f.Op != In && f.Op != NotIn }) ||
		slices.ContainsFunc(r.r.Having, of) || r.r.Against != nil && of(*r.r.Against)
}

// computes tells whether a figure is computed, is a part of one that is, or says which rows
// are meant: those that are listed, or that have to be there.
func (r *reader) computes(t *token) bool {
	named := r.l.c.base(MetricRef{Name: t.name, Per: t.per})
	for _, m := range named {
		// "How many returns, and what do they come to" is of the rows that are returns.
		same := func(b *metric) bool {
			return b == m || len(m.Where) > 0 && b.Dataset == m.Dataset && slices.EqualFunc(b.Where, m.Where, sameFilter)
		}
		there := func(e Exists) bool { return e.Dataset == m.Dataset }
		row := r.l.c.rowOf(m.Name)
		bound := func(f Filter) bool { return row != nil && f.Dimension == row.Name }
		if slices.ContainsFunc(r.r.baseMetrics(r.l.c), same) || m.Dataset == r.r.Rows ||
			slices.ContainsFunc(r.r.Exists, there) || slices.ContainsFunc(r.r.Filters, bound) {
			return true
		}
	}
	return r.r.Counted || len(named) == 0
}

// shows tells whether the rows are of a dimension, show it, are kept or sorted by it, or
// whether it only names what they are of anyway.
func (r *reader) shows(t *token) bool {
	about := t.about
	if slices.ContainsFunc(r.r.Groups, about) || slices.ContainsFunc(r.r.Fields, about) || about(r.r.Order.By) ||
		slices.ContainsFunc(r.r.Filters, func(f Filter) bool { return about(f.Dimension) }) {
		return true
	}
	if r.l.c.dimensions[t.name].Kind == "number" || r.follow && r.has("op.also") && t.name != r.target { // "with the owners too"
		return t.used
	}
	return !t.by && (t.used || r.entity(t.name)) || r.r.Rows != ""
}

// conditions are the phrases that a reader has to take, for they change the number.
var conditions = []string{
	"op.lacks", "op.average", "op.median", "op.latest", "op.per", "op.rank", "op.regardless", "op.not", "op.more",
	"op.both", "op.rest", "op.other", "op.everywhere", "op.back", "op.lower", "op.higher", "op.weekdays",
}

// heeds tells whether a phrase that nothing has taken says nothing that would change the number.
func (r *reader) heeds(t *token) bool {
	switch {
	case t.is(conditions...), strings.HasPrefix(t.name, "piece."):
		return false
	case t.is("op.share"): // that a sum rose does not say that its part did
		return (len(r.r.Groups) > 0 || r.ratio()) && (r.r.CompareTo == nil || !r.has("op.grew", "op.fell"))
	case t.is("op.total"): // each month's own figure is no sum of all before it
		return r.r.Grain == "" || !phrases.Has(r.q.Text, "form.running")
	case t.is("op.reached"): // "who has not reached it" is a condition
		return !phrases.Has(r.q.Text, "form.reachers")
	case t.is("op.compare", "op.grew", "op.fell"):
		several := len(r.r.Groups)+len(r.r.Having)+len(r.r.Exists) > 0 || r.r.Grain != "" || len(r.r.Metrics) > 1
		return several || r.r.CompareTo != nil || r.r.Against != nil || r.ratio()
	case t.is("op.top", "op.bottom"):
		return r.rank == 0 || r.r.Ends || r.r.Order.By != "" && !r.ends && !r.r.Growth
	}
	return true
}
