package semantic

import (
	"context"
	"slices"
)

// extreme puts the row of what was shown that a superlative names in its place: "the
// returns of the lowest month" behind sales by month. It is looked up by the question
// that showed the rows: the lowest month of all time, or of everybody, is another one.
func (r *reader) extreme(ctx context.Context) error {
	start, end, desc, ok := r.outermost()
	if !ok || r.q.nested {
		return nil
	}
	of := r.q.Previous.clone()
	for _, t := range r.toks {
		if t.sort == isMetric && t.start >= start && t.end <= end {
			of.Metrics = []MetricRef{{Name: t.name}}
		}
	}
	if phrases.Has(r.q.Text[start:end], "form.judged") && r.l.c.metrics[of.Metrics[0].Name].Adverse {
		desc = !desc // the worst is the highest rate of returns
	}
	// Of a ranking only its own end was shown, and things by what they lack or passed are
	// none of what goes on.
	cut := of.Limit > 0 && (of.Skip > 0 || of.Ends || of.Order.By != "metric" || of.Order.Desc != desc)
	if cut || len(of.Exists)+len(of.Having) > 0 {
		return nil
	}
	of.Limit, of.Skip, of.Ends, of.Order = 1, 0, false, Order{By: "metric", Desc: desc}
	of.CompareTo, of.Share, of.Growth, of.Rank, of.Mean, of.Total = nil, false, false, false, false, false
	checked, err := r.l.Check(ctx, of, r.q.Person)
	if err != nil || checked.Request == nil {
		return err
	}
	previous := &Request{Language: of.Language, Metrics: of.Metrics, Filters: of.Filters, Period: of.Period}
	return r.lookUp(ctx, of, of.brokenBy(), start, end, previous)
}

// outermost is where a superlative stands with a word for the rows that were shown, when
// the question goes on from that row to something else, and it is by what was shown.
func (r *reader) outermost() (start, end int, desc, ok bool) {
	p := r.q.Previous
	if p == nil || len(r.q.Shown) == 0 || p.brokenBy() == "" {
		return 0, 0, false, false
	}
	for _, s := range r.superlatives() {
		ranks := r.toks[s.at:s.things]
		anew := slices.ContainsFunc(ranks, r.ranksAnew) || s.metric >= 0 && r.ranksAnew(r.toks[s.metric])
		// "Who sold most last year" was not shown.
		anew = anew || slices.ContainsFunc(r.toks[:s.at], func(t token) bool { return t.sort == isPeriod || t.sort == isValue || t.sort == isCohort })
		if anew || !ranks[0].is("op.top", "op.bottom") || !r.row(r.toks[s.things]) || !r.more(r.toks[:s.at], r.toks[s.things+1:]) {
			continue
		}
		least := slices.ContainsFunc(ranks, func(t token) bool { return t.is("op.bottom") })
		start, end = r.span(s)
		return start, end, !least, true
	}
	return 0, 0, false, false
}

// ranksAnew tells a word for a figure that was not shown, or for a change.
func (r *reader) ranksAnew(t token) bool {
	return t.sort == isUnclear || t.is("op.grew", "op.fell") || t.sort == isMetric && !slices.ContainsFunc(r.q.Previous.Metrics, func(m MetricRef) bool { return m.Name == t.name && m.Per == "" })
}

// row tells a word for the rows that were shown: "month" of sales by month.
func (r *reader) row(t token) bool {
	by := r.q.Previous.brokenBy()
	return t.is("piece."+by) || t.sort == isDimension && !t.by && slices.ContainsFunc(r.meant(t), func(d *dimension) bool { return d.Name == by })
}

// more tells that a question asks something of a row besides which one it is, and how
// high: another figure, time or breakdown. "The best month of each year" asks for one.
func (r *reader) more(around ...[]token) bool {
	by := r.q.Previous.brokenBy()
	for _, t := range slices.Concat(around...) {
		if t.is("op.each") && r.q.Previous.Grain != "" {
			return false
		}
		if t.sort == isMetric && r.ranksAnew(t) || t.sort == isDimension && t.name != by || t.sort == isPeriod || t.sort == isDataset {
			return true
		}
	}
	return phrases.Has(r.q.Text, "form.things")
}
