package store

import "errors"

// What a caller can branch on; everything else is the operator's problem.
var (
	// ErrNotFound is returned for what is not there (or is hidden).
	ErrNotFound = errors.New("store: not found")
	// ErrFenced is returned to a writer whose claim on the run is over.
	ErrFenced = errors.New("store: fenced")
	// ErrConflict is returned when a client_msg_id comes again with
	// another query.
	ErrConflict = errors.New("store: conflict")
	// ErrCancelled is returned for a commit with another end of a run that is
	// to be cancelled.
	ErrCancelled = errors.New("store: run is to be cancelled")
	// ErrBusy is returned to a submission that did not want to wait.
	ErrBusy = errors.New("store: session busy")
	// ErrQueueFull is returned when too many runs wait in a session.
	ErrQueueFull = errors.New("store: queue full")
	// ErrUnavailable wraps errors of a database that can't be reached now.
	ErrUnavailable = errors.New("store: unavailable")
	// ErrUnknown is returned, with ErrUnavailable, for a transaction whose COMMIT
	// was sent and never answered: it is in the database, or isn't, or arrives
	// yet. A run's writer claims the run anew (see Reclaim): the new fence
	// refuses what is late, and the head tells where the session stands.
	ErrUnknown = errors.New("store: outcome unknown")
	// ErrTooLarge is returned for more than a pack may hold.
	ErrTooLarge = errors.New("store: too large")
	// ErrInUse is returned when another process has the data directory.
	ErrInUse = errors.New("store: data directory in use by another process")
	// ErrInvalid is returned for a value that no database can keep: text
	// that is not UTF-8 or holds a NUL, JSON that isn't JSON, a status
	// that doesn't exist.
	ErrInvalid = errors.New("store: invalid value")
	// ErrDamaged is returned for a database whose file, or a page of it, is not
	// what was written. Only a backup mends it.
	ErrDamaged = errors.New("store: the database is damaged")
	// ErrOverCap is returned when a call would pass a cap on usage.
	ErrOverCap = errors.New("store: over the cap")
)
