package ws

import (
	"errors"
	"io"
	"syscall"
	"time"

	"github.com/gorilla/websocket"
)

// freshEvery is how long a goroutine reads at most before another takes
// over. What a command did to its stack would be held while the socket is
// idle: the stack of a goroutine that waits hardly shrinks.
const freshEvery = time.Second

// read takes messages until the socket ends and tells whether the other
// side ended it, so that what was written to it can count as delivered.
// When it is not over another goroutine should go on.
func (c *conn) read() (clean, over bool) {
	r := &c.receiver
	for since := time.Now(); ; {
		if err := r.await(); err != nil {
			if timedOut(err) && !c.isEnding() {
				c.end(CloseHeartbeat, "no heartbeat")
				continue // an answer to that tells that all has arrived
			}
			return c.lost(err), true
		}
		c.extend()
		kind, body, err := r.receive()
		if err == nil {
			err = c.hear(kind, body)
		}
		if err != nil {
			return c.lost(err), true
		}
		if r.isEmpty() && time.Since(since) > freshEvery {
			return false, false
		}
	}
}

// hear does what a message, a ping or a pong asks for.
func (c *conn) hear(kind int, body []byte) error {
	switch kind {
	case nothing:
	case websocket.PingMessage:
		return c.heardPing(body)
	case websocket.PongMessage:
		c.heardPong(body)
	default:
		c.server.cfg.Hooks.FrameFunc("in")
		if !c.isEnding() { // else it is said into a door that is closing
			c.handle(kind, body)
		}
	}
	return nil
}

// heardPing answers a control ping; a flood of them ends the socket.
func (c *conn) heardPing(payload []byte) error {
	if !c.allow() {
		if c.throttled > c.server.cfg.MaxThrottled {
			return errFlood
		}
		return nil
	}
	c.write(func(p *pen) error { p.control(websocket.PongMessage, payload); return nil })
	return nil
}

// lost ends the socket after the reader's error.
func (c *conn) lost(err error) (clean bool) {
	var closing *websocket.CloseError
	switch {
	case errors.As(err, &closing):
		c.finish(closing.Code, "", true)
		return true
	case errors.Is(err, io.EOF):
		c.finish(closeAbnormal, "", true)
		return true
	case timedOut(err):
		c.end(CloseHeartbeat, "no heartbeat")
	case errors.Is(err, errTooBig):
		c.end(CloseTooBig, "frame too big")
	case errors.Is(err, errFlood):
		c.end(CloseRate, "flood")
	case errors.Is(err, io.ErrClosedPipe) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET):
		c.end(closeAbnormal, "")
	default:
		c.log().Debug("read", "error", err)
		c.end(CloseProtocol, "")
	}
	c.hearOut()
	return false
}

// hearOut reads what is still coming behind the close frame, for a while:
// to close a connection with unread bytes resets it, and the frame would be
// lost.
func (c *conn) hearOut() {
	_, _ = io.Copy(io.Discard, io.LimitReader(c.pen.line.Conn, 1<<20))
}
