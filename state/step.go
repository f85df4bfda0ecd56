package state

import "fmt"

// StepStatus is where a step of a plan is.
type StepStatus string

// The statuses of a step.
const (
	StepPending    StepStatus = "pending"
	StepInProgress StepStatus = "in_progress"
	StepCompleted  StepStatus = "completed"
	StepFailed     StepStatus = "failed"
	StepSkipped    StepStatus = "skipped"
)

// Done tells whether the step can't change any more.
func (s StepStatus) Done() bool {
	return s == StepCompleted || s == StepFailed || s == StepSkipped
}

func (s StepStatus) valid() bool {
	return s == StepPending || s == StepInProgress || s.Done()
}

// The types of a step, after the team that works on it.
const (
	StepTypePlanning = "planning"
	StepTypeSearch   = "search"
	StepTypeDocument = "document"
	StepTypeAnalysis = "analysis"
)

// ExecutionStep is one step of a plan and a TODO item of the user's view
// (the real-estate design's ExecutionStepState, section 4).
type ExecutionStep struct {
	StepID    string `json:"step_id"` // "step_0", "step_1", …
	StepType  string `json:"step_type"`
	AgentName string `json:"agent_name"` // "search_team"
	Team      string `json:"team"`       // "search"

	Task        string `json:"task"`
	Description string `json:"description"`

	Status             StepStatus `json:"status"`
	ProgressPercentage int        `json:"progress_percentage"` // 0-100

	StartedAt   *string `json:"started_at"` // RFC 3339 UTC
	CompletedAt *string `json:"completed_at"`

	Result *StepResult `json:"result"`
	Error  *string     `json:"error"`

	// DependsOn names the steps that must be done before this one starts.
	DependsOn []string `json:"depends_on"`
	// Actions are what the team is asked to do, in its own vocabulary,
	// e.g. "legal" for search or "rent_increase" for analysis.
	Actions []string `json:"actions,omitempty"`
	// Question is the part of a compound query that this step answers;
	// empty means the whole query.
	Question string `json:"question,omitempty"`
	// Query is what a tool is called with, of a step that a model added.
	// Runs of old releases have here what was searched for instead.
	Query string `json:"query,omitempty"`
	// ReusedFrom is the run whose result a skipped step shows: it was not
	// needed again. A step that the user skipped has none.
	ReusedFrom      string `json:"reused_from,omitempty"`
	Attempt         int    `json:"attempt"`
	ExecutionTimeMS int64  `json:"execution_time_ms"`
	// TimeoutMS and MaxAttempts bound the step; 0 is the scheduler's default.
	TimeoutMS   int64 `json:"timeout_ms,omitempty"`
	MaxAttempts int   `json:"max_attempts,omitempty"`
}

// StepResult is the summary of a step that clients are shown: never a
// team's whole state.
type StepResult struct {
	Summary      string   `json:"summary"`
	TotalResults int      `json:"total_results"`
	Sources      []string `json:"sources,omitempty"`
	// Highlights are up to five short lines of what was found.
	Highlights []string `json:"highlights,omitempty"`
}

// Validate lists every rule that the step breaks.
func (s ExecutionStep) Validate() []string {
	var errs []string
	add := func(format string, args ...any) {
		errs = append(errs, fmt.Sprintf("%s: ", s.StepID)+fmt.Sprintf(format, args...))
	}
	if s.StepID == "" {
		add("step_id is empty")
	}
	switch s.StepType {
	case StepTypePlanning, StepTypeSearch, StepTypeDocument, StepTypeAnalysis:
	default:
		add("step_type %q is not one of planning, search, document, analysis", s.StepType)
	}
	if s.Team == "" {
		add("team is empty")
	}
	if s.AgentName == "" {
		add("agent_name is empty")
	}
	if s.Task == "" {
		add("task is empty")
	}
	if !s.Status.valid() {
		add("status %q is unknown", s.Status)
	}
	if s.ProgressPercentage < 0 || s.ProgressPercentage > 100 {
		add("progress_percentage %d is not within 0-100", s.ProgressPercentage)
	}
	if s.Status == StepInProgress && s.StartedAt == nil {
		add("in_progress without started_at")
	}
	if s.Status == StepCompleted {
		if s.CompletedAt == nil {
			add("completed without completed_at")
		}
		if s.ProgressPercentage != 100 {
			add("completed with progress_percentage %d", s.ProgressPercentage)
		}
	}
	if s.Status == StepFailed && (s.Error == nil || *s.Error == "") {
		add("failed without error")
	}
	if s.Attempt < 0 || s.ExecutionTimeMS < 0 {
		add("attempt and execution_time_ms can't be negative")
	}
	return errs
}
