package ws

import (
	"errors"
	"net"
	"os"
	"time"
)

// line is the network connection under a socket, for the writing: it
// gathers the frames of a burst on a page and sends them with one system
// call. Its fields and methods are for who has the pen.
type line struct {
	net.Conn
	wait time.Duration
	page *page
	// rest completes the frame that a failed write has cut in two.
	rest []byte
}

// gather begins a page; flush must follow.
func (l *line) gather() {
	l.page = pages.Get().(*page)
	l.page.buf, l.page.ends = append(l.page.buf[:0], l.rest...), l.page.ends[:0]
	l.rest = nil
}

// flush sends the page within the time given. When only a part of it went
// out, the rest of the frame that was cut is kept for the next page, so
// that a close frame can still follow it.
func (l *line) flush(wait time.Duration) error {
	p := l.page
	l.page = nil
	defer p.free()
	if len(p.buf) == 0 {
		return nil
	}
	_ = l.Conn.SetWriteDeadline(time.Now().Add(wait))
	n, err := l.Conn.Write(p.buf)
	if err != nil && errors.Is(err, os.ErrDeadlineExceeded) {
		l.rest = p.rest(n)
	}
	return err
}

// hangUp tells the other side that nothing more will be sent.
func (l *line) hangUp() {
	if half, ok := l.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}
