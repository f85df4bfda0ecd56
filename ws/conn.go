package ws

import (
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/auth"
)

// conn is one socket of a session. Its reader goroutine (run) owns it and
// cleans up; two more come and go: one that plays what is at hand, one that
// the timer starts.
type conn struct {
	server    *Server
	sessionID string
	// address is from where it came, places are what it has to give back.
	address string
	places  []func()
	// account is whom the socket is counted for, owner whose the session is.
	account, owner string
	opened         time.Time
	page           uint64 // see twin.go
	older          *conn  // the page's socket that this one set aside
	w              frameWriter
	timer          *time.Timer
	endOnce        sync.Once // the first reason wins
	// greeting is held while the client is greeted: one greeting at a time,
	// and none once the socket is cleaned up.
	greeting sync.Mutex

	// mu guards what follows, and the player's; nothing is called or waited
	// for while it is held.
	mu sync.Mutex
	standing

	// shown is the run whose execution_start a base client was shown last;
	// the playing goroutine's.
	shown string

	// The rest belongs to the reader; heardAt is when the heartbeat's read
	// deadline was set last, inMessage that a message has begun to come in.
	heardAt   time.Time
	inMessage bool
	language  string
	limiter   *rate.Limiter // made for the first command
	throttled int
	errors    int
}

// standing is where a socket stands.
type standing struct {
	ending bool // the end has begun
	code   int  // with which it ended
	spoke  bool // its client has sent a frame
	aside  bool // its page has a newer socket, which is played instead
	// playing is what the socket is played; nil before it was greeted.
	playing *player
	// extended tells that the client speaks the extension; capabilities
	// are what it asked for besides.
	extended     bool
	capabilities []string
	// user is who signed in, or the session's owner; who is what was proved of
	// the first, nil before it was.
	user string
	who  *auth.Identity
}

// now is where the socket stands at this moment.
func (c *conn) now() standing {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.standing
}

// can tells whether the client asked for something.
func (s *standing) can(capability string) bool { return slices.Contains(s.capabilities, capability) }

func newConn(s *Server, sessionID string, p engine.Position, account string) *conn {
	c := &conn{
		server: s, sessionID: sessionID, account: account, opened: time.Now(),
		owner: p.Session.UserID, language: p.Session.Language,
	}
	c.user = c.owner
	c.w.line.wait = s.cfg.WriteWait
	c.w.line.most = 2 * s.cfg.ReadLimit
	c.w.line.overdueFunc = c.overdue
	c.w.line.lateFunc = c.late
	return c
}

// attach gives the conn its socket, and time to be greeted.
func (c *conn) attach(socket *websocket.Conn) {
	c.w.socket, c.extended = socket, socket.Subprotocol() == Subprotocol
	socket.SetReadLimit(int64(c.server.cfg.ReadLimit))
	socket.SetPingHandler(c.heardPing)
	socket.SetPongHandler(c.heardPong)
	// lost answers the close frame: what was written counts as delivered before the
	// client is told that it may come back.
	socket.SetCloseHandler(func(int, string) error { return nil })
	c.extend()
	c.mu.Lock() // no beat before the timer is known
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(c.server.cfg.HelloWait, c.beat)
}

// run serves the socket until it ends.
func (c *conn) run() {
	clean := c.read()
	c.disarm()
	c.greeting.Lock() // wait for the last; no further one begins
	c.halt()
	c.greeting.Unlock()
	c.saveMark(clean)
	_ = c.w.line.Close()
	c.server.closed(c, c.now().code)
}

// end closes the socket with a code; only the first call counts, and the
// others wait until its close frame is out. Whoever calls it must not hold
// the writer.
func (c *conn) end(code int, reason string) { c.finish(code, reason, false) }

// finish is end; with clean the other side has ended the connection.
func (c *conn) finish(code int, reason string, clean bool) {
	c.endOnce.Do(func() {
		c.beginEnd(code)
		if clean {
			// Before its close frame is answered: the client may be back at
			// once.
			c.w.shut()
			c.saveMark(true)
		}
		c.w.close(code, reason, c.server.cfg.CloseWait)
		_ = c.w.line.SetReadDeadline(time.Now().Add(c.server.cfg.CloseWait))
	})
}

// beginEnd notes the end and stops what is being played; from here on the
// read deadline is the ending's.
func (c *conn) beginEnd(code int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ending, c.code = true, code
	if c.playing != nil {
		c.playing.stopLocked()
	}
}

// send writes frames in one piece; a failure ends the socket.
func (c *conn) send(frames ...any) {
	c.write(func(p *frameWriter) error { return p.frames(frames...) })
}

// write lends the frame writer; what was written goes out when it is given back. A
// failure ends the socket.
func (c *conn) write(with func(p *frameWriter) error) {
	if !c.w.lock() {
		return // the socket is closed: nobody listens
	}
	err := with(&c.w)
	if flushErr := c.w.unlock(); err == nil {
		err = flushErr
	}
	if err != nil {
		c.fail(err)
	}
}

// fail ends the socket after a write that did not succeed.
func (c *conn) fail(err error) {
	switch {
	case timedOut(err):
		c.log().Warn("slow socket", "wait", c.server.cfg.WriteWait)
		c.end(CloseSlow, "slow reader")
	case errors.Is(err, errHole):
		c.log().Error("event stream", "error", err)
		c.end(CloseLost, "position lost")
	case c.w.broken():
		c.log().Debug("write", "error", err)
		c.end(closeAbnormal, "")
	default:
		c.log().Error("write", "error", err)
		c.end(CloseInternal, "")
	}
}

// log is made when it is needed: most sockets never log.
func (c *conn) log() *slog.Logger {
	return c.server.cfg.Logger.With("session_id", c.sessionID)
}
