package semantic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// source is a dataset in a statement with what is joined to it: from many rows
// to one, so that none is counted twice.
type source struct {
	s      *statement
	c      *catalogue
	root   *dataset
	prefix string
	alias  map[string]string
	joins  []string
	where  []string
}

func newSource(s *statement, c *catalogue, root *dataset, prefix string) *source {
	return &source{s: s, c: c, root: root, prefix: prefix, alias: map[string]string{root.Name: prefix + "0"}}
}

// from is the FROM clause with its joins.
func (q *source) from() string {
	return fmt.Sprintf("FROM %s %s%s", quote(q.root.Source), q.alias[q.root.Name], strings.Join(q.joins, ""))
}

// conditions is the WHERE clause.
func (q *source) conditions() string {
	if len(q.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(q.where, " AND ")
}

// join makes sure that a dataset is joined and returns its alias.
func (q *source) join(name string) string {
	path, ok := q.c.paths[q.root.Name][name]
	if !ok && q.s.err == nil {
		q.s.err = fmt.Errorf("semantic: no way from %s to %s without counting rows twice", q.root.Name, name)
	}
	for _, r := range path {
		from, column := side(r.From)
		to, key := side(r.To)
		if q.alias[to] != "" {
			continue
		}
		a := q.prefix + strconv.Itoa(len(q.alias))
		q.joins = append(q.joins, fmt.Sprintf(" LEFT JOIN %s %s ON %s.%s = %s.%s", quote(q.c.datasets[to].Source), a, a, quote(key), q.alias[from], quote(column)))
		q.alias[to] = a
	}
	return q.alias[name]
}

// column is the SQL of a dimension.
func (q *source) column(d *dimension) string { return formula(q.join(d.Dataset), d.Field, d.Expr) }

// formula writes a column or an expression over columns of an alias.
func formula(alias, field, expr string) string {
	if expr == "" {
		return alias + "." + quote(field)
	}
	return "(" + nameInside.ReplaceAllStringFunc(expr, func(name string) string {
		if slices.Contains(functions, name) {
			return name
		}
		return alias + "." + quote(name)
	}) + ")"
}

// within keeps rows of a period.
func (q *source) within(p Period) {
	if q.root.Time == nil || p.All() {
		return
	}
	q.span(q.when(), q.root.Time.Grain, p)
}

// when is the column with the time of the rows.
func (q *source) when() string { return q.join(timeOf(q.root)) + "." + quote(q.root.Time.Field) }

// span keeps a column of days, or of months, to a period.
func (q *source) span(column string, g Grain, p Period) {
	layout := time.DateOnly
	if g == Month {
		layout = "2006-01"
	}
	from, to := p.days()
	if p.From != "" {
		q.where = append(q.where, column+" >= "+q.s.bind(from.Format(layout)))
	}
	if p.To != "" {
		// A column may hold the time of the day too.
		q.where = append(q.where, column+" < "+q.s.bind(to.AddDate(0, 0, 1).Format(layout)))
	}
}

// filter keeps rows by a dimension.
func (q *source) filter(f Filter) {
	column := q.column(q.c.dimensions[f.Dimension])
	switch {
	case f.Period != nil && signs[f.Op] == "":
		q.span(column, Day, *f.Period)
	case f.Op == In:
		q.where = append(q.where, text(column)+" IN "+q.s.list(f.Values))
	case f.Op == NotIn:
		q.where = append(q.where, text(column)+" NOT IN "+q.s.list(f.Values))
	default:
		q.where = append(q.where, float(column)+" "+signs[f.Op]+" "+q.s.bind(f.Number))
	}
}

// exists keeps rows that have, or do not have, rows of another dataset. The
// inner statement is cut to what the person may see as well.
func (q *source) exists(e Exists, n int, v view) {
	of, path := q.join(e.Of), q.c.paths[e.Dataset][e.Of]
	inner := newSource(q.s, q.c, q.c.datasets[e.Dataset], fmt.Sprintf("%se%d_", q.prefix, n))
	last := path[len(path)-1]
	from, column := side(last.From)
	a := inner.join(from)
	inner.within(e.Period)
	for _, f := range e.Filters {
		inner.filter(f)
	}
	inner.allow(v)
	_, key := side(last.To)
	inner.where = append(inner.where, fmt.Sprintf("%s.%s = %s.%s", a, quote(column), of, quote(key)))
	not := ""
	if e.Not {
		not = "NOT "
	}
	q.where = append(q.where, not+"EXISTS (SELECT 1 "+inner.from()+inner.conditions()+")")
}

// allow keeps rows that the person may see.
func (q *source) allow(v view) {
	for _, p := range v[q.root.Name] {
		var any []string
		for _, m := range p {
			any = append(any, text(q.column(m.dimension))+" = "+q.s.bind(m.value))
		}
		q.where = append(q.where, "("+strings.Join(any, " OR ")+")")
	}
}

// narrow applies all that a request says about which rows count.
func (q *source) narrow(r Request, p Period, v view) {
	q.within(p)
	for _, f := range r.Filters {
		q.filter(f)
	}
	for i, e := range r.Exists {
		q.exists(e, i, v)
	}
	q.allow(v)
}
