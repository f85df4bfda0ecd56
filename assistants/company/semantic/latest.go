package semantic

import (
	"slices"
	"strings"
)

// latest lists the newest row of what happened where it is asked when that was:
// "when was customer 17 visited last".
func (r *reader) latest() bool {
	dataset := r.context()
	// Behind sales "when was I last there" was answered with the last sale.
	if done := r.done(); done != "" && !slices.ContainsFunc(r.toks, func(t token) bool { return r.fact(t) != "" && r.fact(t) != done }) {
		dataset = done
	}
	for _, t := range r.toks {
		if d := r.l.c.dimensions[t.name]; t.sort == isDimension && d.Kind == "date" && r.l.c.datasets[d.Dataset].Time != nil {
			dataset = d.Dataset
		}
	}
	again := r.latestAgain()
	if !again && !r.has("op.latest") || dataset == "" || r.l.c.datasets[dataset].Time.Grain != Day {
		return false
	}
	day := r.l.c.fieldOf(dataset, r.l.c.datasets[dataset].Time.Field)
	asked := again || phrases.Has(r.q.Text, "form.when") || slices.ContainsFunc(r.toks, func(t token) bool { return day != nil && t.name == day.Name || t.is("piece.day") })
	// How the answer before was broken down, and of when, says nothing of the last one.
	if r.follow && !slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isDimension && (t.by || r.entity(t.name)) }) {
		r.r.ungroup()
		if !r.names(isPeriod) {
			r.r.Period, r.r.CompareTo = Period{}, nil
		}
	}
	// "The day and the outcome of the last visit" breaks nothing down by outcome.
	property := func(t token) bool {
		d := r.of(t, dataset)
		return d != nil && d.Dataset == dataset && !t.used && !t.by
	}
	if asked {
		r.r.Groups = slices.DeleteFunc(r.r.Groups, func(g string) bool {
			return slices.ContainsFunc(r.toks, func(t token) bool { return t.name == g && property(t) })
		})
	}
	if day == nil || !asked || len(r.r.Groups) > 0 || r.severalOf() != "" || phrases.Has(r.q.Text, "form.apiece") { // the last of each is another question
		return false
	}
	for i := range r.toks {
		r.toks[i].used = r.toks[i].used || r.toks[i].name == day.Name || r.toks[i].is("piece.day")
	}
	r.r.Metrics, r.r.Rows, r.r.Fields = nil, dataset, []string{day.Name}
	for i := range r.toks {
		if property(r.toks[i]) {
			r.toks[i].used, r.r.Fields = true, append(r.r.Fields, r.of(r.toks[i], dataset).Name)
		}
	}
	r.r.Order, r.r.Limit, r.r.Skip = Order{By: day.Name, Desc: true}, 1, 0
	r.take("op.latest")
	return true
}

// latestAgain tells that the last row of something else is asked for behind the last row of
// one thing: "and the visit?" behind when it was last sold to.
func (r *reader) latestAgain() bool {
	p := r.q.Previous
	if !r.follow || p.Rows == "" || p.Limit != 1 || !p.Order.Desc || !r.names(isMetric) ||
		r.names(isPeriod, isNumber, isDimension) || r.count || r.rank != 0 {
		return false
	}
	d := r.l.c.dimensions[p.Order.By]
	return d != nil && d.Kind == "date"
}

// done is the dataset that a verb of the question is of; "" for none.
func (r *reader) done() string {
	for _, d := range r.l.c.Datasets {
		for _, list := range d.Done {
			if slices.ContainsFunc(list, r.says) {
				return d.Name
			}
		}
	}
	return ""
}

// says tells whether a word of the question is one, or begins as one that ends in * does.
func (r *reader) says(word string) bool {
	bare, open := strings.CutSuffix(word, "*")
	return slices.ContainsFunc(r.toks, func(t token) bool {
		text := string(tight(t.text))
		return text == string(tight(bare)) || open && strings.HasPrefix(text, string(tight(bare)))
	})
}
