package ws

import (
	"errors"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
)

// pen is the right to write to a socket, and what was written. Whoever
// locks it has the line's page until it unlocks; the methods in between,
// and the fields, are for who holds it.
type pen struct {
	mu   sync.Mutex
	line line
	// wroteFunc is called for each text frame.
	wroteFunc func()
	closed    bool
	// failed tells that a write did not succeed: what was on its way may
	// or may not have arrived.
	failed bool
	// asking tells that a ping is going to be sent in a while.
	asking bool
	// played is the newest event handed to the socket, written the newest
	// that went out, pinged the newest that a ping asked about, confirmed
	// the newest that a pong answered for.
	played, written, pinged, confirmed int64
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
		if err := p.frame(f); err != nil {
			return err
		}
	}
	return nil
}

func (p *pen) frame(f any) error {
	page := p.line.page
	start := len(page.buf)
	buf, err := appendFrame(openFrame(page.buf), f)
	if err != nil {
		return err // the page is as it was
	}
	page.buf = sealFrame(buf, start, websocket.TextMessage)
	p.wrote()
	return nil
}

// event writes an event in the shape given.
func (p *pen) event(d engine.Delivery, as shape) error {
	page := p.line.page
	buf, err := appendDelivery(page.buf, d, as)
	if err != nil {
		return err
	}
	page.buf = buf
	p.wrote()
	return nil
}

// wrote notes that a text frame was put on the page.
func (p *pen) wrote() {
	p.mark()
	p.wroteFunc()
}

// mark notes that a frame ends here.
func (p *pen) mark() { p.line.page.ends = append(p.line.page.ends, len(p.line.page.buf)) }

// control writes a control frame; its payload is at most 125 bytes.
func (p *pen) control(kind int, payload []byte) {
	page := p.line.page
	page.buf = append(page.buf, finalBit|byte(kind), byte(len(payload)))
	page.buf = append(page.buf, payload...)
	p.mark()
}

// ask pings with the newest event's number, for the pong to confirm it.
func (p *pen) ask() error {
	p.pinged = p.played
	var number [20]byte
	p.control(websocket.PingMessage, strconv.AppendInt(number[:0], p.played, 10))
	return nil
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
	defer p.line.hangUp()
	p.closed = true
	p.line.gather()
	if code != closeAbnormal { // else nobody is there to be told
		p.control(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason))
	}
	// When the socket can't be written to any more, the other side is not
	// there to miss the frame.
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
