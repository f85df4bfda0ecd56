// Package bus carries hints between the nodes of one installation, so that a
// node learns at once what it would otherwise find in the store only at its
// next look. Nothing on the bus is the truth: whatever is lost on the way is
// found again there, and whoever receives something checks it there.
//
//	Offer      a run waits    ──▶ one node, any one
//	Tell       a control      ──▶ the node that it names
//	Publish    what happened  ──▶ every other node that subscribed
//
// redis.Bus passes the suite of bus/bustest, and so does its InMem, with which
// tests join several engines of one process. Both have these methods:
//
//	Run(ctx, handler) error             // until ctx ends; one at a time
//	Offer(ctx, runIDs...) error
//	Tell(ctx, nodeID, control) error
//	Publish(sessionID, payload)         // never blocks, never fails
//	Subscribe(sessionID)                // never blocks
//	Unsubscribe(sessionID)              // never blocks
//	Healthy() bool
//
// A subscription takes effect a moment after Subscribe, and a node without a
// connection hears nothing: read the store after subscribing and again when
// LostFunc is called, and look into it now and then anyway.
package bus

import "errors"

// MaxPayload is the longest payload that travels; a longer one arrives empty,
// which means "look into the store".
const MaxPayload = 256 << 10

var (
	// ErrUnheard is returned by Tell when no such node listens at the moment.
	ErrUnheard = errors.New("bus: no such node listens")
	// ErrRunning is returned by a second Run at the same time.
	ErrRunning = errors.New("bus: runs already")
)

// Control is what a node asks of the one that carries out a run.
type Control struct {
	RunID string `json:"run_id"`
	Kind  string `json:"kind"` // what is asked, in the words of the engine
	Arg   string `json:"arg,omitempty"`
}

// Handler is what is called with what arrives, from goroutines that Run
// owns, several at once; all of them are needed. A slow function holds up what
// comes after it.
type Handler struct {
	// RunOfferedFunc says that a run waits for a node. Rarely two nodes get
	// the same one, or none does.
	RunOfferedFunc func(runID string)
	// ToldFunc brings a control to this node.
	ToldFunc func(Control)
	// HeardFunc brings what another node published for a session that this
	// node is subscribed to; what one node sent comes in its order, and after
	// a broken connection some of it may come twice. The payload belongs to
	// the function; an empty one means "look into the store".
	HeardFunc func(sessionID string, payload []byte)
	// LostFunc says that something may have been missed: look into the store.
	// It is also called when a connection is first there.
	LostFunc func()
}

// Fit is the payload as it travels: itself, or nothing when it is too long.
func Fit(payload []byte) []byte {
	if len(payload) > MaxPayload {
		return nil
	}
	return payload
}
