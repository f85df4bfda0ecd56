package engine

import (
	"time"

	"github.com/madang-dev/madang/state"
)

// BusyPolicy says what becomes of a query to a session at work.
type BusyPolicy string

// What to do with a query while another is being worked on.
const (
	BusyEnqueue   BusyPolicy = "enqueue" // the default: wait
	BusyReject    BusyPolicy = "reject"
	BusyInterrupt BusyPolicy = "interrupt" // cancel those ahead
)

// Query is what a user asks of a session. Text must be valid UTF-8 without
// NUL and not blank; Submit refuses what is not.
type Query struct {
	SessionID string
	Text      string
	// Language of the answer, "ko" or "en"; "" lets the text decide.
	Language string
	// ClientMsgID (a UUID made by the client) makes Submit idempotent.
	ClientMsgID string
	OnBusy      BusyPolicy
	// ReviewPlan asks to be shown the plan before it is carried out.
	ReviewPlan bool
	// Address is the network address that asks, as limits count it; "" is not known.
	Address string
}

// Ack says that a query is stored and will be worked on.
type Ack struct {
	RunID       string
	SessionID   string
	ClientMsgID string
	// Duplicate tells that the query was known already.
	Duplicate bool
	// Queued tells that other runs of the session come first.
	Queued bool
}

// Accepted is a query that is stored and whose run has not begun: whoever asked is
// told first.
type Accepted struct {
	Ack
	// StartFunc is Start's; nil has nothing to begin.
	StartFunc func()
}

// Start begins the run. One that nobody starts this node finds a few sweeps later.
func (a Accepted) Start() {
	if a.StartFunc != nil {
		a.StartFunc()
	}
}

// RunInfo is what a node can know of the run it works in.
type RunInfo struct {
	SessionID string
	RunID     string
	UserID    string
	// Address is where the run was asked for, "" where that is not known.
	Address  string
	Query    string
	Language string
	Kind     string
	// ReviewPlan is the query's.
	ReviewPlan bool
	// Proactive is the event that set the run off instead of a query; nil is
	// none.
	Proactive *state.Proactive
	// Reply is the answer to a referred question that began the run instead of
	// a query; nil is none.
	Reply *state.Reply
	// Now is when the run was first started.
	Now time.Time
	// Deadline is when the run is ended whatever it does.
	Deadline time.Time
	// MaxSteps is how many steps the run may begin; a plan with more of them
	// would not come to its end.
	MaxSteps int
}

// Delivery is one thing to hand to a client: a durable event, or a frame
// that is not stored (Seq 0).
type Delivery struct {
	Event     *state.Event
	Ephemeral bool
	// Memo is shared by all streams that were handed the event; nil where
	// nobody else is.
	Memo *Memo
}
