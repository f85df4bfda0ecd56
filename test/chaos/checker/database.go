package checker

import (
	"cmp"
	"slices"
	"time"
)

// Database is what the tables hold, in their own order.
type Database struct {
	Sessions    []Session
	Runs        []Run
	Events      []Event
	Messages    []Message
	Checkpoints []Checkpoint
}

// Session is where a session's counters stand.
type Session struct {
	ID                                string
	LastSeq, LastStep, LastMessageID  int64
	LastRun, OpenRuns, OpenRunsStored int64 // OpenRunsStored -1: not kept
	// Fence is that of the newest claim; -1: not kept.
	Fence int64
}

// Run is one row of runs.
type Run struct {
	ID, SessionID, Kind, ClientMsgID, Query, Status string
	Seq, Attempt, Fence                             int64
	// Of is the run whose question this one's words answered; "" for a run
	// that does work of its own.
	Of string
}

// work is the ID of the run that works on this one's words.
func (r Run) work() string { return cmp.Or(r.Of, r.ID) }

// Event is one row of events.
type Event struct {
	SessionID, EventID, RunID, Type, Payload string
	Seq                                      int64
	At                                       time.Time
}

// Message is one row of messages.
type Message struct {
	SessionID, RunID, Role, Content string
	ID                              int64
}

// Checkpoint is one row of checkpoints without its state.
type Checkpoint struct {
	SessionID, RunID, Label string
	StepNo                  int64
	// Fence is that of the claim that wrote it; -1 where the table does not
	// tell.
	Fence int64
	// Seq and MessageID are the session's marks after it; -1 as above.
	Seq, MessageID int64
}

// ended tells whether a run's status is a last one.
func ended(status string) bool {
	return status == "completed" || status == "failed" || status == "cancelled"
}

// terminal tells whether an event of that type ends its run.
func terminal(eventType string) bool {
	return eventType == "final_response" || eventType == "error" || eventType == "run_cancelled"
}

// of is the rows of one session, in order.
func (db *Database) of(sessionID string) *Database {
	out := &Database{}
	for _, s := range db.Sessions {
		if s.ID == sessionID {
			out.Sessions = append(out.Sessions, s)
		}
	}
	out.Runs = only(db.Runs, func(r Run) bool { return r.SessionID == sessionID })
	out.Events = only(db.Events, func(e Event) bool { return e.SessionID == sessionID })
	out.Messages = only(db.Messages, func(m Message) bool { return m.SessionID == sessionID })
	out.Checkpoints = only(db.Checkpoints, func(c Checkpoint) bool { return c.SessionID == sessionID })
	slices.SortFunc(out.Runs, func(a, b Run) int { return cmp.Compare(a.Seq, b.Seq) })
	slices.SortFunc(out.Events, func(a, b Event) int { return cmp.Compare(a.Seq, b.Seq) })
	slices.SortFunc(out.Messages, func(a, b Message) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(out.Checkpoints, func(a, b Checkpoint) int { return cmp.Compare(a.StepNo, b.StepNo) })
	return out
}

func only[T any](list []T, keep func(T) bool) (out []T) {
	for _, v := range list {
		if keep(v) {
			out = append(out, v)
		}
	}
	return out
}
