package realestate

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/evidence"
)

// TestEveryFigureHasItsSource reads the answers to all labelled queries:
// each sentence with a figure or an article that the user has not named maps
// to a fact, and its line says where that is from.
func TestEveryFigureHasItsSource(t *testing.T) {
	t.Parallel()
	lines := 0
	for _, file := range []string{"realestate_queries.yaml", "fresh_queries.yaml"} {
		for _, q := range labelledQueries(t, file) {
			s := carriedOut(t, q.Text, q.Lang)
			if s.AggregatedResults == nil {
				continue
			}
			r := compose(s)
			a := newAnswer(s)
			a.gather()
			facts := a.facts()
			for _, section := range r.StructuredData.Sections {
				for _, line := range section.Content {
					lines++
					if strings.Contains(line, a.say("source.none")) {
						t.Errorf("%s: no source: %q", q.ID, line)
					}
					for _, sentence := range sentences(line) {
						f, needed := facts.Source(sentence, line, "")
						if f == nil {
							f, _ = facts.Source(line, line, "")
						}
						if needed && (f == nil || !a.namesSource(line, f)) {
							t.Errorf("%s: %q of %q is from nowhere", q.ID, sentence, line)
						}
					}
				}
			}
			m := r.StructuredData.Metadata
			if len(m.Evidence) != len(r.StructuredData.Sources) || m.AnsweredBy != "rules" {
				t.Errorf("%s: %d facts named, %d shown, answered by %s", q.ID, len(m.Evidence), len(r.StructuredData.Sources), m.AnsweredBy)
			}
			for i, source := range r.StructuredData.Sources {
				if source.ID != m.Evidence[i] || source.Source == "" || source.Text == "" || source.Kind == evidence.KindLaw && source.URL == "" {
					t.Errorf("%s: source %+v", q.ID, source)
				}
			}
		}
	}
	if lines < 2000 {
		t.Errorf("only %d lines were read", lines)
	}
}
