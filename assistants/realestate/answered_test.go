package realestate

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// testDay is the day of all answers.
var testDay = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// house is the assistant's parts, opened once for all tests.
type house struct {
	planner *planning.Planner
	desk    *desk
	teams   supervisor.Teams[State]
}

var openHouse = sync.OnceValues(func() (house, error) {
	ground, err := Prepare("")
	if err != nil {
		return house{}, err
	}
	shelf, err := NewShelf(context.Background(), "", knowledge.ShelfConfig{})
	if err != nil {
		return house{}, err
	}
	teamSet, err := newTeamSet(Config{Shelf: shelf, Ground: ground})
	if err != nil {
		return house{}, err
	}
	d := newDesk(Config{Shelf: shelf}, ground.planner, prompts{}, nil)
	d.calculator = teamSet.analyst
	return house{ground.planner, d, teamSet.teams()}, nil
})

// carriedOut is the state of a query's run whose steps were done one after
// another, ready for its answer. An early end has no aggregated results.
func carriedOut(t testing.TB, query, language string) *State {
	t.Helper()
	h, err := openHouse()
	if err != nil {
		t.Fatal(err)
	}
	request := planning.Request{Query: query, Language: language, Today: testDay}
	has, err := h.desk.found(t.Context(), request, planning.Found{})
	if err != nil {
		t.Fatal(err)
	}
	request.Found, request.Gap = has.Found, has.Gap
	read, err := h.planner.Plan(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	h.desk.reckon(nil, request, &read)
	plan := read.Planning
	s := &State{Problems: read.Problems, State: supervisor.State{
		Query: query, Language: language, Today: testDay.Format(time.DateOnly), Turn: 1, SessionID: "s",
		PlanningState: &plan, TeamResults: map[string]supervisor.TeamResult{},
	}}
	if read.Exit || len(plan.ExecutionSteps) == 0 {
		return s
	}
	for i := range plan.ExecutionSteps {
		step := &plan.ExecutionSteps[i]
		found, err := h.teams[step.Team](t.Context(), &supervisor.Step[State]{
			ExecutionStep: *step, State: s, Run: engine.RunInfo{RunID: "run", Now: testDay}, Progress: func(int, string) {},
		})
		if err != nil {
			t.Fatalf("%q: %s: %v", query, step.Team, err)
		}
		found.Update(s)
		step.Status, step.Result = state.StepCompleted, &found.Shown
		s.CompletedTeams = appendNew(s.CompletedTeams, step.Team)
		s.TeamResults[step.Team] = supervisor.TeamResult{Status: supervisor.TeamSuccess}
	}
	s.joinAnalysis()
	s.AggregatedResults = &supervisor.Aggregated{Confidence: plan.IntentConfidence, Missing: []string{}}
	return s
}

// labelled is a query of the planner's sets.
type labelled struct {
	ID       string   `yaml:"id"`
	Intent   string   `yaml:"intent"`
	Lang     string   `yaml:"lang"`
	Register string   `yaml:"register"`
	Split    string   `yaml:"split"`
	Text     string   `yaml:"text"`
	Want     []string `yaml:"want"`
}

func labelledQueries(t testing.TB, file string) []labelled {
	t.Helper()
	raw, err := os.ReadFile("../../planning/testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		Queries []labelled `yaml:"queries"`
	}
	if err := yaml.Load(raw, &set); err != nil {
		t.Fatal(err)
	}
	if len(set.Queries) < 100 {
		t.Fatalf("%s: %d queries", file, len(set.Queries))
	}
	return set.Queries
}

// What is no legal advice is told once, behind what a review says, too.
func TestTheDisclaimerIsToldOnce(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"특약 검토해 주세요: 임차인은 모든 수리비를 부담한다", "전세금 5% 인상 가능해?"} {
		if r := answered(t, query); strings.Count(r.Answer, "자문이 아닙니다") != 1 {
			t.Errorf("%s: %s", query, r.Answer)
		}
	}
}
