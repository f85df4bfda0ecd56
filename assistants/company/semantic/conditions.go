package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// conditions takes numbers that are compared: with a dimension of the rows, or
// with a metric of the groups.
func (r *reader) conditions() *Reading {
	for i := range r.toks {
		t := &r.toks[i]
		if t.sort != isNumber || t.used {
			continue
		}
		if t.not {
			t.used = true
			continue
		}
		if j := r.compared(i, isDimension); j >= 0 && t.number.op == "" && phrases.Has(t.tail, "exactly") {
			t.used, r.toks[j].used = true, true
			r.keep(Filter{Dimension: r.toks[j].name, Op: GE, Number: t.number.value})
			r.keep(Filter{Dimension: r.toks[j].name, Op: LE, Number: t.number.value})
			continue
		}
		if t.number.op == "" {
			continue
		}
		t.used = true
		if j := r.compared(i, isDimension); j >= 0 && r.l.c.dimensions[r.toks[j].name].Kind == "number" {
			r.toks[j].used = true
			r.keep(Filter{Dimension: r.toks[j].name, Op: t.number.op, Number: t.number.value})
			continue
		}
		ref := MetricRef{Name: cmp.Or(r.comparedMetric(i), r.comparedRows(*t))}
		if ref.Name == "" {
			return r.askNumber(*t)
		}
		r.countedThings(ref)
		if r.passed(i) {
			r.r.Against = &Condition{Metric: ref, Op: t.number.op, Number: t.number.value}
			continue
		}
		if len(r.r.Groups) == 0 && r.target == "" {
			d := r.l.c.rowOf(ref.Name)
			if d == nil {
				return r.askNumber(*t)
			}
			r.keep(Filter{Dimension: d.Name, Op: t.number.op, Number: t.number.value})
			if len(r.r.Metrics) > 1 || r.count {
				r.counts(ref)
			}
			continue
		}
		if len(r.r.Groups) == 0 {
			r.r.Groups = []string{r.target}
		}
		r.r.Having = slices.DeleteFunc(r.r.Having, func(h Condition) bool { return h.Metric == ref && r.heldBefore(h) })
		r.r.Having = append(r.r.Having, Condition{Metric: ref, Op: t.number.op, Number: t.number.value})
	}
	return nil
}

// askNumber asks what a number is a condition on, and keeps the condition for the answer.
func (r *reader) askNumber(t token) *Reading {
	if r.target != "" && r.r.keys() == 0 {
		r.r.Groups = []string{r.target}
	}
	r.r.Pending = t.text
	return r.ask("number", t.text, nil)
}

// pending settles what the question before left open: a condition is put before what goes on
// from it, which would be answered without it, unless that has another; a word that points
// at nothing is settled by a name.
func (r *reader) pending() {
	p := r.q.Previous
	if p == nil || p.Pending == "" {
		return
	}
	compares := func(t token) bool { return t.sort == isNumber && t.number.op != "" }
	number := len(findNumbers(p.Pending, nil, false)) > 0
	again := number && r.q.shorter == 0 && !slices.ContainsFunc(r.toks, compares) && r.leans()
	if again {
		r.q.Text = p.Pending + " " + r.q.Text
	}
	timed := phrases.HasAny(p.Pending, phrases.Under("pointer.piece")...) && r.names(isPeriod) // "that month", and then June
	if number || timed || r.q.shorter > 0 || r.names(isValue) {
		next := p.clone()
		next.Pending, r.q.Previous = "", &next
	}
	if again {
		r.scan()
	}
}

// passed tells that the question is whether one figure passes a number, "did sales
// pass 100 million?": kept to the rows that do, the answer would be nothing sold.
func (r *reader) passed(i int) bool {
	return len(r.r.Groups) == 0 && r.r.Grain == "" && r.target == "" && !r.count && !r.list && len(r.r.Metrics) == 1 && r.leadsTo(i) && phrases.Has(r.q.Text, "form.passed")
}

// heldBefore tells a bound of a figure that the question before had.
func (r *reader) heldBefore(h Condition) bool {
	return r.follow && slices.Contains(r.q.Previous.Having, h)
}

// leadsTo tells that no metric follows a number, as in "10만원 초과 지출 총액", which is
// a sum of rows; English names the metric first either way.
func (r *reader) leadsTo(i int) bool {
	return !slices.ContainsFunc(r.toks[i+1:], func(t token) bool { return t.sort == isMetric || t.is("op.total", "op.amount") }) || !strings.ContainsFunc(r.q.Text, korean.IsHangul)
}

// comparedMetric is the metric that a number is about: "above 5 million" of things
// is of the main one where none is named and the unit fits.
func (r *reader) comparedMetric(i int) string {
	if j := r.compared(i, isMetric); j >= 0 {
		return r.toks[j].name
	}
	if unit := r.toks[i].number.unit; r.follow && len(r.r.Metrics) == 1 {
		// "Only those above 100 %", "who's under 90?" of rates.
		if of := r.l.c.unitOf(r.r.Metrics[0]); of == unit || unit == "" && of == "percent" {
			return r.r.Metrics[0].Name
		}
	}
	if r.target == "" || len(r.r.Metrics) > 0 || r.unitOf(token{meaning: meaning{name: r.l.c.Datasets[0].Main}}) != r.toks[i].number.unit {
		return ""
	}
	r.mainMetric(r.toks[i].text)
	return r.r.Metrics[0].Name
}

// comparedRows is what the rows that are counted or listed come to, where the unit
// of a number fits: "expenses below 50,000 won".
func (r *reader) comparedRows(t token) string {
	if d := r.l.c.datasets[r.context()]; d != nil && r.target == "" && d.Main != "" && r.l.c.metrics[d.Main].Unit == t.number.unit {
		return d.Main
	}
	return ""
}

// mainMetric takes the metric that is meant where none is named, and says so.
func (r *reader) mainMetric(word string) {
	main := r.l.c.Datasets[0].Main
	if word == "" {
		word = "%"
	}
	r.add(MetricRef{Name: main})
	r.assume("metric", "word", word, "metric", main)
}

// countedThings turns the number of things into the things, where a condition
// on another metric says which: "number of people above 100 %".
func (r *reader) countedThings(ref MetricRef) {
	for i, m := range r.r.Metrics {
		d := r.l.c.datasets[r.l.c.metrics[m.Name].Dataset]
		if m != ref && d != nil && d.Entity != "" && d.Count == m.Name && len(r.r.Groups) == 0 {
			r.r.Metrics = slices.Delete(r.r.Metrics, i, i+1)
			r.target, r.count = d.Entity, true
			return
		}
	}
}

// counts drops a metric that was only named for a condition on its rows: how
// many there are is asked.
func (r *reader) counts(ref MetricRef) {
	r.r.Metrics = slices.DeleteFunc(r.r.Metrics, func(m MetricRef) bool { return m == ref })
	if name := r.l.c.datasets[r.l.c.metrics[ref.Name].Dataset].Count; name != "" && len(r.r.Metrics) == 0 {
		r.add(MetricRef{Name: name})
	}
}

// compared is the nearest token that a number can be about: of a unit that
// fits, before it or else behind it.
func (r *reader) compared(i int, s sort) int {
	fits := func(t token) bool {
		if t.sort != s || s == isDimension && r.l.c.dimensions[t.name].Kind != "number" {
			return false
		}
		unit := r.unitOf(t)
		said := r.toks[i].number.unit
		return said == "" || said == unit || said == "piece" && unit == "count" || unit == "piece" && said == "count"
	}
	for j := i - 1; j >= 0; j-- {
		if fits(r.toks[j]) {
			return j
		}
	}
	return slices.IndexFunc(r.toks, fits)
}

// unitOf is the unit of what a token names.
func (r *reader) unitOf(t token) string {
	if t.sort == isDimension {
		return r.l.c.dimensions[t.name].Unit
	}
	return r.l.c.metrics[t.name].Unit
}

// rowOf is the dimension with a row's part of a metric: a sale's amount of the
// sum of sales; nil where there is none.
func (c *catalogue) rowOf(name string) *dimension {
	if d := c.fieldOf(c.metrics[name].Dataset, c.metrics[name].Field); d != nil && d.Kind == "number" {
		return d
	}
	return nil
}

// fieldOf is the dimension that a field of a dataset is, nil for none.
func (c *catalogue) fieldOf(dataset, field string) *dimension {
	i := slices.IndexFunc(c.Dimensions, func(d dimension) bool { return field != "" && d.Dataset == dataset && d.Field == field })
	if i < 0 {
		return nil
	}
	return &c.Dimensions[i]
}

// nones reads "sales of 0 won" and "not even one visit" as what is lacked.
func (r *reader) nones() {
	for i := range r.toks {
		t := &r.toks[i]
		switch {
		case t.sort != isNumber || t.number.op != "" || t.not || t.number.unit == "percent":
		case t.number.value == 0:
			t.meaning = meaning{sort: isPhrase, name: "op.lacks"}
		case t.number.value == 1 && phrases.Has(t.tail, "even") && i+1 < len(r.toks) && r.toks[i+1].is("op.lacks"):
			t.meaning = meaning{sort: isPhrase, name: "filler"}
		}
	}
}

// withoutNumber takes "without a discount": the number is zero; and in Korean "that
// has one".
func (r *reader) withoutNumber() {
	for i, t := range r.toks {
		hangul := strings.ContainsFunc(t.text, korean.IsHangul)
		if !t.is("op.lacks") && !(t.is("op.has") && hangul) || t.used {
			continue
		}
		j := r.beside(i, hangul, isDimension)
		if j < 0 || r.l.c.dimensions[r.toks[j].name].Kind != "number" {
			continue
		}
		op := LE
		if t.is("op.has") {
			op = GT
		}
		r.toks[i].used, r.toks[j].used = true, true
		f := Filter{Dimension: r.toks[j].name, Op: op}
		r.r.Filters = append(slices.DeleteFunc(r.r.Filters, func(g Filter) bool { return r.carried(g) && f.disjoint(g) }), f)
	}
}
