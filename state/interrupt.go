package state

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
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

// Who a reply can come from, besides the roles that questions are put to.
const (
	ReplyByUser   = "user"
	ReplyByExpiry = "expiry"
)

// Interrupt is a question that a run waits for; it is the body of
// workflow_interrupted too.
type Interrupt struct {
	ID   string `json:"interrupt_id"`
	Type string `json:"interrupt_type" jsonschema:"enum=clarification,enum=approval,enum=input,enum=plan_review"`
	// For is the role that the question is put to, "" the session's user.
	For  string        `json:"for,omitempty"`
	Data InterruptData `json:"interrupt_data"`
	// Notice is what the session's user is told of a question to a role.
	Notice string `json:"notice,omitempty"`
	// ExpiresAt is when DefaultAction answers; nil is never, with the action "".
	ExpiresAt     *time.Time `json:"expires_at,omitempty"`
	DefaultAction string     `json:"default_action"`
	// TakesText tells that a plain query is the answer.
	TakesText bool `json:"takes_text"`
	// Node is where the run goes on, AskedAt when it stopped.
	Node    string    `json:"node,omitempty"`
	AskedAt time.Time `json:"asked_at"`
}

// InterruptID names the question that a run asks at a step of its session.
func InterruptID(runID string, step int64) string {
	return "interrupt-" + runID + "-" + strconv.FormatInt(step, 10)
}

// InterruptRun is the run whose question an id names; "" for what is no such id.
func InterruptRun(id string) string {
	rest, found := strings.CutPrefix(id, "interrupt-")
	at := strings.LastIndexByte(rest, '-')
	if !found || at < 0 {
		return ""
	}
	return rest[:at]
}

// Role is whom the question is put to: a role, or ReplyByUser.
func (i *Interrupt) Role() string { return cmp.Or(i.For, ReplyByUser) }

// MayAnswer tells whether somebody in a role may answer the question and see all
// of it. It is the only place that decides so.
func (i *Interrupt) MayAnswer(role string) bool { return role == i.Role() }

// ForUser is the question as the session's user sees it: of one to a role that it
// is waited for, in words of its own, and nothing of what the role is shown.
func (i *Interrupt) ForUser() *Interrupt {
	if i == nil || i.MayAnswer(ReplyByUser) {
		return i
	}
	seen := *i
	seen.Data, seen.Notice = InterruptData{Message: i.Notice, Options: []InterruptOption{}}, ""
	return &seen
}

// InterruptData is what whoever answers is shown of a question.
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
	By          string          `json:"by"` // ReplyByUser, ReplyByExpiry or a role
	// Actor is who answered in that role, "" when that is not known.
	Actor string    `json:"actor,omitempty"`
	At    time.Time `json:"at"`
	// ID is the answerer's own name of the reply, so that it can be sent again.
	ID string `json:"reply_id,omitempty"`
	// RunID is the run that the answer to a referred question began; "" is the
	// one that had asked.
	RunID string `json:"run_id,omitempty"`
}

// Said is the text of a reply: the value of an option, or the user's words.
func (r *Reply) Said() string {
	var said struct {
		Text   string `json:"text"`
		Value  string `json:"value"`
		Choice string `json:"choice"`
	}
	_ = json.Unmarshal(r.Payload, &said) // what can't be read says nothing
	return strings.TrimSpace(said.Value + said.Choice + said.Text)
}

// InterruptResolved tells all clients of a session that a question is over.
type InterruptResolved struct {
	InterruptID string `json:"interrupt_id"`
	Action      string `json:"action"`
	By          string `json:"by"` // ReplyByUser, ReplyByExpiry or the role that answered
}
