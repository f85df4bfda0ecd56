package realestate

import (
	"slices"

	"github.com/madang-dev/madang/internal/guard"
)

// leaveOutOrders leaves out of what was retrieved the sentences that speak
// to a machine: they are no law, and nobody is to follow them. The state
// keeps them, a copy is changed.
func (a *answer) leaveOutOrders() {
	s := a.state.SearchTeamState
	if s == nil {
		return
	}
	own, found := *a.state, *s
	found.LegalResults = slices.Clone(s.LegalResults)
	for i := range found.LegalResults {
		r := &found.LegalResults[i]
		for _, text := range []*string{&r.Title, &r.TitleEN, &r.Gist, &r.GistEN, &r.Snippet} {
			kept := guard.WithoutOrders(*text)
			a.steered = a.steered || kept != *text
			*text = kept
		}
	}
	if a.steered {
		own.SearchTeamState = &found
		a.state = &own
	}
	for i := range a.state.SearchTeamState.LegalResults {
		a.hits = append(a.hits, newHit(&a.state.SearchTeamState.LegalResults[i], a.state.Language))
	}
}
