package supervisor_test

import (
	"context"
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
