package state

import (
	"encoding/json"
	"time"
)

// The types of the durable events of a session's stream. Base clients know
// those of the first group; the second group is of the extension.
const (
	EventPlanningStart  = "planning_start"
	EventPlanReady      = "plan_ready"
	EventExecutionStart = "execution_start"
	EventTodoUpdated    = "todo_updated"
	EventFinalResponse  = "final_response"
	EventError          = "error"

	EventRunQueued      = "run_queued"
	EventAnalysisReady  = "analysis_ready"
	EventStepProgress   = "step_progress"
	EventAnswerDelta    = "answer_delta"
	EventPlanUpdated    = "plan_updated"
	EventRunCancelled   = "run_cancelled"
	EventSessionUpdated = "session_updated"
	EventStateChanged   = "state_changed"
	EventDataReuse      = "data_reuse"
	EventUIModeChanged  = "ui_mode_changed"
	EventProactive      = "proactive"

	EventWorkflowInterrupted = "workflow_interrupted"
	EventInterruptResolved   = "interrupt_resolved"
)

// The types of frames that are not stored and carry no number.
const (
	FrameConnected      = "connected"
	FrameResumed        = "resumed"
	FrameAck            = "ack"
	FramePong           = "pong"
	FrameServerDraining = "server_draining"
	FrameSessionStarted = "session_started"
)

// TerminalEvent tells whether an event of that type ends its run.
func TerminalEvent(eventType string) bool {
	return eventType == EventFinalResponse || eventType == EventError || eventType == EventRunCancelled
}

// PlanningStart opens a run for the user.
type PlanningStart struct {
	Message string `json:"message"`
}

// PlanReady shows the plan.
type PlanReady struct {
	Intent             string          `json:"intent"`
	Confidence         float64         `json:"confidence"`
	ExecutionSteps     []ExecutionStep `json:"execution_steps"`
	ExecutionStrategy  Strategy        `json:"execution_strategy"`
	EstimatedTotalTime float64         `json:"estimated_total_time"`
	Keywords           []string        `json:"keywords"`
	ParallelGroups     [][]string      `json:"parallel_groups,omitempty"`
}

// ExecutionStart is the plan at the moment that work on it begins; clients
// add a card for it, so it is sent once a run.
type ExecutionStart struct {
	Message string `json:"message"`
	PlanReady
}

// TodoUpdated is the whole step array after a status change.
type TodoUpdated struct {
	ExecutionSteps []ExecutionStep `json:"execution_steps"`
}

// FinalResponse ends a run.
type FinalResponse struct {
	Response Response `json:"response"`
}

// ErrorEvent is a failure; Error is the text that existing clients know.
type ErrorEvent struct {
	Error        string            `json:"error"`
	Code         string            `json:"code"`
	Message      string            `json:"message"` // the user's language
	Recoverable  bool              `json:"recoverable"`
	RetryAfterMS int64             `json:"retry_after_ms,omitempty"`
	Details      map[string]string `json:"details,omitempty"`
}

// QueuedRun tells that another run of the session is ahead.
type QueuedRun struct {
	Position int `json:"position"`
}

// AnalysisReady is the reading of the query before the plan.
type AnalysisReady struct {
	Intents []QueryPart `json:"intents"`
	// Entities are the facts named in the query, in the assistant's own words.
	Entities    json.RawMessage `json:"entities"`
	Ambiguities []string        `json:"ambiguities"`
	// PlannedBy is "rules" or "model", Model the model's name.
	PlannedBy string `json:"planned_by,omitempty"`
	Model     string `json:"model,omitempty"`
}

// StepProgress is a step's progress between two status changes.
type StepProgress struct {
	StepID             string `json:"step_id"`
	ProgressPercentage int    `json:"progress_percentage"`
	Message            string `json:"message"`
}

// AnswerDelta is a piece of an answer that is being written; the whole text
// comes in the final response. It is not stored. MessageID tells one writing
// from another, Index counts its pieces from 0; an index of 0 begins anew.
type AnswerDelta struct {
	MessageID string `json:"message_id"`
	Index     int    `json:"index"`
	Delta     string `json:"delta"`
}

// CancelledRun ends a run that was cancelled; base clients are shown its
// Response as a final_response.
type CancelledRun struct {
	Response Response `json:"response"`
}

// SessionUpdated tells what changed in the session's list entry.
type SessionUpdated struct {
	Title     string    `json:"title"`
	UpdatedAt time.Time `json:"updated_at"`
}

// StateChanged lists the fields that a transition changed, for those who
// asked; it is not stored.
type StateChanged struct {
	Changes []TransitionLog `json:"changes"`
}

// PlanUpdated is the plan after it was drawn up anew in the middle of a run.
type PlanUpdated struct {
	PlanReady
	// Reason says in the user's language why the plan was changed.
	Reason  string       `json:"reason,omitempty"`
	Changes []PlanChange `json:"changes"`
}

// PlanChange is what became of one step of a plan.
type PlanChange struct {
	StepID string `json:"step_id"`
	Change string `json:"change" jsonschema:"enum=added,enum=removed,enum=changed"`
}

// DataReuse tells that results of an earlier run are used again.
type DataReuse struct {
	Teams   []string `json:"teams"`
	FromRun string   `json:"from_run"`
}

// UIModeChanged tells clients which view fits the work from here on.
type UIModeChanged struct {
	UIMode string `json:"ui_mode"`
}

// Proactive opens a run that an event set off and not a query.
type Proactive struct {
	TriggerEventType string          `json:"trigger_event_type"`
	TriggerEventID   string          `json:"trigger_event_id,omitempty"`
	Message          string          `json:"message,omitempty"`
	Metadata         json.RawMessage `json:"metadata,omitempty"`
}
