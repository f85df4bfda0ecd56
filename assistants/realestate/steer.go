package realestate

import (
	"slices"

	"github.com/madang-dev/madang/internal/guard"
)

// leaveOutOrders leaves out of what was retrieved the sentences that speak
// to a machine: they are no law, and nobody is to follow them. The state
// keeps them, a copy is changed.
func (a *answer) leaveOutOrders(w *author) {
	s := a.state.SearchTeamState
	if s == nil {
		return
	}
	a.hits = w.hits(s.LegalResults, a.state.Language)
	if !slices.ContainsFunc(a.hits, hit.steers) {
		return
	}
	own, found := *a.state, *s
	found.LegalResults = slices.Clone(s.LegalResults)
	for i := range found.LegalResults {
		r := &found.LegalResults[i]
		r.Title, r.TitleEN = guard.WithoutOrders(r.Title), guard.WithoutOrders(r.TitleEN)
		r.Gist, r.GistEN, r.Snippet = guard.WithoutOrders(r.Gist), guard.WithoutOrders(r.GistEN), guard.WithoutOrders(r.Snippet)
	}
	own.SearchTeamState = &found
	a.state, a.steered = &own, true
	a.hits = w.hits(found.LegalResults, own.Language)
}

// steers tells whether an article's text speaks to a machine. Its snippet is
// mostly a sentence of the text, which has been read.
func (h hit) steers() bool {
	if h.text.steers {
		return true
	}
	return !slices.ContainsFunc(h.text.sentences, func(s sentence) bool { return s.text == h.Snippet && !s.steers }) && guard.Orders(h.Snippet)
}
