package state

import "context"

// View is something that an assistant lets the REST door show, read-only:
// GET /api/v1/<assistant><Path>.
type View struct {
	// Path is in the router's form; of names in it user_id, session_id and
	// document_id are known ("/users/:user_id/progress").
	Path    string
	Summary string
	// Limit is the standard of the query parameter limit; 0 takes none.
	Limit int
	// Reply is a value of the answer's type.
	Reply any
	// ReadFunc reads the answer; its errors carry codes of fault, or are
	// the store's.
	ReadFunc func(ctx context.Context, q ViewQuery) (any, error)
}

// ViewQuery is what a View is asked for.
type ViewQuery struct {
	// Caller is the key of who asks, "" where nobody is known.
	Caller     string
	UserID     string
	DocumentID string
	// Session is that of session_id; one that is not there is answered by
	// the door.
	Session  Session
	Limit    int
	Language string // "ko" | "en"
}
