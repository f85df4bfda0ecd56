package company

import (
	"testing"

	"github.com/madang-dev/madang/assistants/company/semantic"
)

// What was shown is what was shown last, whatever order a map has, and a clause of the same
// message has shown nothing yet.
func TestWhatWasShownBefore(t *testing.T) {
	t.Parallel()
	shown := func(by, at string, pointed bool, names ...string) AgentState {
		a := AgentState{Data: &DataAnalysisAgentState{}}
		a.EndTime, a.ExecutionContext.PersonID = &at, "E001"
		a.Data.Request.Groups = []string{by}
		if pointed {
			a.Data.Request.Assumptions = []semantic.Assumption{{Key: "referent"}}
		}
		a.Data.ProcessedData.Columns = []semantic.Column{{Name: by}}
		for _, n := range names {
			a.Data.RawData = append(a.Data.RawData, []semantic.Cell{{Text: n}})
		}
		return a
	}
	const first, second, third = "2026-11-21T00:00:00Z", "2026-11-21T00:00:01Z", "2026-11-21T00:00:02Z"
	for name, c := range map[string]struct {
		states map[string]AgentState
		want   string
	}{
		"at one time the later task":    {map[string]AgentState{"a": shown("customer", first, false, "A", "B"), "b": shown("customer", first, false, "C", "D")}, "C"},
		"members are no new listing":    {map[string]AgentState{"b": shown("customer", first, false, "A", "B", "C"), "a": shown("customer", second, true, "B", "C")}, "A"},
		"other things of a member are":  {map[string]AgentState{"b": shown("customer", first, false, "A", "B"), "a": shown("product", second, true, "P", "Q")}, "P"},
		"one row is no listing of many": {map[string]AgentState{"b": shown("customer", first, false, "A", "B"), "a": shown("customer", third, false, "X")}, "A"},
	} {
		for range 20 { // the order of a map
			s := GlobalSessionState{AgentStates: c.states}
			s.Person.ID = "E001"
			if _, l := s.shownBefore(); l.Names[l.Of.Groups[0]][0] != c.want {
				t.Errorf("%s: %v", name, l.Names)
			}
		}
	}
	before := &semantic.Request{}
	m := message{GlobalSessionState: &GlobalSessionState{}, previous: []*semantic.Request{before}, listing: &semantic.Listing{}}
	if q := m.question("후자는 반품도", &semantic.Request{Rows: "customers"}); q.Listing != nil {
		t.Error("the listing of an older answer goes along with the clause before")
	}
	if q := m.question("후자는", before); q.Listing == nil {
		t.Error("the listing is lost")
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
