package semantic

import "slices"

// percent tells that a part of the whole is asked for: a rate, or a change in
// percent, is none.
func (r *reader) percent() bool {
	if r.has("op.share") {
		return true
	}
	parts := slices.ContainsFunc(r.r.Metrics, func(m MetricRef) bool { return !r.l.c.additive(m) })
	return phrases.Has(r.q.Text, "form.percent") && !parts && r.r.CompareTo == nil && !r.has("op.compare", "op.grew", "op.fell", "op.growth")
}

// share adds shares: of each group, or of the named values in the whole.
func (r *reader) share() {
	r.r.Share = true
	r.reparted()
	if len(r.r.Groups) > 0 {
		r.partOfWhole(r.r.Groups[0])
		return
	}
	if i := r.part(); i >= 0 {
		f := r.r.Filters[i]
		r.r.Groups, r.r.Only = []string{f.Dimension}, r.bundle(f)
		r.r.Filters = slices.Delete(r.r.Filters, i, i+1)
	}
}

// reparted leaves what was broken down before where the part of one thing is asked for now.
func (r *reader) reparted() {
	if !r.follow || len(r.r.Groups) != 1 || r.names(isDimension) {
		return
	}
	other := func(t token) bool { return t.sort == isValue && r.entity(t.name) && t.name != r.r.Groups[0] }
	if slices.ContainsFunc(r.toks, other) {
		r.r.ungroup()
		r.r.Share = true
	}
}

// part is the condition that a share is the part of, -1 for none: a thing is a part of its
// team, never the team of the thing, else the last that was named is.
func (r *reader) part() int {
	last := -1
	for i, f := range r.r.Filters {
		switch {
		case f.Op != In && f.Op != NotIn:
			return -1 // the part of those above a number is not known
		case f.Op != In || f.Period != nil:
		case last < 0 || r.entity(f.Dimension) || !r.entity(r.r.Filters[last].Dimension):
			last = i
		}
	}
	return last
}

// partOfWhole shows the named values of a group only, and leaves the others in
// the whole that shares are of.
func (r *reader) partOfWhole(group string) {
	for i, f := range r.r.Filters {
		if f.Dimension == group && f.Op == In && f.Period == nil {
			r.r.Only, r.r.Filters = r.bundle(f), slices.Delete(r.r.Filters, i, i+1)
			return
		}
	}
}
