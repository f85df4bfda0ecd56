package probe

import (
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// The phases of a run.
const (
	PhaseInitialization = "initialization"
	PhasePlanning       = "planning"
	PhaseExecuting      = "executing"
	PhaseAggregation    = "aggregation"
	PhaseResponse       = "response_generation"
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
	Plan        []state.ExecutionStep `json:"plan,omitempty"`
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

func (s *State) step(id string) *state.ExecutionStep {
	for i := range s.Plan {
		if s.Plan[i].StepID == id {
			return &s.Plan[i]
		}
	}
	return nil
}

// validate lists what is wrong with the state.
func validate(s *State) []string {
	var errs []string
	switch s.Phase {
	case PhaseInitialization, PhasePlanning, PhaseExecuting, PhaseAggregation, PhaseResponse:
	default:
		errs = append(errs, fmt.Sprintf("phase %q is unknown", s.Phase))
	}
	if s.RunID == "" || s.Turn < 1 {
		errs = append(errs, fmt.Sprintf("run_id %q or turn %d is not set", s.RunID, s.Turn))
	}
	for i := range s.Plan {
		errs = append(errs, s.Plan[i].Validate()...)
		if _, found := s.Results[s.Plan[i].StepID]; found != (s.Plan[i].Status == state.StepCompleted) {
			errs = append(errs, s.Plan[i].StepID+": result and status disagree")
		}
	}
	return errs
}

// startStep and endStep are the two changes of a step; endStep tells how long
// it took.
func startStep(s *State, id string, attempt int, now time.Time) {
	s.Phase = PhaseExecuting
	step, at := s.step(id), stamp(now)
	step.Status, step.StartedAt, step.Attempt = state.StepInProgress, &at, attempt
}

func endStep(s *State, id string, end ending, now time.Time) (took time.Duration) {
	s.Phase = PhaseExecuting
	step, at := s.step(id), stamp(now)
	step.Status, step.CompletedAt = end.status, &at
	if step.StartedAt != nil {
		if began, err := time.Parse(time.RFC3339, *step.StartedAt); err == nil {
			took = now.Sub(began)
		}
	}
	step.ExecutionTimeMS = took.Milliseconds()
	switch end.status {
	case state.StepCompleted:
		step.ProgressPercentage = 100
		step.Result = &state.StepResult{Summary: wordsFor(s.Language).found, TotalResults: 1}
		if s.Results == nil {
			s.Results = make(map[string]string, len(s.Plan))
		}
		s.Results[id] = end.finding
		s.StepsDone++
	case state.StepFailed:
		text := wordsFor(s.Language).failed
		step.Error = &text
		s.StepsFailed++
	}
	return took
}

// ending is how a step ended.
type ending struct {
	status  state.StepStatus
	finding string
	took    time.Duration
}

func todoUpdated(s *State) []engine.Event {
	return []engine.Event{{
		Type: state.EventTodoUpdated, Body: state.TodoUpdated{ExecutionSteps: slices.Clone(s.Plan)},
	}}
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
