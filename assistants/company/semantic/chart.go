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
	var metrics []int // and what one of them was before
	for i, c := range r.Columns {
		if c.Kind == "number" && (c.Role == "metric" || c.Role == "previous") {
			metrics = append(metrics, i)
		}
	}
	switch {
	case len(metrics) == 0 || len(r.Rows) == 0:
		return Chart{Kind: "table"}
	case x < 0 && len(r.Rows) == 1:
		return Chart{Kind: "number"}
	case x < 0 || len(q.Groups)+min(len(q.Grain), 1) > 1:
		return Chart{Kind: "table"}
	}
	c := Chart{Kind: kindOf(r, q, x, metrics)}
	if c.Kind == "table" {
		return c
	}
	c.X = r.Columns[x].Name
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
	// Values below zero are no parts of a whole.
	negative := slices.ContainsFunc(r.Rows, func(row []Cell) bool { v := row[metrics[0]].Number; return v != nil && *v < 0 })
	switch {
	case r.Columns[x].Role == "time" && len(units) == 1 && len(r.Rows) > 1:
		return "line"
	case r.Columns[x].Role == "time" || len(units) > maxUnits:
		return "table"
	case q.Share && len(r.Rows) <= maxStacked && len(metrics) == 1 && !negative:
		return "stacked"
	case len(r.Rows) <= maxBars:
		return "bar"
	}
	return "table"
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
