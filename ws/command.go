package ws

import "encoding/json"

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
	OnBusy      string `json:"on_busy,omitempty"`  // enqueue | reject | interrupt
	Language    string `json:"language,omitempty"` // ko | en
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

// Retry asks a finished run's question again, with its wishes.
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
	Rating  string `json:"rating"` // positive | negative
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
	Action        string          `json:"action"` // state.InterruptActions
	Payload       json.RawMessage `json:"payload,omitempty"`
	ModifiedTodos json.RawMessage `json:"modified_todos,omitempty"`
	Feedback      string          `json:"feedback,omitempty"`
	Modifications json.RawMessage `json:"modifications,omitempty"`
}
