package ws

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/limit"
)

// runs is what a socket has a run of its session begun or carried on by.
type runs interface {
	Accept(ctx context.Context, q engine.Query) (engine.Accepted, error)
	Retry(ctx context.Context, sessionID, runID, clientMsgID string) (engine.Accepted, error)
	// Answer answers the question that a run waits for. It fails with
	// interrupt_not_pending.
	Answer(ctx context.Context, a engine.Answer) (engine.Answered, error)
}

// controls are what a socket says of a run that there is.
type controls interface {
	// Cancel ends a run; runID "" is the session's current one.
	Cancel(ctx context.Context, sessionID, runID string) error
	SkipStep(ctx context.Context, sessionID, runID, stepID string) error
	Feedback(ctx context.Context, sessionID, runID, rating, comment string) error
}

// positions knows the sessions and how far their clients have come.
type positions interface {
	// Position fails with session_not_found or backend_unavailable.
	Position(ctx context.Context, sessionID string) (engine.Position, error)
	// Delivered raises the session's mark and must not wait.
	Delivered(sessionID string, seq int64)
	// FlushDelivered returns when every node can read what Delivered told
	// before, when ctx ends, or when the store can't be written to.
	FlushDelivered(ctx context.Context)
}

// Stream is a session's events from a position on, without a hole: those of
// the store first, then those that any node commits. One goroutine at a time
// asks it.
type Stream interface {
	// OnReady has f called whenever something may be at hand: an event, a
	// frame, or a look into the store that is due. f does not wait. It is
	// called once, before Next.
	OnReady(f func())
	// Next gives what is at hand and waits for nothing but the store; with
	// a ctx that has ended it does not look there either, and its error is
	// then another than engine.ErrNothing, which says that nothing is at
	// hand. After an error it can be asked again.
	Next(ctx context.Context) (engine.Delivery, error)
	// WantChanges asks for frames of type state_changed too.
	WantChanges()
	// Close ends it; f may still be called by who is about to.
	Close()
}

// Hooks are told what happens, for metrics; nil functions are skipped.
type Hooks struct {
	SocketOpenedFunc func()
	// SocketClosedFunc gets the code that ended the socket: the server's,
	// the client's, or 1006 when there was none.
	SocketClosedFunc func(code int)
}

// Limits are what the scopes may do; the zero value has no limits. What an address
// opens is limited before the request comes here.
type Limits struct {
	Handshakes, Commands limit.Rates
	Sockets              limit.Most
}

// Config is what a Server is made of; zero values take the defaults named.
type Config struct {
	// Runs, Controls, Positions and WatchFunc are needed.
	Runs      runs
	Controls  controls
	Positions positions
	// WatchFunc opens a session's stream of events numbered above after.
	WatchFunc func(sessionID string, after int64) Stream

	// AuthFunc tells who shows a token (of a hello or a refresh), RequestFunc
	// who sends the request of the upgrade (a Bearer header, a ticket, a
	// cookie), the zero Identity when it shows nothing. A nil AuthFunc is a
	// server without sign-in: tokens are ignored.
	AuthFunc    func(ctx context.Context, token string) (auth.Identity, error)
	RequestFunc func(ctx context.Context, r *http.Request) (auth.Identity, error)
	// NoteFunc writes into the audit that somebody talks in another's session;
	// its error refuses the socket. nil has no audit.
	NoteFunc func(ctx context.Context, e audit.Entry) error

	// AllowedOrigins are the web origins that may connect besides the
	// server's own, e.g. "http://localhost:3000"; "*" is every one.
	AllowedOrigins []string
	Logger         *slog.Logger
	Hooks          Hooks

	// Limiter counts by Limits, over all nodes; nil counts in this process.
	Limiter *limit.Limiter
	Limits  Limits
	// MaxConnections bounds the node (18,000), MaxPerUser one user, one
	// session of nobody's or, where nobody proves a name, one name at one address (10); negative is no limit.
	MaxConnections, MaxPerUser int
	// ReadLimit is the largest frame in bytes (128 KiB; a longer one ends
	// the socket), MaxQuery the longest query (64 KiB; an error reply).
	ReadLimit, MaxQuery int
	// ReplayLimit is how many missed events a resume replays (1,000).
	ReplayLimit int64
	// Rate is how many commands a second a socket may send (10), Burst how
	// many at once (30); MaxThrottled refused ones end it (50).
	Rate                float64
	Burst, MaxThrottled int
	// MaxErrors refused frames in a row end the socket (50).
	MaxErrors int
	// DrainRate is how many sockets a second are closed by Drain (2,000).
	DrainRate int

	// HelloWait is how long a hello is waited for (5 s): a client that must
	// sign in is closed then, one of madang.v1 goes on by the base rule. It
	// is much longer than a bad network's round trip, as a client whose hello
	// comes later than that is shown again what it has.
	HelloWait time.Duration
	// PingEvery is the heartbeat (20 s), PongWait the time to answer (10 s).
	PingEvery, PongWait time.Duration
	// FrameWait is how long a frame that has begun may take to come in (5 s),
	// besides what a message takes at 8 KiB a second.
	FrameWait time.Duration
	// WriteWait is how long a write may take (5 s), CloseWait how long the
	// other side's close frame is waited for (2 s).
	WriteWait, CloseWait time.Duration
	// TwinWait is how far apart the sockets of one page of a base client are
	// opened (1 s; see twin.go).
	TwinWait time.Duration
	// CommandWait bounds the work for one command (5 s), BackendWait how
	// long a stream may fail before the socket is closed (15 s).
	CommandWait, BackendWait time.Duration
}

func (c *Config) setDefaults() {
	c.MaxConnections = cmp.Or(c.MaxConnections, 18_000)
	c.MaxPerUser = cmp.Or(c.MaxPerUser, 10)
	c.ReadLimit = cmp.Or(c.ReadLimit, 128<<10)
	c.MaxQuery = cmp.Or(c.MaxQuery, 64<<10)
	c.Burst = cmp.Or(c.Burst, 30)
	c.MaxThrottled = cmp.Or(c.MaxThrottled, 50)
	c.MaxErrors = cmp.Or(c.MaxErrors, 50)
	c.DrainRate = cmp.Or(c.DrainRate, 2_000)
	c.HelloWait = cmp.Or(c.HelloWait, 5*time.Second)
	c.PingEvery = cmp.Or(c.PingEvery, 20*time.Second)
	c.PongWait = cmp.Or(c.PongWait, 10*time.Second)
	c.FrameWait = cmp.Or(c.FrameWait, 5*time.Second)
	c.WriteWait = cmp.Or(c.WriteWait, 5*time.Second)
	c.CloseWait = cmp.Or(c.CloseWait, 2*time.Second)
	c.TwinWait = cmp.Or(c.TwinWait, time.Second)
	c.CommandWait = cmp.Or(c.CommandWait, 5*time.Second)
	c.BackendWait = cmp.Or(c.BackendWait, 15*time.Second)
	c.Rate = cmp.Or(c.Rate, 10)
	c.ReplayLimit = cmp.Or(c.ReplayLimit, 1_000)
	if c.RequestFunc == nil {
		c.RequestFunc = func(context.Context, *http.Request) (auth.Identity, error) { return auth.Identity{}, nil }
	}
	c.Limiter = cmp.Or(c.Limiter, &limit.Limiter{})
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	c.Hooks.setDefaults()
}

func (h *Hooks) setDefaults() {
	if h.SocketOpenedFunc == nil {
		h.SocketOpenedFunc = func() {}
	}
	if h.SocketClosedFunc == nil {
		h.SocketClosedFunc = func(int) {}
	}
}
