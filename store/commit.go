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

	// Unclaimed is a commit about a run that nobody works on: its Fence is
	// checked against the run's row, which must be queued, or waiting for the
	// answer to the question Asked ("" is queued).
	Unclaimed bool
	Asked     string

	// Checkpoints are written in their order. State is the whole state;
	// Previous is the session's newest checkpoint, the one of Head.LastStep,
	// so that only the change need be written; nil writes the state whole.
	// Of Previous State is read.
	Checkpoints []*state.Checkpoint
	Previous    *state.Checkpoint
	// Events and Messages get their numbers from the store.
	Events   []*state.Event
	Messages []*state.Message

	// Status is the run's after the commit, NextNode where it goes on.
	Status    state.RunStatus
	NextNode  string
	PlanShown bool
	Error     string
	// Interrupt is the question of a run that waits from now on, or that a
	// completed run has referred to a role.
	Interrupt *state.Interrupt

	// Title renames the session when it is not empty.
	Title string
	// DeliveredSeq raises the session's mark of what sockets were sent.
	DeliveredSeq int64

	Documents   []state.Document
	Memories    []state.Memory
	Preferences []state.Preference
	Results     []Result
	// Effects are an assistant's own writes in the same transaction. They
	// run after this commit's other rows and may run again when the
	// transaction has to be repeated; an error undoes this commit only.
	Effects []func(ctx context.Context, tx Tx) error

	// At is the time of the commit, and of its rows that have none of their
	// own.
	At time.Time

	// Head is where the session stood after the writer's last claim,
	// submission or commit, and is filled in with where it stands now. One
	// that is wrong only costs more: the states are written whole.
	Head Head

	// before is Head as the writer set it, once Head is filled in.
	before *Head
	// question is Interrupt as it is stored, deltas are what the states
	// change of those before them, nil where there is none.
	question string
	deltas   [][]byte
}

// Head is where a session's history stands.
type Head struct {
	LastSeq  int64
	LastStep int64
	// BaseStep is the newest step that is stored whole; those after it are
	// stored as changes.
	BaseStep      int64
	LastMessageID int64
	// OpenRuns counts the session's runs that are not over.
	OpenRuns int64
}

// Result is what work outside the database brought.
type Result struct {
	Key   string
	Value json.RawMessage
	// Index is the order within the run, from 1, of a result that was read.
	Index int64
	At    time.Time
}

// Submission is a query on its way in: the run and the user's message.
type Submission struct {
	Run     state.Run
	Message *state.Message // nil for a run that no message started
	// Owner claims the run in the same transaction when the session is
	// free; "" leaves it queued.
	Owner string
	// QueuedFunc makes the event of a run that has to wait, with the number
	// of runs ahead; nil is none.
	QueuedFunc func(ahead int) *state.Event
	// MaxQueued refuses the submission with ErrQueueFull when the session
	// has that many unfinished runs already; 0 is no limit.
	MaxQueued int
	// RejectBusy refuses with ErrBusy when any run is unfinished.
	RejectBusy bool
	// ExpiresAt moves the session's end further away; zero leaves it.
	ExpiresAt time.Time
	At        time.Time

	// Done is filled in by Write.
	Done Submitted
}

// Submitted is what became of a Submission.
type Submitted struct {
	// Run is as it is stored: running when it was claimed, else queued.
	Run state.Run
	// Head is where the session stands; LastStep tells a claimer whether
	// the state that it holds is the newest.
	Head Head
	// Duplicate tells that the client_msg_id was known: Run is the run of
	// the first submission and nothing was written.
	Duplicate bool
	// Busy tells that other runs of the session are ahead of this one.
	Busy bool
	// Event is what QueuedFunc made, numbered.
	Event *state.Event
}

// Batch is what Write puts into one transaction.
type Batch struct {
	Submissions []*Submission
	Commits     []*Commit
}

// Control is a request about a run that its owner carries out.
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
	RunID     string    `json:"run_id"`
	SessionID string    `json:"session_id"`
	UserID    string    `json:"user_id,omitempty"`
	Rating    string    `json:"rating" jsonschema:"enum=positive,enum=negative"`
	Comment   string    `json:"comment,omitempty"`
	At        time.Time `json:"created_at"`
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
