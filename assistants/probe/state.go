package probe

import (
	"fmt"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// State is what the assistant knows; of earlier turns it keeps counters
// only, so that it is as small in turn 1,000 as in turn 1.
type State struct {
	RunID    string `json:"run_id"`
	Language string `json:"language"`
	Phase    string `json:"phase"`
	// Turn counts this conversation's runs from 1, StepsDone and
	// StepsFailed the steps of all of them.
	Turn        int                   `json:"turn"`
	StepsDone   int                   `json:"steps_done"`
	StepsFailed int                   `json:"steps_failed"`
	Work        Work                  `json:"work"`
	Steps       []state.ExecutionStep `json:"plan,omitempty"`
	// Reply is what a question was answered.
	Reply *state.Reply `json:"reply,omitempty"`
	// Results are the steps' findings by step id.
	Results  map[string]string `json:"results,omitempty"`
	Summary  *Summary          `json:"summary,omitempty"`
	Response *state.Response   `json:"response,omitempty"`
	Error    string            `json:"error,omitempty"`
}

// Summary is what aggregate_results makes of the steps.
type Summary struct {
	Completed int      `json:"completed"`
	Missing   []string `json:"missing"`
	Bytes     int      `json:"bytes"`
}

// begin starts a run on the counters of those before.
func begin(s *State, info engine.RunInfo) {
	*s = State{
		RunID: info.RunID, Language: info.Language, Turn: s.Turn + 1,
		StepsDone: s.StepsDone, StepsFailed: s.StepsFailed, Work: DefaultWork(),
	}
}

// Plan is the steps as clients are shown them.
func (s *State) Plan() *state.Planning {
	plan := &state.Planning{
		AnalyzedIntent: state.AnalyzedIntent{IntentType: Name}, IntentConfidence: 1,
		ExecutionSteps: s.Steps, ExecutionStrategy: state.Sequential,
		EstimatedTotalTime: s.Work.stepTime().Seconds() * float64(s.Work.Steps),
	}
	if s.Work.Parallel {
		plan.ExecutionStrategy = state.Parallel
	}
	return plan
}

// ChangeStep is a step for a change of the state to change.
func (s *State) ChangeStep(id string) *state.ExecutionStep { return s.Plan().Step(id) }

// validate lists what is wrong with the state.
func validate(s *State) []string {
	var errs []string
	switch s.Phase {
	case supervisor.PhaseInitialization, supervisor.PhasePlanning, supervisor.PhaseExecuting, supervisor.PhaseAggregation, supervisor.PhaseResponse:
	default:
		errs = append(errs, fmt.Sprintf("phase %q is unknown", s.Phase))
	}
	if s.RunID == "" || s.Turn < 1 {
		errs = append(errs, fmt.Sprintf("run_id %q or turn %d is not set", s.RunID, s.Turn))
	}
	for i := range s.Steps {
		errs = append(errs, s.Steps[i].Validate()...)
		if _, found := s.Results[s.Steps[i].StepID]; found != (s.Steps[i].Status == state.StepCompleted) {
			errs = append(errs, s.Steps[i].StepID+": result and status disagree")
		}
	}
	return errs
}
