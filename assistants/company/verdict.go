package company

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/words"
)

// maxNamed is how many rows a verdict names.
const maxNamed = 5

// verdict is the answer in one or two sentences, by the shape of the result.
func (a *DataAnalysisAgentState) verdict(say words.Printer) string {
	p := &a.ProcessedData
	metric, language := p.role("metric"), say.Language()
	args := []any{"title", cmp.Or(p.Subject, p.Title), "period", p.Period.Text, "open", p.Period.Open, "n", p.Rows, "cut", p.Cut}
	switch {
	case len(a.RawData) == 0:
		return say.Say("verdict.none", args...)
	case metric < 0 && len(a.RawData) == 1 && a.property() >= 0:
		i := a.property()
		return say.Say("verdict.property", append(args, "name", a.RawData[0][max(p.role("label"), 0)].Text, "what", p.Columns[i].Title, "value", a.cell(a.RawData[0], i, language))...)
	case metric < 0 && len(a.RawData) == 1 && len(a.properties(language)) > 1:
		return say.Say("verdict.profile", append(args, "name", a.label(a.RawData[0], language), "properties", a.properties(language))...)
	case metric < 0:
		return say.Say("verdict.rows", append(args, "names", a.names(language), "more", max(p.Rows-maxNamed, 0))...)
	case a.Request.CompareTo != nil && p.role("difference", "change") >= 0 && len(a.RawData) == 1 && p.role("label", "time") < 0 && a.RawData[0][metric].Number != nil:
		return say.Say("verdict.compared", append(args, a.compared(language)...)...)
	case p.role("label") < 0 && p.role("time") < 0:
		return a.held(say) + say.Say("verdict.figure", append(args, "figures", a.figures(language))...)
	case p.role("time") >= 0 && p.role("label") < 0 && a.Request.Mean && len(a.Statistics) > 0 && a.Statistics[0].Sum != nil:
		s := a.Statistics[0]
		return say.Say("verdict.mean", append(args, "mean", a.number(s.Mean, language), "pieces", s.Count, "sum", a.number(*s.Sum, language))...)
	case p.role("time") >= 0 && p.role("label") < 0 && len(a.RawData) > 1 && a.Request.Order.By != "metric": // else pieces of time are ranked like things
		return say.Say("verdict.trend", append(args, a.trend(language)...)...) + a.trendCompared(say)
	}
	return say.Say("verdict.ranked", append(args, "names", a.names(language), "more", max(p.Rows-maxNamed, 0), "gap", a.gap(language), "other", a.other(), "together", a.together(language))...)
}

// together is the part of the whole that the first of a ranking make up, "" where no shares
// are told.
func (a *DataAnalysisAgentState) together(language string) string {
	share := a.ProcessedData.role("share")
	if share < 0 || len(a.RawData) < 2 || len(a.RawData) < a.ProcessedData.Rows || a.Request.Limit == 0 {
		return ""
	}
	sum := sumOf(a.RawData, share)
	return semantic.Format(semantic.Cell{Number: &sum}, a.ProcessedData.Columns[share].Unit, language)
}

// held is the yes or no to whether a figure passes a number, "" where none is asked.
func (a *DataAnalysisAgentState) held(say words.Printer) string {
	metric := a.ProcessedData.role("metric")
	c, figure := a.Request.Against, a.RawData[0][metric].Number
	if c == nil || figure == nil {
		return ""
	}
	number := semantic.Format(semantic.Cell{Number: &c.Number}, a.ProcessedData.Columns[metric].Unit, say.Language())
	args := []any{"number", number, "holds", c.Holds(*figure)}
	return say.Say("verdict.held_"+string(c.Op), args...)
}

// gap is by how much two things differ that stand side by side, "" for others.
func (a *DataAnalysisAgentState) gap(language string) string {
	q, s := a.Request, a.Statistics
	if len(s) != 1 || s[0].Count != 2 || len(a.RawData) != 2 || len(q.Groups) != 1 || q.CompareTo != nil {
		return ""
	}
	unit := strings.Replace(a.ProcessedData.Columns[a.ProcessedData.role("metric")].Unit, "percent", "point", 1)
	v := s[0].Max - s[0].Min
	return semantic.Format(semantic.Cell{Number: &v}, unit, language)
}

// trendCompared are the sums of a line and of what it is compared with, "" where
// the figures do not add up.
func (a *DataAnalysisAgentState) trendCompared(say words.Printer) string {
	before := a.ProcessedData.role("previous")
	if before < 0 || len(a.Statistics) == 0 || a.Statistics[0].Sum == nil {
		return ""
	}
	args := []any{"sum", a.number(*a.Statistics[0].Sum, say.Language()), "before", a.number(sumOf(a.RawData, before), say.Language())}
	return say.Say("verdict.trend_compared", args...)
}

// sumOf adds up the numbers of a column.
func sumOf(rows [][]semantic.Cell, column int) (sum float64) {
	for _, row := range rows {
		sum += value(row[column].Number)
	}
	return sum
}

// number is a number of the first metric in words.
func (a *DataAnalysisAgentState) number(v float64, language string) string {
	return semantic.Format(semantic.Cell{Number: &v}, a.ProcessedData.Columns[a.ProcessedData.role("metric")].Unit, language)
}

// figures are the metrics of the one row.
func (a *DataAnalysisAgentState) figures(language string) (list []words.Message) {
	for i, c := range a.ProcessedData.Columns {
		if c.Role == "metric" || c.Role == "share" {
			list = append(list, words.M("verdict.of", "name", c.Title, "value", a.cell(a.RawData[0], i, language)))
		}
	}
	if len(list) == 1 { // the title names it
		return []words.Message{words.M("verdict.value", "value", a.cell(a.RawData[0], a.ProcessedData.role("metric"), language))}
	}
	return list
}

// names are the first rows with their metric.
func (a *DataAnalysisAgentState) names(language string) (list []words.Message) {
	metric := a.ProcessedData.role("metric")
	if i := a.property(); metric < 0 && i >= 0 && a.ProcessedData.Columns[i].Role == "field" { // a label names the row
		metric = i
	}
	for _, row := range a.RawData[:min(len(a.RawData), maxNamed)] {
		place := a.ProcessedData.role("rank")
		list = append(list, words.M("verdict.row", "name", a.label(row, language), "value", a.cell(row, metric, language),
			"share", a.cell(row, a.ProcessedData.role("share"), language), "change", a.changed(row, language), "place", a.cell(row, place, language), "of", a.cell(row, place+1, language)))
	}
	return list
}

// property is the column of a property that was asked for, -1 where none was.
func (a *DataAnalysisAgentState) property() int {
	fields := slices.Compact(slices.Clone(a.Request.Fields)) // "who looks after it" names it twice
	if len(fields) != 1 {
		return -1
	}
	field := fields[0]
	return slices.IndexFunc(a.ProcessedData.Columns, func(c semantic.Column) bool {
		return c.Role == "field" && c.Name == field || c.Role == "label" && c.Name == field+"_name"
	})
}

// properties are what is told of the one row besides its name.
func (a *DataAnalysisAgentState) properties(language string) (list []words.Message) {
	name := a.label(a.RawData[0], language)
	for i, c := range a.ProcessedData.Columns {
		if value := a.cell(a.RawData[0], i, language); c.Role == "field" && value != "" && value != name {
			list = append(list, words.M("verdict.of", "name", c.Title, "value", value))
		}
	}
	return list
}

// other is the period that rows are compared with, "" where they tell no change.
func (a *DataAnalysisAgentState) other() string {
	if p := &a.ProcessedData; p.Compare != nil && p.role("change") >= 0 {
		return p.Compare.Text
	}
	return ""
}

// changed is by how much a row has changed against the other period, with its
// sign; "" where nothing is compared.
func (a *DataAnalysisAgentState) changed(row []semantic.Cell, language string) string {
	i := a.ProcessedData.role("change")
	if a.other() == "" || i >= len(row) || row[i].Number == nil {
		return ""
	}
	text := a.cell(row, i, language)
	if *row[i].Number > 0 {
		text = "+" + text
	}
	return text
}

// compared is the change of the one row against the other period.
func (a *DataAnalysisAgentState) compared(language string) []any {
	p, row := &a.ProcessedData, a.RawData[0]
	other := ""
	if p.Compare != nil {
		other = p.Compare.Text
	}
	return []any{
		"name", p.Columns[p.role("metric")].Title, "value", a.cell(row, p.role("metric"), language), "before", a.cell(row, p.role("previous"), language),
		"difference", a.amount(row, p.role("difference"), language), "change", a.amount(row, p.role("change"), language), "way", a.way(row), "other", other,
	}
}

// way is where a compared figure went.
func (a *DataAnalysisAgentState) way(row []semantic.Cell) string {
	i := a.ProcessedData.role("difference")
	switch {
	case i < 0 || i >= len(row) || row[i].Number == nil:
		return "none" // there was nothing then
	case *row[i].Number > 0:
		return "up"
	case *row[i].Number < 0:
		return "down"
	}
	return "same"
}

// amount is a number without its sign: words say which way it went.
func (a *DataAnalysisAgentState) amount(row []semantic.Cell, column int, language string) string {
	if column < 0 || column >= len(row) || row[column].Number == nil {
		return ""
	}
	v := math.Abs(*row[column].Number)
	return semantic.Format(semantic.Cell{Number: &v}, a.ProcessedData.Columns[column].Unit, language)
}

// trend is where a line begins, ends and is highest.
func (a *DataAnalysisAgentState) trend(language string) []any {
	metric := a.ProcessedData.role("metric")
	first, last := a.RawData[0], a.RawData[len(a.RawData)-1]
	best := first
	for _, row := range a.RawData {
		if row[metric].Number != nil && (best[metric].Number == nil || *row[metric].Number > *best[metric].Number) {
			best = row
		}
	}
	return []any{
		"name", a.ProcessedData.Columns[metric].Title, "from", a.label(first, language), "first", a.cell(first, metric, language),
		"to", a.label(last, language), "last", a.cell(last, metric, language), "peak", a.label(best, language), "most", a.cell(best, metric, language),
	}
}
