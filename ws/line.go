package ws

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

// errFlood is what a reader gets when more bytes came in than the messages
// in them can explain, e.g. fragments without content for ever.
var errFlood = errors.New("ws: flood")

// line is the network connection under a socket. It gathers the frames of
// a burst and sends them with one system call, and it counts what comes in.
type line struct {
	net.Conn
	wait time.Duration
	// heard and budget belong to the reader: bytes since it last took a
	// whole message or an awaited pong.
	heard, budget int

	mu   sync.Mutex
	page *page // nil: writes go straight through
	// rest completes the frame that a failed write has cut in two.
	rest []byte
}

// page holds the frames of a burst; ends are where each of them ends.
type page struct {
	buf  []byte
	ends []int
}

var pages = sync.Pool{New: func() any { return &page{} }}

// keepPage bounds what an idle page may hold on to.
const keepPage = 64 << 10

func (l *line) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	l.heard += n
	if l.budget > 0 && l.heard > l.budget {
		return n, errFlood
	}
	return n, err
}

// Write adds to the page that is being gathered, else it sends.
func (l *line) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.page != nil {
		l.page.buf = append(l.page.buf, p...)
		return len(p), nil
	}
	_ = l.Conn.SetWriteDeadline(time.Now().Add(l.wait))
	return l.Conn.Write(p)
}

// SetWriteDeadline does nothing: the line sets its own when it sends.
func (l *line) SetWriteDeadline(time.Time) error { return nil }

// gather begins a page.
func (l *line) gather() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.page = pages.Get().(*page)
	l.page.buf, l.page.ends = append(l.page.buf[:0], l.rest...), l.page.ends[:0]
	l.rest = nil
}

// mark notes that a frame ends here.
func (l *line) mark() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.page.ends = append(l.page.ends, len(l.page.buf))
}

// gathered is the number of bytes on the page.
func (l *line) gathered() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.page.buf)
}

// flush sends the page within the time given. When only a part of it went
// out, the rest of the frame that was cut is kept for the next page, so
// that a close frame can still follow it.
func (l *line) flush(wait time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
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

// rest is what is missing of the frame in which byte n lies.
func (p *page) rest(n int) []byte {
	if n == 0 || slices.Contains(p.ends, n) {
		return nil
	}
	for _, end := range p.ends {
		if end > n {
			return slices.Clone(p.buf[n:end])
		}
	}
	return slices.Clone(p.buf[n:])
}

func (p *page) free() {
	if cap(p.buf) <= keepPage {
		pages.Put(p)
	}
}

// hangUp tells the other side that nothing more will be sent.
func (l *line) hangUp() {
	if half, ok := l.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

// hijacker puts a line under the socket that is made of a request.
type hijacker struct {
	http.ResponseWriter
	wait   time.Duration
	budget int
	line   *line
}

// Hijack takes the connection over from the HTTP server.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.line = &line{Conn: conn, wait: h.wait, budget: h.budget}
	return h.line, buffers, nil
}
