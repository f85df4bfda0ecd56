package ws

import (
	"strconv"
	"time"
)

// What counts as delivered to a session: of a socket that ended cleanly
// (by close frame, end of file or reset of the other side) everything that
// was written to it; of one that is still open, or died otherwise, only
// what a pong has confirmed. After a burst of events the server pings with
// the number of the last one, which browsers answer by themselves; one such
// ping is under way at a time. A client that resumes by last_seq confirms
// everything up to it.

// heardPong takes the confirmation that a pong is. One that nobody asked
// for is no mistake (RFC 6455, 5.5.3) and confirms nothing.
func (c *conn) heardPong(payload string) error {
	c.extend()
	if seq, err := strconv.ParseInt(payload, 10, 64); err == nil {
		c.confirm(seq)
	}
	return nil
}

// confirm marks events as delivered and asks about those written since.
func (c *conn) confirm(seq int64) {
	c.pen.mu.Lock()
	news := seq > c.pen.confirmed && seq <= c.pen.pinged
	if news {
		c.pen.confirmed = seq
	}
	more := news && c.pen.written > c.pen.pinged
	c.pen.mu.Unlock()
	if news {
		c.pen.line.heard = 0
		c.server.cfg.Positions.Delivered(c.sessionID, seq)
	}
	if more {
		c.write((*pen).ask)
	}
}

// settle gives the session's mark its due when the socket has ended.
func (c *conn) settle(clean bool) {
	c.pen.mu.Lock()
	seq, failed := c.pen.written, c.pen.failed
	c.pen.mu.Unlock()
	if clean && !failed && seq > 0 {
		c.server.cfg.Positions.Delivered(c.sessionID, seq)
	}
}

// extend gives the client time until the next heartbeat is overdue.
func (c *conn) extend() {
	c.hearing.Lock()
	defer c.hearing.Unlock()
	if c.isEnding() {
		return
	}
	cfg := &c.server.cfg
	_ = c.pen.line.SetReadDeadline(time.Now().Add(cfg.PingEvery + cfg.PongWait))
}
