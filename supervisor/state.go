package supervisor

import (
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// The phases of a run (the design's current_phase).
const (
	PhaseInitialization = "initialization"
	PhasePlanning       = "planning"
	PhaseExecuting      = "executing"
	PhaseAggregation    = "aggregation"
	PhaseResponse       = "response_generation"
)

// Status is how far the supervisor is (the design's status).
type Status string

// The statuses of a State.
const (
	StatusInitialized Status = "initialized"
	StatusProcessing  Status = "processing"
	StatusCompleted   Status = "completed"
	StatusError       Status = "error"
)

// maxErrorLog bounds error_log.
const maxErrorLog = 50

// State is the supervisor's part of an assistant's state: what
// MainSupervisorState of the real-estate design, section 4, has besides the
// teams' own states. An assistant embeds it. It lives as long as its session;
// a run starts it anew but for the turn. The plan, results and
// the answer are put into the state as a whole and never changed in it.
type State struct {
	Query         string `json:"query"`
	SessionID     string `json:"session_id"`
	ChatSessionID string `json:"chat_session_id,omitempty"`
	RequestID     string `json:"request_id"` // the run
	UserID        string `json:"user_id,omitempty"`
	Language      string `json:"language"`
	Today         string `json:"today"` // YYYY-MM-DD, what answers reckon from

	PlanningState *state.Planning `json:"planning_state,omitempty"`
	ExecutionPlan *ExecutionPlan  `json:"execution_plan,omitempty"`

	CurrentPhase   string   `json:"current_phase"`
	ActiveTeams    []string `json:"active_teams"`
	CompletedTeams []string `json:"completed_teams"`
	FailedTeams    []string `json:"failed_teams"`

	TeamResults       map[string]TeamResult `json:"team_results"`
	AggregatedResults *Aggregated           `json:"aggregated_results,omitempty"`
	FinalResponse     *state.Response       `json:"final_response,omitempty"`

	StartTime          *time.Time `json:"start_time,omitempty"`
	EndTime            *time.Time `json:"end_time,omitempty"`
	TotalExecutionTime float64    `json:"total_execution_time,omitempty"` // seconds

	ErrorLog []string `json:"error_log"`
	Status   Status   `json:"status"`

	// Turn counts the session's runs from 1.
	Turn int `json:"turn"`
}

// ExecutionPlan is the plan in short (the design's execution_plan).
type ExecutionPlan struct {
	Intent   string         `json:"intent"`
	Strategy state.Strategy `json:"strategy"`
	Steps    []PlannedStep  `json:"steps"`
}

// PlannedStep is a step as it was planned; its progress is in planning_state.
type PlannedStep struct {
	StepID    string   `json:"step_id"`
	Team      string   `json:"team"`
	Task      string   `json:"task"`
	DependsOn []string `json:"depends_on,omitempty"`
	// Key tells which other run's step would find the same; From is where
	// the result is from when it was not worked on again, Found its summary
	// there.
	Key   string  `json:"key,omitempty"`
	From  *Origin `json:"from,omitempty"`
	Found string  `json:"found,omitempty"`
}

// Origin is where a result is from.
type Origin struct {
	RunID string    `json:"run_id"`
	At    time.Time `json:"at"`
}

// TeamResult is what a team brought, in short: the whole of it is in the
// team's own state.
type TeamResult struct {
	Status string             `json:"status"` // success | failed | skipped
	Steps  []string           `json:"steps"`
	Result []state.StepResult `json:"result"`
	Error  string             `json:"error,omitempty"`
}

// The statuses of a TeamResult.
const (
	TeamSuccess = "success"
	TeamFailed  = "failed"
	TeamSkipped = "skipped"
)

// Aggregated is what all teams found, put together.
type Aggregated struct {
	TotalResults int      `json:"total_results"`
	Sources      []string `json:"sources"`
	Highlights   []string `json:"highlights"`
	// Missing names the steps that brought nothing and why.
	Missing    []string `json:"missing"`
	Confidence float64  `json:"confidence"`
}

// Main is the supervisor's part.
func (s *State) Main() *State { return s }

// Plan is the plan as clients are shown it, nil before there is one.
func (s *State) Plan() *state.Planning { return s.PlanningState }

// ChangeStep is a step of the plan for one transition to change.
func (s *State) ChangeStep(id string) *state.ExecutionStep { return s.changePlan().Step(id) }

// changePlan gives the state a plan of its own in place of the one that it has,
// for one transition to change the steps of.
func (s *State) changePlan() *state.Planning {
	plan := *s.PlanningState
	plan.ExecutionSteps = slices.Clone(plan.ExecutionSteps)
	s.PlanningState = &plan
	return &plan
}

// begin readies the part for a run of a session that had turns before.
func (s *State) begin(turns int, info engine.RunInfo) {
	start := info.Now
	*s = State{
		Query: info.Query, SessionID: info.SessionID, ChatSessionID: info.SessionID,
		RequestID: info.RunID, UserID: info.UserID, Language: info.Language,
		Turn: turns + 1, StartTime: &start, CurrentPhase: PhaseInitialization, Status: StatusInitialized,
		ActiveTeams: []string{}, CompletedTeams: []string{}, FailedTeams: []string{},
		TeamResults: map[string]TeamResult{}, ErrorLog: []string{},
	}
}

// finish ends the run with its response. A clock that was set back meanwhile
// makes it end when it began.
func (s *State) finish(response *state.Response, end time.Time) {
	if s.StartTime != nil && end.Before(*s.StartTime) {
		end = *s.StartTime
	}
	s.CurrentPhase, s.Status = PhaseResponse, StatusCompleted
	s.FinalResponse, s.EndTime = response, &end
	if s.StartTime != nil {
		s.TotalExecutionTime = end.Sub(*s.StartTime).Seconds()
	}
}

// Validate lists every rule that the part breaks.
func (s *State) Validate() []string {
	var errs []string
	need := func(field, value string) {
		if value == "" {
			errs = append(errs, field+" is empty")
		}
	}
	need("query", s.Query)
	need("session_id", s.SessionID)
	need("request_id", s.RequestID)
	need("current_phase", s.CurrentPhase)
	switch s.Status {
	case StatusInitialized, StatusProcessing, StatusError:
	case StatusCompleted:
		if s.FinalResponse == nil {
			errs = append(errs, "completed without final_response")
		}
		if s.EndTime == nil {
			errs = append(errs, "completed without end_time")
		}
	default:
		errs = append(errs, fmt.Sprintf("status %q is unknown", s.Status))
	}
	if s.StartTime != nil && s.EndTime != nil && s.EndTime.Before(*s.StartTime) {
		errs = append(errs, "end_time is before start_time")
	}
	if s.TotalExecutionTime < 0 {
		errs = append(errs, "total_execution_time is negative")
	}
	if s.PlanningState != nil {
		for _, e := range s.PlanningState.Validate() {
			errs = append(errs, "planning_state: "+e)
		}
	}
	for team, result := range s.TeamResults {
		switch result.Status {
		case TeamSuccess, TeamFailed, TeamSkipped:
		default:
			errs = append(errs, fmt.Sprintf("team_results.%s: status %q is unknown", team, result.Status))
		}
	}
	return errs
}

// bound keeps the error log from growing without end.
func (s *State) bound() {
	if n := len(s.ErrorLog); n > maxErrorLog {
		s.ErrorLog = s.ErrorLog[n-maxErrorLog:]
	}
}
