package company

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/company/semantic"
	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
)

// addData adds figures: the verdict, their table, and what they rest on.
func (a *answer) addData(d *DataAnalysisAgentState) {
	p := &d.ProcessedData
	a.core = append(a.core, strings.TrimSpace(p.Lead+" "+d.verdict(a.Printer)))
	a.addTable(d)
	a.addBasis(d)
	a.names = statement.Add(a.names, p.Sources...)
	a.sources = append(a.sources, state.Source{
		ID: fmt.Sprintf("F%d", len(a.sources)+1), Kind: "data", Title: p.Title, Source: strings.Join(p.Sources, ", "), AsOf: p.DataDay, Text: a.core[len(a.core)-1],
	})
}

// addTable adds the rows, where one sentence does not say all.
func (a *answer) addTable(d *DataAnalysisAgentState) {
	table, more := d.table(a.Language())
	if more > 0 {
		table += "\n" + a.Say("table.more", "n", more, "shown", maxTableRows)
	}
	if table != "" {
		a.tables = append(a.tables, "**"+d.ProcessedData.Title+"**\n\n"+table)
	}
}

// addBasis notes what figures rest on: of when they are, what was assumed, and where
// they come from.
func (a *answer) addBasis(d *DataAnalysisAgentState) {
	p := &d.ProcessedData
	note := func(key string, args ...any) { a.notes = statement.Add(a.notes, a.Say("note."+key, args...)) }
	note("period", "period", p.Period.Text, "open", p.Period.Open)
	if p.Compare != nil {
		note("compare", "period", p.Compare.Text)
	}
	if len(p.Filters) > 0 {
		note("filters", "filters", p.Filters)
	}
	a.notes = statement.Add(a.notes, slices.Concat(p.Assumptions, p.Notes)...)
	if len(p.Sources) > 0 {
		note("sources", "sources", p.Sources, "day", p.DataDay, "sample", a.sample)
	}
	if p.FreshUntil != "" && a.s.Today > p.FreshUntil {
		note("late", "day", p.FreshUntil)
	}
	if p.Age > 0 {
		note("age", "minutes", (p.Age+59)/60)
	}
	a.dataDay = cmp.Or(p.DataDay, a.dataDay)
}

// addRefused says why a part can't be answered: it is hidden, or of nothing that there is
// data of, or of a figure with a word that is not known.
func (a *answer) addRefused(p ParsedIntent) {
	switch {
	case p.Hidden != nil:
		a.core = append(a.core, p.Hidden.Text)
	case p.Refusal != nil:
		of := slices.ContainsFunc(a.s.QueryAnalyzerState.ExtractedEntities, func(e semantic.Entity) bool { return e.Type != "dimension" })
		if p.Refusal.Lacking == "" && (p.Refusal.Reason == "unrelated" || p.Refusal.Reason == "uncovered" && !of) {
			a.core = append(a.core, a.Say("beyond", "covers", a.covers[:min(len(a.covers), maxTold)])) // what it asks for is none of the data's
			return
		}
		a.core = append(a.core, p.Refusal.Text)
	}
}

// covers is what a person can ask of the numbers, in short.
func (d *desk) covers(s *GlobalSessionState) (list []string) {
	for _, m := range d.Numbers.Covers(s.Person, s.Language).Metrics {
		list = append(list, m.Title)
	}
	return list[:min(len(list), maxCovers)]
}

// maxCovers bounds what is named of what can be asked.
const maxCovers = 8
