package semantic

import (
	"slices"
)

// filters takes the values that rows are kept to.
func (r *reader) filters() {
	if r.names(isValue) {
		r.r.Bundles = nil
	}
	var named []*Filter
	for i := range r.toks {
		t := &r.toks[i]
		if t.sort != isValue || t.used {
			continue
		}
		t.used = true
		name := r.settle(*t)
		if r.includes(i, name) {
			r.assume("includes", "what", t.text)
			t.meaning, t.others = meaning{sort: isPhrase, name: "filler"}, nil
			continue
		}
		op := In
		if t.not {
			op = NotIn
		}
		at := slices.IndexFunc(named, func(f *Filter) bool { return f.Dimension == name && f.Op == op })
		if at < 0 {
			at, named = len(named), append(named, &Filter{Dimension: name, Op: op})
		}
		for _, v := range t.values {
			if f := named[at]; !slices.Contains(f.Values, v) {
				f.Values = append(f.Values, v)
			}
		}
		if r.doubtful(*t) && len(r.r.Metrics) > 0 && !(len(t.values) == 1 && t.values[0] == r.q.Person.Region && r.has("self.region")) {
			r.assume("dimension", "word", t.text, "dimension", name)
		}
	}
	for _, f := range named {
		if f.Op == NotIn && slices.ContainsFunc(named, func(g *Filter) bool { return g.Dimension == f.Dimension && g.Op == In }) {
			continue // "Daegu, not Daejeon"
		}
		*f = r.keep(*f)
	}
	r.compareValues(named)
	for _, f := range named {
		if f.Op == In && slices.Contains(r.r.Groups, f.Dimension) && !slices.ContainsFunc(r.toks, func(t token) bool { return t.by && t.name == f.Dimension }) {
			r.bundle(*f)
		}
	}
}

// bundle makes one row of each group of values that the question names, or that one
// of the sets is, and tells the rows that a condition comes to: "the south against
// the north" are two. Groups that share values stay as they are.
func (r *reader) bundle(f Filter, sets ...[]string) (rows []string) {
	d, left := r.l.c.dimensions[f.Dimension], slices.Clone(f.Values)
	if p := r.q.Previous; p != nil && r.follow {
		for _, g := range p.Filters {
			if g.Dimension == f.Dimension {
				sets = append(sets, g.Values)
			}
		}
	}
	r.r.Bundles = nil
	for _, g := range d.Groups {
		said := slices.ContainsFunc(r.toks, func(t token) bool { return t.group == g.code() && !t.not })
		// "Busan and Daegu" are two rows, though there is a word for both.
		apart := slices.ContainsFunc(r.toks, func(t token) bool {
			return t.sort == isValue && t.group == "" && len(t.values) == 1 && slices.Contains(g.Values, t.values[0])
		})
		if !said && (apart || len(g.Values) < 2 || !slices.ContainsFunc(append(sets, f.Values), func(set []string) bool { return slices.Equal(set, g.Values) })) {
			continue
		}
		if slices.ContainsFunc(g.Values, func(v string) bool { return !slices.Contains(left, v) }) {
			r.r.Bundles = nil
			return f.Values
		}
		left = slices.DeleteFunc(left, func(v string) bool { return slices.Contains(g.Values, v) })
		rows, r.r.Bundles = append(rows, g.code()), append(r.r.Bundles, g.code())
	}
	return append(rows, left...)
}

// includes tells that a value is only said to be counted in: of all there is, not of it alone:
// people who left are counted among all. Beside another of its kind it adds to that.
func (r *reader) includes(i int, dimension string) bool {
	t := r.toks[i]
	said := phrases.Has(near(r.q.Text[t.start+len(t.text):]), "includes") || phrases.Has(r.q.Text[:t.start], "including")
	return said && !t.not && !r.follow && !slices.ContainsFunc(r.toks, func(o token) bool {
		return o.start != t.start && o.sort == isValue && r.settle(o) == dimension
	})
}

// lacking moves conditions that only the rows have that things do not have to those
// rows: "clinics that did not buy P01".
func (r *reader) lacking() {
	if len(r.r.Exists) != 1 || len(r.r.Metrics) > 0 {
		return
	}
	e := &r.r.Exists[0]
	r.r.Filters = slices.DeleteFunc(r.r.Filters, func(f Filter) bool {
		d := r.l.c.dimensions[f.Dimension]
		moves := !r.l.c.reaches(e.Of, d) && r.l.c.reaches(e.Dataset, d)
		if moves {
			e.Filters = append(slices.Clone(e.Filters), f)
		}
		return moves
	})
}

// noneOf lists the things that have nothing of what was shown before, "and who did not go?":
// their figures would be of none.
func (r *reader) noneOf() {
	if !r.follow || r.names(isMetric) && r.fresh || len(r.r.Metrics) == 0 {
		return
	}
	before := r.r.metricDatasets(r.l.c)
	for _, e := range r.r.Exists {
		if e.Not && slices.Contains(before, e.Dataset) && len(r.q.Previous.Exists) == 0 {
			r.r.ungroup()
			r.r.Metrics, r.r.Rows = nil, e.Of
		}
	}
}

// doubtful tells a word that could be of several dimensions, so that the choice
// is said.
func (r *reader) doubtful(t token) bool {
	return slices.ContainsFunc(append(t.others, t.meaning), func(m meaning) bool {
		d := r.l.c.dimensions[m.name]
		return len(t.others) > 0 && m.sort == isValue && d.Assumed
	})
}

// keep adds a filter to what was asked before. On its own dimension it adds to the values there,
// "and Daegu too", takes from them, "without Gwangju", or stands in their place.
func (r *reader) keep(f Filter) Filter {
	if d := r.l.c.dimensions[f.Dimension]; d.Implies != nil {
		r.imply(*d.Implies)
	}
	i := slices.IndexFunc(r.r.Filters, func(g Filter) bool {
		return g.Dimension == f.Dimension && g.Period == nil && len(g.Values) > 0 && len(f.Values) > 0
	})
	if r.follow && i >= 0 {
		g := r.r.Filters[i]
		left := slices.DeleteFunc(slices.Clone(g.Values), func(v string) bool { return slices.Contains(f.Values, v) })
		switch {
		case f.Op == NotIn && g.Op == NotIn:
			f.Values = slices.Concat(left, f.Values)
		case f.Op == In && g.Op == In && r.adds(f.Dimension): // what is asked of now stands first
			f.Values = slices.Concat(f.Values, left)
		case f.Op == NotIn && g.Op == In && len(left) > 0 && len(g.Values) > 1: // "other than P09" behind P10 alone is of all others
			f.Op, f.Values = In, left
		}
	}
	r.r.Filters = slices.DeleteFunc(r.r.Filters, func(g Filter) bool {
		return r.givesWay(g, f) || g.Dimension == f.Dimension && g.Period == nil &&
			(f.Op == g.Op || f.Op == In || f.Op == NotIn || r.carried(g) && !phrases.Has(r.q.Text, "form.among"))
	})
	r.r.Filters = append(r.r.Filters, f)
	return f
}

// adds tells that values are put beside those of before: "add Daegu", and "compared with Busan",
// which has a row for each.
func (r *reader) adds(dimension string) bool {
	behind := func(key string) bool {
		return slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isValue && phrases.Has(t.tail, key) })
	}
	switch {
	case r.names(isPeriod):
	case (r.has("op.total") || phrases.Has(r.q.Text, "form.include")) && behind("added"):
		r.r.CompareTo = nil
		return true
	case r.has("op.compare") && !behind("op.only"):
		if r.r.CompareTo = nil; !slices.Contains(r.r.Groups, dimension) {
			r.r.Groups = append([]string{dimension}, r.r.Groups...)
		}
		return true
	}
	return false
}

// givesWay tells a condition of the question before that the one which is named leaves nothing of:
// one salesperson's sales behind "and team 2?", and the region of a customer, of whom there is one.
func (r *reader) givesWay(g, f Filter) bool {
	of, had := r.l.c.dimensions[f.Dimension], r.l.c.dimensions[g.Dimension]
	if f.Op != In || !r.carried(g) || r.has("op.rank", "op.share", "op.compare", "op.average") || r.percent() || !r.count && phrases.Has(r.q.Text, "form.is") {
		return false
	}
	if r.entity(f.Dimension) {
		return !r.entity(g.Dimension) && r.l.c.reaches(of.Dataset, had)
	}
	return g.Op == In && len(g.Values) == 1 && r.entity(g.Dimension) && of.Kind != "flag" && of.Dataset == had.Dataset
}

// freed leaves the value out that the question before kept to where this one breaks down by it:
// "which regions went down?" behind Jeju is of all regions.
func (r *reader) freed() {
	if !r.follow || r.r.Share || r.r.Rank || r.has("op.rank", "op.share") || r.percent() {
		return
	}
	r.r.Filters = slices.DeleteFunc(r.r.Filters, func(f Filter) bool {
		return f.Op == In && f.Period == nil && len(f.Values) == 1 && slices.Contains(r.r.Groups, f.Dimension) &&
			!slices.Contains(r.q.Previous.Groups, f.Dimension) && r.carried(f)
	})
}

// carried tells a condition of the question before that this one does not name.
func (r *reader) carried(g Filter) bool {
	named := slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isValue && t.name == g.Dimension })
	return r.follow && !named && slices.ContainsFunc(r.q.Previous.Filters, func(p Filter) bool {
		return sameFilter(p, g) && p.Number == g.Number
	})
}

// imply adds a condition that another brings, unless the question settles it.
func (r *reader) imply(f Filter) {
	if slices.ContainsFunc(r.r.Filters, func(g Filter) bool { return g.Dimension == f.Dimension }) {
		return
	}
	r.r.Filters = append(r.r.Filters, f)
	r.assume("implied", "filter", r.l.filterText(f, r.q.Language))
}

// compareValues breaks the result down by a dimension of which several values
// are named, unless they are wanted as one.
func (r *reader) compareValues(filters []*Filter) {
	if r.has("op.total") || len(r.r.Metrics) == 0 && len(r.r.Groups) == 0 && !r.count && !r.has("op.compare") {
		return
	}
	for _, f := range filters {
		named := 0
		for _, t := range r.toks {
			if t.sort == isValue && !t.not && slices.ContainsFunc(t.values, func(v string) bool { return slices.Contains(f.Values, v) }) {
				named++
			}
		}
		if f.Op == In && named > 1 && !slices.Contains(r.r.Groups, f.Dimension) && r.rank == 0 {
			r.r.Groups = append(r.r.Groups, f.Dimension)
		}
	}
}
