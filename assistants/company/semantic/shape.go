package semantic

import (
	"cmp"
	"slices"
	"strings"
)

// defaultLimit is how many are "the top" without a number.
const defaultLimit = 5

// shape settles order, number, shares and growth.
func (r *reader) shape() {
	r.uncut()
	if r.r.Rows != "" && len(r.r.Metrics) == 0 { // rows have no groups: they stand together
		for _, g := range r.r.Groups {
			r.r.Fields, r.r.Order = append(r.r.Fields, g), Order{By: g}
		}
		r.r.Groups = nil
	}
	if r.percent() || r.r.Share {
		r.share()
	}
	if r.r.Rank || r.has("op.rank") {
		r.placeOf()
	}
	if r.r.Growth && !r.follow || r.has("op.growth") && r.r.Grain != "" {
		r.r.Growth = true
		r.wholePieces()
	}
	if r.mean {
		r.r.Mean = true
		r.wholePieces()
	}
	if p := &r.r.Period; p.Key == "recent" && p.To == r.q.Today && r.r.Grain == Month {
		p.From = firstWhole(p.From, Month) // of seven months the first would be a part
	}
	if r.r.Total = r.has("op.total"); len(r.r.Metrics) > 0 {
		switch {
		case len(r.r.Groups) == 0 && r.r.Grain != "" && r.rank != 0:
			r.ranked(1)
		case len(r.r.Groups) == 0:
		case r.r.CompareTo != nil && r.has("op.grew", "op.fell", "op.growth") && (r.rank != 0 || r.target != ""):
			r.byChange()
		case r.rank != 0:
			r.ranked(r.usualLimit())
		case r.r.Order.By == "" && r.r.Grain == "":
			r.r.Order = Order{By: "metric", Desc: true}
		}
	}
	r.r.Each = r.r.Each && r.r.keys() == 2 && r.r.Limit > 0 && r.r.Order.By == "metric" // as before, where it still fits
	if (r.follow || r.r.Order.By != "") && (len(r.r.Groups) > 0 || r.r.Grain != "" || r.r.Rows != "") {
		if n := r.number(); n > 0 && !r.placed(&r.r) {
			r.r.Limit, r.r.Skip = n, 0
		}
	}
}

// single drops a breakdown of pieces of time by what a follow-up keeps to one
// value of.
func (r *reader) single() {
	if !r.follow || r.r.Grain == "" || r.r.Share {
		return
	}
	r.r.Groups = slices.DeleteFunc(r.r.Groups, func(g string) bool {
		return slices.ContainsFunc(r.r.Filters, func(f Filter) bool { return f.Dimension == g && f.Op == In && len(f.Values) == 1 })
	})
}

// byChange orders by how much things rose or fell: by the rate where one is asked for.
func (r *reader) byChange() {
	falls := r.has("op.fell") || phrases.Has(r.q.Text, "form.decline")
	r.r.Order = Order{By: "change", Desc: !falls}
	if r.has("op.growth") && !phrases.Has(r.q.Text, "form.widest") || phrases.Has(r.q.Text, "form.percent") {
		r.r.Order.By = "rate"
	}
	moved := r.has("op.grew", "op.fell")
	switch {
	case r.rank != 0:
		if r.rank < 0 && !moved { // "the lowest growth"
			r.r.Order.Desc = falls
		}
		r.limit(r.usualLimit())
	case moved:
		r.changed()
	}
}

// changed keeps the things that rose, or fell.
func (r *reader) changed() {
	op := GT
	if r.has("op.fell") {
		op = LT
	}
	r.r.Having = append(r.r.Having, Condition{Metric: r.r.Metrics[0], Op: op, Change: true})
}

// limit is how many are shown: as many as the question says, else as before,
// else as is usual.
func (r *reader) limit(usual int) {
	n := r.number()
	switch {
	case r.placed(&r.r):
		return
	case n > 0:
		r.r.Limit, r.r.Skip = n, 0
	case r.follow && (r.r.Limit > 0 && usual != 1 || r.has("op.reverse")):
	case usual > 0:
		r.r.Limit, r.r.Skip = usual, 0
		if usual > 1 {
			r.assume("limit", "n", "5")
		}
	}
}

// usualLimit is one for "which is the highest", five for "the top ones", all
// for a ranking.
func (r *reader) usualLimit() int {
	switch {
	case phrases.Has(r.q.Text, "form.sorted"):
		return 0
	case phrases.Has(r.q.Text, "form.superlative") && !phrases.Has(r.q.Text, "form.several") || r.has("op.who") && r.number() == 0:
		return 1
	case phrases.Has(r.q.Text, "form.ranking") || len(r.r.Having) > 0:
		return 0
	}
	return defaultLimit
}

// number is how many things are asked for, 0 where it is not said.
func (r *reader) number() int {
	for i, t := range r.toks {
		if t.sort == isNumber && !t.not && t.number.op == "" && !slices.Contains([]string{"won", "percent", "at"}, t.number.unit) && t.number.value >= 1 && t.number.value <= maxRows {
			r.toks[i].used = true
			return int(t.number.value)
		}
	}
	return 0
}

// wholePieces keeps to pieces of time that have ended and that the data has
// wholly.
func (r *reader) wholePieces() {
	first := ""
	for _, name := range r.datasets() {
		if t := r.l.c.datasets[name].Time; t != nil {
			first = max(first, t.From)
		}
	}
	last := relative("last_"+string(r.r.Grain), r.today)
	if r.r.Period.To == "" || r.r.Period.To > last.To {
		if last.To != "" {
			r.r.Period.To, r.r.Period.Open = last.To, false
			r.assume("complete")
		}
	}
	if p := &r.r.Period; p.Key == "recent" && r.r.Grain == Month { // three months are three whole ones
		p.From = p.From[:len("2006-01")] + "-01"
	}
	if r.r.Period.From == "" && first != "" {
		r.r.Period.From = firstWhole(first, r.r.Grain)
	}
}

// enough is what is still missing, or was said and does not count.
func (r *reader) enough() *Reading {
	if len(r.r.Metrics) == 0 && r.r.Rows == "" {
		if out := r.nothing(); out != nil {
			return out
		}
	}
	if _, word, _ := phrases.Find(r.q.Text, "pointer.among"); word > 0 && !r.follow {
		if p := r.q.Previous; p == nil || !r.ofShown(r.rowsBy(p)) && (len(p.conditions()) == 0 || len(p.Exists) > 0) {
			return r.ask("referent", strings.TrimSpace(r.q.Text[:word]), nil)
		}
	}
	if r.has("op.latest") && !r.used("op.latest") && !phrases.Has(r.q.Text, "form.when") && !r.names(isPeriod) && len(r.r.Metrics) > 0 && r.r.timed(r.l.c) {
		return r.askPeriod()
	}
	if !r.follow && (len(r.r.Metrics) > 1 || r.r.CompareTo != nil) {
		r.take("op.both") // "the sum and the number, both", "September and October, both"
	}
	if r.rank != 0 && len(r.r.Metrics) > 0 && len(r.r.Groups) == 0 && r.r.Grain == "" && !(r.ends && len(r.r.Metrics) > 1) {
		if out := r.askDimension(); out != nil {
			return out
		}
	}
	asked := 0
	for _, t := range r.toks {
		if t.is("op.count") && phrases.Has(t.text, "form.asked") {
			asked++
		}
	}
	lost := r.dropped()
	if r.r.Grain == Weekday && (r.r.Growth || r.r.Mean || r.r.Share && len(r.r.Only) > 0) {
		lost = append(lost, r.word("op.weekday", "op.weekdays")) // from Monday to Tuesday nothing grows
	}
	for i, t := range r.toks { // "the second product" is no place among customers
		j := r.beside(i, false, isDimension, isValue)
		if j < 0 || t.sort != isNumber || t.number.unit != "at" || r.to == 0 {
			continue
		}
		noun, of := r.toks[j].name, cmp.Or(r.target, r.rowsBy(&r.r))
		if kind := r.l.c.datasets[r.l.c.dimensions[noun].Dataset].Entity; r.toks[j].sort == isValue && kind != "" {
			noun = kind
		}
		if r.entity(noun) && noun != of {
			lost = append(lost, t.text+" "+r.toks[j].text)
		}
	}
	if i := slices.IndexFunc(r.toks, func(t token) bool { return t.sort == isCohort && !t.used }); i >= 0 && len(lost) == 1 {
		return r.ask("cohort", r.toks[i].text, nil)
	}
	if asked > 1 && asked > len(r.r.Metrics) && len(r.r.Groups) == 0 && r.r.Grain == "" {
		lost = append(lost, r.word("op.count")) // one of two numbers would be missing
	}
	if r.r.Share && len(r.r.Groups) == 0 && !r.ratio() || r.to > 0 && r.r.Grain != "" && len(r.r.Groups) > 0 { // a place among months and things is none of either
		lost = append(lost, r.q.Text)
	}
	if len(lost) > 0 {
		return &Reading{Refusal: refusal(r.q, "unclear", lost...)}
	}
	if r.bare() {
		return r.askPeriod()
	}
	r.timeless()
	return nil
}

// ratio tells whether a rate is computed, which is what "the ratio" says then.
func (r *reader) ratio() bool {
	return slices.ContainsFunc(r.r.Metrics, func(m MetricRef) bool { return m.Per != "" || r.l.c.metrics[m.Name].Ratio != nil })
}

// askDimension asks what is ranked: the highest of all would be the sum.
func (r *reader) askDimension() *Reading {
	var choices []Choice
	for _, d := range r.l.c.Datasets {
		if d.Entity == "" || slices.ContainsFunc(r.datasets(), func(name string) bool { return !r.l.c.reaches(name, r.l.c.dimensions[d.Entity]) }) {
			continue
		}
		request := r.r.clone()
		request.Groups = []string{d.Entity}
		request.Order, request.Limit, request.Ends = Order{By: "metric", Desc: r.rank > 0 || r.ends}, r.usualLimit(), r.ends && r.usualLimit() > 0
		if n := r.number(); !r.placed(&request) && n > 0 {
			request.Limit = n
		}
		choice := Choice{Text: d.Title.In(r.q.Language), Request: &request}
		choices = append(choices, choice)
		if d.Entity == r.membersOf() {
			choices = []Choice{choice}
			break
		}
	}
	if len(choices) == 1 {
		r.r = *choices[0].Request
		r.assume("by", "dimension", r.r.Groups[0])
		return nil
	}
	r.r.Order = Order{By: "metric", Desc: r.rank > 0}
	return r.ask("dimension", r.l.c.titleOf(r.r.Metrics[0], r.q.Language), choices)
}

// membersOf is what a ranking is of where a group is named, whose members they are: the people
// of a team, the customers of a kind. It is "" for none and for several.
func (r *reader) membersOf() (entity string) {
	for _, f := range r.r.Filters {
		d := r.l.c.dimensions[f.Dimension]
		of := r.l.c.datasets[d.Dataset].Entity
		if f.Op != In || d.Place || d.Kind == "flag" || of == "" || r.entity(d.Name) {
			continue
		}
		if entity != "" && entity != of {
			return ""
		}
		entity = of
	}
	return entity
}

// nothing is what is said to a question that names nothing to compute.
func (r *reader) nothing() *Reading {
	if len(r.r.Filters) == 0 && r.r.Period.All() && len(r.r.Groups) == 0 {
		return &Reading{Refusal: r.beyond("unrelated", nil)}
	}
	// "Transport this year" is of what is spent: its values are of no other data.
	for _, f := range r.r.Filters {
		d := r.l.c.datasets[r.l.c.dimensions[f.Dimension].Dataset]
		if d.Time != nil && d.Main != "" && f.Op == In && f.Period == nil && (!r.follow || r.q.Previous.open()) && !r.r.Period.All() {
			name := d.Main
			if d.Count != "" && phrases.HasAny(r.q.Text, "form.exist", "form.item") {
				name = d.Count
			}
			r.r.Metrics = []MetricRef{{Name: name}}
			r.assume("metric", "word", r.l.label(r.l.c.dimensions[f.Dimension], f.Values[0], r.q.Language), "metric", name)
			return nil
		}
	}
	of := r.context()
	// "How is customer 66 doing", "by product", "as a line": what figures are usually of.
	if usual := r.usualMetric(); usual != "" && of == "" {
		r.add(MetricRef{Name: usual})
		r.assume("usual", "metric", usual)
		return nil
	}
	covered := r.l.Covers(r.q.Person, r.q.Language).Metrics
	fits := func(m *metric) bool {
		seen := slices.ContainsFunc(covered, func(n Named) bool { return n.Name == m.Name })
		return seen && m.additive() && (of == "" || m.Dataset == of)
	}
	if r.rank == 0 {
		return r.offered(4, fits)
	}
	// What is ranked is asked next, else the answer would be a sum.
	r.r.Order = Order{By: "metric", Desc: r.rank > 0}
	if by := r.membersOf(); by != "" {
		r.r.Groups, r.r.Limit = []string{by}, r.usualLimit()
		return r.offered(4, func(m *metric) bool { return fits(m) && r.l.c.reaches(m.Dataset, r.l.c.dimensions[by]) })
	}
	out := r.offered(4, fits)
	for i := range out.Ambiguity.Choices {
		out.Ambiguity.Choices[i].Request = nil
	}
	return out
}

// usualMetric is what figures are usually of, where a question asks for some without
// saying of what: "how is customer 66 doing", "the best customers". Whatever it leaves to what was asked
// before has to stand still: what that was of would be missing from the answer.
func (r *reader) usualMetric() string {
	usual := r.l.c.Datasets[0].Main
	fits := !slices.ContainsFunc(r.r.Filters, func(f Filter) bool {
		return !r.l.c.reaches(r.l.c.metrics[usual].Dataset, r.l.c.dimensions[f.Dimension])
	})
	goesOn := r.follow && !r.q.Resumes && (len(r.r.Groups) > 0 || r.r.Grain != "" || r.r.CompareTo != nil && !r.q.Previous.open() || r.r.Chart != "" || phrases.Has(r.q.Text, "form.figures"))
	asks := r.names(isValue) && phrases.Has(r.q.Text, "form.figures") || r.rank != 0 && (r.target != "" || len(r.r.Groups) > 0) || r.r.CompareTo != nil
	if fits && (goesOn || !r.follow && asks) {
		return usual
	}
	return ""
}

// offered asks which of the first metrics that fit is meant.
func (r *reader) offered(most int, fits func(*metric) bool) *Reading {
	var choices []Choice
	for i := range r.l.c.Metrics {
		m := &r.l.c.Metrics[i]
		if len(choices) == most || len(m.Words) == 0 || !fits(m) {
			continue
		}
		request := r.r.clone()
		request.Metrics = []MetricRef{{Name: m.Name}}
		choices = append(choices, Choice{Text: m.Title.In(r.q.Language), Request: &request})
	}
	return r.ask("metric", "", choices)
}

// bare tells a metric without anything that says which of it.
func (r *reader) bare() bool {
	said := slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isPeriod || t.is("op.total") })
	if r.r.Rows != "" && (r.follow && !r.q.Previous.open() || r.has("op.list") || phrases.Has(r.q.Text, "form.listing")) {
		return false // the whole list is asked for
	}
	return (!r.follow || r.r.Rows != "") && !said && len(r.r.Groups)+len(r.r.Having) == 0 && r.r.Grain == "" && r.r.timed(r.l.c) && len(r.r.Filters)+len(r.r.Exists)+len(r.r.Only)+r.r.Limit == 0 && r.r.CompareTo == nil
}

// askPeriod asks for the period; the first choice is the usual one.
func (r *reader) askPeriod() *Reading {
	r.r.Assumptions = nil
	var choices []Choice
	for _, key := range []string{"last_month", "this_month", "this_year"} {
		request := r.r.clone()
		request.Period = relative(key, r.today)
		choices = append(choices, Choice{Text: periodWords(r.q.Language, request.Period), Request: &request})
	}
	what := Request{Language: r.q.Language, Metrics: r.r.Metrics[:min(len(r.r.Metrics), 1)], Rows: r.r.Rows}
	out := r.ask("period", r.l.Summary(what), choices)
	out.Ambiguity.Default = 0
	return out
}
