package ws

import (
	"errors"
	"io"
	"sync"
)

// errFlood is what a reader gets when more bytes came in than the messages
// in them can explain, e.g. fragments without content for ever.
var errFlood = errors.New("ws: flood")

// inboxSize holds most messages whole, so that they are read with one
// system call and decoded where they lie.
const inboxSize = 4 << 10

// inbox is what has come in over a connection and was not taken yet. A
// socket has one only while there is something in it.
type inbox struct {
	buf      [inboxSize]byte
	from, to int
}

var inboxes = sync.Pool{New: func() any { return new(inbox) }}

// at is what has come in.
func (in *inbox) at() []byte { return in.buf[in.from:in.to] }

// await waits until something has come in. Nothing but a goroutine with a
// small stack waits for it.
func (r *receiver) await() error {
	if r.in != nil && r.in.from < r.in.to {
		return nil
	}
	r.leaveInbox()
	if r.raw == nil {
		r.in = newInbox()
		return r.more()
	}
	if err := r.raw.Read(r.tryRead); err != nil {
		return err
	}
	return r.heardBytes(r.in.to, r.inErr)
}

// more reads behind what has come in; there must be room.
func (r *receiver) more() error {
	in := r.in
	n, err := r.network.Read(in.buf[in.to:])
	in.to += n
	return r.heardBytes(n, err)
}

// heardBytes counts what came in against the flood. What came with an
// error is looked at first; the error comes again.
func (r *receiver) heardBytes(n int, err error) error {
	r.heard += n
	switch {
	case r.heard > 2*r.limit:
		return errFlood
	case n > 0:
		return nil
	case err == nil:
		return io.ErrNoProgress
	}
	return err
}

// need waits until n bytes are at hand, which must fit in the inbox.
func (r *receiver) need(n int) ([]byte, error) {
	for r.in.to-r.in.from < n {
		if r.in.from+n > inboxSize {
			r.in.to = copy(r.in.buf[:], r.in.at())
			r.in.from = 0
		}
		if err := r.more(); err != nil {
			return nil, err
		}
	}
	return r.in.at()[:n], nil
}

// takeBytes is need, and they count as taken.
func (r *receiver) takeBytes(n int) ([]byte, error) {
	b, err := r.need(n)
	if err == nil {
		r.in.from += n
	}
	return b, err
}

func newInbox() *inbox {
	in := inboxes.Get().(*inbox)
	in.from, in.to = 0, 0
	return in
}

// leaveInbox gives an inbox back that is empty.
func (r *receiver) leaveInbox() {
	if r.in != nil {
		inboxes.Put(r.in)
		r.in = nil
	}
}

// isEmpty tells whether all that came in was taken; then it holds nothing.
func (r *receiver) isEmpty() bool {
	if r.in.from < r.in.to {
		return false
	}
	r.leaveBody()
	r.leaveInbox()
	return true
}
