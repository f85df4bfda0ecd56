package realestate

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/evidence"
)

// TestEveryFigureHasItsSource reads the answers to all labelled queries:
// each line with a figure or an article that the user has not named tells a
// fact that holds it.
func TestEveryFigureHasItsSource(t *testing.T) {
	t.Parallel()
	lines := 0
	for _, file := range []string{"realestate_queries.yaml", "fresh_queries.yaml"} {
		for _, q := range labelledQueries(t, file) {
			s := carriedOut(t, q.Text, q.Lang)
			if s.AggregatedResults == nil {
				continue
			}
			a := newAnswer(s)
			a.gather()
			a.ground()
			r := a.response()
			for _, section := range r.StructuredData.Sections {
				for _, line := range section.Content {
					lines++
					f := a.evidence.Keyed(a.of[line])
					if beyond := a.evidence.Beyond(line, f); len(beyond) > 0 && !strings.HasSuffix(line, "?") {
						t.Errorf("%s: %v of %q is from nowhere", q.ID, beyond, line)
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
