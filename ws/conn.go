package ws

import (
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/madang-dev/madang/engine"
)

// conn is one socket of a session. Its reader goroutine (run) owns it: it
// starts the follower, waits for it and cleans up.
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
	ending  chan struct{} // closed when the end has begun
	parting chan struct{} // closed when the close frame is out
	code    atomic.Int32
	hearing sync.Mutex // guards read deadlines against the ending's

	// starts hands the follower what to play next.
	starts   chan *start
	followed chan struct{} // closed when the follower is gone
	beginMu  sync.Mutex    // one greeting at a time; guards the next three
	current  *start
	// user is who signed in, or the session's owner; until is when the
	// sign-in ends, zero for never.
	user     string
	signedIn bool
	until    atomic.Int64 // unix ms; 0 is never

	// playing is current, for who ends the socket.
	playing atomic.Pointer[start]
	// shown is the run whose execution_start a base client was shown last;
	// the follower's.
	shown string

	// The rest belongs to the reader.
	language  string
	limiter   *rate.Limiter
	throttled int
	errors    int
}

func newConn(s *Server, socket *websocket.Conn, l *line, p engine.Position, account string) *conn {
	c := &conn{
		server: s, sessionID: p.Session.ID, account: account, opened: time.Now(),
		ending: make(chan struct{}), parting: make(chan struct{}),
		starts: make(chan *start, 1), followed: make(chan struct{}),
		user: p.Session.UserID, language: p.Session.Language,
		limiter: rate.NewLimiter(rate.Limit(s.cfg.Rate), s.cfg.Burst),
	}
	c.pen = pen{socket: socket, line: l, wroteFunc: s.wroteFunc}
	socket.SetReadLimit(int64(s.cfg.ReadLimit))
	socket.SetPingHandler(c.heardPing)
	socket.SetPongHandler(c.heardPong)
	// The answer to a close frame is written by end, with the pen.
	socket.SetCloseHandler(func(int, string) error { return nil })
	return c
}

// run serves the socket until it ends. With waiting it was not greeted
// yet: the client's hello, or the lack of one, decides how.
func (c *conn) run(waiting bool) {
	go c.follow(waiting)
	clean := c.read()
	<-c.followed
	c.settle(clean)
	_ = c.pen.line.Close()
	c.server.closed(c, int(c.code.Load()))
}

// end closes the socket with a code; only the first call counts. Whoever
// calls it must not hold the pen.
func (c *conn) end(code int, reason string) { c.finish(code, reason, false) }

// finish is end; with clean the other side has ended the connection.
func (c *conn) finish(code int, reason string, clean bool) {
	c.endOnce.Do(func() {
		c.code.Store(int32(code))
		close(c.ending)
		if s := c.playing.Load(); s != nil {
			s.stop()
		}
		if clean {
			// Before its close frame is answered: the client may be back at
			// once.
			c.pen.shut()
			c.settle(true)
		}
		c.pen.close(code, reason, c.server.cfg.CloseWait)
		c.hearing.Lock()
		_ = c.pen.line.SetReadDeadline(time.Now().Add(c.server.cfg.CloseWait))
		c.hearing.Unlock()
		close(c.parting)
	})
}

func (c *conn) isEnding() bool {
	select {
	case <-c.ending:
		return true
	default:
		return false
	}
}

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
	case errors.Is(err, websocket.ErrCloseSent):
		// gorilla has refused a frame; the reader is about to say why.
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
