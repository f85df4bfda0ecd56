package semantic

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// countAsCondition takes the name of a count for the condition that it counts by, where rows
// were listed and only some of them are asked for: "those without a receipt".
func (r *reader) countAsCondition() {
	p := r.q.Previous
	if p == nil || p.Rows == "" || !phrases.Has(r.q.Text, "form.some") || r.has("op.count") {
		return
	}
	for i := range r.toks {
		t := &r.toks[i]
		m := r.l.c.metrics[t.name]
		if t.sort == isMetric && m.Dataset == p.Rows && m.Aggregate == "count" && len(m.Where) == 1 && m.Where[0].Op == In {
			t.meaning, t.others = meaning{sort: isValue, name: m.Where[0].Dimension, values: m.Where[0].Values}, nil
		}
	}
}

// leansOn begins with the previous request where a question leaves the rest to
// it: "and Busan?", "compared with last year", "the other way round".
func (r *reader) leansOn() {
	p := r.q.Previous
	if p == nil || !r.leans() || r.saysNothing() {
		return
	}
	r.follow = true
	r.r = p.clone()
	r.r.Language, r.r.Assumptions, r.r.Against = r.q.Language, nil, nil
	why := slices.ContainsFunc(p.Assumptions, func(a Assumption) bool { return a.Key == "cause" })
	if why && (r.names(isPeriod, isMetric, isUnclear) || r.has("op.count")) { // other figures, and not where they changed
		r.r.ungroup()
		r.r.CompareTo, r.r.Order = nil, Order{}
	}
	if r.q.Resumes && !p.open() { // of what was refused only filters and period are kept
		r.assume("resumed", "what", r.l.Summary(*p))
	}
	if r.names(isDataset) && phrases.Has(r.q.Text, "form.listing") { // "its visit records" are rows, not figures
		r.r = Request{Language: r.q.Language, Filters: r.r.Filters, Period: r.r.Period}
	}
}

// leans tells whether a question leaves something to the previous one: it
// points back at it, or does not name what is to be computed, or nothing else.
func (r *reader) leans() bool {
	if r.q.Answers || r.q.joined && !r.names(isMetric) {
		return true
	}
	if r.asksProperty() || phrases.Has(r.q.Text, "form.profile") && !r.names(isMetric) && r.names(isValue) {
		return false
	}
	if r.looked && r.names(isMetric) {
		return false // it says itself what it is of
	}
	corrects := slices.ContainsFunc(r.toks, func(t token) bool { return t.not && t.sort != isValue })
	if corrects || phrases.Has(r.q.Text, "form.change") || len(r.toks) > 0 && r.toks[0].is("again", "point", "op.reverse", "op.only", "op.back", "op.both") || dialog.Elliptical(r.q.Text) {
		return true
	}
	if r.names(isMetric) && !r.narrows() {
		return r.onlyMetrics() || r.q.Previous.Rows != "" && phrases.Has(r.q.Text, "form.sorted")
	}
	if r.denies() || r.narrows() {
		return true
	}
	thing := slices.ContainsFunc(r.toks, func(t token) bool {
		return t.sort == isDataset || t.sort == isDimension && !t.by &&
			r.l.c.dimensions[t.name].Kind != "number" || t.sort == isValue && r.l.c.dimensions[t.name].Noun != ""
	})
	return !(thing && r.has("op.count", "op.list", "op.lacks"))
}

// addsToNothing tells a question that only adds a column ("with the owner") where no figures
// were asked for: the list of all owners would be another question's answer.
func (r *reader) addsToNothing() bool {
	p := r.q.Previous
	asked := p != nil && (!p.open() || len(p.Exists) > 0)
	return r.follow && !asked && r.has("op.also") && r.names(isDimension) &&
		!r.names(isMetric, isDataset, isUnclear, isValue, isPeriod)
}

// denies tells that a question turns what was asked round and leaves to it of what:
// "and those that did not buy it?"
func (r *reader) denies() bool {
	if r.turnsRound() {
		return true
	}
	return r.has("op.lacks") && !r.names(isValue) && slices.ContainsFunc(r.q.Previous.Exists, func(e Exists) bool {
		return len(e.Filters) > 0 && slices.ContainsFunc(r.toks, func(t token) bool { return r.fact(t) == e.Dataset })
	})
}

// narrows tells a question that begins with some alone of what was asked before: "only the
// A grades, with this year's sales".
func (r *reader) narrows() bool {
	return len(r.toks) > 0 && r.toks[0].sort == isValue && phrases.Has(r.toks[0].tail, "op.only")
}

// turnsRound tells a question that names nothing but that something is lacked, behind one
// of what there was: "and are there any without?"
func (r *reader) turnsRound() bool {
	return r.has("op.lacks") && len(r.q.Previous.Exists) == 1 && !r.q.Previous.Exists[0].Not &&
		!r.names(isValue, isMetric, isDataset, isDimension, isPeriod, isCohort, isNumber, isUnclear)
}

// asksProperty tells a question for a property of a thing that it names, "when was
// employee 5 hired?": it is of its own whatever was asked before, for a property
// that is dropped behind a figure would leave another question's answer.
func (r *reader) asksProperty() bool {
	if r.shaped() {
		return false
	}
	return slices.ContainsFunc(r.toks, func(of token) bool {
		return of.sort == isValue && len(of.values) == 1 && r.entity(of.name) && slices.ContainsFunc(r.toks, func(t token) bool {
			if flag := r.l.c.dimensions[t.name]; t.sort == isValue && flag.Kind == "flag" && flag.Dataset == r.l.c.dimensions[of.name].Dataset {
				return true
			}
			if t.sort != isDimension || t.by {
				return false
			}
			d := r.of(t, r.l.c.dimensions[of.name].Dataset)
			return d != nil && d.Name != of.name
		})
	})
}

// shaped tells a question that says how figures are computed or shown.
func (r *reader) shaped() bool {
	return r.names(isMetric, isPeriod, isNumber, isUnclear) || r.has("op.top", "op.bottom", "op.count", "op.share", "op.compare", "op.list", "op.total", "op.only", "op.each", "op.by")
}

// onlyMetrics tells a question that names figures and how they are broken
// down, and nothing of when, where or whose: "by visits", "quantity too".
func (r *reader) onlyMetrics() bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool {
		switch t.sort {
		case isMetric, isUnknown, isUnclear:
			return false
		case isDimension:
			return !t.by
		case isPhrase:
			return t.is("op.total", "op.top", "op.bottom", "op.list", "op.lacks", "op.compare", "op.who", "op.where", "op.place", "op.grew", "op.fell", "op.growth", "self.me", "self.team", "self.region")
		}
		return true
	})
}

// names tells whether the question names something of a sort.
func (r *reader) names(sorts ...sort) bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return slices.Contains(sorts, t.sort) && !t.not })
}

// clone is a request that shares nothing with the one before.
func (r Request) clone() Request {
	r.Metrics, r.Fields, r.Groups = slices.Clone(r.Metrics), slices.Clone(r.Fields), slices.Clone(r.Groups)
	r.Filters, r.Exists, r.Having = slices.Clone(r.Filters), slices.Clone(r.Exists), slices.Clone(r.Having)
	r.Only, r.Bundles, r.Assumptions = slices.Clone(r.Only), slices.Clone(r.Bundles), slices.Clone(r.Assumptions)
	if r.CompareTo != nil {
		p := *r.CompareTo
		r.CompareTo = &p
	}
	return r
}

// lookBack puts what was named or shown before in the place of "that region";
// what it points at is asked where nothing tells.
func (r *reader) lookBack() *Reading {
	for i := range r.toks {
		if r.toks[i].is("op.that") && i+1 < len(r.toks) && strings.HasPrefix(r.toks[i+1].name, "piece.") {
			unit := strings.TrimPrefix(r.toks[i+1].name, "piece.")
			if r.q.Previous == nil || !r.q.Previous.Period.isOne(Grain(unit)) {
				return r.ask("referent", r.toks[i].text+" "+r.toks[i+1].text, nil) // no time was shown
			}
			r.toks[i+1].meaning, r.toks[i+1].period, r.ofRow = meaning{sort: isPeriod, name: unit}, r.q.Previous.Period, unit
		}
		j := r.beside(i, false, isDimension, isValue)
		if !r.toks[i].is("op.that") || j != i+1 {
			continue
		}
		t := &r.toks[j]
		found := slices.ContainsFunc(r.meant(*t), func(d *dimension) bool {
			values := r.shown(d)
			if len(values) > 0 {
				t.meaning, t.others, r.looked = meaning{sort: isValue, name: d.Name, values: values}, nil, true
				r.leavesThing(d)
			}
			return len(values) > 0
		})
		if !found && t.sort == isDimension && (r.entity(t.name) || korean.BeginsHangul(r.toks[i].text)) || !found && t.sort == isValue && (r.q.Previous == nil || r.oneOfSeveral(*t)) {
			return r.ask("referent", r.toks[i].text+" "+t.text, nil)
		}
	}
	return nil
}

// oneOfSeveral tells a word for a kind of things of which several were shown: "that hospital" is
// not all hospitals.
func (r *reader) oneOfSeveral(t token) bool {
	kept := slices.ContainsFunc(r.q.Previous.Filters, func(f Filter) bool { return f.Dimension == t.name })
	return slices.ContainsFunc(r.meant(t), func(d *dimension) bool {
		return d.Name != t.name && (len(r.q.Shown[d.Name]) > 1 || !kept && phrases.Has(t.tail, "pointer.plural"))
	})
}

// leavesThing leaves the thing whose property was shown where a question goes on with the
// property: "who looks after it?", and then "that person's visits" are not those to it.
func (r *reader) leavesThing(d *dimension) {
	p := r.q.Previous
	if p == nil || p.Rows == "" || !slices.Contains(p.Fields, d.Name) {
		return
	}
	next := p.clone()
	next.Filters = slices.DeleteFunc(next.Filters, func(f Filter) bool { return f.Dimension == r.l.c.datasets[p.Rows].Entity })
	r.q.Previous = &next
}

// meant are the dimensions that "that" before a word may point at: those of the
// word, and the things whose property it is ("that clinic").
func (r *reader) meant(t token) (all []*dimension) {
	for _, m := range append([]meaning{t.meaning}, t.others...) {
		d := r.l.c.dimensions[m.name]
		if d == nil {
			continue
		}
		if t.sort == isDimension {
			all = append(all, d)
		} else if entity := r.l.c.dimensions[r.l.c.datasets[d.Dataset].Entity]; entity != nil {
			all = append(all, entity)
		}
	}
	return all
}

// shown are the values of a dimension that the previous request was kept to, or
// that its answer was of.
func (r *reader) shown(d *dimension) []string {
	if p := r.q.Previous; p != nil {
		for _, f := range p.Filters {
			if f.Dimension == d.Name && f.Op == In && len(f.Values) == 1 {
				return f.Values
			}
		}
	}
	if one := r.theOne(d.Name); one != nil {
		for _, m := range r.lex.exact(one[0]) {
			if m.sort == isValue && m.name == d.Name {
				return m.values
			}
		}
	}
	return nil
}

// saysNothing tells a message without a word that could change or repeat what
// was asked: it is talk, and no follow-up.
func (r *reader) saysNothing() bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool { return t.means() || t.is("again") }) &&
		!slices.ContainsFunc(dialog.Acts(r.q.Text), func(s dialog.Said) bool { return s.Act != dialog.Ask && s.Act != dialog.Deny })
}
