package ws

import (
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/madang-dev/madang/engine"
)

// conn is one socket of a session. Its reader goroutine (run) owns it and
// cleans up; two more come and go: one that plays what is at hand, one that
// the timer starts.
type conn struct {
	server    *Server
	sessionID string
	// account is whom the socket is counted for.
	account string
	opened  time.Time

	pen pen
	// extended tells that the client speaks the extension; capabilities
	// are what it asked for besides.
	extended     atomic.Bool
	capabilities atomic.Pointer[[]string]

	// Closing: the first reason wins.
	endOnce sync.Once
	ending  atomic.Bool // the end has begun
	code    atomic.Int32
	hearing sync.Mutex // guards read deadlines against the ending's

	timer   *time.Timer
	beating sync.Mutex // held by a beat
	// playing is what the socket is played; nil before it was greeted.
	// beginMu lets one greeting happen at a time and guards the next three.
	playing atomic.Pointer[player]
	beginMu sync.Mutex
	// user is who signed in, or the session's owner; until is when the
	// sign-in ends, zero for never.
	user     string
	signedIn bool
	until    atomic.Int64 // unix ms; 0 is never

	// shown is the run whose execution_start a base client was shown last;
	// the playing goroutine's.
	shown string

	// The rest belongs to the reader; heardAt is when the read deadline was
	// set last.
	receiver  receiver
	heardAt   time.Time
	language  string
	limiter   *rate.Limiter // made for the first command
	throttled int
	errors    int
}

func newConn(s *Server, p engine.Position, account string) *conn {
	c := &conn{
		server: s, sessionID: p.Session.ID, account: account, opened: time.Now(),
		user: p.Session.UserID, language: p.Session.Language,
	}
	c.pen.wroteFunc = s.wroteFunc
	c.pen.line.wait = s.cfg.WriteWait
	return c
}

// attach gives the conn its connection, and time to be greeted.
func (c *conn) attach(network net.Conn) {
	c.pen.line.Conn = network
	c.receiver = receiver{network: network, raw: rawConn(network), limit: c.server.cfg.ReadLimit}
	c.extend()
	c.beating.Lock() // no beat before the timer is known
	defer c.beating.Unlock()
	c.timer = time.AfterFunc(c.server.cfg.HelloWait, c.beat)
}

// run serves the socket until it ends, or hands it to a goroutine with a
// new stack.
func (c *conn) run() {
	clean, over := c.read()
	if !over {
		go c.run()
		return
	}
	c.disarm()
	if p := c.playing.Load(); p != nil {
		p.halt()
	}
	c.settle(clean)
	_ = c.pen.line.Close()
	c.server.closed(c, int(c.code.Load()))
}

// end closes the socket with a code; only the first call counts, and the
// others wait until its close frame is out. Whoever calls it must not hold
// the pen.
func (c *conn) end(code int, reason string) { c.finish(code, reason, false) }

// finish is end; with clean the other side has ended the connection.
func (c *conn) finish(code int, reason string, clean bool) {
	c.endOnce.Do(func() {
		c.code.Store(int32(code))
		c.ending.Store(true)
		if p := c.playing.Load(); p != nil {
			p.stop()
		}
		if clean {
			// Before its close frame is answered: the client may be back at
			// once.
			c.pen.shut()
			c.settle(true)
		}
		c.pen.close(code, reason, c.server.cfg.CloseWait)
		c.hearing.Lock()
		defer c.hearing.Unlock()
		_ = c.pen.line.SetReadDeadline(time.Now().Add(c.server.cfg.CloseWait))
	})
}

func (c *conn) isEnding() bool { return c.ending.Load() }

// send writes frames in one piece; a failure ends the socket.
func (c *conn) send(frames ...any) {
	c.write(func(p *pen) error { return p.frames(frames...) })
}

// write lends the pen; what was written goes out when it is given back. A
// failure ends the socket.
func (c *conn) write(with func(p *pen) error) {
	if c.pen.lock() != nil {
		return // the socket is closed: nobody listens
	}
	err := with(&c.pen)
	if flushErr := c.pen.unlock(); err == nil {
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
	case c.pen.broken():
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

// can tells whether the client asked for something.
func (c *conn) can(capability string) bool {
	list := c.capabilities.Load()
	if list == nil {
		return false
	}
	for _, have := range *list {
		if have == capability {
			return true
		}
	}
	return false
}
