package semantic

import (
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/morph"
)

// fewer is how many rows are left where somebody wants to see less.
const fewer = 3

// edit changes the previous request by what a question says to do with it.
// What a question names (places, periods, metrics) is put in by the same rules
// as in a question of its own.
func (r *reader) edit() {
	if !r.follow {
		return
	}
	r.back()
	for i := range r.toks { // "all of last year" is a time
		j := r.beside(i, korean.BeginsHangul(r.toks[i].text), isPeriod)
		r.toks[i].used = r.toks[i].used || r.toks[i].is("op.total") && j >= 0 && kindOfPeriod(r.toks[j].name) == "year"
	}
	r.everything()
	r.sum()
	if r.turnsRound() && r.take("op.lacks") {
		r.r.Exists[0].Not = true
	}
	r.rest()
	r.others()
	r.attribute()
	if counted := r.countedBefore(); r.has("op.list") {
		if r.r.Counted = false; counted != "" && !r.names(isMetric, isDimension) { // "and the list?"
			r.r.Metrics, r.r.Rows = nil, r.l.c.dimensions[counted].Dataset
		}
	}
}

// attribute lists a property of what was shown: of the one thing that the previous request was
// kept to, "who looks after it?", else row by row, "who looks after each?", "put the salesperson
// in too". Who sold to them would be another question's answer.
func (r *reader) attribute() {
	if r.names(isValue, isMetric, isPeriod, isNumber, isUnclear) || r.has("op.by", "op.top", "op.bottom", "op.count", "op.share", "op.compare", "op.total") {
		return
	}
	each := phrases.HasAny(r.q.Text, "form.apiece", "form.of_each")
	for i := range r.toks {
		t := &r.toks[i]
		if t.sort != isDimension || t.not || !each && r.l.c.dimensions[t.name].Kind == "number" {
			continue
		}
		q := r.r
		if things := r.thingsShown(each); things.Dimension != "" {
			q = Request{Language: r.q.Language, Rows: r.l.c.dimensions[things.Dimension].Dataset, Filters: []Filter{things}}
		} else if !each || q.Rows == "" {
			return
		}
		if d := r.of(*t, q.Rows); d != nil && d.Name != r.l.c.datasets[q.Rows].Entity {
			if !slices.Contains(q.Fields, d.Name) {
				q.Fields = append(q.Fields, d.Name)
			}
			t.used, r.r = true, q
		}
	}
}

// thingsShown keeps to the things that were shown where each of them is meant, else to the one
// thing that the previous request was of.
func (r *reader) thingsShown(each bool) (none Filter) {
	by := r.rowsBy(r.q.Previous)
	if things, ok := r.wereShown(by); ok && each && r.entity(by) && len(things.Values) > 1 {
		return things
	}
	for _, f := range r.r.Filters {
		if r.entity(f.Dimension) && f.Op == In && len(f.Values) == 1 {
			return f
		}
	}
	return none
}

// back goes back to the request before the previous one, or to the first, or compares with
// the time of the one before.
func (r *reader) back() {
	e := r.q.Earlier
	switch {
	case e == nil:
	case r.has("op.back") && phrases.Has(r.q.Text, "form.outset"):
		if r.q.First != nil { // else it is told that this can't be done
			r.take("op.back")
			r.r = r.q.First.clone()
			r.r.Language = r.q.Language
		}
	case r.does(dialog.Undo) || r.take("op.back"):
		r.r = e.clone()
		r.r.Language = r.q.Language
	case r.has("op.compare", "op.grew", "op.fell") && !r.names(isValue, isPeriod, isDimension, isMetric, isNumber) && r.sameBut(*e):
		r.take("op.compare")
		earlier, later := e.Period, r.r.Period
		if earlier.From > later.From {
			earlier, later = later, earlier
		}
		r.r.Period, r.r.CompareTo = later, &earlier
	}
}

// sameBut tells that an earlier request was the same of another time.
func (r *reader) sameBut(e Request) bool {
	return slices.Equal(e.Metrics, r.r.Metrics) && len(e.Filters) == len(r.r.Filters) && r.r.CompareTo == nil &&
		e.Period != r.r.Period && !e.Period.All() && !r.r.Period.All()
}

// everything drops a condition that is waved aside as a whole: "all regions",
// "nationwide".
func (r *reader) everything() {
	drop := func(of func(*dimension) bool) {
		r.r.Filters = slices.DeleteFunc(r.r.Filters, func(f Filter) bool { return of(r.l.c.dimensions[f.Dimension]) })
		r.r.Only = nil
	}
	if r.take("op.everywhere") {
		drop(func(d *dimension) bool { return d.Place })
	}
	for i := range r.toks {
		j := r.beside(i, strings.ContainsFunc(r.toks[i].text, korean.IsHangul), isDimension)
		if !r.toks[i].is("op.regardless") || j < 0 {
			continue
		}
		name := r.settle(r.toks[j])
		r.toks[i].used, r.toks[j].used = true, true
		drop(func(d *dimension) bool { return d.Name == name })
		r.r.Groups = slices.DeleteFunc(r.r.Groups, func(g string) bool { return g == name })
		r.take("op.total")
	}
	whole := r.has("op.total") && phrases.Has(r.q.Text, "form.everybody") && !r.has("op.share") && !r.used("op.total") && !r.names(isValue, isNumber, isDimension) && !r.has("op.both")
	broken := len(r.r.Groups) > 0 || r.r.Grain != "" || r.r.Rows != "" // the sum of the rows is asked for
	if whole && !broken && len(r.r.Filters) > 0 {
		r.take("op.total")
		drop(func(*dimension) bool { return true })
	}
}

// ungroup drops the groups with all that is said of them.
func (r *Request) ungroup() {
	r.Groups, r.Only, r.Having, r.Bundles, r.Rank = nil, nil, nil, nil, false
	r.Order, r.Limit, r.Skip, r.Share = Order{}, 0, 0, false
}

// sum adds up what was broken down: "just the total".
func (r *reader) sum() {
	broken := len(r.r.Groups) > 0 || r.r.Grain != ""
	if !broken || !r.has("op.total") || r.used("op.total") || r.names(isDimension, isNumber) || r.has("op.daily", "op.weekly", "op.monthly", "op.quarterly", "op.yearly", "op.trend") {
		return
	}
	r.take("op.total")
	r.r.ungroup()
	r.r.Grain, r.r.Growth, r.r.Counted = "", false, false
}

// rest turns a condition on values round: "the others?".
func (r *reader) rest() {
	if !r.has("op.rest") || r.names(isValue, isMetric) {
		return
	}
	if len(r.r.Only) > 0 { // they stand in the same whole
		r.r.Only = nil
		r.take("op.rest")
		return
	}
	for i := len(r.r.Filters) - 1; i >= 0; i-- {
		if f := &r.r.Filters[i]; f.Op == In && f.Period == nil {
			r.take("op.rest")
			f.Op = NotIn
			return
		}
	}
}

// others breaks down by what was kept to one value: "and the other teams?" shows all
// teams behind the sales of one.
func (r *reader) others() {
	for i := range r.toks {
		j := r.beside(i, false, isDimension)
		if !r.toks[i].is("op.other") || j < 0 {
			continue
		}
		for _, d := range r.meant(r.toks[j]) {
			at := slices.IndexFunc(r.r.Filters, func(f Filter) bool { return f.Dimension == d.Name && f.Op == In })
			if at < 0 {
				continue
			}
			r.r.Filters = slices.Delete(r.r.Filters, at, at+1)
			r.toks[j].meaning, r.toks[j].by, r.toks[i].used = meaning{sort: isDimension, name: d.Name}, true, true
			return
		}
	}
}

// resized shows more or fewer rows than before; it comes last, since it is
// about what the request has become.
func (r *reader) resized() {
	if !r.follow || len(r.r.Groups) == 0 && r.r.Grain == "" && r.r.Rows == "" {
		return
	}
	switch {
	case phrases.Has(r.q.Text, "form.whole"):
		r.r.Limit, r.r.Skip = 0, 0
	case r.take("op.more") || r.does(dialog.More):
		if r.r.Limit > 0 {
			n := r.number()
			if n == 0 {
				n = max(r.q.Previous.Limit, defaultLimit)
			}
			r.r.Limit = min(r.q.Previous.Limit+n, maxRows)
		}
	case r.does(dialog.Less):
		if len(r.r.Groups) > 0 && (r.r.Limit == 0 || r.r.Limit > fewer) {
			r.r.Limit = fewer
		}
	}
}

// does tells whether the question does something that every assistant
// understands.
func (r *reader) does(act dialog.Act) bool {
	return slices.ContainsFunc(dialog.Acts(r.q.Text), func(s dialog.Said) bool { return s.Act == act })
}

// take tells whether a phrase is in the question, and marks it as used.
func (r *reader) take(key string) (found bool) {
	for i := range r.toks {
		if t := &r.toks[i]; t.is(key) && !t.not {
			t.used, found = true, true
		}
	}
	return found
}

// asksWhy shows where a figure has changed most for who asks why: the data tells no reasons,
// and that is said. What the question itself says it is of goes before what was asked before.
func (r *reader) asksWhy(ctx context.Context) (bool, error) {
	if !r.stops("stop.cause") {
		return false, nil
	}
	if !r.names(isMetric, isUnclear) {
		return len(r.missed()) == 0 && !r.names(isPeriod, isValue, isDimension, isNumber) && r.driven(r.q.Previous), nil
	}
	for _, t := range r.toks { // a word that is not known may be a condition, a number or a span what it is compared with
		if t.sort == isUnknown && !r.idle(t) && r.kind(t) != morph.Predicate || t.sort == isNumber || t.is("op.compare") || strings.Contains(r.q.Text, "~") {
			return false, nil
		}
	}
	q, of := r.q, []string{}
	for _, t := range r.toks {
		if slices.Contains([]sort{isMetric, isUnclear, isValue, isDimension, isPeriod}, t.sort) {
			of = append(of, t.text+t.tail)
		}
	}
	q.Text = strings.Join(of, " ")
	own, err := r.l.Read(ctx, q)
	return err == nil && r.driven(own.Request), err
}

// driven asks where a figure has changed most from one period to the next.
func (r *reader) driven(p *Request) bool {
	if p == nil || len(p.Metrics) != 1 || p.Metrics[0].Per != "" || !r.l.c.metrics[p.Metrics[0].Name].additive() || p.Period.From == "" || p.Period.To == "" {
		return false
	}
	q := p.clone()
	q.Grain, q.Limit, q.Skip, q.Having, q.Only, q.Share, q.Rank, q.Growth, q.Assumptions = "", 0, 0, nil, nil, false, false, false, nil
	if q.CompareTo == nil {
		to := q.Period.earlier()
		q.CompareTo = &to
	}
	// By region in one region there is nothing to see.
	q.Groups = slices.DeleteFunc(q.Groups, func(g string) bool {
		return slices.ContainsFunc(q.Filters, func(f Filter) bool { return f.Dimension == g && f.Op == In && len(f.Values) == 1 })
	})
	if len(q.Groups) == 0 {
		by := r.unfiltered(q)
		if by == "" {
			return false
		}
		q.Groups = []string{by}
	}
	q.Order = Order{By: "change", Desc: r.has("op.grew", "op.top") || phrases.Has(r.q.Text, "form.high")}
	r.r, r.follow = q, true
	r.r.Language = r.q.Language
	r.assume("cause")
	return true
}

// unfiltered is the first dimension of places or things that a request is not
// kept to yet, and all its data has.
func (r *reader) unfiltered(q Request) string {
	placed := slices.ContainsFunc(q.Filters, func(f Filter) bool {
		d := r.l.c.dimensions[f.Dimension]
		return d.Place || d.Counts == "place" // which is in one region
	})
	for _, d := range r.l.c.Dimensions {
		kept := slices.ContainsFunc(q.Filters, func(f Filter) bool { return f.Dimension == d.Name })
		whole := !slices.ContainsFunc(q.metricDatasets(r.l.c), func(name string) bool { return !r.l.c.reaches(name, &d) })
		if !kept && whole && (d.Place && !placed || r.entity(d.Name)) {
			return d.Name
		}
	}
	return ""
}

// of is the dimension that a word means which the rows of a dataset have.
func (r *reader) of(t token, dataset string) *dimension {
	for _, m := range append([]meaning{t.meaning}, t.others...) {
		if d := r.l.c.dimensions[m.name]; m.sort == isDimension && r.l.c.reaches(dataset, d) {
			return d
		}
	}
	return nil
}
