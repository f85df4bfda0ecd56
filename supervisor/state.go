package supervisor

import (
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/analysis"
	"github.com/madang-dev/madang/teams/document"
	"github.com/madang-dev/madang/teams/search"
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

// State is the supervisor's working state (MainSupervisorState of the
// real-estate design, section 4). It lives as long as its session; a run
// starts it anew but for what a conversation carries on. The tags state tell
// the engine what it need not write or read again: the plan, what a team has
// found and what was answered are put into the state as a whole and never changed
// in it.
type State struct {
	Query         string `json:"query"`
	SessionID     string `json:"session_id"`
	ChatSessionID string `json:"chat_session_id,omitempty"`
	RequestID     string `json:"request_id"` // the run
	UserID        string `json:"user_id,omitempty"`
	Language      string `json:"language"`
	Today         string `json:"today"` // YYYY-MM-DD, what answers reckon from

	PlanningState *state.Planning `json:"planning_state,omitempty" state:"fixed"`
	ExecutionPlan *ExecutionPlan  `json:"execution_plan,omitempty" state:"fixed"`

	SearchTeamState   *search.TeamState   `json:"search_team_state,omitempty" state:"fixed"`
	DocumentTeamState *document.TeamState `json:"document_team_state,omitempty" state:"fixed,run"`
	AnalysisTeamState *analysis.TeamState `json:"analysis_team_state,omitempty" state:"fixed"`

	CurrentPhase   string   `json:"current_phase"`
	ActiveTeams    []string `json:"active_teams"`
	CompletedTeams []string `json:"completed_teams"`
	FailedTeams    []string `json:"failed_teams"`

	TeamResults       map[string]TeamResult `json:"team_results" state:"fixed,run"`
	AggregatedResults *Aggregated           `json:"aggregated_results,omitempty" state:"fixed,run"`
	FinalResponse     *state.Response       `json:"final_response,omitempty" state:"fixed,run"`

	StartTime          *time.Time `json:"start_time,omitempty" state:"fixed"`
	EndTime            *time.Time `json:"end_time,omitempty" state:"fixed"`
	TotalExecutionTime float64    `json:"total_execution_time,omitempty"` // seconds

	ErrorLog []string `json:"error_log"`
	Status   Status   `json:"status"`

	LoadedMemories  []state.Memory     `json:"loaded_memories" state:"run"`
	UserPreferences []state.Preference `json:"user_preferences" state:"run"`
	MemoryLoadTime  *time.Time         `json:"memory_load_time,omitempty" state:"fixed"`

	// Turn counts the session's runs from 1.
	Turn int `json:"turn"`
	// Draft is a document whose missing parts the user is being asked for;
	// it outlives the run.
	Draft *document.Draft `json:"document_draft,omitempty"`
	// DocumentLink is where the document of this run can be had.
	DocumentLink *state.DocumentLink `json:"document_link,omitempty"`
	// Problems are what the planner found to be wrong with the query.
	Problems []planning.Problem `json:"problems,omitempty"`
	// ModelUses tell what a language model was asked for in this run.
	ModelUses []state.ModelUse `json:"model_uses,omitempty"`
	// Replans counts how often the run has changed its plan by itself.
	Replans int `json:"replans,omitempty"`
	// Previous is the reading of the session's last query.
	Previous *state.AnalyzedIntent `json:"previous_intent,omitempty" state:"fixed"`

	// Reference is what the query pointed at, Understood the query with that
	// in its place; "" is the query as it is.
	Reference  *Reference `json:"reference,omitempty"`
	Understood string     `json:"understood_query,omitempty"`
	// Assumed are preferences that stand in for what the query left out.
	Assumed []state.Assumption `json:"assumed,omitempty"`
	// Mentions are what the session spoke of and can be pointed at, the
	// newest first.
	Mentions []state.Mention `json:"mentions,omitempty"`
	// Topic is the question that the session is about, for steps that may
	// use what an earlier run found. Earlier is what there is to use, from
	// a run's begin to its plan.
	Topic   string   `json:"topic,omitempty"`
	Earlier *Earlier `json:"earlier,omitempty"`
	// Command is what the query asks of the user's memory.
	Command *Command `json:"memory_command,omitempty"`
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
	// the result is from when it was not worked on again.
	Key  string  `json:"key,omitempty"`
	From *Origin `json:"from,omitempty"`
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

// Validate lists every rule that the state breaks (StateValidationResult).
func (s *State) Validate() state.ValidationResult {
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
	errs = append(errs, s.validateParts()...)
	return state.NewValidationResult(errs)
}

func (s *State) validateParts() []string {
	var errs []string
	part := func(name string, found []string) {
		for _, e := range found {
			errs = append(errs, name+": "+e)
		}
	}
	if s.PlanningState != nil {
		part("planning_state", s.PlanningState.Validate())
	}
	if s.SearchTeamState != nil {
		part("search_team_state", s.SearchTeamState.Validate())
	}
	if s.DocumentTeamState != nil {
		part("document_team_state", s.DocumentTeamState.Validate())
	}
	if s.AnalysisTeamState != nil {
		part("analysis_team_state", s.AnalysisTeamState.Validate())
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

// begin readies the state for a run: all is new but the session's own, and
// what the last run found, until the plan tells whether it is of use.
func begin(s *State) {
	before := *s
	*s = State{
		Turn: before.Turn + 1, Draft: before.Draft, Previous: before.Previous,
		Mentions: before.Mentions, Topic: before.Topic,
		CurrentPhase: PhaseInitialization, Status: StatusInitialized,
		ActiveTeams: []string{}, CompletedTeams: []string{}, FailedTeams: []string{},
		TeamResults: map[string]TeamResult{}, ErrorLog: []string{},
	}
	if s.Earlier = earlierOf(&before); s.Earlier != nil {
		s.SearchTeamState, s.AnalysisTeamState = before.SearchTeamState, before.AnalysisTeamState
	}
}

// changePlan gives the state a plan of its own in place of the one that it has,
// for one transition to change the steps of.
func (s *State) changePlan() *state.Planning {
	plan := *s.PlanningState
	plan.ExecutionSteps = slices.Clone(plan.ExecutionSteps)
	s.PlanningState = &plan
	return &plan
}

// bound keeps lists from growing without end.
func bound(s *State) {
	if n := len(s.ErrorLog); n > maxErrorLog {
		s.ErrorLog = s.ErrorLog[n-maxErrorLog:]
	}
	if n := len(s.ModelUses); n > state.MaxModelUses {
		s.ModelUses = s.ModelUses[n-state.MaxModelUses:]
	}
}
