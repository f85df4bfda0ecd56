package realestate

import (
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/search"
)

// testAuthor writes the answers of all tests, as one does those of a server.
var testAuthor = &author{}

func compose(s *State) state.Response { return testAuthor.compose(s) }

func newAnswer(s *State) *answer { return testAuthor.answer(s) }

func pick(list []string, query, snippet string, n int) []string {
	taken := make([]sentence, len(list))
	for i, text := range list {
		taken[i] = newSentence(text, text)
	}
	return testAuthor.question(query).pick(hit{LegalResult: &search.LegalResult{Snippet: snippet}, sentences: taken}, n, "")
}
