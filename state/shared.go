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

// Validate lists every rule that the shared state breaks.
func (s Shared) Validate() []string {
	var errs []string
	if s.UserQuery == "" {
		errs = append(errs, "user_query is empty")
	}
	if s.SessionID == "" {
		errs = append(errs, "session_id is empty")
	}
	if s.Timestamp == "" {
		errs = append(errs, "timestamp is empty")
	}
	if s.Language == "" {
		errs = append(errs, "language is empty")
	}
	switch s.Status {
	case SharedPending, SharedProcessing, SharedCompleted, SharedError:
	default:
		errs = append(errs, "status is unknown: "+string(s.Status))
	}
	if s.Status == SharedError && s.ErrorMessage == "" {
		errs = append(errs, "status error without error_message")
	}
	return errs
}
