package ws

import (
	"time"

	"github.com/madang-dev/madang/state"
)

// Frame is what every frame of the server carries.
type Frame struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"` // UTC
}

func frame(frameType string) Frame {
	return Frame{Type: frameType, Timestamp: time.Now().UTC().Truncate(time.Millisecond)}
}

// Numbering is what a durable event's frame carries besides its own fields
// (state.PlanReady and the like) and those of Frame.
type Numbering struct {
	Seq     int64  `json:"seq"`
	RunID   string `json:"run_id,omitempty"`
	EventID string `json:"event_id"`
}

// Connected greets a socket, and again one that says hello.
type Connected struct {
	Frame
	SessionID string `json:"session_id"`
	Assistant string `json:"assistant"`
	Epoch     string `json:"epoch"`
	// Seq is the number of the session's newest event.
	Seq int64 `json:"seq"`
	// User is the socket's user, "" for nobody in particular.
	User     string   `json:"user"`
	Features []string `json:"features"`
}

// Resumed ends the replay that a client asked for: all of it, or none and
// a Snapshot to start from.
type Resumed struct {
	Frame
	Recovered bool `json:"recovered"`
	// Seq is the event after which the live ones follow.
	Seq int64 `json:"seq"`
	// Reason says why nothing was recovered.
	Reason   string    `json:"reason,omitempty" jsonschema:"enum=unknown_position,enum=other_epoch,enum=too_far_behind,enum=events_pruned"`
	Snapshot *Snapshot `json:"snapshot,omitempty"`
}

// The reasons for recovering nothing.
const (
	ReasonUnknown = "unknown_position"
	ReasonEpoch   = "other_epoch"
	ReasonTooFar  = "too_far_behind"
	// ReasonPruned is a position before the oldest event that is kept.
	ReasonPruned = "events_pruned"
)

// Snapshot is where a session stands; its messages are read over HTTP.
type Snapshot struct {
	Seq          int64     `json:"seq"`
	Epoch        string    `json:"epoch"`
	Title        string    `json:"title"`
	MessageCount int64     `json:"message_count"`
	LastMessage  *string   `json:"last_message"`
	UpdatedAt    time.Time `json:"updated_at"`
}

// Ack says that a command was carried out; for a query, that it is stored.
type Ack struct {
	Frame
	ID          string `json:"id,omitempty"`
	ClientMsgID string `json:"client_msg_id,omitempty"`
	RunID       string `json:"run_id,omitempty"`
	Duplicate   bool   `json:"duplicate"`
	Queued      bool   `json:"queued,omitempty"`
}

// Pong answers a ping command.
type Pong struct {
	Frame
	ID string `json:"id,omitempty"`
}

// Error refuses a frame or a command. Its text in the field error is the
// one that existing clients know.
type Error struct {
	Frame
	state.ErrorEvent
	ID          string `json:"id,omitempty"`
	ClientMsgID string `json:"client_msg_id,omitempty"`
	RunID       string `json:"run_id,omitempty"`
}

// ServerDraining tells that the socket is about to be closed and when to
// come back, so that the reconnects of many are spread.
type ServerDraining struct {
	Frame
	RetryAfterMS int64 `json:"retry_after_ms"`
}
