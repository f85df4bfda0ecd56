package semantic

import (
	"slices"
	"strings"
)

// How many categories and units a chart can show and still be read: a unit has a
// side of its own.
const (
	maxBars    = 12
	maxStacked = 6
	maxUnits   = 2
)

// chart chooses how a result is drawn by what its columns are: time is a line,
// few categories are bars, their shares a stacked bar; the rest is a table.
func chart(r Result, q Request) Chart {
	x := r.inRole("time")
	if x < 0 {
		x = r.inRole("label")
	}
	metrics := drawn(r.Columns)
	switch {
	case len(metrics) == 0 || len(r.Rows) == 0:
		return Chart{Kind: "table"}
	case x < 0 && len(r.Rows) == 1:
		return Chart{Kind: "number"}
	case x < 0 || len(q.Groups)+min(len(q.Grain), 1) > 1:
		return Chart{Kind: "table"}
	}
	c := Chart{Kind: kindOf(r, q, x, metrics), X: r.Columns[x].Name}
	if c.Kind == "table" {
		return Chart{Kind: "table"}
	}
	for _, row := range r.Rows {
		c.Categories = append(c.Categories, row[x].Text)
	}
	for _, m := range metrics {
		s := Series{Name: r.Columns[m].Name, Title: r.Columns[m].Title, Unit: r.Columns[m].Unit}
		for _, row := range r.Rows {
			s.Values = append(s.Values, row[m].Number)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// drawn are the columns that are drawn: the metrics, and what one of them was
// before.
func drawn(columns []Column) (at []int) {
	for i, c := range columns {
		if c.Kind == "number" && (c.Role == "metric" || c.Role == "previous") {
			at = append(at, i)
		}
	}
	return at
}

func kindOf(r Result, q Request, x int, metrics []int) string {
	if fits := q.Chart == "table" || len(r.Rows) > 1 && len(metrics) > 0; q.Chart != "" && q.Chart != "stacked" && fits {
		return q.Chart
	}
	var units []string
	for _, m := range metrics {
		if unit := r.Columns[m].Unit; !slices.Contains(units, unit) {
			units = append(units, unit)
		}
	}
	switch {
	case r.Columns[x].Role == "time" && len(units) == 1 && len(r.Rows) > 1:
		return "line"
	case r.Columns[x].Role == "time" || len(units) > maxUnits:
		return "table"
	case q.Share && len(r.Rows) <= maxStacked && len(metrics) == 1 && !r.negative(metrics[0]):
		return "stacked"
	case len(r.Rows) <= maxBars:
		return "bar"
	}
	return "table"
}

// negative tells whether a column has values below zero, which are no parts of
// a whole.
func (r Result) negative(at int) bool {
	return slices.ContainsFunc(r.Rows, func(row []Cell) bool { return row[at].Number != nil && *row[at].Number < 0 })
}

// drawing takes the kind of chart that is asked for; a round one is of shares.
func (r *reader) drawing() {
	for i, t := range r.toks {
		kind, ok := strings.CutPrefix(t.name, "chart.")
		if t.sort != isPhrase || !ok {
			continue
		}
		if r.toks[i].used, r.r.Chart = true, kind; kind == "fit" {
			r.r.Chart = ""
		}
		if kind == "stacked" && len(r.r.Metrics) == 1 && len(r.r.Groups) == 1 {
			r.r.Share = true
		}
	}
}
