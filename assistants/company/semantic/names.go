package semantic

import (
	"context"
	"fmt"
	"strings"
)

// maxNames is how many things of a dimension can be named in questions.
const maxNames = 20_000

// names are the things of the database that questions may name: customers,
// people, products.
type names struct {
	by map[string][]named
	// label is the name of a dimension's value.
	label map[string]map[string]string
	// codes are the names by the digits that they end in, "" where several do.
	codes map[string]string
	// newest is the last day, or month, of the rows of a dataset.
	newest map[string]string
}

type named struct{ code, label string }

func (l *Layer) readNames(ctx context.Context) (*names, error) {
	n := &names{by: map[string][]named{}, label: map[string]map[string]string{}, codes: map[string]string{}, newest: map[string]string{}}
	for _, d := range l.c.Dimensions {
		if !d.FromData {
			continue
		}
		label := d.Label
		if label == "" {
			label = d.Field
		}
		rows, err := l.db.rows(ctx, fmt.Sprintf("SELECT DISTINCT %s AS code, %s AS label FROM %s ORDER BY 1 LIMIT %d",
			text(quote(d.Field)), text(quote(label)), quote(l.c.datasets[d.Dataset].Source), maxNames), nil)
		if err != nil {
			return nil, fmt.Errorf("%s: names of %s: %w", catalogueOf, d.Name, err)
		}
		n.label[d.Name] = map[string]string{}
		for _, row := range rows {
			code, label := row[0].Text, row[1].Text
			if strings.TrimSpace(code) == "" {
				continue
			}
			n.by[d.Name] = append(n.by[d.Name], named{code, label})
			n.label[d.Name][code] = label
			n.addCode(label)
		}
	}
	for _, d := range l.c.Datasets {
		if d.Time == nil {
			continue
		}
		rows, err := l.db.rows(ctx, l.newestOf(&d), nil)
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
