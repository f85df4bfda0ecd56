package ws

import (
	"context"
	"time"
)

// A socket has one timer for all that is due at a time: the hello of a
// client that is waited for, then the pings and the end of the sign-in. A timer
// costs less memory than a place in a table of the server's would with its
// lock, and each fires on a goroutine of its own, so that a slow socket holds
// nobody up.

// arm sets the timer for what is due next.
func (c *conn) arm(wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ending {
		c.timer.Reset(wait)
	}
}

// beat does what is due.
func (c *conn) beat() {
	switch {
	case c.now().ending:
		return
	case c.now().playing == nil:
		c.withoutHello()
		return // which has armed the timer again
	case c.expire():
		return
	}
	c.write((*frameWriter).ask)
	c.arm(c.nextBeat())
}

// disarm lets no further beat come.
func (c *conn) disarm() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
}

// withoutHello goes on by the base rule, where no sign-in is needed.
func (c *conn) withoutHello() {
	if c.server.cfg.AuthFunc != nil {
		if c.now().who == nil { // else its greeting is under way and arms the timer
			c.end(CloseHelloLate, "hello too late")
		}
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.server.cfg.CommandWait)
	defer cancel()
	c.begin(ctx, resumeFrom{}, nil)
}

// nextBeat is the time until the next ping, or until the sign-in is over.
func (c *conn) nextBeat() time.Duration {
	wait := c.server.cfg.PingEvery
	if who := c.now().who; who != nil && !who.Expires.IsZero() {
		wait = min(wait, max(time.Until(who.Expires), time.Millisecond))
	}
	return wait
}

// overdue ends a socket that was not heard of in time, and tells whether the
// rest of what it says is still read.
func (c *conn) overdue() bool {
	if c.now().ending {
		return false
	}
	reason := "no heartbeat"
	if !c.w.line.begun.IsZero() {
		reason = "frame too slow"
	}
	c.end(CloseHeartbeat, reason)
	return true
}

// expire ends a socket whose sign-in is over.
func (c *conn) expire() bool {
	who := c.now().who
	if who == nil || who.Expires.IsZero() || time.Now().Before(who.Expires) {
		return false
	}
	c.end(CloseTokenOld, "token expired")
	return true
}
