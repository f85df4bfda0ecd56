package state

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// RunStatus is where a run is in its life.
type RunStatus string

// A run goes from queued over running (and waiting, while it rests on a
// question to the user) to exactly one of the last three.
const (
	RunQueued    RunStatus = "queued"
	RunRunning   RunStatus = "running"
	RunWaiting   RunStatus = "waiting"
	RunCompleted RunStatus = "completed"
	RunFailed    RunStatus = "failed"
	RunCancelled RunStatus = "cancelled"
)

// Terminal tells whether the run can't change any more.
func (s RunStatus) Terminal() bool {
	return s == RunCompleted || s == RunFailed || s == RunCancelled
}

// Run is one turn of an assistant: a query and the work it set off.
type Run struct {
	ID        string `json:"id"`
	SessionID string `json:"session_id"`
	// Seq is the run's place in its session, from 1; runs of one session
	// are executed in this order.
	Seq       int64  `json:"seq"`
	Assistant string `json:"assistant"`
	UserID    string `json:"user_id,omitempty"`
	Kind      string `json:"kind"` // RunQuery | RunTrigger | RunRerun | RunReply | RunReferral
	// ClientMsgID makes a submission idempotent within its session.
	ClientMsgID string          `json:"client_msg_id,omitempty"`
	Query       string          `json:"query"`
	Language    string          `json:"language"`
	Input       json.RawMessage `json:"input,omitempty"`
	Status      RunStatus       `json:"status"`
	// Address is the network address that the run was asked from, as limits
	// count it; "" is not known.
	Address string `json:"address,omitempty"`
	// Owner is the node that executes the run; Fence grows with every
	// claim, so that a write by an earlier owner is refused.
	Owner   string `json:"owner,omitempty"`
	Fence   int64  `json:"fence"`
	Attempt int    `json:"attempt"`
	// NextNode is the node entered next; "" is the graph's first. While the
	// run is being worked on its newest checkpoint knows better.
	NextNode string `json:"next_node,omitempty"`
	// PlanShown tells that clients show this run's plan, so a failure must
	// end it as a final_response and not as a bare error.
	PlanShown bool `json:"plan_shown"`
	// Interrupt is the question that the run waits for or has referred to a
	// role, Reply the answer to its newest question.
	Interrupt  *Interrupt `json:"interrupt,omitempty"`
	Reply      *Reply     `json:"reply,omitempty"`
	Error      string     `json:"error,omitempty"`
	CreatedAt  time.Time  `json:"created_at"`
	StartedAt  *time.Time `json:"started_at,omitempty"`
	FinishedAt *time.Time `json:"finished_at,omitempty"`
	Deadline   time.Time  `json:"deadline"`
}

// Open tells whether work on the run is still to come.
func (r *Run) Open() bool { return !r.Status.Terminal() }

// The kinds of a run.
const (
	RunQuery   = "query"
	RunTrigger = "trigger"
	// RunRerun goes on from a checkpoint that was forked in the middle of
	// another run.
	RunRerun = "rerun"
	// RunReply is a text that answered another run's question; it is over
	// as soon as it is stored.
	RunReply = "reply"
	// RunReferral is begun by the answer to a question that an earlier run has
	// referred to a role.
	RunReferral = "referral"
)

// Checkpoint is the committed state after one transition.
type Checkpoint struct {
	// ID names the checkpoint: CheckpointID of its session and step.
	ID        string `json:"id"`
	SessionID string `json:"session_id"`
	RunID     string `json:"run_id"`
	// Fence is that of the claim under which the checkpoint was written.
	Fence    int64  `json:"fence"`
	ParentID string `json:"parent_id,omitempty"`
	// StepNo counts the session's transitions from 1.
	StepNo int64  `json:"step_no"`
	Node   string `json:"node"`
	// NextNode is where the run goes on from here.
	NextNode string `json:"next_node,omitempty"`
	Phase    string `json:"phase"`
	// Label names the transition, e.g. "T3 step_0 started".
	Label string `json:"label"`
	// Status is the state's own word for where it is.
	Status        string `json:"status,omitempty"`
	PlanShown     bool   `json:"plan_shown"`
	SchemaVersion int    `json:"schema_version"`
	// Seq and MessageID are the session's newest event and message by then.
	Seq       int64           `json:"seq"`
	MessageID int64           `json:"message_id"`
	State     json.RawMessage `json:"state,omitempty"`
	// Journal is what chance and time brought since the step before.
	Journal json.RawMessage `json:"-"`
	// Changes is the field-level difference to the parent.
	Changes   []TransitionLog `json:"changes,omitempty"`
	CreatedAt time.Time       `json:"created_at"`
}

// CheckpointID names a session's checkpoint after a step.
func CheckpointID(sessionID string, step int64) string {
	return sessionID + "." + strconv.FormatInt(step, 10)
}

// ParseCheckpointID is the session and the step that an id names.
func ParseCheckpointID(id string) (sessionID string, step int64, ok bool) {
	sessionID, number, found := cutLast(id, '.')
	step, err := strconv.ParseInt(number, 10, 64)
	return sessionID, step, found && err == nil && step > 0 && sessionID != "" && CheckpointID(sessionID, step) == id
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// EventID names an event of a session.
func EventID(sessionID string, seq int64) string {
	return sessionID + "." + strconv.FormatInt(seq, 10)
}

// TransitionLog is one field that a transition changed (the designs'
// StateTransitionLog). Values of sensitive fields are redacted.
type TransitionLog struct {
	Timestamp    string          `json:"timestamp"`
	FromStatus   string          `json:"from_status"`
	ToStatus     string          `json:"to_status"`
	FieldChanged string          `json:"field_changed"`
	OldValue     json.RawMessage `json:"old_value"`
	NewValue     json.RawMessage `json:"new_value"`
}

// ValidationResult lists everything that is wrong with a state (the
// designs' StateValidationResult).
type ValidationResult struct {
	IsValid bool     `json:"is_valid"`
	Errors  []string `json:"errors"`
}
