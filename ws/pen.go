package ws

import (
	"errors"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/state"
)

// pen is the right to write to a socket, and what was written. Its methods
// but lock and unlock are for who holds it.
type pen struct {
	mu     sync.Mutex
	socket *websocket.Conn
	line   *line
	// wroteFunc is called for each text frame.
	wroteFunc func()
	closed    bool
	// failed tells that a write did not succeed: what was on its way may
	// or may not have arrived.
	failed bool
	// played is the newest event handed to the socket, written the newest
	// that went out, pinged the newest that a ping asked about, confirmed
	// the newest that a pong answered for.
	played, written, pinged, confirmed int64
	// asking tells that a ping is going to be sent in a while.
	asking bool
}

var errClosed = errors.New("ws: socket is closed")

// lock takes the pen and begins a page.
func (p *pen) lock() error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return errClosed
	}
	p.line.gather()
	return nil
}

// unlock sends the page and puts the pen down.
func (p *pen) unlock() error {
	defer p.mu.Unlock()
	if err := p.line.flush(p.line.wait); err != nil {
		p.failed = true
		return err
	}
	p.written = p.played
	return nil
}

// frames writes frames of the server.
func (p *pen) frames(frames ...any) error {
	for _, f := range frames {
		s := newSheet()
		text, err := s.frame(f)
		if err == nil {
			err = p.text(text)
		}
		s.free()
		if err != nil {
			return err
		}
	}
	return nil
}

// event writes an event under the name given.
func (p *pen) event(ev *state.Event, eventType string) error {
	s := newSheet()
	defer s.free()
	text, err := s.event(ev, eventType)
	if err != nil {
		return err
	}
	return p.text(text)
}

func (p *pen) text(text []byte) error {
	if err := p.socket.WriteMessage(websocket.TextMessage, text); err != nil {
		return err
	}
	p.line.mark()
	p.wroteFunc()
	return nil
}

func (p *pen) control(kind int, payload []byte) error {
	if err := p.socket.WriteControl(kind, payload, time.Time{}); err != nil {
		return err
	}
	p.line.mark()
	return nil
}

// ask pings with the newest event's number, for the pong to confirm it.
func (p *pen) ask() error {
	p.pinged = p.played
	return p.control(websocket.PingMessage, strconv.AppendInt(nil, p.played, 10))
}

// shut lets nothing more be written but the close frame.
func (p *pen) shut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// close writes the close frame, after which nothing can be written.
func (p *pen) close(code int, reason string, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.line.gather()
	defer p.line.hangUp()
	if code == closeAbnormal {
		_ = p.line.flush(wait) // nobody is there to be told
		return
	}
	// When the socket can't be written to any more, the other side is not
	// there to miss the frame.
	_ = p.control(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason))
	_ = p.line.flush(wait)
}

// broken tells whether a write has failed.
func (p *pen) broken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// timedOut looks at the error's nature: gorilla replaces the reader's.
func timedOut(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}
