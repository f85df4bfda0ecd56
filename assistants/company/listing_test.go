package company

import (
	"slices"
	"testing"

	"github.com/madang-dev/madang/assistants/company/semantic"
)

// What was shown is what was shown last, whatever order a map has, and a clause of the same
// message has shown nothing yet.
func TestWhatWasShownBefore(t *testing.T) {
	t.Parallel()
	shown := func(by, at string, names ...string) AgentState {
		a := AgentState{Data: &DataAnalysisAgentState{}}
		a.EndTime, a.ExecutionContext.PersonID = &at, "E001"
		a.Data.ProcessedData.Columns = []semantic.Column{{Name: by}}
		for _, n := range names {
			a.Data.RawData = append(a.Data.RawData, []semantic.Cell{{Text: n}})
		}
		return a
	}
	states := map[string]AgentState{
		"a": shown("product", "2026-11-21T00:00:00Z", "P"), "b": shown("customer", "2026-11-21T00:00:01Z", "A", "B"), "c": shown("customer", "2026-11-21T00:00:01Z", "C", "D"),
	}
	for range 20 { // the order of a map
		s := GlobalSessionState{AgentStates: states}
		s.Person.ID = "E001"
		if names := s.shownBefore(); !slices.Equal(names["customer"], []string{"C", "D"}) {
			t.Errorf("the later task of one time: %v", names)
		}
	}
	before := &semantic.Request{}
	m := message{GlobalSessionState: &GlobalSessionState{}, previous: []*semantic.Request{before}, shown: map[string][]string{"customer": {"A"}}}
	if q := m.question("거기 반품도", &semantic.Request{Rows: "customers"}); q.Shown != nil {
		t.Error("what was shown goes along with the clause before")
	}
	if q := m.question("거기는", before); q.Shown == nil {
		t.Error("what was shown is lost")
	}
}

// Words behind a question back that had understood nothing answer nothing.
func TestWhatAnswersAQuestionBack(t *testing.T) {
	t.Parallel()
	s := GlobalSessionState{Clarified: []Clarification{{Key: "person", Text: "지난달 매출"}}}
	if m := s.message(); m.answers || !m.resumes {
		t.Errorf("%+v", m)
	}
}
