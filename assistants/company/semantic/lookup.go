package semantic

import (
	"context"
	"strings"
)

// Thing is a row of things or people that a text names: a customer, a product.
type Thing struct {
	// Dimension is what it is one of, Kind that in words.
	Dimension, Kind string
	ID, Name        string
	// Detail is what its row says, as far as the person may see it.
	Detail string
}

// Things are what a text names of the data, at most limit; hidden are the names
// of those that the person may not see.
func (l *Layer) Things(ctx context.Context, q Question, limit int) (seen []Thing, hidden []string, err error) {
	if q.Person.CompanyID != l.company {
		return nil, nil, nil
	}
	if err := l.refresh(ctx); err != nil {
		return nil, nil, err
	}
	for _, m := range l.named(q.Text) {
		if len(seen)+len(hidden) >= limit {
			break
		}
		d := l.c.dimensions[m.name]
		r := Request{Language: q.Language, Rows: d.Dataset, Filters: []Filter{{Dimension: d.Name, Op: In, Values: m.values}}}
		checked, err := l.Check(ctx, r, q.Person)
		if err != nil {
			return nil, nil, err
		}
		if checked.Request == nil {
			hidden = append(hidden, l.label(d, m.values[0], q.Language))
			continue
		}
		result, err := l.Run(ctx, r, q.Person)
		if err != nil {
			return nil, nil, err
		}
		for _, row := range result.Rows {
			t := Thing{Dimension: d.Name, Kind: d.Title.In(q.Language), ID: m.values[0], Name: l.label(d, m.values[0], q.Language)}
			seen = append(seen, t.with(result.Columns, row, q.Language))
		}
	}
	return seen, hidden, nil
}

// named are the values of things that a text names, each once.
func (l *Layer) named(text string) (list []meaning) {
	seen := map[string]bool{}
	for _, t := range l.known.Load().lex.scan(text[:min(len(text), maxQuestion)], nil) {
		for _, m := range append([]meaning{t.meaning}, t.others...) {
			d := l.c.dimensions[m.name]
			if m.sort != isValue || !d.FromData || l.c.datasets[d.Dataset].Entity != d.Name || seen[d.Name+m.values[0]] {
				continue
			}
			seen[d.Name+m.values[0]] = true
			list = append(list, m)
		}
	}
	return list
}

// with adds what a row says besides the thing's own name.
func (t Thing) with(columns []Column, row []Cell, language string) Thing {
	var parts []string
	for i, c := range columns {
		own := c.Name == t.Dimension || c.Name == t.Dimension+"_name"
		if text := Format(row[i], c.Unit, language); !own && text != "" && c.Role != "key" {
			parts = append(parts, c.Title+": "+text)
		}
	}
	t.Detail = strings.Join(parts, ", ")
	return t
}
