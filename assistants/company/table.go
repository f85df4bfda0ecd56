package company

import (
	"strings"

	"github.com/madang-dev/madang/assistants/company/semantic"
)

// maxTableRows bounds the table of an answer; the data behind it has more.
const maxTableRows = 12

// role is the place of the first column with a role, -1 for none.
func (p *ProcessedData) role(roles ...string) int {
	for _, role := range roles {
		for i, c := range p.Columns {
			if c.Role == role {
				return i
			}
		}
	}
	return -1
}

// shown are the columns that are shown: keys only where nothing names a row.
func (p *ProcessedData) shown() (columns []int) {
	named := p.role("label", "field") >= 0
	for i, c := range p.Columns {
		if c.Role != "key" || !named {
			columns = append(columns, i)
		}
	}
	return columns
}

// table is the rows as Markdown; more is how many are left out.
func (a *DataAnalysisAgentState) table(language string) (text string, more int) {
	rows, columns := a.RawData, a.ProcessedData.shown()
	if len(rows) == 0 || len(rows) == 1 && len(columns) == 1 {
		return "", 0
	}
	var b strings.Builder
	for _, c := range columns {
		b.WriteString("| " + a.ProcessedData.Columns[c].Title + " ")
	}
	b.WriteString("|\n")
	for _, c := range columns {
		b.WriteString(map[bool]string{true: "|---:", false: "|---"}[a.ProcessedData.Columns[c].Kind == "number"])
	}
	b.WriteString("|\n")
	for _, row := range rows[:min(len(rows), maxTableRows)] {
		for _, c := range columns {
			cell := semantic.FormatCell(row[c], a.ProcessedData.Columns[c].Unit, language)
			b.WriteString("| " + strings.ReplaceAll(cell, "|", "/") + " ")
		}
		b.WriteString("|\n")
	}
	return b.String(), a.ProcessedData.Rows - min(len(rows), maxTableRows)
}

// lines are the rows in words, one each.
func (a *DataAnalysisAgentState) lines(language string) (list []string) {
	for _, row := range a.RawData[:min(len(a.RawData), maxTableRows)] {
		var cells []string
		for _, c := range a.ProcessedData.shown() {
			cells = append(cells, a.cell(row, c, language))
		}
		list = append(list, strings.Join(cells, " "))
	}
	return list
}

// cell is a value as it is read.
func (a *DataAnalysisAgentState) cell(row []semantic.Cell, column int, language string) string {
	if column < 0 || column >= len(row) {
		return ""
	}
	return semantic.Format(row[column], a.ProcessedData.Columns[column].Unit, language)
}

// label names a row: its labels and times.
func (a *DataAnalysisAgentState) label(row []semantic.Cell, language string) string {
	var names []string
	for i, c := range a.ProcessedData.Columns {
		if c.Role == "label" || c.Role == "time" {
			names = append(names, a.cell(row, i, language))
		}
	}
	if len(names) == 0 {
		if i := a.ProcessedData.role("field", "key"); i >= 0 {
			names = append(names, a.cell(row, i, language))
		}
	}
	return strings.Join(names, " ")
}

// chartCard is a chart as the page draws it.
type chartCard struct {
	Kind   string        `json:"kind"`
	Title  string        `json:"title"`
	Labels []string      `json:"labels"`
	Series []chartSeries `json:"series"`
}

type chartSeries struct {
	Name   string     `json:"name"`
	Unit   string     `json:"unit"`
	Values []*float64 `json:"values"`
}

// charts are what the page draws of a result; a table alone has none.
func (a *DataAnalysisAgentState) charts() []chartCard {
	list := []chartCard{}
	for _, c := range a.Visualizations {
		if len(c.Categories) == 0 {
			continue
		}
		card := chartCard{Kind: c.Kind, Title: a.ProcessedData.Title, Labels: c.Categories, Series: []chartSeries{}}
		for _, s := range c.Series {
			card.Series = append(card.Series, chartSeries{Name: s.Title, Unit: s.Unit, Values: s.Values})
		}
		list = append(list, card)
	}
	return list
}
