package supervisor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor"
)

// Board is the state of an assistant with a graph of its own.
type Board struct {
	Steps []state.ExecutionStep `json:"steps"`
	Seen  []string              `json:"seen"`
}

func (b *Board) Plan() *state.Planning {
	return &state.Planning{ExecutionSteps: b.Steps, ExecutionStrategy: state.Sequential}
}

func (b *Board) ChangeStep(id string) *state.ExecutionStep { return b.Plan().Step(id) }

// A quick step is one transition; a step that is done when the plan is shown is
// not worked on; agents do the steps of teams that are not known by name.
func TestACrewInAnotherGraph(t *testing.T) {
	t.Parallel()
	see := func(_ context.Context, step *supervisor.Step[Board]) (supervisor.Result[Board], error) {
		return supervisor.Result[Board]{Update: func(b *Board) { b.Seen = append(b.Seen, step.StepID) }}, nil
	}
	crew := supervisor.NewCrew(supervisor.CrewConfig[Board]{
		Teams: supervisor.Teams[Board]{"quick": see, "slow": see},
		Quick: func(step state.ExecutionStep) bool { return step.AgentName == "quick" },
	})
	plan := func(b *Board) {
		b.Steps = []state.ExecutionStep{
			{StepID: "a", AgentName: "slow", Team: "any", Status: state.StepSkipped},
			{StepID: "b", AgentName: "quick", Team: "any", Status: state.StepPending},
			{StepID: "c", AgentName: "slow", Team: "any", Status: state.StepPending},
		}
	}
	begin := func(_ context.Context, t *engine.Turn[Board]) (string, error) { return "work", t.Update("plan", plan) }
	work := func(ctx context.Context, t *engine.Turn[Board]) (string, error) {
		if err := crew.Execute(ctx, t); err != nil {
			return "", err
		}
		return engine.End, t.Answer(&state.Response{Type: state.ResponseAnswer, Answer: "done"})
	}
	y := open(t, &engine.Graph[Board]{
		Assistant: "waiter", Start: "begin", Steps: func(b *Board) []state.ExecutionStep { return b.Steps },
		Nodes: engine.Nodes[Board]{
			"begin": {Enter: begin, Next: engine.To("work")},
			"work":  {Enter: work, Next: engine.To(engine.End)},
		},
	})
	runID, types, _ := y.ask("?")
	list, err := y.store.Checkpoints(t.Context(), store.Server(), y.id, runID, 0, 20)
	if err != nil {
		t.Fatal(err)
	}
	labels := map[int64]string{}
	for _, c := range list {
		labels[c.StepNo] = c.Label
	}
	if diff := cmp.Diff(map[int64]string{1: "plan", 2: "T4 b completed", 3: "T3 c started", 4: "T4 c completed", 5: "answered"}, labels); diff != "" {
		t.Error(diff)
	}
	shown := 0
	for _, e := range types {
		if e == state.EventTodoUpdated {
			shown++
		}
	}
	if shown != 4 {
		t.Errorf("%d changes of steps shown: %q", shown, types)
	}
}

// A plan of as many steps as the run may begin is carried out, one that has a step
// more, or is given one by a re-plan, ends the run with words; a step that is passed
// over counts for nothing, and a replay tells the same.
func TestARunBeginsNoMoreStepsThanItMay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		own, steps, more, worked int
		refused                  bool
	}{
		"within":        {0, 25, 0, 25, false},
		"beyond":        {0, 26, 0, 0, true},
		"graph's own":   {30, 26, 0, 26, false},
		"beyond graphs": {3, 4, 0, 0, true},
		"more within":   {3, 2, 1, 3, false},
		"more beyond":   {3, 2, 2, 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graph := func() *engine.Graph[Menu] {
				g := newPlanner(c.steps, c.more)
				g.MaxSteps = c.own
				return g
			}
			y := open(t, graph())
			runID, _, s := y.ask("bibimbap")
			if told := strings.Contains(y.lastMessage(), "steps; please ask in parts."); told != c.refused || len(s.Dishes) != c.worked {
				t.Errorf("refused %v, %d steps worked", told, len(s.Dishes))
			}
			y.replay(runID, graph())
		})
	}
}

// newPlanner plans so many steps and one that is passed over, and then more.
func newPlanner(steps, more int) *engine.Graph[Menu] {
	list := func(prefix string, n int) (list []state.ExecutionStep) {
		for i := range n {
			list = append(list, supervisor.NewStep(fmt.Sprint(prefix, i), "kitchen", "Ask the kitchen"))
		}
		return list
	}
	return supervisor.Graph(supervisor.Config[Menu]{
		Assistant: "waiter",
		Plan: func(context.Context, *engine.Turn[Menu]) (p supervisor.Plan[Menu], err error) {
			p.ExecutionSteps = append(list("passed_", 1), list("step_", steps)...)
			p.ExecutionSteps[0].Status = state.StepSkipped
			return p, nil
		},
		Teams: supervisor.Teams[Menu]{"kitchen": func(_ context.Context, step *supervisor.Step[Menu]) (supervisor.Result[Menu], error) {
			return supervisor.Result[Menu]{Update: func(s *Menu) { s.Dishes = append(s.Dishes, step.StepID) }}, nil
		}},
		Respond: func(_ context.Context, t *engine.Turn[Menu]) (a supervisor.Answer[Menu], err error) {
			if s := t.State(); len(s.PlanningState.ExecutionSteps) == steps+1 {
				a.More = list("more_", more)
			}
			a.Response = state.Response{Type: state.ResponseAnswer, Answer: "done"}
			return a, nil
		},
	})
}

// lastMessage is what the user was told last.
func (y *table) lastMessage() string {
	y.t.Helper()
	list, err := y.store.Messages(y.t.Context(), store.Server(), y.id, 0, 0)
	if err != nil || len(list) == 0 {
		y.t.Fatal(list, err)
	}
	return list[len(list)-1].Content
}
