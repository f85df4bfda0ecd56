package state

// SharedStatus is how far a team is with what it was handed.
type SharedStatus string

// The statuses of a SharedState.
const (
	SharedPending    SharedStatus = "pending"
	SharedProcessing SharedStatus = "processing"
	SharedCompleted  SharedStatus = "completed"
	SharedError      SharedStatus = "error"
)

// Shared is what every team is told (the designs' SharedState).
type Shared struct {
	UserQuery    string       `json:"user_query"`
	SessionID    string       `json:"session_id"`
	UserID       string       `json:"user_id,omitempty"`
	Timestamp    string       `json:"timestamp"` // RFC 3339 UTC
	Language     string       `json:"language"`  // a tag such as "ko"
	Status       SharedStatus `json:"status"`
	ErrorMessage string       `json:"error_message,omitempty"`
	// Today is the date that answers reckon from, YYYY-MM-DD.
	Today string `json:"today"`
}
