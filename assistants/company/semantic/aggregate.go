package semantic

import (
	"fmt"
	"strings"
)

// sumUp adds a dataset summed up to the groups.
func (k *compiler) sumUp(dataset string, p Period, previous bool) {
	pt := part{name: fmt.Sprintf("a%d", len(k.parts)), dataset: dataset, previous: previous}
	q := newSource(k.statement, k.c, k.c.datasets[dataset], pt.name+"t")
	selected, grouped := k.groups(q, previous)
	for _, m := range k.r.baseMetrics(k.c) {
		if m.Dataset == dataset {
			selected = append(selected, k.aggregate(q, m)+" AS "+quote("m_"+m.Name))
		}
	}
	selected = append(selected, "COUNT(*) AS n")
	q.narrow(k.r, p, k.view)
	by := ""
	if len(grouped) > 0 {
		by = " GROUP BY " + strings.Join(grouped, ", ")
	}
	k.ctes = append(k.ctes, fmt.Sprintf("%s AS (SELECT %s %s%s%s)", pt.name, strings.Join(selected, ", "), q.from(), q.conditions(), by))
	k.parts = append(k.parts, pt)
	if !previous {
		k.out.datasets = append(k.out.datasets, dataset)
	}
}

// groups are the columns that a part is broken down by: k1, l1 (its label), …
func (k *compiler) groups(q *source, previous bool) (selected, grouped []string) {
	n := 0
	add := func(key, label string) {
		n++
		selected = append(selected, fmt.Sprintf("%s AS k%d", key, n))
		grouped = append(grouped, fmt.Sprintf("%d", len(selected)))
		if label != "" {
			selected = append(selected, fmt.Sprintf("MAX(%s) AS l%d", label, n))
		}
	}
	if k.r.Grain != "" {
		piece := k.dialect.grain(q.when(), k.r.Grain)
		if previous && k.r.Grain != Weekday {
			piece = nextYear("(" + piece + ")")
		}
		add(piece, "")
	}
	for _, name := range k.r.Groups {
		d := k.c.dimensions[name]
		column, label := q.column(d), ""
		if d.Label != "" {
			label = q.alias[d.Dataset] + "." + quote(d.Label)
		}
		add(k.bundled(d, text(column)), label)
	}
	return selected, grouped
}

// bundled is the column of a dimension with one value for each group that is one row.
func (k *compiler) bundled(d *dimension, column string) string {
	var whens strings.Builder
	for _, g := range d.bundles(k.r) {
		fmt.Fprintf(&whens, " WHEN %s IN %s THEN %s", column, k.list(g.Values), text(k.bind(g.code())))
	}
	if whens.Len() == 0 {
		return column
	}
	return "CASE" + whens.String() + " ELSE " + column + " END"
}

// aggregate is the SQL of a metric that is summed up from rows.
func (k *compiler) aggregate(q *source, m *metric) string {
	value := "1"
	if m.Aggregate != "count" {
		value = formula(q.alias[q.root.Name], m.Field, m.Expr)
	}
	if len(m.Where) > 0 {
		// Rows that do not count are left out of the aggregate and not of
		// the statement, so that several metrics share it.
		only := newSource(k.statement, k.c, q.root, q.prefix)
		only.alias = q.alias
		for _, f := range m.Where {
			only.filter(f)
		}
		value = "CASE WHEN " + strings.Join(only.where, " AND ") + " THEN " + value + " END"
	}
	switch m.Aggregate {
	case "median":
		return float(k.dialect.median(value))
	case "count":
		return float("COUNT(" + value + ")")
	case "count_distinct":
		return float("COUNT(DISTINCT " + value + ")")
	}
	return float(strings.ToUpper(m.Aggregate) + "(" + value + ")")
}

// groupColumns tells what the columns of the groups are.
func (k *compiler) groupColumns() {
	if k.r.Grain != "" {
		c := Column{Name: string(k.r.Grain), Title: say(k.r.Language, "grain."+string(k.r.Grain)), Kind: "time", Role: "time"}
		if k.r.Grain == Weekday {
			c.Kind, c.Role = "text", "label"
		}
		k.out.columns, k.labels = append(k.out.columns, c), append(k.labels, false)
	}
	for _, name := range k.r.Groups {
		d := k.c.dimensions[name]
		title := d.Title.In(k.r.Language)
		k.labels = append(k.labels, d.Label != "")
		if d.Label == "" {
			k.out.columns = append(k.out.columns, Column{Name: name, Title: title, Kind: "text", Role: "label"})
			continue
		}
		k.out.columns = append(k.out.columns, Column{Name: name, Title: title, Kind: "text", Role: "key"}, Column{Name: name + "_name", Title: title, Kind: "text", Role: "label"})
	}
}
