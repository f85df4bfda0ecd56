package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// fact is the dataset of what happened that a token names, "" for none.
func (r *reader) fact(t token) string {
	name := ""
	switch t.sort {
	case isMetric:
		name = r.l.c.metrics[t.name].Dataset
	case isDataset:
		name = t.name
	}
	if d := r.l.c.datasets[name]; d == nil || d.Time == nil {
		return ""
	}
	return name
}

// exists takes conditions that something happened or did not: "visited but no
// sales".
func (r *reader) exists() {
	of := cmp.Or(r.such(), r.entityNamed())
	if i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("op.lacks") }); of == "" && i >= 0 {
		of = r.kindNamed(i)
	}
	if of == "" {
		return
	}
	defer r.elided()
	lacks, last := -1, -1
	for i, t := range r.toks {
		switch {
		case t.is("op.lacks"):
			j := r.factBeside(i, strings.ContainsFunc(t.text, korean.IsHangul))
			if j < 0 {
				j = r.factBeside(i, true) // "bought nothing"
			}
			if j >= 0 {
				r.toks[i].used, lacks, last = true, max(lacks, j), i
				r.happened(j, of, true)
			}
		case t.is("op.has"), phrases.Has(t.text, "form.have"):
			hangul := korean.BeginsHangul(t.text)
			if j := r.factBeside(i, hangul); j >= 0 && (hangul || r.havers(i, of)) {
				r.toks[i].used, last = true, i
				r.happened(j, of, false)
			}
		}
	}
	for i, t := range r.toks {
		// What stands before the condition is one too: "visits but no sales".
		leads := i < last && (korean.IsHangul(lastRune(t.text)) || lacks >= 0)
		did := phrases.Has(t.tail, "did") || phrases.Has(t.text, "did")
		did = did && !r.has("op.top", "op.bottom") || r.fact(t) != "" && r.doers(i, of)
		if r.fact(t) != "" && !t.used && (did || leads) && t.sort == isMetric {
			r.happened(i, of, false)
		}
	}
}

// such are the things that the question before asked for by what they did, "" where
// this one does not go on with "those that".
func (r *reader) such() string {
	if !r.follow || len(r.r.Exists) == 0 || !phrases.Has(r.q.Text, "form.such") {
		return ""
	}
	return r.r.Exists[len(r.r.Exists)-1].Of
}

// elided gives what did not happen the object of what did: "bought P01 last year and
// not this year" is of P01 both times.
func (r *reader) elided() {
	for i := range r.r.Exists {
		for _, has := range r.r.Exists {
			if e := &r.r.Exists[i]; e.Not && len(e.Filters) == 0 && !has.Not && has.Dataset == e.Dataset && has.Of == e.Of {
				e.Filters = has.Filters
			}
		}
	}
}

// factBeside is the nearest thing that happens before or behind a token:
// before "without" in Korean, behind it in English.
func (r *reader) factBeside(i int, before bool) int {
	step := 1
	if before {
		step = -1
	}
	for j := i + step; j >= 0 && j < len(r.toks); j += step {
		t := r.toks[j]
		if r.fact(t) != "" && !t.used {
			return j
		}
		if !t.is("filler", "op.article", "op.total", "op.count", "op.has", "op.list") && t.sort != isPeriod && t.sort != isValue {
			return -1
		}
	}
	return -1
}

// happened adds a condition that rows of a fact are there, or are not.
func (r *reader) happened(j int, of string, not bool) {
	t := &r.toks[j]
	t.used = true
	e := Exists{Dataset: r.fact(*t), Of: of, Not: not}
	if _, ok := r.l.c.paths[e.Dataset][of]; !ok {
		return
	}
	if t.sort == isMetric {
		e.Filters = r.l.c.metrics[t.name].Where
	}
	except := r.objects(j, &e)
	r.instead(&e)
	r.r.Exists = append(r.r.Exists, except...)
	k := j - 1
	for k >= 0 && (r.toks[k].sort == isPeriod || r.toks[k].is("filler")) {
		k--
	}
	if k >= 0 && !not && !r.toks[k].used && r.toks[k].sort == isValue && r.l.c.dimensions[r.toks[k].name].Counts == "person" { // "that I visited"
		e.Filters = append(slices.Clone(e.Filters), Filter{Dimension: r.toks[k].name, Op: In, Values: r.toks[k].values})
		r.toks[k].used = true
	}
	r.r.Exists = append(r.r.Exists, e)
	r.target = r.l.c.datasets[of].Entity
}

// doers tells that a verb names things by what they did with an object that only what
// happens has: "the customers that bought P01".
func (r *reader) doers(i int, of string) bool {
	if !phrases.Has(r.toks[i].text, "dealt") {
		return false
	}
	hangul := korean.BeginsHangul(r.toks[i].text)
	if r.countsDoers(of) {
		return true
	}
	such := r.follow && phrases.Has(r.q.Text, "form.such")
	object, things := r.beside(i, hangul, isValue), r.beside(i, !hangul, isDimension, isValue, isPhrase)
	if things >= 0 && r.toks[things].is("op.that") { // "customers that bought"
		things = r.beside(things, !hangul, isDimension, isValue)
	}
	if object < 0 || things < 0 && !such || !r.only(r.toks[object], r.fact(r.toks[i]), of) {
		return false
	}
	if such {
		return true
	}
	t := r.toks[things]
	if t.sort == isPhrase {
		return t.is("op.place", "op.who", "op.count")
	}
	return r.l.c.dimensions[t.name].Dataset == of && !t.by
}

// havers tells that things are asked for by what they have, "how many customers have visits":
// where they are ranked, broken down or held to a number, it is how much they have.
func (r *reader) havers(i int, of string) bool {
	shaped := r.has("op.top", "op.bottom", "op.share") || slices.ContainsFunc(r.toks, func(t token) bool { return t.by || t.sort == isNumber && t.number.op != "" })
	return !shaped && slices.ContainsFunc(r.toks[:i], func(t token) bool {
		return t.sort == isDimension && r.entity(t.name) && r.l.c.dimensions[t.name].Dataset == of
	})
}

// countsDoers tells that it is asked how many things something was dealt with: "to how
// many customers did we sell".
func (r *reader) countsDoers(of string) bool {
	for i, t := range r.toks {
		if !t.is("op.count") {
			continue
		}
		for _, before := range []bool{true, false} {
			if j := r.beside(i, before, isDimension); j >= 0 && r.entity(r.toks[j].name) && r.l.c.dimensions[r.toks[j].name].Dataset == of {
				return true
			}
		}
		if phrases.HasAny(t.text, "places", "persons") {
			return true
		}
	}
	return false
}

// only tells a value that the rows of a fact have, and the things that it is of have not.
func (r *reader) only(t token, fact, of string) bool {
	d := r.l.c.dimensions[t.name]
	return t.sort == isValue && r.l.c.reaches(fact, d) && !r.l.c.reaches(of, d)
}

// objects are what happened and when, where the question tells several times: they
// stand before it in Korean, "bought P01 and never P02", behind it in English; except
// is what it was not, "bought P01 but not P02".
func (r *reader) objects(j int, e *Exists) (except []Exists) {
	step, several := 1, 0
	if korean.BeginsHangul(r.toks[j].text) {
		step = -1
	}
	for _, t := range r.toks {
		if t.sort == isPeriod && t.period.From != "" {
			several++
		}
	}
	for k := j + step; k >= 0 && k < len(r.toks); k += step {
		switch t := &r.toks[k]; {
		case t.is("op.not"):
		case t.used, !t.is("filler", "op.also") && t.sort != isPeriod && !r.only(*t, e.Dataset, e.Of):
			return except
		case t.sort == isPeriod && several > 1 && t.period.From != "" && e.Period.All():
			e.Period, t.used = t.period, true
		case t.sort == isValue && t.not:
			t.used = true
			except = append(except, Exists{Dataset: e.Dataset, Of: e.Of, Not: true, Filters: []Filter{{Dimension: t.name, Op: In, Values: t.values}}})
		case t.sort == isValue:
			t.used = true
			e.Filters = append(slices.Clone(e.Filters), Filter{Dimension: t.name, Op: In, Values: t.values})
		}
	}
	return except
}

// instead puts what happened in the place of what was asked before of the same data,
// unless it is asked of those: "and those that did not?" is of the same thing.
func (r *reader) instead(e *Exists) {
	if !r.follow || r.replaced || phrases.Has(r.q.Text, "form.among") {
		return
	}
	r.replaced = true
	same := func(b Exists) bool { return b.Dataset == e.Dataset && b.Of == e.Of }
	for _, b := range slices.Backward(r.r.Exists) {
		if same(b) && e.Not && len(e.Filters) == 0 {
			e.Filters = b.Filters
		}
	}
	from := max(0, slices.IndexFunc(r.r.Exists, func(b Exists) bool { return same(b) && slices.EqualFunc(b.Filters, e.Filters, sameFilter) }))
	r.r.Exists = append(slices.Clone(r.r.Exists[:from]), slices.DeleteFunc(slices.Clone(r.r.Exists[from:]), same)...)
}
