package realestate

import (
	"context"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/search"
)

// away is a model that never answers.
type away struct{ asked int }

func (a *away) Generate(context.Context, llm.Request) (llm.Response, error) {
	a.asked++
	return llm.Response{}, llm.ErrRefused
}

func TestPlansOutsideOfRuns(t *testing.T) {
	t.Parallel()
	model := &away{}
	plans, err := Plans(Config{Model: llm.NewClient(llm.Config{Model: model})})
	if err != nil {
		t.Fatal(err)
	}
	for query, asked := range map[string]bool{"강남구 아파트 시세 알려줘": false, "버텨도 되는 건지 모르겠네": true} {
		result, use, err := plans(t.Context(), planning.Request{Query: query})
		if err != nil || result.Planning.PlannedBy != planning.ByRules || (use != nil) != asked {
			t.Errorf("%q: %+v %+v %v", query, result.Planning.AnalyzedIntent, use, err)
		}
		if asked && (use.Why != state.ModelRefused || use.Prompt == "") {
			t.Errorf("%q: %+v", query, use)
		}
	}
	if model.asked != 1 {
		t.Errorf("asked %d times", model.asked)
	}
}

// A search by words that found nothing asks for other ones, once.
func TestASearchThatFoundNothing(t *testing.T) {
	t.Parallel()
	shelf, err := NewShelf(t.Context(), "", knowledge.ShelfConfig{})
	if err != nil {
		t.Fatal(err)
	}
	ground, err := Prepare("")
	if err != nil {
		t.Fatal(err)
	}
	teamSet, err := newTeamSet(Config{Shelf: shelf, Ground: ground})
	if err != nil {
		t.Fatal(err)
	}
	asked := false
	teamSet.reword = func(context.Context, *supervisor.Step[State]) (bool, error) { asked = true; return false, nil }
	step := func(scope, query string) *supervisor.Step[State] {
		s := &State{State: supervisor.State{
			Query: "ㅁㄴㅇㄹ", SessionID: "s", Language: "ko", Today: "2026-11-21",
			PlanningState: &state.Planning{AnalyzedIntent: state.AnalyzedIntent{IntentType: "legal_consult"}},
		}}
		return &supervisor.Step[State]{
			ExecutionStep: state.ExecutionStep{StepID: "step_0", Team: search.TeamName, Actions: []string{scope}, Query: query},
			State:         s, Run: engine.RunInfo{Now: testDay}, Progress: func(int, string) {},
		}
	}
	for name, c := range map[string]struct {
		step         *supervisor.Step[State]
		reword, find bool
	}{
		"nothing":        {step(search.ScopeLegal, ""), true, false},
		"in other words": {step(search.ScopeLegal, "묵시적 갱신"), false, true},
		"nothing again":  {step(search.ScopeLegal, "ㅋㅋㅋㅋ"), false, false},
		"by filters":     {step(search.ScopeMarket, ""), false, true},
	} {
		asked = false
		found, err := teamSet.search(t.Context(), c.step)
		if err != nil || asked != c.reword || (found.Shown.TotalResults > 0) != c.find {
			t.Errorf("%s: %+v %v, asked for other words: %v", name, found, err, asked)
		}
	}
}
