package realestate

import (
	"github.com/madang-dev/madang/state"
)

// testAuthor writes the answers of all tests, as one does those of a server.
var testAuthor = newAuthor()

func compose(s *State) state.Response { return testAuthor.compose(s) }

func newAnswer(s *State) *answer { return testAuthor.answer(s) }

func pick(list []string, query, snippet string, n int) []string {
	taken := make([]sentence, len(list))
	for i, text := range list {
		taken[i] = newSentence(text)
	}
	var picked []string
	for _, s := range choose(taken, newQuestion(query), snippet, n) {
		picked = append(picked, s.text)
	}
	return picked
}
