package semantic

import (
	"cmp"
	"slices"
)

// what settles whether metrics are computed or rows listed.
func (r *reader) what() *Reading {
	c := r.l.c
	r.amounts()
	if r.latest() || r.rowRanking() {
		return nil
	}
	if (r.count || phrases.Has(r.q.Text, "form.exist")) && len(r.r.Having) > 0 && len(r.r.Groups) == 1 {
		r.r.Counted = true
	} else if r.count {
		r.counted()
	}
	r.listed()
	if len(r.r.Metrics) == 0 && r.r.Rows == "" && (r.percent() || r.target != "" && r.has("op.grew", "op.fell", "op.growth")) {
		r.mainMetric(r.word("op.share", "op.growth", "op.grew", "op.fell"))
		if r.target != "" && !r.percent() {
			r.r.Groups = []string{r.target}
		}
	}
	if len(r.r.Metrics) > 0 || r.r.Rows != "" && !r.follow || r.follow && r.r.Rows != "" && r.target == "" && !r.fieldsNamed() {
		return nil
	}
	if r.follow && r.r.Rows != "" && r.has("op.who") && r.target != "" && c.datasets[r.r.Rows].Time != nil && c.reaches(r.r.Rows, c.dimensions[r.target]) {
		if !slices.Contains(r.r.Fields, r.target) { // "and who went?" behind a visit
			r.r.Fields = append(r.r.Fields, r.target)
		}
		return nil
	}
	if r.rank != 0 && r.target != "" {
		return r.rankByNumber()
	}
	if r.whoDid() {
		return nil
	}
	if r.r.Rows = r.rowsOf(); r.r.Rows == "" {
		return nil
	}
	for i, t := range r.toks {
		if c.dimensions[t.name] != nil && c.dimensions[t.name].Kind == "number" && r.has("op.total", "op.average") {
			continue // a sum that there is no metric for
		}
		if t.sort == isDimension && !t.used && c.reaches(r.r.Rows, c.dimensions[t.name]) && c.datasets[r.r.Rows].Entity != t.name {
			r.r.Fields = append(r.r.Fields, t.name)
			r.toks[i].used = true
		}
	}
	r.status()
	return nil
}

// reached takes "how much of the target was reached" for the ratio to it.
func (r *reader) reached() {
	for i := range r.toks {
		t := &r.toks[i]
		if j := slices.IndexFunc(r.l.c.Metrics, func(m metric) bool {
			return t.sort == isMetric && m.Ratio != nil && m.Ratio.Parts && m.Ratio.Per == t.name
		}); j >= 0 && r.has("op.reached") {
			t.name = r.l.c.Metrics[j].Name
			r.reachers(t.name)
		}
	}
}

// reachers keeps to those who reached it where it is asked who did.
func (r *reader) reachers(metric string) {
	j := slices.IndexFunc(r.l.c.Cohorts, func(c cohort) bool { return c.Metric == metric && c.Op == GE })
	i := slices.IndexFunc(r.toks, func(t token) bool { return t.is("op.reached") })
	if j >= 0 && r.has("op.who", "op.where", "op.list") && !r.has("op.top", "op.bottom") {
		r.toks[i].meaning, r.toks[i].number = meaning{sort: isNumber}, figure{value: r.l.c.Cohorts[j].Number, unit: r.l.c.metrics[metric].Unit, op: GE}
	}
}

// listed lists the rows of what happened where a list of it is asked for:
// "expenses over 200,000 won".
func (r *reader) listed() {
	dataset := r.context()
	if !phrases.Has(r.q.Text, "form.listing") || r.target != "" || len(r.r.Groups)+len(r.r.Having) > 0 || r.r.Grain != "" || dataset == "" || !r.r.onlyOf(r.l.c, dataset) {
		return
	}
	d := r.l.c.datasets[dataset]
	for _, m := range r.r.Metrics {
		if m.Per != "" || m.Name != d.Count && m.Name != d.Main {
			return
		}
	}
	r.r.Metrics, r.r.Rows = nil, dataset
	for _, f := range r.r.Filters {
		if r.l.c.dimensions[f.Dimension].Kind == "number" {
			r.r.Fields = append(r.r.Fields, f.Dimension)
		}
	}
}

// rankByNumber ranks things by how many others they have, "who has the most
// customers", else by the main figure of the data, which is said; what is done the most is
// asked.
func (r *reader) rankByNumber() *Reading {
	for i, t := range r.toks {
		if t.sort != isDimension || t.used || t.name == r.target || !r.entity(t.name) {
			continue
		}
		d := r.l.c.datasets[r.l.c.dimensions[t.name].Dataset]
		if d.Count != "" && r.l.c.reaches(d.Name, r.l.c.dimensions[r.target]) {
			r.toks[i].used = true
			r.r.Metrics, r.r.Groups = []MetricRef{{Name: d.Count}}, []string{r.target}
			return nil
		}
	}
	main, word := r.l.c.metrics[r.l.c.Datasets[0].Main], r.word("op.top", "op.bottom")
	if main != nil && !r.follow && r.l.c.reaches(main.Dataset, r.l.c.dimensions[r.target]) && !phrases.Has(word, "much") {
		r.mainMetric(word) // "the top five customers"
		r.r.Groups = []string{r.target}
		return nil
	}
	if out := r.time(); out != nil { // what is chosen is of the time that is asked of
		return out
	}
	r.r.Groups, r.r.Order, r.r.Limit = []string{r.target}, Order{By: "metric", Desc: r.rank > 0}, defaultLimit
	r.placed(&r.r)
	return r.offered(3, func(m *metric) bool {
		return m.Ratio == nil && r.l.c.datasets[m.Dataset].Time != nil && r.l.c.reaches(m.Dataset, r.l.c.dimensions[r.target])
	})
}

// whoDid counts what the conditions are of by the things that are asked for, where the
// things don't have them: "who has expenses without a receipt".
func (r *reader) whoDid() bool {
	c, target := r.l.c, r.l.c.dimensions[r.target]
	for _, f := range r.r.Filters {
		of := c.datasets[c.dimensions[f.Dimension].Dataset]
		if target != nil && of.Time != nil && of.Count != "" && !c.reaches(target.Dataset, c.dimensions[f.Dimension]) && c.reaches(of.Name, target) {
			r.r.Metrics, r.r.Groups = []MetricRef{{Name: of.Count}}, []string{r.target}
			return true
		}
	}
	return false
}

func (r *reader) fieldsNamed() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isDimension && !t.used })
}

// amounts adds what "the total" and "the amount" of a dataset is, where only
// its rows are counted.
func (r *reader) amounts() {
	worth := r.count && phrases.Has(r.q.Text, "form.worth")
	if !r.has("op.amount") && !worth && (!r.has("op.total") || !r.count && len(r.r.Metrics) > 0 || r.totalCount()) {
		return
	}
	dataset := ""
	for _, name := range r.datasets() {
		if r.l.c.datasets[name].Time != nil {
			dataset = name
		}
	}
	if dataset == "" {
		dataset = r.context()
	}
	if dataset == "" && len(r.r.Metrics) == 0 && len(r.r.Groups) > 0 && !r.follow && (!r.count || r.has("op.amount")) {
		r.mainMetric(r.word("op.total", "op.amount"))
	}
	if d := r.l.c.datasets[dataset]; d != nil && d.Main != "" && !slices.ContainsFunc(r.r.Metrics, func(m MetricRef) bool { return r.l.c.metrics[m.Name].Unit == "won" }) {
		had := r.r.Metrics
		if r.follow && !r.fresh || r.has("op.amount") && len(had) == 1 && r.l.c.metrics[had[0].Name].Assumed {
			r.r.Metrics = nil
		}
		r.add(MetricRef{Name: r.amountOf(d, had)})
		r.r.Assumptions = slices.DeleteFunc(r.r.Assumptions, func(a Assumption) bool { return a.Key == "metric" && len(had) == 1 && a.Args["metric"] == had[0].Name })
	}
}

// totalCount tells that it is a number of things whose total is asked for.
func (r *reader) totalCount() bool {
	return slices.ContainsFunc(r.toks, func(t token) bool {
		return t.is("op.total") && phrases.Has(r.q.Text[t.end:], "form.counts")
	})
}

// amountOf is the sum of the rows that a metric counts, else that of all.
func (r *reader) amountOf(d *dataset, had []MetricRef) string {
	for _, ref := range had {
		if m := r.l.c.metrics[ref.Name]; len(m.Where) > 0 {
			return cmp.Or(r.l.c.kin(d.Name, m.Where, func(n *metric) bool { return n.Unit == "won" && n.Aggregate == "sum" }), d.Main)
		}
	}
	return d.Main
}

// word is what the question says for one of the phrases.
func (r *reader) word(keys ...string) string {
	for _, t := range r.toks {
		if t.is(keys...) {
			return t.text
		}
	}
	return ""
}

// context is the dataset of what happened that the words of the question
// belong to.
func (r *reader) context() string {
	for _, t := range r.toks {
		if name := r.fact(t); name != "" {
			return name
		}
	}
	if names := r.r.metricDatasets(r.l.c); r.follow && len(names) > 0 && r.l.c.datasets[names[0]].Time != nil {
		return names[0]
	}
	names := slices.Clone(r.r.Groups)
	for _, f := range r.r.Filters {
		names = append(names, f.Dimension)
	}
	for _, name := range names {
		if d := r.l.c.dimensions[name]; r.l.c.datasets[d.Dataset].Time != nil {
			return d.Dataset
		}
	}
	return ""
}

// rowRanking lists rows by a number of their own: the largest single gift.
func (r *reader) rowRanking() bool {
	if r.rank == 0 {
		r.summed()
		return false
	}
	for i, t := range r.toks {
		if t.sort != isDimension || t.used || r.l.c.dimensions[t.name].Kind != "number" {
			continue
		}
		d := r.l.c.dimensions[t.name]
		if r.target != "" && r.l.c.dimensions[r.target].Dataset != d.Dataset {
			if !r.summedUp(i) {
				return false
			}
			r.r.Groups = []string{r.target}
			return true
		}
		for j := range r.toks {
			r.toks[j].used = r.toks[j].used || r.toks[j].sort == isDimension && r.toks[j].name == d.Name
		}
		r.r.Metrics, r.r.Groups, r.r.Rows = nil, nil, d.Dataset
		r.r.Order = Order{By: d.Name, Desc: r.rank > 0}
		r.limit(1)
		return true
	}
	return r.largest()
}

// largest lists the rows of what happened by what they come to: "the five largest
// sales".
func (r *reader) largest() bool {
	dataset := ""
	for _, t := range r.toks {
		d := r.l.c.datasets[r.fact(t)]
		if d != nil && (t.sort == isDataset && !r.names(isMetric) || t.name == d.Main && phrases.Has(r.q.Text, "form.item")) {
			dataset = d.Name
		}
	}
	if dataset == "" || r.target != "" || len(r.r.Groups) > 0 || len(r.r.Metrics) > 1 || r.r.Grain != "" || r.ends {
		return false
	}
	d := r.l.c.rowOf(r.l.c.datasets[dataset].Main)
	if d == nil {
		return false
	}
	r.r.Metrics, r.r.Rows, r.r.Order = nil, d.Dataset, Order{By: d.Name, Desc: r.rank > 0}
	r.limit(1)
	return true
}

// counted adds how many there are.
func (r *reader) counted() {
	if r.target != "" && !slices.Contains(r.r.Groups, r.target) {
		d := r.l.c.datasets[r.l.c.dimensions[r.target].Dataset]
		if d.Entity == r.target && d.Count != "" && (len(r.r.Metrics) == 0 || r.r.onlyOf(r.l.c, d.Name)) {
			r.add(MetricRef{Name: d.Count})
			return
		}
	}
	if slices.ContainsFunc(r.r.Metrics, func(m MetricRef) bool { return r.l.c.metrics[m.Name].Aggregate == "count" }) {
		return
	}
	dataset := r.context()
	if dataset == "" {
		if dataset = r.rowsOf(); dataset == "" {
			return
		}
	}
	d := r.l.c.datasets[dataset]
	if d.Count == "" {
		return
	}
	// The number of what a metric counts some rows of is that of those rows.
	for i, ref := range r.r.Metrics {
		if m := r.l.c.metrics[ref.Name]; m.Dataset == dataset && len(m.Where) > 0 {
			if name := r.l.c.kin(dataset, m.Where, (*metric).counts); name != "" {
				r.r.Metrics[i] = MetricRef{Name: name}
				return
			}
		}
	}
	// "How many people were at it" is not how often.
	persons := ""
	if phrases.Has(r.word("op.count"), "persons") {
		persons = r.l.c.kin(dataset, nil, func(m *metric) bool { return m.Unit == "person" && m.Aggregate == "sum" })
	}
	r.add(MetricRef{Name: cmp.Or(persons, d.Count)})
}

func sameFilter(a, b Filter) bool {
	return a.Dimension == b.Dimension && a.Op == b.Op && slices.Equal(a.Values, b.Values)
}

// onlyOf tells whether all metrics are of one dataset.
func (r Request) onlyOf(c *catalogue, dataset string) bool {
	return !slices.ContainsFunc(r.metricDatasets(c), func(name string) bool { return name != dataset })
}

// rowsOf is the dataset whose rows are listed.
func (r *reader) rowsOf() string {
	c := r.l.c
	if r.target != "" && r.entity(r.target) {
		// "Who looks after customer 17" is a property of the customer.
		for _, f := range r.r.Filters {
			d := c.dimensions[f.Dimension]
			if f.Dimension != r.target && r.entity(f.Dimension) && f.Op == In && c.reaches(d.Dataset, c.dimensions[r.target]) {
				if !slices.Contains(r.r.Fields, r.target) {
					r.r.Fields = append(r.r.Fields, r.target)
				}
				return d.Dataset
			}
		}
		return c.dimensions[r.target].Dataset
	}
	for _, t := range r.toks {
		if t.sort == isDataset {
			return t.name
		}
		if t.sort == isValue && c.dimensions[t.name].Noun != "" {
			return c.dimensions[t.name].Dataset
		}
	}
	if !r.fieldsNamed() && !r.list && !r.count && !slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isValue && c.dimensions[t.name].Kind == "flag" }) {
		return ""
	}
	for _, f := range r.r.Filters {
		return c.dimensions[f.Dimension].Dataset
	}
	for _, t := range r.toks {
		if t.sort == isDimension {
			return c.dimensions[t.name].Dataset
		}
	}
	return ""
}

// status shows a property of one thing that is asked about, instead of keeping
// to those that have it: "is P10 on sale?".
func (r *reader) status() {
	one := slices.ContainsFunc(r.r.Filters, func(f Filter) bool {
		return f.Op == In && len(f.Values) == 1 && r.entity(f.Dimension) && r.l.c.dimensions[f.Dimension].Dataset == r.r.Rows
	})
	if !one {
		return
	}
	r.r.Filters = slices.DeleteFunc(r.r.Filters, func(f Filter) bool {
		d := r.l.c.dimensions[f.Dimension]
		if d.Kind == "flag" && d.Dataset == r.r.Rows {
			r.r.Fields = append(r.r.Fields, d.Name)
			return true
		}
		return false
	})
}
