package semantic

import (
	"context"
	"slices"
	"strings"
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
	of.Limit, of.Skip, of.Ends, of.Order = 1, 0, false, Order{By: "metric", Desc: desc}
	of.CompareTo, of.Share, of.Growth, of.Rank, of.Mean, of.Total = nil, false, false, false, false, false
	checked, err := r.l.Check(ctx, of, r.q.Person)
	if err != nil || checked.Request == nil {
		return err
	}
	result, err := r.l.Run(ctx, of, r.q.Person)
	if err != nil || len(result.Rows) == 0 {
		return err
	}
	i := slices.IndexFunc(result.Columns, func(c Column) bool { return c.Name == of.brokenBy() })
	if i < 0 || result.Rows[0][i].Text == "" {
		return nil
	}
	said, name := strings.TrimSpace(r.q.Text[start:end]), result.Rows[0][i].Text
	label := name
	if d := r.l.c.dimensions[of.brokenBy()]; d != nil {
		label = r.l.label(d, name, r.q.Language)
	}
	r.mended = append(r.mended, Assumption{Key: "nested", Args: map[string]string{"word": said, "as": label, "of": r.l.Summary(of)}})
	r.q.Text = r.q.Text[:start] + name + r.q.Text[end:]
	r.q.Previous, r.ofRow = &Request{Language: of.Language, Metrics: of.Metrics, Filters: of.Filters, Period: of.Period}, true
	r.scan()
	return nil
}

// separable takes, where a question leaves its figures to the one before, those of them
// that can be broken down as it wants: of a rate what is divided, sales for sales over
// target. It tells whether there are any.
func (r *reader) separable(f Refusal) bool {
	if !r.follow || r.metricsNamed() > 0 || len(r.r.Having) > 0 || r.r.Against != nil {
		return false
	}
	q := r.r.clone()
	q.Metrics = nil
	for _, m := range r.r.Metrics {
		if ratio := r.l.c.metrics[m.Name].Ratio; ratio != nil {
			m = MetricRef{Name: ratio.Of}
		}
		of := r.r.clone()
		if of.Metrics = []MetricRef{m}; !slices.Contains(q.Metrics, m) && r.l.refuse(of) == nil {
			q.Metrics = append(q.Metrics, m)
		}
	}
	if len(q.Metrics) == 0 {
		return false
	}
	r.r = q
	r.assume("instead", "what", f.Words[0], "by", f.Words[len(f.Words)-1], "metric", q.Metrics[0].Name)
	return true
}

// brokenBy is the one dimension, or piece of time, that a request has a row for each
// value of; "" for none and for several.
func (r Request) brokenBy() string {
	switch {
	case len(r.Metrics) == 0 || r.Counted || len(r.Groups)+min(len(r.Grain), 1) != 1:
		return ""
	case r.Grain != "":
		return string(r.Grain)
	}
	return r.Groups[0]
}

// outermost is where a superlative stands with a word for the rows that were shown,
// when the question goes on from that row to something else. What it is ranked by
// stands before it, or between, and is what was shown.
func (r *reader) outermost() (start, end int, desc, ok bool) {
	p := r.q.Previous
	if p == nil || len(r.q.Shown) == 0 || p.brokenBy() == "" {
		return 0, 0, false, false
	}
	shown := func(t token) bool {
		return t.sort != isMetric || slices.ContainsFunc(p.Metrics, func(m MetricRef) bool { return m.Name == t.name })
	}
	for i, t := range r.toks {
		if !t.is("op.top", "op.bottom") || !phrases.Has(r.q.Text[t.start:], "form.superlative") {
			continue
		}
		j := i + 1
		for j < len(r.toks) && (r.toks[j].sort == isMetric && shown(r.toks[j]) || r.toks[j].is("filler", "op.top", "op.bottom")) {
			j++
		}
		before := r.beside(i, true, isMetric)
		if j == len(r.toks) || !r.row(r.toks[j]) || before >= 0 && !shown(r.toks[before]) || !r.more(r.toks[:i], r.toks[j+1:]) {
			continue
		}
		if start = t.start; before >= 0 {
			start = r.toks[before].start
		}
		least := slices.ContainsFunc(r.toks[i:j], func(t token) bool { return t.is("op.bottom") })
		return start, r.toks[j].start + len(r.toks[j].text), !least, true
	}
	return 0, 0, false, false
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
		if t.is("op.each", "op.by") && r.q.Previous.Grain != "" && t.is("op.each") {
			return false
		}
		another := t.sort == isMetric && !slices.ContainsFunc(r.q.Previous.Metrics, func(m MetricRef) bool { return m.Name == t.name })
		if another || t.sort == isDimension && t.name != by || t.sort == isPeriod || t.sort == isDataset {
			return true
		}
	}
	return phrases.Has(r.q.Text, "form.things")
}
