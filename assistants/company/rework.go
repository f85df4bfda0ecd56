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

// reckoning is what a message does with the rows that were shown: how, with which of them by
// which figure, and what is left of the message.
type reckoning struct {
	op, pick, rest string
	column         int
	rows           [][]semantic.Cell
}

// reworked is a message that only reckons with the rows of the answer before. One that names
// anything else of the data, or a word that is not known, asks another question, and is "".
func (d *desk) reworked(ctx context.Context, m message) string {
	table, ok := m.tableBefore()
	if !ok || !phrases.HasAny(m.text, phrases.Under("rework")...) {
		return ""
	}
	k, ok := table.reckon(m.text, m.Language)
	if !ok {
		return ""
	}
	r, err := d.Numbers.Read(ctx, m.question(k.rest, nil))
	other := slices.ContainsFunc(r.Entities, func(e semantic.Entity) bool {
		return e.Type != "dimension" || !slices.Contains(table.Request.Groups, e.Normalized)
	})
	if err != nil || other || r.Refusal != nil && r.Refusal.Reason == "uncovered" {
		return ""
	}
	return m.text
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

// reckon reads what is to be done with which rows of a table, of which it leaves those with a
// figure; false where it can't be told.
func (a *DataAnalysisAgentState) reckon(text, language string) (k reckoning, ok bool) {
	if k.column = a.reckoned(text); k.column < 0 {
		return k, false
	}
	a.RawData = slices.DeleteFunc(slices.Clone(a.RawData), func(row []semantic.Cell) bool { return row[k.column].Number == nil })
	k.rows = a.RawData
	cut := func(group string) (kind string, said map[string]string) {
		key := phrases.First(text, phrases.Under(group)...)
		if start, end, found := phrases.Find(text, key); found {
			kind, said = strings.TrimPrefix(key, group+"."), phrases.Named(text, key)
			text = text[:start] + " " + text[end:]
		}
		return kind, said
	}
	pick, said := cut("pick") // "below the average" is no average
	if k.op, _ = cut("rework"); k.op == "" {
		return k, false
	}
	if k.pick = pick; pick != "" {
		k.rows = a.picked(pick, said, k.column)
	} else if rows, rest := a.named(text, language); len(rows) > 1 {
		k.pick, k.rows, text = "named", rows, rest
	}
	k.rest = strings.ReplaceAll(text, a.ProcessedData.Columns[k.column].Title, " ")
	bound := slices.Contains([]string{"below", "above", "short", "over"}, pick)
	switch k.op {
	case "unit":
		ok = k.pick == "" && slices.ContainsFunc(a.ProcessedData.Columns, func(c semantic.Column) bool { return c.Unit == "won" })
	case "share": // of a ranking that is asked for anew the layer tells it, and what was cut is no whole
		anew := said["part"] == "" && slices.Contains([]string{"", "top", "bottom", "named"}, k.pick)
		ok = !anew && sumOf(a.RawData, k.column) > 0 && a.Request.Limit == 0 && len(a.Request.Having)+len(a.Request.Only) == 0
	case "count", "keep", "cover":
		ok = bound && (k.op == "count" || a.parts(k.column) > 0)
	default:
		ok = true
	}
	return k, ok && len(k.rows) > 0
}

// reckoned is the column that is reckoned with: the figure that is named, else the only one that
// is not the same in all rows; -1 where several may be meant.
func (a *DataAnalysisAgentState) reckoned(text string) int {
	named, differ := "", []int{}
	for i, c := range a.ProcessedData.Columns {
		if c.Role != "metric" {
			continue
		}
		if strings.Contains(text, c.Title) && len(c.Title) > len(named) {
			named = c.Title
		}
		if slices.ContainsFunc(a.RawData, func(row []semantic.Cell) bool { return value(row[i].Number) != value(a.RawData[0][i].Number) }) {
			differ = append(differ, i)
		}
	}
	if len(differ) == 1 && named == "" {
		return differ[0]
	}
	return slices.IndexFunc(a.ProcessedData.Columns, func(c semantic.Column) bool { return c.Role == "metric" && c.Title == named })
}

// picked are the rows at places of the table, at an end of it by their figure, or on a side of
// the mean or of the whole of a rate.
func (a *DataAnalysisAgentState) picked(pick string, said map[string]string, column int) [][]semantic.Cell {
	rows, all, n, bound := descending(a.RawData, column), len(a.RawData), 1, 100.0
	if count, ok := korean.ParseCount(said["n"]); ok {
		n = count
	} else if part, ok := korean.ParseCount(said["part"]); ok {
		n = (all*part + 99) / 100
	}
	way, _ := strings.CutPrefix(pick, "but_")
	if way == "first" || way == "last" {
		rows = a.RawData
	}
	switch {
	case n >= all, (pick == "short" || pick == "over") && a.parts(column) == 0, (pick == "below" || pick == "above") && !a.additive(column):
		return nil
	case pick == "first", pick == "top":
		return rows[:n]
	case pick == "last", pick == "bottom":
		return rows[all-n:]
	case way == "top":
		return rows[n:]
	case way == "bottom":
		return rows[:all-n]
	case pick == "below", pick == "above":
		bound = sumOf(rows, column) / float64(all)
	}
	return slices.DeleteFunc(rows, func(row []semantic.Cell) bool {
		return (value(row[column].Number) >= bound) != (pick == "above" || pick == "over")
	})
}

// descending are rows by a figure, the highest first.
func descending(rows [][]semantic.Cell, column int) [][]semantic.Cell {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(x, y []semantic.Cell) int { return cmp.Compare(value(y[column].Number), value(x[column].Number)) })
	return rows
}

// named are the rows that a text names, and the text without the names.
func (a *DataAnalysisAgentState) named(text, language string) (rows [][]semantic.Cell, rest string) {
	for _, row := range a.RawData {
		label := a.label(row, language)
		if at := strings.Index(text, label); at >= 0 && label != "" {
			text = text[:at] + " " + strings.TrimLeftFunc(text[at+len(label):], korean.IsHangul)
			rows = append(rows, row)
		}
	}
	return rows, text
}

// parts is where both parts of a rate stand beside it, 0 for none.
func (a *DataAnalysisAgentState) parts(column int) int {
	c := a.ProcessedData.Columns
	if c[column].Unit == "percent" && column+2 < len(c) && c[column+1].Role == "field" && c[column+2].Role == "field" {
		return column + 1
	}
	return 0
}

// additive tells that figures of a column add up.
func (a *DataAnalysisAgentState) additive(column int) bool {
	return slices.ContainsFunc(a.Statistics, func(s semantic.Statistic) bool {
		return s.Column == a.ProcessedData.Columns[column].Name && s.Sum != nil
	})
}

// addRework adds what comes of the rows that were shown, with what they rest on.
func (a *answer) addRework() {
	t, _ := a.s.tableBefore()
	k, ok := t.reckon(a.s.Heard.Rework, a.Language())
	if !ok {
		return
	}
	rows, unit := descending(k.rows, k.column), phrases.Named(a.s.Heard.Rework, "rework.unit")["unit"]
	args := append(t.reckonedArgs(k, rows, a.Language()), "unit", unit)
	switch {
	case t.parts(k.column) > 0 && k.pick != "" && (k.op == "total" || k.op == "cover"):
		k.op = "target"
	case k.op == "rising":
		slices.Reverse(rows)
		fallthrough
	case k.op == "falling":
		k.rows = rows
	}
	t.RawData, t.ProcessedData.Rows = slices.Clone(k.rows), len(k.rows)
	t.inUnit(unit)
	a.core, a.found = append(a.core, a.Say("rework."+k.op, args...)), true
	if slices.Contains([]string{"rising", "falling", "unit"}, k.op) || k.pick != "" && k.op != "target" {
		a.addTable(&t)
	}
	a.addBasis(&t)
}

// reckonedArgs are the figures of rows that were picked, which stand from the highest down.
func (a *DataAnalysisAgentState) reckonedArgs(k reckoning, rows [][]semantic.Cell, language string) []any {
	in := func(v float64, unit string) string { return semantic.Format(semantic.Cell{Number: &v}, unit, language) }
	unit, n, at := a.ProcessedData.Columns[k.column].Unit, len(rows), k.column
	most, least := rows[0], rows[n-1]
	sum, apart := sumOf(rows, at), value(most[at].Number)-value(least[at].Number)
	middle := (value(rows[(n-1)/2][at].Number) + value(rows[n/2][at].Number)) / 2
	args := []any{
		"title", a.ProcessedData.Title, "name", a.ProcessedData.Columns[at].Title, "n", n, "all", len(a.RawData), "picked", k.pick != "",
		"adds", a.additive(at), "sum", in(sum, unit), "mean", in(sum/float64(n), unit), "median", in(middle, unit),
		"share", in(100*sum/sumOf(a.RawData, at), "percent"), "whole", sumOf(a.RawData, at) > 0,
		"most", a.label(most, language), "more", a.cell(most, at, language), "least", a.label(least, language), "less", a.cell(least, at, language),
		"apart", in(apart, strings.Replace(unit, "percent", "point", 1)),
	}
	if part := a.parts(at); part > 0 {
		short, over := a.picked("short", nil, at), a.picked("over", nil, at)
		lacks, beyond := sumOf(short, part+1)-sumOf(short, part), sumOf(over, part)-sumOf(over, part+1)
		unit = a.ProcessedData.Columns[part].Unit
		args = append(args, "short", len(short), "over", len(over), "lacks", in(lacks, unit), "beyond", in(beyond, unit), "covers", beyond >= lacks)
	}
	return args
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
