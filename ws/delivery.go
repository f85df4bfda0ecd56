package ws

import (
	"context"
	"strconv"
	"time"
)

// What counts as delivered to a session: of a socket that ended cleanly
// (by close frame or end of file of the other side, or its answer to our
// close frame) everything that was written to it; of one that is still open,
// or died otherwise, only what a pong has confirmed. A reset is no clean end:
// that is what a connection ends with when it is closed, or taken from a
// sleeping app, before all that had arrived was read. After a burst of events
// the server pings with the number of the last one, which browsers answer by
// themselves; one such ping is under way at a time. A client that resumes by
// last_seq confirms everything up to it.

// askDelay is how long after a run's end the server asks whether it has
// arrived. Clients that read only when they wait for something leave after
// the terminal event; a ping that they did not read would make a reset of
// their end.
const askDelay = 250 * time.Millisecond

// askAgainDelay is how long after a confirmation the server asks about what
// was written meanwhile.
const askAgainDelay = 40 * time.Millisecond

// heardPong takes the confirmation that a pong is. One that nobody asked
// for is no mistake (RFC 6455, 5.5.3) and confirms nothing.
func (c *conn) heardPong(payload string) error {
	c.heardControl()
	if seq, err := strconv.ParseInt(payload, 10, 64); err == nil {
		c.confirm(seq)
	}
	return nil
}

// confirm marks events as delivered. What was written since is asked about
// after a moment: while events keep coming, the next of them carries the
// ping, and a watched session costs one system call an event.
func (c *conn) confirm(seq int64) {
	c.w.mu.Lock()
	news := seq > c.w.confirmed && seq <= c.w.pinged
	if news {
		c.w.confirmed = seq
		if c.w.written > c.w.pinged {
			c.askLater(&c.w, askAgainDelay)
		}
		c.server.cfg.Positions.Delivered(c.sessionID, seq)
		if seq >= c.w.played {
			c.w.release()
		}
	}
	c.w.mu.Unlock()
	if news {
		c.w.line.heard = 0
	}
}

// askLater asks for confirmation after a while; whoever calls it holds the
// frame writer.
func (c *conn) askLater(p *frameWriter, wait time.Duration) {
	if p.asking {
		return
	}
	p.asking = true
	time.AfterFunc(wait, func() {
		c.write(func(p *frameWriter) error {
			p.asking = false
			if p.played <= p.pinged {
				return nil // asked since
			}
			return p.ask()
		})
	})
}

// awaitConfirmed has nothing more played and asks about what was, until all of it
// is confirmed, the socket is gone or ctx ends: a client that does not read won't
// answer.
func (c *conn) awaitConfirmed(ctx context.Context) {
	c.greeting.Lock()
	c.halt()
	c.greeting.Unlock()
	answered := c.w.awaiting()
	if answered == nil {
		return
	}
	c.write(func(p *frameWriter) error { return p.ask() })
	select {
	case <-answered:
	case <-ctx.Done():
	}
}

// saveMark gives the session's mark its due when the socket has ended.
func (c *conn) saveMark(clean bool) {
	c.w.mu.Lock()
	seq, failed := c.w.written, c.w.failed
	c.w.mu.Unlock()
	if clean && !failed && seq > 0 {
		c.server.cfg.Positions.Delivered(c.sessionID, seq)
	}
}

// extend gives the client time until the next heartbeat is overdue. It is
// asked for with every frame, and sets the deadline only now and then.
func (c *conn) extend() {
	now := time.Now()
	if now.Sub(c.heardAt) < c.server.cfg.PongWait/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending {
		return
	}
	c.heardAt = now
	cfg := &c.server.cfg
	_ = c.w.line.SetReadDeadline(now.Add(cfg.PingEvery + cfg.PongWait))
}
