package ws

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// errFlood is what a reader gets when more bytes came in than the messages
// in them can explain, e.g. fragments without content for ever.
var errFlood = errors.New("ws: flood")

// line is the network connection under gorilla's. The frames that are
// written between gather and flush leave with one system call, where gorilla
// alone would make one for each.
type line struct {
	net.Conn
	// wait bounds a write (flush has its own bound).
	wait time.Duration
	// overdueFunc is asked when the read deadline has passed; true reads on.
	overdueFunc func() bool

	// lateFunc sets the read deadline of what has begun to come in.
	lateFunc func()

	// heard counts the bytes since a message, or a pong that was waited
	// for, was whole; more than most is a flood. They are the reader's, as
	// what follows.
	heard, most int
	// begun is when the first byte came of what is not yet whole, zero between
	// frames; came counts its bytes.
	begun time.Time
	came  int

	mu        sync.Mutex
	gathering bool
	out       *[]byte // what waits to be sent; nil for nothing
}

var outs = sync.Pool{New: func() any { return new([]byte) }}

// keepOut bounds what an idle buffer may hold on to.
const keepOut = 64 << 10

// slowest is how many bytes a second a message must bring: who sends a byte now
// and then would have the server keep what came for ever, a bad network brings
// more.
const slowest = 8 << 10

func (l *line) Read(b []byte) (int, error) {
	if !l.begun.IsZero() {
		l.lateFunc()
	}
	n, err := l.Conn.Read(b)
	// gorilla can't go on after a timeout, but the answer to a close frame
	// is still worth reading: it tells what has arrived.
	for timedOut(err) && l.overdueFunc() {
		n, err = l.Conn.Read(b)
	}
	if l.heard += n; l.heard > l.most {
		return 0, errFlood
	}
	if l.came += n; n > 0 && l.begun.IsZero() {
		l.begun = time.Now()
	}
	return n, err
}

// whole notes that nothing has begun and is not yet whole.
func (l *line) whole() { l.begun, l.came = time.Time{}, 0 }

// Write keeps b for flush, or sends it at once when nobody gathers: that is
// the handshake, and the close frame of gorilla's reader.
func (l *line) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out == nil {
		l.out = outs.Get().(*[]byte)
	}
	*l.out = append(*l.out, b...)
	if l.gathering {
		return len(b), nil
	}
	return len(b), l.send(l.wait)
}

// SetWriteDeadline does nothing: each sending sets its own.
func (l *line) SetWriteDeadline(time.Time) error { return nil }

// gather keeps what is written until flush.
func (l *line) gather() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gathering = true
}

// size is how much waits to be sent.
func (l *line) size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out == nil {
		return 0
	}
	return len(*l.out)
}

// flush sends what was gathered, within wait.
func (l *line) flush(wait time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gathering = false
	return l.send(wait)
}

// send needs the mutex. What could not be sent is kept, so that a close
// frame can follow it on a frame's border.
func (l *line) send(wait time.Duration) error {
	if l.out == nil {
		return nil
	}
	_ = l.Conn.SetWriteDeadline(time.Now().Add(wait))
	n, err := l.Conn.Write(*l.out)
	if err != nil {
		*l.out = slices.Delete(*l.out, 0, n)
		return err
	}
	// One long replay must not leave the pool with buffers of its size.
	if cap(*l.out) <= keepOut {
		*l.out = (*l.out)[:0]
		outs.Put(l.out)
	}
	l.out = nil
	return nil
}

// hangUp tells the other side that nothing more will be sent.
func (l *line) hangUp() {
	if half, ok := l.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

// hijacker gives gorilla's upgrader the line in place of the connection.
type hijacker struct {
	http.ResponseWriter
	line *line
}

func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	network, buffers, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.line.Conn = network
	return h.line, buffers, nil
}

// timedOut looks at the error's nature: gorilla replaces the reader's.
func timedOut(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}
