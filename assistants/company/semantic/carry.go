package semantic

import (
	"slices"
	"strings"
)

// alongside keeps a question to what was asked before where it goes on with it in other
// figures: the best month of a team's sales is asked for that team's products, and who
// asked of a salesperson's sales asks of that one's visits. It is said, for a question of
// its own would be of everybody.
func (r *reader) alongside() {
	if r.follow || r.q.Previous == nil || !r.ofRow && !r.goesOnWithIt() {
		return
	}
	var kept []string
	for _, f := range r.q.Previous.Filters {
		d := r.l.c.dimensions[f.Dimension]
		if slices.Contains(r.r.broken(), f.Dimension) || slices.ContainsFunc(r.datasets(), func(name string) bool { return !r.l.c.reaches(name, d) }) {
			continue
		}
		r.r.Filters = append(r.r.Filters, f)
		kept = append(kept, r.l.filterText(f, r.q.Language))
	}
	if len(kept) > 0 && !r.ofRow {
		r.assume("carried", "filter", strings.Join(kept, ", "))
	}
}

// goesOnWithIt tells a question with figures of its own that names nobody and no place,
// and is behind the one before by a word for that, by leaving its time to it, or by
// saying nothing but what and when behind a question of one thing.
func (r *reader) goesOnWithIt() bool {
	p := r.q.Previous
	if r.has("op.everywhere", "op.total", "self.me", "self.team", "self.region") || len(r.datasets()) == 0 || r.r.Counted {
		return false
	}
	plain := true
	for _, t := range r.toks {
		d := r.l.c.dimensions[t.name]
		switch {
		case t.sort == isValue && (r.entity(t.name) || d.Place || slices.ContainsFunc(p.Filters, func(f Filter) bool { return r.l.c.dimensions[f.Dimension].Dataset == d.Dataset })):
			return false
		case t.sort == isValue, t.sort == isDimension && r.entity(t.name):
			plain = false
		}
	}
	one := slices.ContainsFunc(p.Filters, func(f Filter) bool { return f.Op == In && len(f.Values) == 1 && r.entity(f.Dimension) })
	joined := len(r.toks) > 0 && r.toks[0].is("again", "filler") && phrases.Has(r.toks[0].text, "joins")
	untimed := !r.names(isPeriod) && !p.Period.All()
	return joined || untimed || plain && one && r.rank == 0
}
