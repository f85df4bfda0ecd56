package semantic

import (
	"slices"

	"github.com/madang-dev/madang/internal/korean"
)

// entityNamed is the dataset of the things that a question is about, "" where
// it names none.
func (r *reader) entityNamed() string {
	for _, t := range r.toks { // "customers" of "sales staff customers"
		if t.sort == isDimension && r.entity(t.name) {
			return r.l.c.dimensions[t.name].Dataset
		}
	}
	for _, t := range r.toks {
		switch {
		case t.sort == isValue && r.l.c.dimensions[t.name].Noun != "":
			return r.l.c.dimensions[t.name].Dataset
		case t.sort == isMetric && r.l.c.datasets[r.l.c.metrics[t.name].Dataset] != nil && r.l.c.datasets[r.l.c.metrics[t.name].Dataset].Entity != "":
			return r.l.c.metrics[t.name].Dataset
		}
	}
	unit, counter := "", r.word("op.count")
	switch {
	case phrases.Has(counter, "persons"):
		unit = "person"
	case r.has("op.place", "op.where"), phrases.Has(counter, "places"):
		unit = "place"
	}
	if d := r.l.c.dimensions[r.byCounter(unit)]; unit != "" && d != nil {
		return d.Dataset
	}
	return ""
}

// kindNamed is the dataset of the things, none of them people or places, of which a
// value says the kind, "pharmacies without a sale": of the values the nearest, which
// in Korean stands behind what is lacked.
func (r *reader) kindNamed(at int) (of string) {
	order := slices.Concat(r.toks[at:], r.toks[:at])
	if !korean.BeginsHangul(r.toks[at].text) {
		order = slices.Concat(r.toks[:at], r.toks[at:])
	}
	for _, t := range order {
		d := r.l.c.dimensions[t.name]
		if t.sort != isValue || t.not || d.Place || r.entity(t.name) {
			continue
		}
		if of := r.l.c.datasets[d.Dataset]; of.Entity != "" && r.l.c.dimensions[of.Entity].Counts != "person" {
			return of.Name
		}
	}
	return ""
}

// entity tells a dimension that names the rows of its dataset.
func (r *reader) entity(dimension string) bool {
	d := r.l.c.dimensions[dimension]
	return r.l.c.datasets[d.Dataset].Entity == dimension
}

// byCounter is the dimension whose things are counted by a unit: people are
// salespeople, places customers.
func (r *reader) byCounter(unit string) string {
	for _, d := range r.l.c.Dimensions {
		if d.Counts == unit {
			return d.Name
		}
	}
	return ""
}

// things takes the dimensions that a result is broken down by and the things
// that are ranked, listed or counted.
func (r *reader) things() {
	var groups, loose []string
	for i := range r.toks {
		t := &r.toks[i]
		if t.sort != isDimension || t.used || t.not {
			continue
		}
		name := r.settle(*t)
		d := r.l.c.dimensions[name]
		switch before := r.beside(i, true, isValue); {
		case d.Kind == "number" || d.Kind == "date":
			continue // conditions, orders and fields
		case !t.by && r.beside(i, false, isValue) == i+1 && r.toks[i+1].name == name: // "customer C0017"
		case t.by:
			groups = append(groups, name)
		case before >= 0 && !r.entity(name) && before == i-1 && !r.property(r.toks[before], d): // a noun for what the value is
		default:
			loose = append(loose, name)
			t.name = name
			continue
		}
		t.used = true
	}
	if r.rank != 0 && r.has("op.place") { // "where most of the medicine goes" ranks places
		loose = slices.DeleteFunc(loose, func(name string) bool { return r.l.c.dimensions[name].Counts == "piece" })
	}
	r.loose(loose, len(groups) > 0)
	r.counters(len(groups) > 0)
	if len(groups) > 0 {
		if r.follow {
			if !r.paced() {
				r.r.Grain = ""
			}
			if !slices.ContainsFunc(groups, func(g string) bool { return slices.Contains(r.r.Groups, g) }) {
				r.r.Filters = r.r.conditions()
			}
			r.r.Groups, r.r.Limit, r.r.Skip, r.r.Only, r.r.Bundles, r.r.Rank = nil, 0, 0, nil, nil, false
		}
		for _, g := range groups {
			if !slices.Contains(r.r.Groups, g) {
				r.r.Groups = append(r.r.Groups, g)
			}
		}
		if r.target != "" && !slices.Contains(groups, r.target) && r.rank != 0 {
			r.r.Groups = append(r.r.Groups, r.target)
		}
	} else if r.target != "" && len(r.r.Metrics) > 0 && (r.rank != 0 || r.wanted() || r.has("op.grew", "op.fell")) && !r.countsTarget() {
		if r.follow && !slices.Contains(r.r.Groups, r.target) {
			r.r.Filters, r.r.Limit, r.r.Skip = r.r.conditions(), 0, 0 // rows were of other things
			if !r.paced() {
				r.r.Grain = ""
			}
		}
		r.r.Groups = []string{r.target}
		r.r.Only = nil
	}
	r.freed()
}

// wanted tells whether the things themselves are asked for: who, where, which.
func (r *reader) wanted() bool {
	return r.list || r.overMean != "" || phrases.Has(r.q.Text, "form.which") || slices.ContainsFunc(r.toks, func(t token) bool {
		return t.sort == isNumber && t.number.op != "" && !t.used
	})
}

// countsTarget tells whether the metrics are the number of the things.
func (r *reader) countsTarget() bool {
	return len(r.r.Metrics) == 1 && r.l.c.datasets[r.l.c.dimensions[r.target].Dataset].Count == r.r.Metrics[0].Name
}

// property tells that a dimension behind a named thing is asked of it: "the
// grade of customer 17".
func (r *reader) property(value token, d *dimension) bool {
	return r.entity(value.name) && value.name != d.Name && r.l.c.dimensions[value.name].Dataset == d.Dataset && !slices.ContainsFunc(r.toks, func(t token) bool { return t.sort == isMetric })
}

// loose are dimensions that stand alone: the thing that is ranked, listed or
// counted, a breakdown, or a word that adds nothing ("sales of customers").
func (r *reader) loose(names []string, grouped bool) {
	for _, name := range names {
		switch {
		case r.target != "" && r.target != name && len(r.r.Exists) > 0:
		case r.rank != 0 || r.list || r.count || r.overMean != "" || len(r.r.Exists) > 0, r.has("op.grew", "op.fell") && (!r.follow || !slices.Contains(r.r.Groups, name)):
			r.target = name
		case r.entity(name) && len(r.r.Metrics) > 0 && !r.wanted():
		case len(r.r.Metrics) == 0:
			if r.target == "" {
				r.target = name
			}
		case !grouped:
			r.target = name
			if !slices.Contains(r.r.Groups, name) {
				r.r.Groups = append(r.r.Groups, name)
			}
		}
	}
}

// counters settle what is counted where no noun says so: "who", "three places". Behind "by
// customer" the counter of articles counts those: "상위 20개".
func (r *reader) counters(grouped bool) {
	if r.target != "" {
		return
	}
	if d := r.severalOf(); d != "" && (r.rank != 0 || r.list) {
		r.target = d // "which of Seoul and Busan"
		return
	}
	if r.rank != 0 && phrases.Has(r.q.Text, "form.item") {
		// "Which of the diabetes drugs": the things that the value is of.
		for _, t := range r.toks {
			if d := r.l.c.dimensions[t.name]; t.sort == isValue && !r.entity(t.name) && !d.Place && r.l.c.datasets[d.Dataset].Entity != "" {
				r.target = r.l.c.datasets[d.Dataset].Entity
				return
			}
		}
	}
	if r.follow && r.rank != 0 && phrases.Has(r.q.Text, "form.sorted") {
		if listed := r.l.c.datasets[r.q.Previous.Rows]; listed != nil && listed.Entity != "" {
			r.target = listed.Entity // what was listed is sorted
			return
		}
	}
	unit := ""
	switch {
	case r.has("op.who"):
		unit = "person"
	case r.has("op.where", "op.place"):
		unit = "place"
	}
	// "By region, where is it lowest?" is of the regions.
	if i := slices.IndexFunc(r.toks, func(t token) bool { return t.sort == isDimension && t.by }); i >= 0 && r.has("op.where") {
		r.target = r.toks[i].name
		return
	}
	for _, t := range r.toks {
		switch {
		case t.sort == isNumber && t.number.op == "" && (t.number.unit == "person" || t.number.unit == "place" || t.number.unit == "piece" && r.rank != 0 && !grouped):
			unit = t.number.unit
		case t.is("op.count") && phrases.Has(t.text, "places"):
			unit = "place"
		case t.is("op.count") && phrases.Has(t.text, "persons"):
			unit = "person"
		}
	}
	// "Five by sales" behind a number of customers are customers.
	if counted := r.countedBefore(); counted != "" && r.rank != 0 && !grouped && (unit == "" || unit == "piece") && !phrases.Has(r.q.Text, "form.things") {
		r.target = counted
		return
	}
	if unit == "" && phrases.Has(r.q.Text, "form.things") {
		unit = "piece"
	}
	// What was sold is no piece of time, and no customer that was shown.
	things := r.follow && phrases.Has(r.q.Text, "form.things")
	// "Who spent the most?", "who went?" are of people, whatever was shown.
	people := r.has("op.who") && (r.names(isMetric) || !r.names(isValue, isDimension, isPeriod, isNumber, isDataset) && r.rank == 0 && !r.list)
	if unit == "" || r.follow && (len(r.r.Groups) > 0 || r.r.Grain != "") && !people && !things {
		return
	}
	if usual := r.l.c.Datasets[0].Main; things && len(r.r.Metrics) == 0 { // a list has none
		r.r.Rows, r.r.Fields, r.r.Order, r.r.Limit, r.r.Skip = "", nil, Order{}, 0, 0
		r.add(MetricRef{Name: usual})
		r.assume("usual", "metric", usual)
	}
	// A word of the region makes the place one.
	if d := r.byCounter(unit); d != "" && !slices.ContainsFunc(r.datasets(), func(name string) bool { return unit == "piece" && !r.l.c.reaches(name, r.l.c.dimensions[d]) }) {
		if r.target = d; things {
			r.list, r.r.Filters = true, r.r.conditions()
			r.r.Groups, r.r.Only, r.r.Grain = nil, nil, ""
		}
	}
}

// countedBefore is the entity whose number was told last, "" for none.
func (r *reader) countedBefore() string {
	p := r.q.Previous
	if p == nil || !r.follow || len(p.Metrics) != 1 || len(p.Groups) > 0 {
		return ""
	}
	d := r.l.c.datasets[r.l.c.metrics[p.Metrics[0].Name].Dataset]
	if d == nil || d.Count != p.Metrics[0].Name {
		return ""
	}
	return d.Entity
}

// severalOf is the dimension of which several values are named, "" for none.
func (r *reader) severalOf() string {
	seen := map[string]bool{}
	for _, t := range r.toks {
		if t.sort != isValue || t.not {
			continue
		}
		name := r.settle(t)
		if seen[name] {
			return name
		}
		seen[name] = true
	}
	return ""
}

// settle chooses among the dimensions that a word means the first that all
// data of the question has.
func (r *reader) settle(t token) string {
	datasets := r.datasets()
	for _, m := range append([]meaning{t.meaning}, t.others...) {
		if m.sort != t.sort {
			continue
		}
		d := r.l.c.dimensions[m.name]
		if !slices.ContainsFunc(datasets, func(ds string) bool { return !r.l.c.reaches(ds, d) }) {
			return m.name
		}
	}
	return t.name
}

// datasets are those that the request reads, as far as it is known.
func (r *reader) datasets() []string {
	if len(r.r.Metrics) > 0 {
		return r.r.metricDatasets(r.l.c)
	}
	if r.r.Rows != "" {
		return []string{r.r.Rows}
	}
	if of := r.entityNamed(); of != "" {
		return []string{of}
	}
	if i := slices.IndexFunc(r.toks, func(t token) bool { return t.sort == isDataset }); i >= 0 {
		return []string{r.toks[i].name}
	}
	return nil
}
