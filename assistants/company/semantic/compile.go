package semantic

import (
	"fmt"
	"slices"
	"strings"
)

// compiled is a statement and what its columns are.
type compiled struct {
	sql     string
	args    []any
	columns []Column
	// datasets are read.
	datasets []string
}

// maxRows is how many rows a result has at most.
const maxRows = 200

// compiler turns a request that was checked into SQL.
type compiler struct {
	*statement
	c    *catalogue
	r    Request
	view view
	ctes []string
	// selected are the expressions of the last statement, in the order of its columns.
	selected []string
	// parts are the aggregated datasets, of the period and of the one that
	// it is compared with.
	parts []part
	// labels tell of each key whether it has a label.
	labels []bool
	out    compiled
}

// part is a dataset that was summed up to the groups of the request.
type part struct {
	name, dataset string
	previous      bool
}

func compile(c *catalogue, d dialect, r Request, v view) (compiled, error) {
	k := &compiler{statement: &statement{dialect: d}, c: c, r: r, view: v}
	if len(r.Metrics) == 0 {
		k.listing()
	} else {
		k.aggregated()
	}
	for _, e := range r.Exists {
		k.out.datasets = append(k.out.datasets, e.Dataset)
	}
	k.out.args = k.args
	return k.out, k.err
}

// rowLimit is one more than is shown, to tell that there are more, or that the
// next is equal to the last.
func (k *compiler) rowLimit() int {
	if k.r.Ends || k.r.Each {
		return maxRows + 1
	}
	if k.r.first() {
		return maxTied + 1
	}
	if k.r.Limit > 0 {
		return min(k.r.Limit, maxRows) + 1
	}
	return maxRows + 1
}

// aggregated computes metrics: each dataset is summed up to the groups, and
// what was summed up is joined.
func (k *compiler) aggregated() {
	k.groupColumns()
	periods := []Period{k.r.Period}
	if k.r.CompareTo != nil {
		periods = append(periods, *k.r.CompareTo)
	}
	for i, p := range periods {
		for _, name := range k.r.metricDatasets(k.c) {
			k.sumUp(name, p, i > 0)
		}
	}
	inner := k.joined()
	k.ctes = append(k.ctes, "q AS ("+inner+")")
	from, where := "q", k.having()
	if k.r.Ends {
		from = fmt.Sprintf("(SELECT q.*, RANK() OVER (ORDER BY m1 DESC) AS e1, RANK() OVER (ORDER BY m1) AS e2 FROM q%s) AS e", where)
		where = fmt.Sprintf(" WHERE m1 IS NOT NULL AND (e1 <= %s OR e2 <= %s)", k.bind(k.r.Limit), k.bind(k.r.Limit))
		k.out.columns = append(k.out.columns, Column{Role: hiddenRole}, Column{Role: hiddenRole})
	}
	if k.r.Each {
		from = fmt.Sprintf("(SELECT q.*, RANK() OVER (PARTITION BY k1 ORDER BY m1%s NULLS LAST) AS e1 FROM q%s) AS e", direction(k.r.Order.Desc), where)
		where = fmt.Sprintf(" WHERE m1 IS NOT NULL AND e1 <= %s", k.bind(k.r.Limit))
		k.out.columns = append(k.out.columns, Column{Role: hiddenRole})
	}
	k.out.sql = fmt.Sprintf("WITH %s SELECT * FROM %s%s%s LIMIT %s OFFSET %s", strings.Join(k.ctes, ", "), from, where, k.orderBy(), k.bind(k.rowLimit()), k.bind(k.r.Skip))
}

// metricDatasets are the datasets that the metrics are summed up from, those of
// samples that rankings need too.
func (r Request) metricDatasets(c *catalogue) []string {
	var names []string
	for _, m := range r.baseMetrics(c) {
		if !slices.Contains(names, m.Dataset) {
			names = append(names, m.Dataset)
		}
	}
	return names
}

// baseMetrics are all metrics that are summed up from rows.
func (r Request) baseMetrics(c *catalogue) []*metric {
	var all []*metric
	add := func(m *metric) {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	for _, ref := range r.Metrics {
		for _, m := range c.base(ref) {
			add(m)
		}
		if s := c.metrics[ref.Name].Sample; s != nil && ref.Per == "" {
			add(c.metrics[s.Metric])
		}
	}
	for _, h := range r.Having {
		for _, m := range c.base(h.Metric) {
			add(m)
		}
	}
	return all
}

// joined is the statement that puts the parts side by side.
func (k *compiler) joined() string {
	from := k.spine()
	for i, labelled := range k.labels {
		n := i + 1
		k.selected = append(k.selected, fmt.Sprintf("s.k%d AS k%d", n, n))
		if labelled {
			k.selected = append(k.selected, fmt.Sprintf("%s AS l%d", k.first("l"+fmt.Sprint(n)), n))
		}
	}
	for i, ref := range k.r.Metrics {
		k.metricColumns(i, ref)
	}
	for i, h := range k.r.Having {
		value := k.value(h.Metric, false)
		if h.Change {
			value += " - " + k.value(h.Metric, true)
		}
		k.show(fmt.Sprintf("%s AS h%d", value, i+1), Column{Role: hiddenRole})
	}
	for i, h := range k.r.Having {
		if h.Mean {
			title, unit := k.c.titleOf(h.Metric, k.r.Language), k.c.unitOf(h.Metric)
			k.show(fmt.Sprintf("%s AS a%d", float("AVG("+k.value(h.Metric, false)+") OVER ()"), i+1),
				Column{Name: "mean", Title: say(k.r.Language, "column.mean", "title", title), Kind: "number", Unit: unit, Role: "field"})
		}
	}
	if s := k.sample(); s != nil {
		k.show(k.value(MetricRef{Name: s.Metric}, false)+" AS n0", k.sampleColumn(s.Metric))
	}
	counts := make([]string, len(k.parts))
	for i, p := range k.parts {
		counts[i] = "COALESCE(" + p.name + ".n, 0)"
	}
	k.show(strings.Join(counts, " + ")+" AS n", Column{Name: rowCount, Role: hiddenRole})
	return "SELECT " + strings.Join(k.selected, ", ") + " " + from
}

// show selects an expression as a column.
func (k *compiler) show(expression string, c Column) {
	k.selected, k.out.columns = append(k.selected, expression), append(k.out.columns, c)
}

// Columns that conditions are about, and the number of rows behind a row, are
// read and not shown.
const (
	hiddenRole = "hidden"
	rowCount   = "rows"
)

// sampleColumn shows how many a ranked rate was taken of, unless it is shown
// anyway.
func (k *compiler) sampleColumn(name string) Column {
	if slices.ContainsFunc(k.r.Metrics, func(r MetricRef) bool { return r.Name == name && r.Per == "" }) {
		return Column{Role: hiddenRole}
	}
	m := k.c.metrics[name]
	return Column{Name: name, Title: m.Title.In(k.r.Language), Kind: "number", Unit: m.Unit, Role: "field"}
}

// spine joins the parts to all groups that any of them has.
func (k *compiler) spine() string {
	if len(k.labels) == 0 {
		names := make([]string, len(k.parts))
		for i, p := range k.parts {
			names[i] = p.name
		}
		return "FROM " + strings.Join(names, " CROSS JOIN ")
	}
	keys := make([]string, len(k.labels))
	for i := range keys {
		keys[i] = fmt.Sprintf("k%d", i+1)
	}
	all := make([]string, len(k.parts))
	var joins strings.Builder
	for i, p := range k.parts {
		all[i] = "SELECT " + strings.Join(keys, ", ") + " FROM " + p.name
		on := make([]string, len(keys))
		for j, key := range keys {
			on[j] = fmt.Sprintf("%s.%s = s.%s", p.name, key, key)
		}
		fmt.Fprintf(&joins, " LEFT JOIN %s ON %s", p.name, strings.Join(on, " AND "))
	}
	k.ctes = append(k.ctes, "s AS ("+strings.Join(all, " UNION ")+")")
	return "FROM s" + joins.String()
}

// first is a column of whichever part has the group.
func (k *compiler) first(column string) string {
	names := make([]string, len(k.parts))
	for i, p := range k.parts {
		names[i] = p.name + "." + column
	}
	if len(names) == 1 {
		return names[0]
	}
	return "COALESCE(" + strings.Join(names, ", ") + ")"
}

// metricColumns are a metric's value and what is reckoned from it.
func (k *compiler) metricColumns(i int, ref MetricRef) {
	value := k.value(ref, false)
	title, unit := k.c.titleOf(ref, k.r.Language), k.c.unitOf(ref)
	name := ref.column()
	k.show(fmt.Sprintf("%s AS m%d", value, i+1), Column{Name: name, Title: title, Kind: "number", Unit: unit, Role: "metric"})
	add := func(alias, role, expr, unit string) {
		k.show(fmt.Sprintf("%s AS %s%d", expr, alias, i+1),
			Column{Name: name + "_" + role, Title: say(k.r.Language, "column."+role, "title", title), Kind: "number", Unit: unit, Role: role})
	}
	if k.r.CompareTo != nil {
		before := k.value(ref, true)
		add("p", "previous", before, unit)
		difference := unit
		if unit == "percent" {
			difference = "point"
		}
		add("d", "difference", value+" - "+before, difference)
		if unit != "percent" {
			// Of nothing, or of returns alone, there is no rate.
			add("c", "change", "CASE WHEN "+before+" > 0 THEN 100.0 * ("+value+" - "+before+") / ("+before+") END", "percent")
		}
	}
	if k.r.Share && len(k.labels) > 0 && k.c.additive(ref) {
		whole := "" // all that is shown, for a group over time that of its piece
		if k.overTime() {
			whole = "PARTITION BY s.k1"
		}
		add("s", "share", "100.0 * "+value+" / NULLIF(SUM("+value+") OVER ("+whole+"), 0)", "percent")
	}
	if k.r.Rank && i == 0 && len(k.labels) > 0 {
		k.ranks(value, title)
	}
	if m := k.c.metrics[ref.Name]; ref.Per == "" && m.Ratio != nil && m.Ratio.Parts && k.r.CompareTo == nil {
		for j, of := range []string{m.Ratio.Of, m.Ratio.Per} {
			b := k.c.metrics[of]
			if slices.Contains(k.r.Metrics, MetricRef{Name: of}) {
				continue // its own column
			}
			k.show(fmt.Sprintf("%s AS r%d_%d", k.value(MetricRef{Name: of}, false), i+1, j),
				Column{Name: of, Title: b.Title.In(k.r.Language), Kind: "number", Unit: b.Unit, Role: "field"})
		}
	}
}

// ranks are a group's place among all, and among how many: of those with a sample.
func (k *compiler) ranks(value, title string) {
	if s := k.sample(); s != nil {
		value = fmt.Sprintf("CASE WHEN %s >= %s THEN %s END", k.value(MetricRef{Name: s.Metric}, false), k.bind(s.Least), value)
	}
	k.show(float("RANK() OVER (ORDER BY "+value+" DESC NULLS LAST)")+" AS o1",
		Column{Name: "rank", Title: say(k.r.Language, "column.rank", "title", title), Kind: "number", Unit: "rank", Role: "rank"})
	k.show(float("COUNT("+value+") OVER ()")+" AS o2",
		Column{Name: "ranked", Title: say(k.r.Language, "column.ranked"), Kind: "number", Unit: k.c.dimensions[k.r.Groups[0]].Counts, Role: "field"})
}

// column is the name of a metric's column.
func (r MetricRef) column() string {
	if r.Per == "" {
		return r.Name
	}
	return r.Name + "_per_" + r.Per
}

// value is the SQL of a metric over the parts.
func (k *compiler) value(ref MetricRef, previous bool) string {
	of := func(m *metric) string {
		i := slices.IndexFunc(k.parts, func(p part) bool { return p.dataset == m.Dataset && p.previous == previous })
		column := k.parts[i].name + "." + quote("m_"+m.Name)
		if m.additive() || m.Aggregate == "count_distinct" {
			return "COALESCE(" + column + ", 0)"
		}
		return column
	}
	bases := k.c.base(ref)
	if len(bases) == 1 {
		return of(bases[0])
	}
	scale := 1.0
	if r := k.c.metrics[ref.Name].Ratio; ref.Per == "" && r != nil {
		scale = r.Scale
	}
	return fmt.Sprintf("%g * %s / NULLIF(%s, 0)", scale, float(of(bases[0])), float(of(bases[1])))
}

// overTime tells that a group is shown for each piece of time, which is the first key.
func (k *compiler) overTime() bool { return k.r.Grain != "" && len(k.r.Groups) > 0 }

// sample is what a group needs to be ranked by the first metric; nil where
// nothing is ranked.
func (k *compiler) sample() *leastSample {
	ref := k.r.Metrics[0]
	if len(k.labels) == 0 || k.r.Order.By != "metric" || ref.Per != "" {
		return nil
	}
	return k.c.metrics[ref.Name].Sample
}

// having keeps groups by their metrics; a ratio of nothing is none.
func (k *compiler) having() string {
	var where []string
	for i, h := range k.r.Having {
		than := fmt.Sprintf("a%d", i+1)
		if !h.Mean {
			than = k.bind(h.Number)
		}
		where = append(where, fmt.Sprintf("h%d %s %s", i+1, signs[h.Op], than))
	}
	if len(k.r.Only) > 0 {
		key := "k1"
		if k.r.Share && k.overTime() { // else they are pieces of time
			key = "k2"
		}
		where = append(where, key+" IN "+k.list(k.r.Only))
	}
	if s := k.sample(); s != nil {
		where = append(where, "n0 >= "+k.bind(s.Least))
	}
	if len(k.labels) > 0 && len(k.c.base(k.r.Metrics[0])) > 1 {
		where = append(where, "m1 IS NOT NULL")
	}
	if len(where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(where, " AND ")
}

// orderBy sorts: time forwards, else by what was asked, else the largest first;
// equals by their sample and their key, so that every run gives the same.
func (k *compiler) orderBy() string {
	var by []string
	switch {
	case len(k.labels) == 0:
		return ""
	case k.r.Each:
		by = append(by, "k1", "e1")
	case k.r.Order.By == "metric":
		by = append(by, "m1"+direction(k.r.Order.Desc)+" NULLS LAST")
		if k.sample() != nil {
			by = append(by, "n0 DESC")
		}
	case k.r.Order.By == "rate" && k.r.CompareTo != nil && k.c.unitOf(k.r.Metrics[0]) != "percent":
		by = append(by, "c1"+direction(k.r.Order.Desc)+" NULLS LAST")
	case k.r.Order.By == "change", k.r.Order.By == "rate":
		by = append(by, "d1"+direction(k.r.Order.Desc)+" NULLS LAST")
	case k.r.Grain == "" && k.r.Order.By == "":
		by = append(by, "m1 DESC NULLS LAST")
	}
	for n := range k.labels {
		by = append(by, fmt.Sprintf("k%d", n+1))
	}
	return " ORDER BY " + strings.Join(by, ", ")
}
