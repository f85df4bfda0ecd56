package semantic

import (
	"fmt"
	"slices"
	"strings"
)

// listing lists rows of a dataset.
func (k *compiler) listing() {
	root := k.c.datasets[k.r.Rows]
	q := newSource(k.statement, k.c, root, "t")
	names := slices.Clone(root.List)
	for _, f := range append(slices.Clone(k.r.Fields), orderField(k.c, k.r)...) {
		if !slices.Contains(names, f) {
			names = append(names, f)
		}
	}
	order := ""
	for _, name := range names {
		d, ok := k.c.dimensions[name]
		if !ok {
			continue
		}
		column, kind := q.column(d), "text"
		if d.Kind == "number" {
			column, kind = float(column), d.Kind
		}
		at := len(k.selected) + 1
		if name == k.r.Order.By {
			order = fmt.Sprintf("c%d%s NULLS LAST, ", at, direction(k.r.Order.Desc))
		}
		role := "field"
		if d.Label != "" {
			role = "key"
		}
		k.show(fmt.Sprintf("%s AS c%d", column, at), Column{Name: name, Title: d.Title.In(k.r.Language), Kind: kind, Unit: d.Unit, Role: role})
		if d.Label != "" {
			k.show(fmt.Sprintf("%s.%s AS c%d", q.alias[d.Dataset], quote(d.Label), at+1), Column{Name: name + "_name", Title: d.Title.In(k.r.Language), Kind: "text", Role: "label"})
		}
	}
	q.narrow(k.r, k.r.Period, k.view)
	k.out.datasets = []string{root.Name}
	k.out.sql = fmt.Sprintf("SELECT %s %s%s ORDER BY %st0.%s LIMIT %s OFFSET %s", strings.Join(k.selected, ", "), q.from(), q.conditions(), order, quote(root.key()), k.bind(k.rowLimit()), k.bind(k.r.Skip))
}

// orderField is the dimension that a listing is sorted by.
func orderField(c *catalogue, r Request) []string {
	if c.dimensions[r.Order.By] != nil {
		return []string{r.Order.By}
	}
	return nil
}

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return ""
}
