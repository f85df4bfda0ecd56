package semantic

import "slices"

// comparesMean takes "above the average": what is ranked by it is a condition then, of
// the mean of all that the result is broken down by.
func (r *reader) comparesMean() {
	if phrases.Has(r.q.Text, "average.above") && phrases.Has(r.q.Text, "average.below") {
		return // those on both sides are two questions
	}
	for key, op := range map[string]Op{"average.above": GT, "average.below": LT} {
		from, to, ok := phrases.Find(r.q.Text, key)
		within := func(t token) bool { return ok && t.start >= from && t.start < to }
		i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("op.average") && within(t) })
		if i < 0 {
			continue
		}
		r.overMean, r.toks[i].used = op, true
		for j := range r.toks {
			if o := &r.toks[j]; within(*o) && j != i && (o.sort == isPhrase || o.sort == isUnknown) {
				o.meaning, o.others = meaning{sort: isPhrase, name: "filler"}, nil
			}
		}
	}
}

// meanCondition keeps the groups on their side of the mean; without groups or with
// several figures there is none, and the word stays open.
func (r *reader) meanCondition() {
	if r.overMean == "" {
		return
	}
	if len(r.r.Metrics) != 1 || len(r.r.Groups) != 1 || r.r.Grain != "" || r.r.CompareTo != nil {
		i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("op.average") })
		r.toks[i].used = false
		return
	}
	r.r.Having = append(r.r.Having, Condition{Metric: r.r.Metrics[0], Op: r.overMean, Mean: true})
}
