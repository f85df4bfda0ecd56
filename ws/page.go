package ws

import (
	"encoding/binary"
	"slices"
	"sync"
)

// page holds the frames of a burst as they go over the wire; ends are where
// each of them ends.
type page struct {
	buf  []byte
	ends []int
}

var pages = sync.Pool{New: func() any { return &page{} }}

// keepPage bounds what an idle page may hold on to.
const keepPage = 64 << 10

func (p *page) free() {
	if cap(p.buf) <= keepPage {
		pages.Put(p)
	}
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

// finalBit marks the last frame of a message; the server's messages are of
// one frame each.
const finalBit = 0x80

// frameHead is the room left for a frame's head before its length is known;
// most frames need just that (RFC 6455, 5.2: no mask from a server).
const frameHead = 4

// openFrame begins a frame: what is appended behind it becomes its content.
func openFrame(b []byte) []byte { return append(b, make([]byte, frameHead)...) }

// sealFrame writes the head of the frame that was opened at start.
func sealFrame(b []byte, start, kind int) []byte {
	body := b[start+frameHead:]
	n := len(body)
	switch {
	case n < 126:
		copy(b[start+2:], body)
		b = b[:len(b)-2]
		b[start+1] = byte(n)
	case n <= 0xffff:
		b[start+1] = 126
		binary.BigEndian.PutUint16(b[start+2:], uint16(n))
	default:
		b = append(b, 0, 0, 0, 0, 0, 0)
		copy(b[start+10:], b[start+frameHead:start+frameHead+n])
		b[start+1] = 127
		binary.BigEndian.PutUint64(b[start+2:], uint64(n))
	}
	b[start] = finalBit | byte(kind)
	return b
}
