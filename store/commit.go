package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/madang-dev/madang/state"
)

// Commit is what one transition of a run (or several that belong together)
// writes, all of it in one transaction or none of it.
type Commit struct {
	SessionID string
	RunID     string
	// Owner and Fence are the writer's claim on the run: when they are not
	// the run's own any more nothing is written and the error is ErrFenced.
	Owner string
	Fence int64

	// Checkpoints are written in their order; StepNo is set by the store
	// from the session's row, ParentID and ID where they are empty.
	Checkpoints []*state.Checkpoint
	// Events and Messages get their numbers from the store.
	Events   []*state.Event
	Messages []*state.Message

	// Run is the run's new place; the fields are written as they are.
	Status    state.RunStatus
	NextNode  string
	PlanShown bool
	Error     string
	Interrupt json.RawMessage

	// Title renames the session when it is not empty.
	Title string
	// DeliveredSeq raises the session's mark of what sockets were sent.
	DeliveredSeq int64

	Documents   []state.Document
	Memories    []state.Memory
	Preferences []state.Preference
	// Effects are an assistant's own writes in the same transaction. They
	// run after this commit's other rows and may run again when the
	// transaction has to be repeated; an error undoes this commit only.
	Effects []func(ctx context.Context, tx Tx) error

	// At is the time written to every row.
	At time.Time

	// doubt is set after a COMMIT whose answer never came, parented while
	// the store has set a checkpoint's parent.
	doubt    *doubt
	parented *state.Checkpoint
}

// Submission is a query on its way in: the run and the user's message.
type Submission struct {
	Run     state.Run
	Message *state.Message // nil for a run that no message started
	// Events are numbered and written in the same transaction, with the
	// run's (run_queued and the like).
	Events []*state.Event
	// MaxQueued refuses the submission with ErrQueueFull when the session
	// has that many unfinished runs already; 0 is no limit.
	MaxQueued int
	// RejectBusy refuses with ErrBusy when any run is unfinished.
	RejectBusy bool
	// ExpiresAt moves the session's end further away; zero leaves it.
	ExpiresAt time.Time
	At        time.Time
}

// Submitted is what became of a Submission.
type Submitted struct {
	Run state.Run
	// Duplicate tells that the client_msg_id was known: Run is the run of
	// the first submission and nothing was written.
	Duplicate bool
	// Busy tells that other runs of the session are ahead of this one.
	Busy bool
}

// Control is a wish about a run that its owner carries out.
type Control struct {
	RunID string
	Kind  string // ControlCancel | ControlSkip
	Arg   string // the step of a skip
	At    time.Time
}

// The kinds of a Control.
const (
	ControlCancel = "cancel"
	ControlSkip   = "skip"
)

// Feedback is a user's rating of an answer.
type Feedback struct {
	RunID     string
	SessionID string
	UserID    string
	Rating    string // positive | negative
	Comment   string
	At        time.Time
}

// SessionFilter narrows a list of sessions.
type SessionFilter struct {
	// UserID limits the list to one user's; "" lists everybody's.
	UserID string
	Limit  int
	Offset int
}

// SessionStats counts sessions for the stats route.
type SessionStats struct {
	Total   int64 `json:"total_sessions"`
	Active  int64 `json:"active_sessions"`
	Deleted int64 `json:"deleted_sessions"`
	Expired int64 `json:"expired_sessions"`
}
