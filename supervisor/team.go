package supervisor

import (
	"context"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Team does one step of a plan. It knows no other team: what it needs of
// others is in the step's state.
type Team[S any] func(ctx context.Context, step *Step[S]) (Result[S], error)

// Teams are an assistant's teams, by the name that plans call them; a step
// whose team is none of them goes to that of its agent's name.
type Teams[S any] map[string]Team[S]

// Step is a step at work.
type Step[S any] struct {
	state.ExecutionStep
	// State is a copy of the state as the step's start left it, which nobody
	// changes.
	State *S
	// Run is the run that the step belongs to.
	Run engine.RunInfo
	// Turn is the step's own, for engine.Do: all that the work hears from
	// outside.
	Turn *engine.Turn[S]
	// Progress shows how far the work is, of 100.
	Progress func(percent int, message string)
}

// Now is when the step was started; a replay tells the same.
func (s *Step[S]) Now() time.Time {
	if s.Turn == nil { // outside of any run
		return s.Run.Now
	}
	return s.Turn.Now()
}

// Result is what a team brings back from a step.
type Result[S any] struct {
	// Shown is the result in short, as clients see it.
	Shown state.StepResult
	// Update puts what was found into the state, whose other steps may have
	// changed it since; nil changes nothing.
	Update func(*S)
	// Documents are stored with the step's end.
	Documents []state.Document
	// Effects are the assistant's own writes, in the transaction of the end.
	Effects []func(ctx context.Context, tx store.Tx) error
}

// Planned is what a state shows of its plan; *S implements it, by embedding
// State or by itself.
type Planned interface {
	// Plan is the plan as clients are shown it, nil before there is one.
	Plan() *state.Planning
	// ChangeStep is a step of the plan for one transition to change.
	ChangeStep(id string) *state.ExecutionStep
}

// NewStep is a step of a plan, which waits for those named after it.
func NewStep(id, team, task string, after ...string) state.ExecutionStep {
	return state.ExecutionStep{
		StepID: id, StepType: state.StepTypeAnalysis, AgentName: team, Team: team, Task: task,
		Status: state.StepPending, DependsOn: nonNil(after),
	}
}
