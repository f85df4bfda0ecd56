package realestate

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/search"
)

// What is tagged as a run's own is not read for the next run: it must begin
// the same whatever stood there.
func TestARunBeginsWithoutTheLastOnesOwn(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 6, 8, 0, 0, 0, 0, time.UTC)
	last := func() *State {
		return &State{
			State: supervisor.State{
				Query: "전세금 5% 인상 가능해?", RequestID: "run-1", Turn: 3, EndTime: &end,
				PlanningState: &state.Planning{ExecutionSteps: []state.ExecutionStep{
					{StepID: "step_0", Team: search.TeamName, Result: &state.StepResult{TotalResults: 1}},
				}},
				ExecutionPlan: &supervisor.ExecutionPlan{Steps: []supervisor.PlannedStep{{StepID: "step_0", Team: search.TeamName, Key: "k"}}},
				ErrorLog:      []string{"x"}, Status: supervisor.StatusCompleted,
			},
			Topic: "전세금", Previous: &state.AnalyzedIntent{IntentType: "rent_increase"}, Mentions: []state.Mention{{}},
			SearchTeamState: &search.TeamState{TotalResults: 1}, AnalysisTeamState: &analysis.TeamState{},
			Problems: []planning.Problem{{}},
		}
	}
	info := engine.RunInfo{SessionID: "s", RunID: "run-2", Query: "그럼 10%는?", Language: "ko", Now: end}
	g := (&desk{}).graph(nil)
	want := last()
	g.Begin(want, info)
	if want.Earlier == nil || want.SearchTeamState == nil {
		t.Fatal("nothing is carried on")
	}
	own := 0
	for _, field := range reflect.VisibleFields(reflect.TypeFor[State]()) {
		if !strings.Contains(field.Tag.Get("state"), "run") {
			continue
		}
		own++
		got := last()
		v := reflect.ValueOf(got).Elem().FieldByIndex(field.Index)
		switch v.Kind() {
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		default:
			v.Set(reflect.MakeMap(v.Type()))
		}
		g.Begin(got, info)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", field.Name, diff)
		}
	}
	if own < 5 {
		t.Errorf("%d fields are a run's own", own)
	}
}
