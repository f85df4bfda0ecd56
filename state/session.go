package state

import (
	"encoding/json"
	"time"
)

// DefaultTitle is the title of a session that nobody has named yet.
const DefaultTitle = "새 대화"

// Session is one conversation of a user with one assistant.
type Session struct {
	ID           string          `json:"id"` // "session-<uuid>"
	Assistant    string          `json:"assistant"`
	UserID       string          `json:"user_id,omitempty"`
	Title        string          `json:"title"`
	Language     string          `json:"language"` // "ko" | "en"
	Metadata     json.RawMessage `json:"metadata,omitempty"`
	CreatedAt    time.Time       `json:"created_at"`
	UpdatedAt    time.Time       `json:"updated_at"`
	LastActivity time.Time       `json:"last_activity"`
	ExpiresAt    time.Time       `json:"expires_at"`
	// DeletedAt is set while the session is hidden; nil is a live one.
	DeletedAt *time.Time `json:"deleted_at,omitempty"`

	// Epoch names the numbering of events: a client whose epoch differs
	// can't resume by sequence number.
	Epoch string `json:"epoch"`
	// LastSeq is the number of the newest event of the session.
	LastSeq int64 `json:"last_seq"`
	// DeliveredSeq is the newest event known to have reached a socket.
	DeliveredSeq int64 `json:"delivered_seq"`
	// CheckpointID is the newest committed state, "" before the first run.
	CheckpointID string `json:"checkpoint_id,omitempty"`
	// ForkedFrom is the checkpoint of another session that it began with;
	// step 0 is that session's beginning, before its first state.
	ForkedFrom string `json:"forked_from,omitempty"`

	// MessageCount and LastMessage are the list view's extras; the latter
	// is cut to 100 characters and nil without a message.
	MessageCount int64   `json:"message_count"`
	LastMessage  *string `json:"last_message"`
}

// Message is one line of the conversation as it is shown after a reload.
type Message struct {
	ID        int64           `json:"id"` // per session, from 1
	SessionID string          `json:"-"`
	RunID     string          `json:"run_id,omitempty"`
	Role      string          `json:"role"` // RoleUser | RoleAssistant
	Content   string          `json:"content"`
	Data      json.RawMessage `json:"structured_data"`
	CreatedAt time.Time       `json:"created_at"`
}

// The roles of a message.
const (
	RoleUser      = "user"
	RoleAssistant = "assistant"
)

// Event is one durable, numbered frame of a session's stream. As JSON nodes send it
// to each other, beside the session that it is of.
type Event struct {
	SessionID string `json:"-"`
	Seq       int64  `json:"s,omitempty"` // per session, from 1, without holes
	ID        string `json:"-"`
	RunID     string `json:"r"`
	Type      string `json:"t"`
	// Payload is the frame's JSON object without the fields that the
	// envelope adds (type, seq, run_id, event_id, timestamp).
	Payload   json.RawMessage `json:"p"`
	CreatedAt time.Time       `json:"a"`
}

// Document is a file that a team made for a user, kept as Markdown and
// rendered to other formats when it is downloaded.
type Document struct {
	ID        string          `json:"id"`
	SessionID string          `json:"session_id"`
	RunID     string          `json:"run_id,omitempty"`
	UserID    string          `json:"user_id,omitempty"`
	Type      string          `json:"document_type"`
	Title     string          `json:"title"`
	Markdown  string          `json:"markdown"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
	CreatedAt time.Time       `json:"created_at"`
}
