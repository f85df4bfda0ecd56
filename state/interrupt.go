package state

import (
	"encoding/json"
	"time"
)

// The kinds of question that a run can wait for.
const (
	InterruptClarification = "clarification"
	InterruptApproval      = "approval"
	InterruptInput         = "input"
	InterruptPlanReview    = "plan_review"
)

// What a reply can do with a question.
const (
	ActionApprove = "approve"
	ActionModify  = "modify"
	ActionReject  = "reject"
	ActionAnswer  = "answer"
	ActionSkip    = "skip"
	// ActionCancel is only for a question's default: the run is cancelled.
	ActionCancel = "cancel"
)

// TextInterrupt tells whether a question of that kind is answered in words,
// so that a plain query can be its answer.
func TextInterrupt(interruptType string) bool {
	return interruptType == InterruptClarification || interruptType == InterruptInput
}

// InterruptActions are what a user can reply with.
func InterruptActions() []string {
	return []string{ActionApprove, ActionModify, ActionReject, ActionAnswer, ActionSkip}
}

// Who a reply can come from.
const (
	ReplyByUser   = "user"
	ReplyByExpiry = "expiry"
)

// Interrupt is a question that a run waits for; it is the body of
// workflow_interrupted too.
type Interrupt struct {
	ID   string        `json:"interrupt_id"`
	Type string        `json:"interrupt_type"`
	Data InterruptData `json:"interrupt_data"`
	// ExpiresAt is when DefaultAction answers.
	ExpiresAt     time.Time `json:"expires_at"`
	DefaultAction string    `json:"default_action"`
	// TakesText tells that a plain query is the answer.
	TakesText bool `json:"takes_text"`
	// Node is where the run goes on, AskedAt when it stopped.
	Node    string    `json:"node,omitempty"`
	AskedAt time.Time `json:"asked_at"`
}

// InterruptData is what the user is shown of a question.
type InterruptData struct {
	Message string `json:"message"`
	// Options are what can be chosen, in the order to show them.
	Options []InterruptOption `json:"options"`
	// Schema is the JSON Schema of the payload that is asked for.
	Schema json.RawMessage `json:"schema,omitempty"`
	// Data is what the question is about, e.g. the plan to review.
	Data json.RawMessage `json:"data,omitempty"`
}

// InterruptOption is one choice: an action or a value to answer with.
type InterruptOption struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Reply is the answer to a question.
type Reply struct {
	InterruptID string          `json:"interrupt_id"`
	Action      string          `json:"action"`
	Payload     json.RawMessage `json:"payload,omitempty"`
	By          string          `json:"by"` // ReplyByUser | ReplyByExpiry
	At          time.Time       `json:"at"`
}

// InterruptResolved tells all clients of a session that a question is over.
type InterruptResolved struct {
	InterruptID string `json:"interrupt_id"`
	Action      string `json:"action"`
	By          string `json:"by"`
}
