package ws

import (
	"errors"
	"io"
	"syscall"
	"time"

	"github.com/gorilla/websocket"
)

// read takes messages until the socket ends and tells whether the other
// side ended it, so that what was written to it can count as delivered.
func (c *conn) read() (clean bool) {
	for {
		kind, body, err := c.message()
		if err != nil {
			return c.lost(err)
		}
		c.w.line.heard = 0
		c.w.line.whole()
		c.extend()
		if c.now().ending {
			continue // it is said into a door that is closing
		}
		// On a goroutine of its own: what a command does to its stack would
		// be held for as long as the socket is idle.
		done := make(chan struct{})
		go func() {
			defer close(done)
			c.handle(kind, body)
		}()
		<-done
	}
}

// message takes one message, whose fragments may have control frames between.
func (c *conn) message() (kind int, body []byte, err error) {
	kind, from, err := c.w.socket.NextReader()
	if err != nil {
		return 0, nil, err
	}
	c.inMessage = true
	body, err = io.ReadAll(from)
	c.inMessage = false
	return kind, body, err
}

// heardControl notes that a control frame is whole. Between the fragments of a
// message it gives that no more time: else who sends one now and then could
// have the server keep the fragments for ever.
func (c *conn) heardControl() {
	if !c.inMessage {
		c.w.line.whole()
	}
	c.extend()
}

// late sets the time that what has begun to come in may take: frameWait, and
// longer as more of it comes.
func (c *conn) late() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending {
		return // the deadline is the ending's
	}
	c.heardAt = time.Time{} // the next heartbeat's is to be set anew
	l := &c.w.line
	_ = l.SetReadDeadline(l.begun.Add(c.server.cfg.FrameWait + time.Duration(l.came)*time.Second/slowest))
}

// heardPing answers a control ping; a flood of them ends the socket.
func (c *conn) heardPing(payload string) error {
	c.heardControl()
	if !c.allow() {
		if c.throttled > c.server.cfg.MaxThrottled {
			return errFlood
		}
		return nil
	}
	c.write(func(p *frameWriter) error { return p.control(websocket.PongMessage, []byte(payload)) })
	return nil
}

// lost ends the socket after the reader's error.
func (c *conn) lost(err error) (clean bool) {
	var closing *websocket.CloseError
	switch {
	case errors.As(err, &closing): // with 1006 for an end of file
		c.finish(closing.Code, "", true)
		return true
	case timedOut(err):
		c.end(CloseHeartbeat, "no heartbeat")
	case errors.Is(err, websocket.ErrReadLimit):
		c.end(CloseTooBig, "frame too big")
	case errors.Is(err, errFlood):
		c.end(CloseRate, "flood")
	case errors.Is(err, io.ErrClosedPipe) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET):
		c.end(closeAbnormal, "")
	default:
		c.log().Debug("read", "error", err)
		c.end(CloseProtocol, "")
	}
	// What is still coming behind the close frame is read for a while: to close a
	// connection with unread bytes resets it, and the frame would be lost.
	_, _ = io.Copy(io.Discard, io.LimitReader(c.w.line.Conn, 1<<20))
	return false
}
