package ws

import (
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// frameWriter is the right to write to a socket, and what was written. What is
// written between lock and unlock leaves in one piece; the methods in
// between, and the fields, are for who holds the lock.
type frameWriter struct {
	mu     sync.Mutex
	socket *websocket.Conn
	line   line
	closed bool
	// failed tells that a write did not succeed: what was on its way may
	// or may not have arrived.
	failed bool
	// asking tells that a ping is going to be sent in a while.
	asking bool
	// played is the newest event handed to the socket, written the newest
	// that went out, pinged the newest that a ping asked about, confirmed
	// the newest that a pong answered for.
	played, written, pinged, confirmed int64
	// answered is closed when all that was played is confirmed, or nothing more
	// can be; nil is that nobody waits.
	answered chan struct{}
}

// lock takes the right to write; there is none to a closed socket.
func (p *frameWriter) lock() bool {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return false
	}
	p.line.gather()
	return true
}

// unlock sends what was written and gives the right to write back.
func (p *frameWriter) unlock() error {
	defer p.mu.Unlock()
	if err := p.line.flush(p.line.wait); err != nil {
		p.failed = true
		return err
	}
	// Only once the line has taken it: what was played and not sent is not out.
	p.written = p.played
	return nil
}

// frames writes frames of the server.
func (p *frameWriter) frames(frames ...any) error {
	for _, f := range frames {
		body, err := state.Encode(f)
		if err != nil {
			return err
		}
		if err := p.socket.WriteMessage(websocket.TextMessage, body); err != nil {
			return err
		}
	}
	return nil
}

// event writes an event in the shape given. One that several sockets are
// handed is encoded for the first of them.
func (p *frameWriter) event(d engine.Delivery, as shape) error {
	if d.Memo == nil {
		body, err := encodeEvent(d.Event, as)
		if err != nil {
			return err
		}
		return p.socket.WriteMessage(websocket.TextMessage, body)
	}
	message, err := prepared(d, as)
	if err != nil {
		return err
	}
	return p.socket.WritePreparedMessage(message)
}

// control writes a control frame; its payload is at most 125 bytes.
func (p *frameWriter) control(kind int, payload []byte) error {
	return p.socket.WriteControl(kind, payload, time.Now().Add(p.line.wait))
}

// ask pings with the newest event's number, for the pong to confirm it.
func (p *frameWriter) ask() error {
	p.pinged = p.played
	return p.control(websocket.PingMessage, strconv.AppendInt(nil, p.played, 10))
}

// awaiting is closed once what was played is confirmed or the socket is closed; nil
// where it is so already.
func (p *frameWriter) awaiting() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.played <= p.confirmed {
		return nil
	}
	p.answered = make(chan struct{})
	return p.answered
}

// release lets go who waits in awaiting; whoever calls it holds the frame writer.
func (p *frameWriter) release() {
	if p.answered != nil {
		close(p.answered)
		p.answered = nil
	}
}

// shut lets nothing more be written but the close frame.
func (p *frameWriter) shut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.release()
}

// close writes the close frame, after which nothing can be written. When the
// socket can't be written to any more, nobody is there to miss the frame.
func (p *frameWriter) close(code int, reason string, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.line.hangUp()
	p.closed = true
	p.release()
	p.line.gather()
	if code != closeAbnormal { // else the other side is gone
		_ = p.control(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason))
	}
	_ = p.line.flush(wait)
}

// broken tells whether a write has failed.
func (p *frameWriter) broken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}
