package company

import (
	"fmt"

	"github.com/madang-dev/madang/assistants/company/compliance"
	statement "github.com/madang-dev/madang/internal/answer"
	"github.com/madang-dev/madang/state"
)

// toldAlready tells that what was found for a message that goes on with a case is the rule
// that the answer before told: the rules say no more of it.
func (a *answer) toldAlready(question string, r *InformationRetrievalAgentState) bool {
	before := a.s.rulesBefore()
	if len(r.Unruled) == 0 && compliance.NamesPoint(question) || compliance.Heads(question) > 1 {
		return false
	}
	return len(r.FilteredResults) > 0 && len(before) > 0 && r.FilteredResults[0].ID == before[0]
}

// addFound tells what a search has found, and where it comes from.
func (a *answer) addFound(r *InformationRetrievalAgentState) {
	a.addUnsearched(r)
	if r.All > 0 {
		a.addAll(r)
	} else {
		a.addHits(r)
	}
	for i, citation := range r.Citations {
		a.names = statement.Add(a.names, citation)
		if i < len(r.FilteredResults) {
			hit := r.FilteredResults[i]
			a.sources = append(a.sources, state.Source{
				ID: fmt.Sprintf("F%d", len(a.sources)+1), Kind: hit.Kind, Title: hit.Title, Source: hit.Citation, Text: hit.Snippet, URL: hit.URL,
			})
		}
	}
}

// addAll tells how many there are of the kind that was asked for, and the newest in full.
func (a *answer) addAll(r *InformationRetrievalAgentState) {
	args := []any{"n", r.All}
	a.core = append(a.core, a.Say("found.all."+r.Kind, args...))
	for _, hit := range r.FilteredResults {
		if hit.Is(r.Kind) {
			a.core = append(a.core, a.Say("found.first", "title", hit.Title, "text", hit.Snippet, "citation", hit.Citation))
		}
	}
}

// addHits tells the first hit in full and the others by name; where there is none of the
// kind that was asked for it says so, and names all.
func (a *answer) addHits(r *InformationRetrievalAgentState) {
	none := r.Kind != "" && len(r.FilteredResults) > 0 && !r.FilteredResults[0].Is(r.Kind)
	if none {
		a.core = append(a.core, a.Say("found.no."+r.Kind))
	}
	for i, hit := range r.FilteredResults {
		args := []any{"title", hit.Title, "text", hit.Snippet, "citation", hit.Citation}
		if !none && (i == 0 || i < maxTold && hit.Kind == "rule" && hit.Score >= ruleNamed && phrases.Has(r.SearchQueries[0], "rule.differs")) {
			if i == 0 && len(r.Unruled) > 0 {
				a.core = append(a.core, a.Say("found.lacks", "words", r.Unruled))
			}
			a.core = append(a.core, a.Say("found.first", args...))
			continue
		}
		if hit.Kind != "document" { // many bear one title
			args[3] = ""
		}
		a.advice = append(a.advice, a.Say("found.also", args...))
	}
}

// addUnsearched says what there is and may not be seen, and where could not be
// looked.
func (a *answer) addUnsearched(r *InformationRetrievalAgentState) {
	if len(r.Hidden) > 0 {
		a.missing = append(a.missing, a.Say("found.hidden", "names", r.Hidden))
	}
	for _, source := range r.SearchSources {
		if why := r.Failed[source]; why != "" {
			args := []any{"source", a.Say("source." + source)}
			a.missing = append(a.missing, a.Say("found."+why, args...))
		}
	}
	switch {
	case len(r.FilteredResults) > 0 || len(r.Hidden) > 0:
	case r.Kind != "" && r.SearchQueries[0] == "":
		a.core = append(a.core, a.Say("found.empty."+r.Kind))
	default:
		a.core = append(a.core, a.Say("nothing_found"))
	}
}
