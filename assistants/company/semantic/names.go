package semantic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
)

// maxNames is how many things of a dimension can be named in questions.
const maxNames = 20_000

// names are the things of the database that questions may name: customers,
// people, products.
type names struct {
	// by are the names of a dimension's values, by code: one that was renamed has several.
	by map[string][]namedValue
	// label is what a dimension's value is called in answers.
	label map[string]map[string]string
	// codes are the names by the digits that they end in, "" where several do.
	codes map[string]string
	// newest is the last day, or month, of the rows of a dataset.
	newest map[string]string
}

type namedValue struct{ code, label string }

func (l *Layer) readNames(ctx context.Context) (*names, error) {
	n := &names{
		by: map[string][]namedValue{}, label: map[string]map[string]string{}, codes: map[string]string{}, newest: map[string]string{},
	}
	by := &asker{database: l.db}
	for _, d := range l.c.Dimensions {
		if !d.FromData {
			continue
		}
		rows, err := by.rows(ctx, fmt.Sprintf("SELECT DISTINCT %s AS code, %s AS label FROM %s ORDER BY 1, 2 LIMIT %d",
			text(quote(d.Field)), text(quote(cmp.Or(d.Label, d.Field))), quote(l.c.datasets[d.Dataset].Source), maxNames), nil)
		if err != nil {
			return nil, fmt.Errorf("%s: names of %s: %w", catalogueOf, d.Name, err)
		}
		n.label[d.Name] = map[string]string{}
		for _, row := range rows {
			if code, label := row[0].Text, row[1].Text; strings.TrimSpace(code) != "" {
				n.by[d.Name] = append(n.by[d.Name], namedValue{code, label})
				n.label[d.Name][code] = label
				n.addCode(label)
			}
		}
	}
	for _, d := range l.c.Datasets {
		if d.Time == nil {
			continue
		}
		rows, err := by.rows(ctx, l.newestOf(&d), nil)
		if err != nil {
			return nil, fmt.Errorf("%s: newest of %s: %w", catalogueOf, d.Name, err)
		}
		day := rows[0][0].Text
		n.newest[d.Name] = day[:min(len(day), len("2006-01-02"))]
	}
	return n, nil
}

// newestOf is the statement for the last time of a dataset's rows.
func (l *Layer) newestOf(d *dataset) string {
	return fmt.Sprintf("SELECT MAX(%s) FROM %s", text(quote(d.Time.Field)), quote(l.c.datasets[timeOf(d)].Source))
}

// label is how a value of a dimension is called.
func (l *Layer) label(d *dimension, code, language string) string {
	if title, ok := d.title(code, language); ok {
		return title
	}
	if name := l.known.Load().names.label[d.Name][code]; name != "" {
		return name
	}
	return code
}

// titleOf is how a metric is called.
func (c *catalogue) titleOf(ref MetricRef, language string) string {
	title := c.metrics[ref.Name].Title.In(language)
	if ref.Per == "" {
		return title
	}
	return say(language, "metric.per", "of", title, "per", c.metrics[ref.Per].Title.In(language))
}

// unitOf is a metric's unit; a ratio has that of its first metric.
func (c *catalogue) unitOf(ref MetricRef) string { return c.metrics[ref.Name].Unit }

// titleOfField is how a dimension, metric or dataset is called.
func (c *catalogue) titleOfField(name, language string) string {
	if d := c.dimensions[name]; d != nil {
		return d.Title.In(language)
	}
	if m := c.metrics[name]; m != nil {
		return m.Title.In(language)
	}
	return c.datasets[name].Title.In(language)
}

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
	if q.Person.CompanyID != l.cfg.Company {
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
		result, err := l.Run(ctx, r, q.Person)
		if errors.Is(err, ErrRefused) {
			hidden = append(hidden, l.label(d, m.values[0], q.Language))
			continue
		}
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
