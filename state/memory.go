package state

import "time"

// Memory is one earlier exchange of a user that is worth remembering (the
// real-estate design's loaded_memories).
type Memory struct {
	ConversationID string    `json:"conversation_id"` // the session
	RunID          string    `json:"run_id,omitempty"`
	UserID         string    `json:"-"`
	Query          string    `json:"query"`
	Response       string    `json:"response"`
	Intent         string    `json:"intent,omitempty"`
	Timestamp      time.Time `json:"timestamp"`
}

// Preference is something learned about a user, with where it came from.
type Preference struct {
	UserID    string    `json:"-"`
	Key       string    `json:"key"` // region | budget | language | …
	Value     string    `json:"value"`
	Evidence  string    `json:"evidence,omitempty"`
	UpdatedAt time.Time `json:"updated_at"`
}
