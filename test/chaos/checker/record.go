package checker

import "time"

// Recording is what one client did and saw.
type Recording struct {
	Client    string
	SessionID string
	// Base tells that the client speaks the base contract only.
	Base bool
	// From is the event after which the client began.
	From int64
	// Complete tells that the client was there until all was over, so that
	// it must have seen every event.
	Complete bool
	Sent     []Sent
	Conns    []Conn
}

// Sent is one query that the client gave out, however often it sent it.
type Sent struct {
	ClientMsgID string // "" for base clients
	Query       string
	At          time.Time
}

// Conn is one connection.
type Conn struct {
	Node   string
	Opened time.Time
	// LastSeq is the position that the client told.
	LastSeq int64
	Frames  []Frame
	// CloseCode is the server's, 0 when the connection ended without one.
	CloseCode int
	Closed    time.Time
	// Err is how the connection ended.
	Err string
}

// Frame is one text frame as it arrived.
type Frame struct {
	At  time.Time
	Raw []byte
}

// Violation is one broken promise.
type Violation struct {
	Kind      string
	SessionID string
	RunID     string
	Detail    string
}

func (v Violation) String() string {
	s := v.Kind + ": " + v.Detail
	if v.RunID != "" {
		s += " (run " + v.RunID + ")"
	}
	return s + " [" + v.SessionID + "]"
}

// The kinds of violations.
const (
	// StreamHole is a number that a connection left out, StreamDuplicate one
	// that it was given although it had it, StreamShort what a client that
	// stayed to the end never got.
	StreamHole      = "stream hole"
	StreamDuplicate = "stream duplicate"
	StreamShort     = "stream short"
	// StreamDiffers is one number with two contents.
	StreamDiffers = "stream differs"
	// SeenNotStored is an event that a client saw and the database has not,
	// or has with another content.
	SeenNotStored = "seen but not stored"
	// NotRecovered is a resume that was answered with a snapshot.
	NotRecovered = "not recovered"
	// Terminal is a run without exactly one terminal event.
	Terminal = "terminal events"
	// AckLost is an acknowledged message without its run and its line in the
	// conversation, AckTwice one with two runs or two first acks.
	AckLost  = "acknowledged but lost"
	AckTwice = "acknowledged twice"
	// RunOpen is a run that never ended, RunFailed one that ended as failed.
	RunOpen   = "run not ended"
	RunFailed = "run failed"
	// QuestionTwice is a question of a run that was asked or answered twice,
	// QuestionLost one that was passed over or an answer to none.
	QuestionTwice = "question twice"
	QuestionLost  = "question lost"
	// StepTwice is a step whose completion was committed twice.
	StepTwice = "step done twice"
	// FenceBack is a write of an earlier holder behind one of a later.
	FenceBack = "fence went back"
	// Numbering is a hole in stored events, messages or checkpoints, or a
	// session's mark that says something else.
	Numbering = "numbering"
	// Unreadable is a frame or a row that is not what it should be.
	Unreadable = "unreadable"
)
