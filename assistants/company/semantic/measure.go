package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// figures takes a number of the rows for the metric that it comes to, where the
// question neither ranks the rows by it nor keeps to some: "meals per head".
func (r *reader) figures() {
	if phrases.Has(r.q.Text, "form.listing") || slices.ContainsFunc(r.toks, func(t token) bool {
		return t.sort == isNumber && (t.number.op != "" || phrases.Has(t.tail, "exactly"))
	}) {
		return
	}
	for i := range r.toks {
		t := &r.toks[i]
		d := r.l.c.dimensions[t.name]
		if of := r.entityNamed(); t.sort != isDimension || t.used || d.Figure == "" || r.r.Rows != "" || r.rank != 0 && (of == "" || of == d.Dataset) {
			continue
		}
		if slices.ContainsFunc(r.toks, func(o token) bool {
			return o.sort == isMetric && r.l.c.metrics[o.name].Dataset != "" && r.l.c.metrics[o.name].Dataset != d.Dataset
		}) {
			continue // "per head" of other data
		}
		if r.has("op.total") && d.Unit == "percent" {
			continue // rates have no sum
		}
		t.meaning, t.others = meaning{sort: isMetric, name: d.Figure}, nil
		ratio := r.l.c.metrics[d.Figure].Ratio
		if ratio == nil {
			r.assume("metric", "word", t.text, "metric", d.Figure)
			continue
		}
		for j := range r.toks {
			of := &r.toks[j]
			of.used = of.used || of.sort == isMetric && of.name == ratio.Of
		}
	}
}

// ratios makes of "B per A" one metric of two.
func (r *reader) ratios() {
	for i, t := range r.toks {
		hangul := strings.ContainsFunc(t.text, korean.IsHangul)
		if t.used || !t.is("op.per", "op.article") && !(t.is("op.compare") && hangul) {
			continue
		}
		a, b := r.beside(i, true, isMetric), r.beside(i, false, isMetric)
		mean := i + 1
		if b < 0 && mean < len(r.toks) && r.toks[mean].is("op.average") {
			b = r.beside(mean, false, isMetric) // "the average sales per visit"
		}
		if a < 0 || b < 0 {
			continue
		}
		of, per := r.toks[a].name, r.toks[b].name
		if hangul {
			of, per = per, of
		}
		if !r.l.c.metrics[of].additive() || !r.l.c.metrics[per].additive() || of == per {
			continue
		}
		first := min(a, b)
		r.toks[a].used, r.toks[b].used, r.toks[i].used = true, true, true
		r.toks[mean].used = r.toks[mean].used || r.toks[mean].is("op.average")
		r.toks[first].used, r.toks[first].name, r.toks[first].per = false, of, per
	}
}

// averaged asks what the average of a sum is of where the catalogue has no word for it: of
// its rows, or of things that it has a ratio to. The average of a rate is the rate.
func (r *reader) averaged() *Reading {
	if r.has("op.per") || r.paced() || slices.ContainsFunc(r.toks, func(t token) bool { return t.is(phrases.Under("per")...) }) {
		return nil
	}
	for i := range r.toks {
		t, j := &r.toks[i], max(r.beside(i, false, isMetric), r.beside(i, true, isMetric))
		if !t.is("op.average") || t.used || j < 0 || r.behind(i).is("op.compare") || phrases.Has(t.tail, "form.than") { // "above the average"
			continue
		}
		of := r.l.c.metrics[r.toks[j].name]
		if t.used = of.Ratio != nil || of.Aggregate == "avg"; t.used {
			continue
		}
		var names []string
		for _, m := range r.l.c.Metrics {
			mean := m.Aggregate == "avg" && m.Dataset == of.Dataset && m.Field == of.Field
			if mean || m.Ratio != nil && m.Ratio.Of == of.Name && r.l.c.metrics[m.Ratio.Per].Aggregate == "count_distinct" {
				names = append(names, m.Name)
			}
		}
		if len(names) > 0 {
			t.used, r.toks[j].meaning = true, meaning{sort: isUnclear}
			return r.askMetric(t.text+" "+r.toks[j].text, names)
		}
	}
	return nil
}

// add adds a metric once.
func (r *reader) add(ref MetricRef) {
	if !slices.Contains(r.r.Metrics, ref) {
		r.r.Metrics, r.r.Rows = append(r.r.Metrics, ref), ""
	}
}

// metrics takes the metrics that are named, in their order.
func (r *reader) metrics() {
	for i, t := range r.toks {
		if t.sort != isMetric || t.used || t.not {
			continue
		}
		if r.follow && !r.fresh && !r.has("op.also") {
			r.r.Metrics, r.r.Rows, r.r.Fields, r.r.Having = nil, "", nil, nil
			r.r.Share, r.r.Growth = false, false
		}
		r.toks[i].used, r.fresh = true, true
		t.name = r.likewise(t)
		r.add(MetricRef{Name: t.name, Per: t.per})
		if r.l.c.metrics[t.name].Assumed {
			r.assume("metric", "word", t.text, "metric", t.name)
		}
	}
}

// likewise is the metric of the rows that the previous one counted, where a follow-up
// asks for them in another unit: "in quantity?" behind the amount returned.
func (r *reader) likewise(t token) string {
	p := r.q.Previous
	if !r.follow || p == nil || len(p.Metrics) != 1 || t.per != "" || !phrases.Has(t.text, "form.unit") {
		return t.name
	}
	was, m := r.l.c.metrics[p.Metrics[0].Name], r.l.c.metrics[t.name]
	if len(was.Where) == 0 || m.Dataset != was.Dataset {
		return t.name
	}
	return cmp.Or(r.l.c.kin(was.Dataset, was.Where, func(n *metric) bool { return n.Unit == m.Unit }), t.name)
}

// actual adds what was reached where "actually" stands beside a target.
func (r *reader) actual() {
	for _, m := range r.l.c.Metrics {
		if m.Ratio != nil && m.Ratio.Parts && slices.ContainsFunc(r.r.Metrics, func(ref MetricRef) bool { return ref.Name == m.Ratio.Per }) && r.take("op.actual") {
			r.add(MetricRef{Name: m.Ratio.Of})
		}
	}
}

// kin is the first metric of some rows of a dataset that fits, "" for none.
func (c *catalogue) kin(dataset string, where []Filter, fits func(*metric) bool) string {
	i := slices.IndexFunc(c.Metrics, func(m metric) bool {
		return m.Dataset == dataset && m.Ratio == nil && slices.EqualFunc(m.Where, where, sameFilter) && fits(&m)
	})
	if i < 0 {
		return ""
	}
	return c.Metrics[i].Name
}

func (m *metric) counts() bool { return m.Aggregate == "count" }
