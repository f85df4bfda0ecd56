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
	if r.follow || r.q.Previous == nil || r.r.assumes("carried") {
		return
	}
	if !phrases.Has(r.q.Text, "pointer.among") && (r.beginsAnew() || r.ofRow == "" && !r.goesOnWithIt()) {
		return
	}
	var kept []string
	for _, f := range r.q.Previous.conditions() {
		if slices.Contains(r.r.broken(), f.Dimension) || r.settled(f.Dimension) || !r.reach(f.Dimension) {
			continue
		}
		r.r.Filters = append(r.r.Filters, f)
		kept = append(kept, r.l.filterText(f, r.q.Language))
	}
	if len(kept) > 0 {
		r.assume("carried", "filter", strings.Join(kept, ", "))
	}
}

// reach tells that all data of the request has a dimension.
func (r *reader) reach(name string) bool {
	return !slices.ContainsFunc(r.datasets(), func(of string) bool { return !r.l.c.reaches(of, r.l.c.dimensions[name]) })
}

// alreadySaid takes, of what the reader would ask, the one choice that the talk has said: what
// is computed, what is ranked, of when. It is said as assumed; where the newest question that
// says any of them says several, it is asked.
func (r *reader) alreadySaid(a *Ambiguity) bool {
	for _, before := range []*Request{r.q.Previous, r.q.Earlier, r.q.First} {
		if a == nil || before == nil {
			continue
		}
		var said []Choice
		for _, c := range a.Choices {
			if c.Request != nil && a.settledBy(*c.Request, *before) {
				said = append(said, c)
			}
		}
		if len(said) == 1 {
			r.r = said[0].Request.clone()
			r.assume("said", "what", said[0].Text)
		}
		if len(said) > 0 {
			return len(said) == 1
		}
	}
	return false
}

// settledBy tells that an earlier request has what a choice is about.
func (a *Ambiguity) settledBy(choice, before Request) bool {
	switch a.Key {
	case "metric":
		return len(choice.Metrics) == 1 && slices.Contains(before.Metrics, choice.Metrics[0])
	case "dimension":
		return len(choice.Groups) > 0 && slices.Contains(before.Groups, choice.Groups[0])
	case "period":
		return choice.Period == before.Period
	}
	return false
}

// beginsAnew tells a question that says itself whom it is of: everybody, who asks, a
// thing or a place, or others of those that were asked of.
func (r *reader) beginsAnew() bool {
	if r.mine || r.has("op.everywhere") || phrases.Has(r.q.Text, "form.everybody") {
		return true
	}
	return slices.ContainsFunc(r.toks, func(t token) bool {
		d := r.l.c.dimensions[t.name]
		return t.sort == isValue && t.name != r.ofRow && (r.entity(t.name) || d.Place || r.ofPeople(d) || r.l.c.datasets[d.Dataset].Entity != "" && slices.ContainsFunc(r.q.Previous.conditions(), func(f Filter) bool { return r.l.c.dimensions[f.Dimension].Dataset == d.Dataset }))
	})
}

// ofPeople tells a property of people, by which somebody asks of others than before: a team.
func (r *reader) ofPeople(d *dimension) bool {
	entity := r.l.c.dimensions[r.l.c.datasets[d.Dataset].Entity]
	return entity != nil && entity.Counts == "person" && d.Kind != "flag"
}

// settled tells that a metric of the question has a condition of its own on a dimension:
// returns are none of what was asked without returns.
func (r *reader) settled(dimension string) bool {
	return slices.ContainsFunc(r.r.baseMetrics(r.l.c), func(m *metric) bool {
		return slices.ContainsFunc(m.Where, func(f Filter) bool { return f.Dimension == dimension })
	})
}

// goesOnWithIt tells a question with figures of its own that is behind the one before by a
// word for that, by leaving its time to it, or by saying nothing but what and when behind a
// question of one thing.
func (r *reader) goesOnWithIt() bool {
	p := r.q.Previous
	if r.q.Resumes || len(r.datasets()) == 0 || r.r.Counted {
		return false
	}
	// Behind a question that was refused only what stands alone begins anew.
	plain := !slices.ContainsFunc(r.toks, func(t token) bool {
		return t.sort == isValue || t.sort == isDimension && (r.entity(t.name) || t.by && p.open())
	})
	one := slices.ContainsFunc(p.conditions(), func(f Filter) bool { return f.Op == In && len(f.Values) == 1 && r.entity(f.Dimension) })
	joined := r.q.joined || len(r.toks) > 0 && r.toks[0].is("again", "filler") && phrases.Has(r.toks[0].text, "joins")
	untimed := !r.names(isPeriod) && !p.Period.All()
	return joined || untimed || plain && one && r.rank == 0
}

// separable takes, where a question leaves its figures to the one before, those of them
// that can be broken down as it wants: of a rate what is divided, sales for sales over
// target. It tells whether there are any.
func (r *reader) separable(f Refusal) bool {
	if len(f.Words) < 2 || !r.follow || r.names(isMetric) || len(r.r.Having) > 0 || r.r.Against != nil {
		return false
	}
	q := r.r.clone()
	q.Metrics = nil
	for _, m := range r.r.Metrics {
		if ratio := r.l.c.metrics[m.Name].Ratio; ratio != nil {
			m = MetricRef{Name: ratio.Of}
		}
		of := r.r.clone()
		if of.Metrics = []MetricRef{m}; !slices.Contains(q.Metrics, m) && r.l.refuse(of) == nil {
			q.Metrics = append(q.Metrics, m)
		}
	}
	if len(q.Metrics) == 0 {
		return false
	}
	r.r = q
	r.assume("instead", "what", f.Words[0], "by", f.Words[1], "metric", q.Metrics[0].Name)
	return true
}
