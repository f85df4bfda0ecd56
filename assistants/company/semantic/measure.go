package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// figures takes a number of the rows for the metric that it comes to, where the
// question neither ranks rows by it nor keeps to some: "meals per head".
func (r *reader) figures() {
	if r.rank != 0 || phrases.Has(r.q.Text, "form.listing") || slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isNumber && t.number.op != "" }) {
		return
	}
	for i := range r.toks {
		t := &r.toks[i]
		d := r.l.c.dimensions[t.name]
		if t.sort != isDimension || t.used || d.Figure == "" || r.r.Rows != "" {
			continue
		}
		if slices.ContainsFunc(r.toks, func(o token) bool {
			return o.sort == isMetric && r.l.c.metrics[o.name].Dataset != "" && r.l.c.metrics[o.name].Dataset != d.Dataset
		}) {
			continue // "per head" of other data
		}
		t.meaning, t.others = meaning{sort: isMetric, name: d.Figure}, nil
		for j := range r.toks {
			of := &r.toks[j]
			of.used = of.used || of.sort == isMetric && of.name == r.l.c.metrics[d.Figure].Ratio.Of
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
		if r.perThing(i) {
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
		if m := r.l.c.metrics[of]; m.Aggregate == "avg" && m.Dataset == r.l.c.metrics[per].Dataset {
			// "The average gift per visit" is the average of the visits.
			r.toks[i].used, r.toks[a].used, r.toks[b].used = true, r.toks[a].name == per, r.toks[b].name == per
			continue
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

// summed takes a number of the rows that is broken down, or averaged.
func (r *reader) summed() {
	for i, t := range r.toks {
		mean := r.has("op.average") && !r.used("op.average")
		if t.sort == isDimension && !t.used && r.l.c.dimensions[t.name].Kind == "number" && len(r.r.Metrics) == 0 && (len(r.r.Groups) > 0 || r.r.Grain != "" || mean) {
			r.summedUp(i)
		}
	}
}

// summedUp takes the sum of a number of the rows, or the mean of a rate.
func (r *reader) summedUp(i int) bool {
	t, aggregate := &r.toks[i], "sum"
	d := r.l.c.dimensions[t.name]
	if d.Unit == "percent" || r.has("op.average") && !r.used("op.average") {
		aggregate = "avg"
	}
	name := r.l.c.aggregated(d.Dataset, d.Field, aggregate)
	if name == "" {
		return false
	}
	t.used, r.r.Metrics = true, []MetricRef{{Name: name}}
	r.assume("metric", "word", t.text, "metric", name)
	r.take("op.average")
	return true
}

// tallies takes what stands before each of several "how many" for the number of it:
// "how many sales and how many visits".
func (r *reader) tallies() {
	var of []int
	for i, t := range r.toks {
		j := r.beside(i, korean.BeginsHangul(t.text), isMetric, isDimension, isDataset, isValue)
		if t.is("op.count") && j >= 0 && r.tally(r.toks[j]) != "" {
			of = append(of, j)
		}
	}
	for _, j := range of {
		if t := &r.toks[j]; len(of) > 1 {
			t.meaning, t.others = meaning{sort: isMetric, name: r.tally(*t)}, nil
		}
	}
}

// soldPieces takes "how many did we sell" for the quantity: it is not how often.
func (r *reader) soldPieces() {
	for i := range r.toks {
		j := r.beside(i, false, isMetric)
		if !r.toks[i].is("op.count") || !phrases.Has(r.toks[i].text, "form.pieces") || j < 0 || !phrases.Has(r.toks[j].text, "dealt") {
			continue
		}
		if name := r.l.c.kin(r.l.c.metrics[r.toks[j].name].Dataset, nil, func(m *metric) bool { return m.Unit == "piece" && m.Aggregate == "sum" }); name != "" {
			r.toks[i].meaning = meaning{sort: isPhrase, name: "filler"}
			r.toks[j].meaning, r.toks[j].others = meaning{sort: isMetric, name: name}, nil
		}
	}
}

// tally is the metric that counts what a token names, "" where there is none.
func (r *reader) tally(t token) string {
	dataset, where := t.name, []Filter(nil)
	switch d := r.l.c.dimensions[t.name]; {
	case t.sort == isValue:
		dataset, where = d.Dataset, []Filter{{Dimension: t.name, Op: In, Values: t.values}}
	case t.sort == isDimension && !r.entity(t.name):
		return ""
	case t.sort == isDimension:
		dataset = d.Dataset
	case t.sort == isMetric:
		dataset, where = r.l.c.metrics[t.name].Dataset, r.l.c.metrics[t.name].Where
	}
	return r.l.c.kin(dataset, where, (*metric).counts)
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

// ofPieces tells that an average is one of pieces of time: several are named, or
// the last months, or the days of the week.
func (r *reader) ofPieces() bool {
	if phrases.Has(r.q.Text, "form.row") {
		return false
	}
	named := map[string]int{}
	for _, t := range r.toks {
		if t.sort == isPeriod && !t.not {
			named[kindOfPeriod(t.name)]++
		}
	}
	return named["month"] > 1 || named["quarter"] > 1 || named["year"] > 1 || r.recentMonths() || r.has("op.weekday", "op.weekdays")
}

// recentMonths tells that the last months are asked for.
func (r *reader) recentMonths() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool {
		return t.sort == isPeriod && t.name == "recent" && phrases.Has(t.text, "unit.month") && t.period.length() > 45
	})
}

// perThing takes "sales a customer" for the ratio that the catalogue has of it.
func (r *reader) perThing(i int) bool {
	a, b := r.beside(i, true, isDimension), i+1
	if !strings.ContainsFunc(r.toks[i].text, korean.IsHangul) {
		a, b = r.beside(i, false, isDimension), r.beside(i, true, isMetric)
	} else {
		for b < len(r.toks) && (r.toks[b].is("op.average") || r.toks[b].sort == isPeriod) {
			b++
		}
	}
	var of string
	named := b >= 0 && b < len(r.toks) && r.toks[b].sort == isMetric
	switch {
	case named:
		of = r.toks[b].name
	case r.follow && len(r.r.Metrics) == 1 && !r.names(isMetric): // "and the average per customer?"
		of, b = r.r.Metrics[0].Name, i
	default:
		return false
	}
	var thing string
	switch {
	case phrases.Has(r.toks[i].text, "places"):
		a, thing = i, r.byCounter("place")
	case a >= 0 && r.entity(r.toks[a].name):
		thing = r.toks[a].name
	default:
		return false
	}
	for _, m := range r.l.c.Metrics {
		if m.Ratio == nil || m.Ratio.Of != of {
			continue
		}
		if per := r.l.c.metrics[m.Ratio.Per]; per.Aggregate == "count_distinct" && per.Field == r.l.c.dimensions[thing].Field {
			for j := min(a, b); j <= max(a, b); j++ {
				r.toks[j].used = (j != b || !named) && r.toks[j].sort != isPeriod
			}
			r.take("op.average")
			if named {
				r.toks[b].name = m.Name
			} else {
				r.r.Metrics = []MetricRef{{Name: m.Name}}
				r.r.Groups = slices.DeleteFunc(r.r.Groups, func(g string) bool { return g == thing })
			}
			return true
		}
	}
	return false
}

// averaged takes "average": of a sum it is the mean of the rows.
func (r *reader) averaged() {
	for i := range r.toks {
		t := &r.toks[i]
		if !t.is("op.average") || t.used || slices.ContainsFunc(r.toks, func(t token) bool { return t.is(phrases.Under("per")...) }) {
			continue // "average sales per month" are of the months
		}
		if i+1 < len(r.toks) && r.toks[i+1].is("op.compare") || phrases.Has(t.tail, "form.than") || r.ofPieces() {
			continue // "above the average" compares with it
		}
		j := r.figureBeside(i)
		if j < 0 {
			continue
		}
		if m := r.l.c.metrics[r.toks[j].name]; m.Ratio != nil || m.Aggregate == "avg" {
			t.used = true
		} else if r.ofRows(j, "avg") {
			t.used = true
			r.assume("metric", "word", t.text+" "+r.toks[j].text, "metric", r.toks[j].name)
		}
	}
}

// perRow takes "sales a transaction", where nothing else is named that they are
// per: the mean of the rows.
func (r *reader) perRow() {
	for i := range r.toks {
		t := &r.toks[i]
		hangul := strings.ContainsFunc(t.text, korean.IsHangul)
		of := r.beside(i, hangul, isDataset)
		if !t.is("op.per") || t.used || of < 0 && !(hangul && phrases.Has(t.text, "form.row")) {
			continue
		}
		j := r.figureBeside(i)
		if j >= 0 && (of < 0 || r.fact(r.toks[of]) == r.fact(r.toks[j])) && r.ofRows(j, "avg") {
			t.used = true
			r.take("op.average")
		}
	}
}

// medians takes "the median of sales": that of the rows, and by things that of
// the rows of each, which is said.
func (r *reader) medians() {
	for i := range r.toks {
		t := &r.toks[i]
		if j := r.figureBeside(i); t.is("op.median") && j >= 0 && r.ofRows(j, "median") {
			t.used = true
			r.assume("metric", "word", r.toks[j].text+" "+t.text, "metric", r.toks[j].name)
		}
	}
}

// figureBeside is the metric that a word is about: the one behind it, over an average or an
// article, else the one before; -1 for none.
func (r *reader) figureBeside(i int) int {
	for j := i + 1; j < len(r.toks); j++ {
		if r.toks[j].sort == isMetric {
			return j
		}
		if !r.toks[j].is("filler", "op.average", "op.article") {
			break
		}
	}
	return r.beside(i, true, isMetric)
}

// ofRows makes of the sum that a token names the mean, or the median, of the rows that it adds
// up, where the catalogue has that.
func (r *reader) ofRows(j int, aggregate string) bool {
	m := r.l.c.metrics[r.toks[j].name]
	name := r.l.c.aggregated(m.Dataset, m.Field, aggregate)
	if name == "" || len(m.Where) > 0 || r.toks[j].per != "" {
		return false
	}
	r.toks[j].name = name
	return true
}

// aggregated is the metric that sums up, or averages, a number of the rows; ""
// where there is none.
func (c *catalogue) aggregated(dataset, field, aggregate string) string {
	return c.kin(dataset, nil, func(m *metric) bool { return m.Aggregate == aggregate && m.Field != "" && m.Field == field })
}
