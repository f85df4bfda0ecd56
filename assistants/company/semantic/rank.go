package semantic

import (
	"slices"
)

// ranking settles whether the most or the least is asked for, and whether
// things are counted or listed.
func (r *reader) ranking() {
	r.judges()
	r.places()
	switch {
	case r.rank != 0:
	case r.ordinal():
	case r.has("op.bottom"):
		r.rank = -1
	case r.has("op.top"), slices.ContainsFunc(r.toks, func(t token) bool { return t.name == best }):
		r.rank = 1
	}
	if o := r.r.Order; r.follow && r.rank == 0 && o.By == "metric" && r.r.keys() == 0 && len(r.r.Exists) == 0 { // as was asked back
		r.rank = 1
		if !o.Desc {
			r.rank = -1
		}
	}
	if r.to > 0 && r.rank == 0 {
		r.rank = 1
		if r.follow && r.r.Order.By != "" && !r.r.Order.Desc {
			r.rank = -1
		}
	}
	if r.has("op.reverse") && r.rank == 0 && r.r.Order.By != "" {
		r.rank = 1
		if r.r.Order.Desc {
			r.rank = -1
		}
	}
	if phrases.Has(r.q.Text, "form.judged") && r.adverse() {
		r.rank = -r.rank // the worst is the highest rate of returns
	}
	if r.overMean != "" {
		r.rank = 0
	}
	r.ends = r.bothEnds()
	r.count = r.has("op.count")
	r.list = r.has("op.list", "op.who", "op.where", "op.place")
}

// adverse tells that a metric is named of which more is worse.
func (r *reader) adverse() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isMetric && r.l.c.metrics[t.name].Adverse })
}

// judges takes "were there many returns?", of which no row is the highest, for how many
// there were.
func (r *reader) judges() {
	if phrases.Has(r.q.Text, "form.superlative") || !r.names(isMetric, isUnclear) || r.names(isDimension, isNumber) || r.has("op.who", "op.where", "op.list", "op.place", "op.item") {
		return
	}
	for i := range r.toks {
		if t := &r.toks[i]; t.is("op.top", "op.bottom") && phrases.Has(r.q.Text[t.start:], "form.much") {
			t.meaning = meaning{sort: isPhrase, name: "filler"}
		}
	}
}

// ordinal tells that the place of something named is asked for, and not which is the
// first: "where does team 2 rank".
func (r *reader) ordinal() bool {
	asked := phrases.Has(r.q.Text, "form.rank")
	for i := range r.toks {
		switch t := &r.toks[i]; {
		case asked && t.is("op.top") && phrases.Has(t.text, "form.ranking"):
			t.meaning = meaning{sort: isPhrase, name: "op.rank"}
		case asked && t.is("op.where"):
			t.meaning = meaning{sort: isPhrase, name: "filler"}
		}
	}
	return r.has("op.rank")
}

// bothEnds tells that the most and the least are asked for, "who is first and who
// last": "the most" alone may only strengthen the least.
func (r *reader) bothEnds() bool {
	at := func(key string) int {
		return slices.IndexFunc(r.toks, func(t token) bool { return t.is(key) && !phrases.Has(t.text, "form.ranking") })
	}
	top, bottom := at("op.top"), at("op.bottom")
	if top < 0 || bottom < 0 || r.has("op.grew", "op.fell") {
		return false
	}
	a, b := r.toks[min(top, bottom)], r.toks[max(top, bottom)]
	return !phrases.Has(r.toks[top].text, "form.bare") || phrases.Has(a.tail+r.q.Text[a.end:b.start], "form.also")
}

// placed keeps to the places in the order that are asked for.
func (r *reader) placed(q *Request) bool {
	if r.to > 0 {
		q.Skip, q.Limit = r.from-1, r.to-r.from+1
	}
	return r.to > 0
}

// places takes "the third", "the 4th to the 6th" and "up to the 10th".
func (r *reader) places() {
	for i := range r.toks {
		t := &r.toks[i]
		if t.sort != isNumber || t.number.unit != "at" || t.not || t.number.value < 1 || t.number.value > maxRows {
			continue
		}
		n := int(t.number.value)
		t.used = true
		switch before := i - 1; {
		case r.to > 0:
			r.from, r.to = min(r.from, n), max(r.to, n)
		case t.number.op == LE:
			r.from, r.to = 1, n
		case before >= 0 && r.toks[before].sort == isNumber && r.toks[before].number.unit == "" && phrases.Has(r.q.Text[r.toks[before].start:t.start], "form.range"):
			r.from, r.to, r.toks[before].used = min(int(r.toks[before].number.value), n), n, true
		default:
			r.from, r.to = n, n
		}
	}
	for i := range r.toks {
		if t := &r.toks[i]; r.to == 1 && t.sort == isNumber && t.number.unit == "at" { // "who is 1st and who last"
			t.meaning, t.number = meaning{sort: isPhrase, name: "op.top"}, figure{}
		}
	}
	if r.to == 1 {
		r.to = 0
	}
}

// ranked orders by the one metric from the end that is asked for, or shows both.
func (r *reader) ranked(usual int) {
	r.r.Ends = r.ends && len(r.r.Metrics) == 1 && r.r.CompareTo == nil && usual > 0
	r.r.Order = Order{By: "metric", Desc: r.rank > 0 || r.r.Ends}
	r.limit(usual)
	r.eachRanked()
	for i, t := range r.toks {
		if r.r.Ends && t.sort == isNumber && int(t.number.value) == r.r.Limit {
			r.toks[i].used = true // "the first 3 and the last 3"
		}
	}
}

// eachRanked ranks within what is broken down by, where other things are ranked: "the
// best product of each region", "the best customer of each month".
func (r *reader) eachRanked() {
	q := &r.r
	q.Each = false
	if q.keys() != 2 || q.Limit == 0 || q.Skip > 0 || q.Ends || q.CompareTo != nil || len(q.Metrics) != 1 || !slices.Contains(q.Groups, r.target) {
		return
	}
	by := slices.ContainsFunc(r.toks, func(t token) bool { return t.by && !t.not && t.sort == isDimension && t.name != r.target })
	ranked := slices.ContainsFunc(r.toks, func(t token) bool { return t.by && t.name == r.target })
	if ranked || q.Grain == "" && !by || q.Grain != "" && q.Limit > 1 {
		return
	}
	q.Each = true
	if q.Groups[0] == r.target {
		slices.Reverse(q.Groups)
	}
}

// keys is how many things a row is of: a piece of time, and groups.
func (r Request) keys() int {
	if r.Grain != "" {
		return len(r.Groups) + 1
	}
	return len(r.Groups)
}

// placeOf shows the place of what is named among all others: of a thing, else of the
// value of the dimension that is named, else of the only one.
func (r *reader) placeOf() {
	if r.rank != 0 { // a follow-up ranks them all
		r.r.Rank, r.r.Only = false, nil
		return
	}
	of := ""
	for _, f := range r.r.Filters {
		switch {
		case f.Op != In || f.Period != nil:
		case slices.Contains(r.r.Groups, f.Dimension), of == "", r.entity(f.Dimension) && !slices.Contains(r.r.Groups, of):
			of = f.Dimension
		case !r.entity(of) && !slices.Contains(r.r.Groups, of):
			return // it is not said which; the word stays open
		}
	}
	if len(r.r.Groups) > 1 || of != "" && len(r.r.Groups) == 1 && r.r.Groups[0] != of || of == "" && !r.r.Rank || r.has("op.bottom") || r.r.Grain != "" || len(r.r.Metrics) == 0 {
		return
	}
	r.take("op.rank")
	r.take("op.total")
	if r.follow && !r.has("op.compare", "op.grew", "op.fell", "op.growth") {
		r.r.CompareTo = nil // a place is of one time
	}
	r.r.Rank = true
	if of != "" {
		r.r.Groups = []string{of}
		r.partOfWhole(of)
	}
	r.r.Order, r.r.Limit, r.r.Skip = Order{By: "metric", Desc: true}, 0, 0
}

// uncut lets go of how many a ranking showed where what goes on ranks by something else: other
// figures are asked of those that were shown, as "visits?" behind the best customer is, and
// of all where nothing was; another breakdown is of all of its things.
func (r *reader) uncut() {
	p := r.q.Previous
	if !r.follow || p.Limit == 0 || len(p.Metrics) == 0 || len(r.r.Metrics) == 0 || r.to > 0 {
		return
	}
	if slices.Equal(r.r.Groups, p.Groups) && r.r.Grain == p.Grain {
		if r.rank != 0 || r.r.Metrics[0] == p.Metrics[0] || r.ranksBy() {
			return
		}
		r.ofShown(p.brokenBy())
	}
	r.r.Order, r.r.Limit, r.r.Skip, r.r.Ends, r.r.Each = Order{}, 0, 0, false, false
}

// ranksBy tells that a figure is named to rank by, or in the place of the one before.
func (r *reader) ranksBy() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool {
		return t.not && (t.sort == isMetric || t.is("op.amount")) || t.sort == isMetric && (phrases.Has(t.tail, "form.measure_behind") || phrases.Has(r.q.Text[t.end:], "form.measure_behind") || phrases.Has(r.q.Text[:t.start], "form.measure_ahead"))
	})
}

// ofShown keeps to the things that the answer before has shown, and says so.
func (r *reader) ofShown(by string) bool {
	f, ok := r.wereShown(by)
	named := slices.ContainsFunc(r.r.Filters, func(g Filter) bool { return g.Dimension == by && g.Op == In })
	if !ok || named || !r.reach(by) {
		return false
	}
	if r.r.Filters = append(r.r.Filters, f); len(f.Values) == 1 {
		r.r.Groups = nil
	}
	r.assume("carried", "filter", r.l.filterText(f, r.q.Language))
	return true
}
