package realestate

import (
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/realestate/evidence"
	"github.com/madang-dev/madang/teams/search"
)

// leaveOutOrders leaves out of what was retrieved the sentences that speak
// to a machine: they are no law, and nobody is to follow them. The state
// keeps them, a copy is changed.
func (a *answer) leaveOutOrders() {
	s := a.state.SearchTeamState
	if s == nil || !slices.ContainsFunc(s.LegalResults, steers) {
		return
	}
	own, found := *a.state, *s
	found.LegalResults = slices.Clone(s.LegalResults)
	for i := range found.LegalResults {
		r := &found.LegalResults[i]
		r.Title, r.TitleEN = withoutOrders(r.Title), withoutOrders(r.TitleEN)
		r.Gist, r.GistEN, r.Snippet = withoutOrders(r.Gist), withoutOrders(r.GistEN), withoutOrders(r.Snippet)
	}
	own.SearchTeamState = &found
	a.state, a.steered = &own, true
}

func steers(r search.LegalResult) bool {
	return slices.ContainsFunc([]string{r.Title, r.TitleEN, r.Gist, r.GistEN, r.Snippet}, func(text string) bool {
		// A look at the whole saves taking nearly every text apart.
		return evidence.Addressed(text) && slices.ContainsFunc(sentences(text), evidence.Addressed)
	})
}

func withoutOrders(text string) string {
	kept := slices.DeleteFunc(sentences(text), evidence.Addressed)
	return strings.Join(kept, " ")
}
