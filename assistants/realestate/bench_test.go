package realestate

import (
	"testing"

	"github.com/madang-dev/madang/planning"
)

// benchStates are the states of the labelled questions, carried out.
func benchStates(b *testing.B) []*State {
	b.Helper()
	var list []*State
	for _, file := range []string{"realestate_queries.yaml", "fresh_queries.yaml"} {
		for _, q := range labelledQueries(b, file) {
			s := carriedOut(b, q.Text, planning.DetectLanguage(q.Text))
			if s.AggregatedResults != nil {
				list = append(list, s)
			}
		}
	}
	return list
}

// BenchmarkCompose is what the answer to one labelled question takes, from
// what the teams found.
func BenchmarkCompose(b *testing.B) {
	states, i := benchStates(b), 0
	b.ReportAllocs()
	for b.Loop() {
		compose(states[i%len(states)])
		i++
	}
}

// BenchmarkQuestion is one labelled question from its reading to its answer,
// searches of the library too; the engine is not in it.
func BenchmarkQuestion(b *testing.B) {
	states, i := benchStates(b), 0
	b.ReportAllocs()
	for b.Loop() {
		s := states[i%len(states)]
		compose(carriedOut(b, s.Query, s.Language))
		i++
	}
}
