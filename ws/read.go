package ws

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"syscall"

	"github.com/gorilla/websocket"
)

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keepBody bounds what an idle buffer may hold on to.
const keepBody = 16 << 10

// read takes frames until the socket ends and tells whether the other side
// ended it, so that what was written to it can count as delivered.
func (c *conn) read() (clean bool) {
	for {
		c.extend()
		kind, r, err := c.pen.socket.NextReader()
		if err == nil {
			err = c.readBody(kind, r)
		}
		if err != nil {
			return c.lost(err)
		}
		c.pen.line.heard = 0
	}
}

func (c *conn) readBody(kind int, r io.Reader) error {
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	defer func() {
		if body.Cap() <= keepBody {
			bodies.Put(body)
		}
	}()
	if _, err := body.ReadFrom(r); err != nil {
		return err
	}
	c.server.cfg.Hooks.FrameFunc("in")
	if c.isEnding() {
		return nil // said into a door that is closing
	}
	c.handle(kind, body.Bytes())
	return nil
}

// heardPing answers a control ping; a flood of them ends the socket.
func (c *conn) heardPing(payload string) error {
	if !c.allow() {
		if c.throttled > c.server.cfg.MaxThrottled {
			return errFlood
		}
		return nil
	}
	c.extend()
	c.write(func(p *pen) error { return p.control(websocket.PongMessage, []byte(payload)) })
	return nil
}

// lost ends the socket after the reader's error.
func (c *conn) lost(err error) (clean bool) {
	var closing *websocket.CloseError
	switch {
	case errors.As(err, &closing):
		// gorilla reports the end of the file as code 1006.
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
	c.hearOut()
	return false
}

// hearOut reads what is still coming, for a while: to close a connection
// with unread bytes resets it, and the close frame would be lost.
func (c *conn) hearOut() {
	<-c.parting
	_, _ = io.Copy(io.Discard, io.LimitReader(c.pen.line.Conn, 1<<20))
}
