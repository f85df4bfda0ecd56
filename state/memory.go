package state

import (
	"encoding/json"
	"time"
)

// The tiers that memories are loaded in, by how many sessions ago they are.
const (
	TierFull    = "full"    // the newest sessions: each exchange
	TierSummary = "summary" // those before: each session in a few lines
	TierBrief   = "brief"   // the oldest: each session in a line
)

// Memory is one earlier exchange of a user that is worth remembering (the
// real-estate design's loaded_memories), or a session of them in short.
type Memory struct {
	// ID names what is kept; what is loaded for a run has none.
	ID             string    `json:"id,omitempty"`
	ConversationID string    `json:"conversation_id"` // the session
	RunID          string    `json:"run_id,omitempty"`
	UserID         string    `json:"-"`
	Query          string    `json:"query"`
	Response       string    `json:"response"`
	Intent         string    `json:"intent,omitempty"`
	Timestamp      time.Time `json:"timestamp"`
	// Mentions are what the exchange was about, at most MaxRemembered, each in
	// the words of the assistant's field: it alone knows their type.
	Mentions []json.RawMessage `json:"mentions,omitempty"`
	// Tier is set on what is loaded for a run.
	Tier string `json:"tier,omitempty"`
	// AskedAt is when the query came: what was asked before an erasure is
	// not kept after it. It is not stored; zero is Timestamp.
	AskedAt time.Time `json:"-"`
}

// How many mentions are kept.
const (
	MaxMentions   = 20 // in a session's state
	MaxRemembered = 6  // with a memory
)
