package company

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/korean"
)

// reworked is what a message does that only reckons with the rows of the answer before: total,
// mean, gap, rising, falling or unit. One that names anything else of the data, or a word that
// is not known, asks another question, and is "".
func (d *desk) reworked(ctx context.Context, m message) string {
	op := phrases.First(m.text, phrases.Under("rework")...)
	table, ok := m.tableBefore()
	if op == "" || !ok || op == "rework.unit" && !slices.ContainsFunc(table.ProcessedData.Columns, func(c semantic.Column) bool { return c.Unit == "won" }) {
		return ""
	}
	start, end, _ := phrases.Find(m.text, op)
	r, err := d.Numbers.Read(ctx, m.question(m.text[:start]+" "+m.text[end:], nil))
	other := slices.ContainsFunc(r.Entities, func(e semantic.Entity) bool {
		return e.Type != "dimension" || !slices.Contains(table.Request.Groups, e.Normalized)
	})
	if err != nil || other || r.Refusal != nil && r.Refusal.Reason == "uncovered" {
		return ""
	}
	return strings.TrimPrefix(op, "rework.")
}

// tableBefore is the newest answer, where it is one table of several rows, all of which are
// kept and have a figure.
func (s *GlobalSessionState) tableBefore() (t DataAnalysisAgentState, ok bool) {
	if found := s.figures(); len(found) == 1 {
		t = *found[0].Data
	}
	metric := t.ProcessedData.role("metric")
	return t, metric >= 0 && len(t.RawData) > 1 && len(t.RawData) == t.ProcessedData.Rows &&
		!slices.ContainsFunc(t.RawData, func(row []semantic.Cell) bool { return row[metric].Number == nil })
}

// addRework adds what comes of the rows that were shown, with what they rest on.
func (a *answer) addRework(op string) {
	t, _ := a.s.tableBefore()
	metric, language := t.ProcessedData.role("metric"), a.Language()
	t.RawData = slices.Clone(t.RawData)
	value := func(row []semantic.Cell) float64 { return *row[metric].Number }
	slices.SortStableFunc(t.RawData, func(x, y []semantic.Cell) int {
		return cmp.Compare(value(x), value(y)) * map[string]int{"rising": 1, "falling": -1, "gap": -1}[op]
	})
	result := ""
	for _, s := range t.Statistics {
		switch {
		case s.Column != t.ProcessedData.Columns[metric].Name || s.Sum == nil: // averages neither add up nor have a mean
		case op == "mean":
			result = t.number(s.Mean, language)
		case op == "total":
			result = t.number(*s.Sum, language)
		}
	}
	unit := phrases.Named(a.s.said(), "rework.unit")["unit"]
	args := []any{"title", t.ProcessedData.Title, "name", t.ProcessedData.Columns[metric].Title, "n", len(t.RawData), "unit", unit, "value", result}
	if op == "gap" {
		most, least := t.RawData[0], t.RawData[len(t.RawData)-1]
		args = append(args, "most", t.label(most, language), "more", t.cell(most, metric, language),
			"least", t.label(least, language), "less", t.cell(least, metric, language), "apart", t.number(value(most)-value(least), language))
	}
	t.inUnit(unit)
	a.core, a.found = append(a.core, a.Say("rework."+op, args...)), true
	if op == "rising" || op == "falling" || op == "unit" {
		table, _ := t.table(language)
		a.tables = append(a.tables, "**"+t.ProcessedData.Title+"**\n\n"+table)
	}
	a.addBasis(&t)
}

// inUnit puts the sums of money of a table of its own in a larger unit, which their columns
// name; "" leaves them as they are.
func (a *DataAnalysisAgentState) inUnit(unit string) {
	won, err := korean.ParseAmount("1" + strings.TrimSuffix(unit, "s"))
	a.ProcessedData.Columns = slices.Clone(a.ProcessedData.Columns)
	for i := range a.ProcessedData.Columns {
		c := &a.ProcessedData.Columns[i]
		if unit == "" || c.Unit != "won" || err != nil {
			continue
		}
		c.Title, c.Unit = c.Title+" ("+unit+")", ""
		for j, row := range a.RawData {
			if row[i].Number != nil {
				v := math.Round(10**row[i].Number/float64(won)) / 10
				a.RawData[j] = slices.Clone(row)
				a.RawData[j][i] = semantic.Cell{Number: &v}
			}
		}
	}
}
