package realestate

import (
	"context"
	"strings"
	"testing"

	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/search"
)

// never is ingested knowledge that is not loaded.
type never struct{}

func (never) Stamp(context.Context) (string, error) { return "1", nil }

func (never) Passages(context.Context) ([]knowledge.Passage, error) { return nil, nil }

// What is found while ingested knowledge is still being loaded is marked, and
// the answer says so.
func TestAnswersTellThatKnowledgeIsLoading(t *testing.T) {
	t.Parallel()
	shelf, err := NewShelf(t.Context(), "", knowledge.ShelfConfig{Ingested: never{}, Later: true})
	if err != nil {
		t.Fatal(err)
	}
	team := &teamSet{library: shelf, searcher: search.New(search.Config{Library: shelf.Now})}
	for scope, want := range map[string]bool{search.ScopeLegal: true, search.ScopeMarket: false, search.ScopeLoan: false} {
		found, err := team.find(t.Context(), search.Request{
			Shared: state.Shared{UserQuery: "전세금 5% 인상 가능해?", SessionID: "s", Timestamp: "2026-11-21T09:00:00Z", Language: "ko", Status: state.SharedPending, Today: "2026-11-21"},
			Intent: state.AnalyzedIntent{IntentType: "legal_consult"}, Scope: []string{scope},
		}, shelf.Partial(), func(int, string) {})
		if err != nil || found.AggregatedResults.Loading != want {
			t.Errorf("%s: %v, loading %v", scope, err, found.AggregatedResults.Loading)
		}
	}
	for language, words := range map[string]string{"ko": "아직 불러오는 중", "en": "still being loaded"} {
		for _, loading := range []bool{true, false} {
			s := carriedOut(t, "전세금 5% 인상 가능해?", language)
			s.SearchTeamState.AggregatedResults.Loading = loading
			said := false
			for _, section := range compose(s).StructuredData.Sections {
				said = said || strings.Contains(strings.Join(section.Content, " "), words)
			}
			if said != loading {
				t.Errorf("%s, loading %v: it says so: %v", language, loading, said)
			}
		}
	}
}
