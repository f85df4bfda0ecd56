package ws

import (
	"encoding/json"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// The types of the frames that clients send.
const (
	CommandHello     = "hello"
	CommandQuery     = "query"
	CommandCancel    = "cancel"
	CommandTodoSkip  = "todo_skip"
	CommandRetry     = "retry"
	CommandFeedback  = "feedback"
	CommandPing      = "ping"
	CommandRefresh   = "refresh"
	CommandInterrupt = "interrupt_response"
)

// kind is one row of the table of commands.
type kind struct {
	// action is what the policy is asked for before the command is carried out:
	// of the two by which a client signs in, before it is.
	action policy.Action
	// none is the answer to who may not: that to what is not there.
	none fault.Code
	read func(f *form, h Header, maxQuery int) Command
}

// kinds are the commands that there are.
var kinds = map[string]kind{
	CommandHello: {policy.Public, "", func(f *form, h Header, _ int) Command {
		return &Hello{Header: h, Token: f.text("token", maxToken), LastSeq: f.integer("last_seq"),
			Epoch: f.text("epoch", maxWord), Capabilities: f.texts("capabilities")}
	}},
	CommandRefresh: {policy.Public, "", func(f *form, h Header, _ int) Command {
		return &Refresh{Header: h, Token: f.needed("token", maxToken)}
	}},
	CommandPing:  {policy.Talk, fault.SessionNotFound, func(_ *form, h Header, _ int) Command { return &Ping{Header: h} }},
	CommandQuery: {policy.Talk, fault.SessionNotFound, func(f *form, h Header, maxQuery int) Command { return f.query(h, maxQuery) }},
	CommandCancel: {policy.Talk, fault.SessionNotFound, func(f *form, h Header, _ int) Command {
		return &Cancel{Header: h, RunID: f.text("run_id", maxID)}
	}},
	CommandTodoSkip: {policy.Talk, fault.SessionNotFound, func(f *form, h Header, _ int) Command {
		return &TodoSkip{Header: h, RunID: f.text("run_id", maxID), TodoID: f.needed("todo_id", maxID)}
	}},
	CommandRetry: {policy.Talk, fault.SessionNotFound, func(f *form, h Header, _ int) Command {
		return &Retry{Header: h, RunID: f.needed("run_id", maxID), ClientMsgID: f.text("client_msg_id", maxClientID)}
	}},
	CommandFeedback: {policy.Talk, fault.SessionNotFound, func(f *form, h Header, _ int) Command {
		return &Feedback{Header: h, RunID: f.needed("run_id", maxID),
			Rating: f.choice("rating", true, "positive", "negative"), Comment: f.text("comment", maxComment)}
	}},
	CommandInterrupt: {policy.Answer, fault.InterruptNotPending, func(f *form, h Header, _ int) Command {
		return &InterruptResponse{Header: h, InterruptID: f.text("interrupt_id", maxID),
			Action:  f.choice("action", true, state.InterruptActions()...),
			Payload: f.raw("payload"), ModifiedTodos: f.raw("modified_todos"),
			Feedback: f.text("feedback", maxComment), Modifications: f.raw("modifications")}
	}},
}

// Command is one decoded frame of a client: a pointer to one of the types
// below.
type Command interface{ header() *Header }

// Header is what every command may carry.
type Header struct {
	Type string `json:"type"`
	// ID (at most 128 bytes) is echoed in the reply.
	ID string `json:"id,omitempty"`
	// Timestamp is accepted and not used.
	Timestamp string `json:"timestamp,omitempty"`
}

func (h *Header) header() *Header { return h }

// Hello opens the extension: who is there, and from where to resume.
type Hello struct {
	Header
	Token string `json:"token,omitempty"`
	// LastSeq is the newest event that the client has; nil asks for what
	// the session's sockets have not been sent.
	LastSeq      *int64   `json:"last_seq,omitempty"`
	Epoch        string   `json:"epoch,omitempty"`
	Capabilities []string `json:"capabilities,omitempty"`
}

// Query asks a question.
type Query struct {
	Header
	Query string `json:"query"`
	// ClientMsgID (a UUID, at most 64 bytes) makes sending again harmless.
	ClientMsgID string `json:"client_msg_id,omitempty"`
	OnBusy      string `json:"on_busy,omitempty" jsonschema:"enum=enqueue,enum=reject,enum=interrupt"`
	Language    string `json:"language,omitempty" jsonschema:"enum=ko,enum=en"`
	// ReviewPlan asks to be shown the plan for approval before the work.
	ReviewPlan bool `json:"review_plan,omitempty"`
	// EnableCheckpointing is accepted from existing clients and changes
	// nothing: every transition is checkpointed.
	EnableCheckpointing *bool `json:"enable_checkpointing,omitempty"`
}

// Cancel ends a run; without a RunID the session's current one.
type Cancel struct {
	Header
	RunID string `json:"run_id,omitempty"`
}

// TodoSkip asks that a step be passed over.
type TodoSkip struct {
	Header
	RunID  string `json:"run_id,omitempty"`
	TodoID string `json:"todo_id"`
}

// Retry asks a finished run's question again, with its options.
type Retry struct {
	Header
	RunID string `json:"run_id"`
	// ClientMsgID is as a query's, of the new run.
	ClientMsgID string `json:"client_msg_id,omitempty"`
}

// Feedback rates a run's answer.
type Feedback struct {
	Header
	RunID   string `json:"run_id"`
	Rating  string `json:"rating" jsonschema:"enum=positive,enum=negative"`
	Comment string `json:"comment,omitempty"`
}

// Ping asks for a pong on the application's level.
type Ping struct{ Header }

// Refresh renews the token of a socket. On a server without sign-in it is
// acknowledged and changes nothing, so a client need not know which it has.
type Refresh struct {
	Header
	Token string `json:"token"`
}

// InterruptResponse answers the question that a run waits for. Existing
// clients send ModifiedTodos, Feedback and Modifications, others Payload.
type InterruptResponse struct {
	Header
	InterruptID   string          `json:"interrupt_id,omitempty"`
	Action        string          `json:"action" jsonschema:"enum=approve,enum=modify,enum=reject,enum=answer,enum=skip"`
	Payload       json.RawMessage `json:"payload,omitempty"`
	ModifiedTodos json.RawMessage `json:"modified_todos,omitempty"`
	Feedback      string          `json:"feedback,omitempty"`
	Modifications json.RawMessage `json:"modifications,omitempty"`
}
