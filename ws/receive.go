package ws

import (
	"encoding/binary"
	"errors"
	"math"
	"net"
	"sync"
	"syscall"
	"unicode/utf8"

	"github.com/gorilla/websocket"
)

// Why a message can't be received.
var (
	errBreach = errors.New("ws: breach of RFC 6455")
	errTooBig = errors.New("ws: message beyond the limit")
)

// continuation is the opcode of a message's further frames.
const continuation = 0

// bodies hold the messages that came in pieces or beyond the inbox.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// keepBody bounds what an idle buffer may hold on to.
const keepBody = 16 << 10

// head is a frame's head (RFC 6455, 5.2).
type head struct {
	kind   int
	final  bool
	length int
	mask   [4]byte
}

func (h *head) isControl() bool { return h.kind >= websocket.CloseMessage }

// partial is a message that came in pieces, of which some are missing until
// it is whole.
type partial struct {
	kind  int
	body  *[]byte
	whole bool
}

// receiver reads messages from a connection (RFC 6455). It is written anew
// here because a socket that waits is to hold no buffer and hardly a stack.
type receiver struct {
	network net.Conn
	raw     syscall.RawConn // nil where there is no file to wait for
	limit   int             // of a message, in bytes
	in      *inbox          // nil while nothing has come in
	inErr   error           // what came with it
	part    partial
	// heard is the number of bytes since a whole message, or a pong that
	// was waited for, came.
	heard int
}

// nothing is the kind of what receive gives when a message is not complete.
const nothing = -1

// receive takes one frame: a whole message, a ping or a pong, or nothing
// yet. Its bytes are good until the next call. The error of a close frame
// is a *websocket.CloseError.
func (r *receiver) receive() (kind int, body []byte, err error) {
	r.leaveBody()
	h, err := r.head()
	if err != nil {
		return nothing, nil, err
	}
	if h.isControl() {
		return r.control(h)
	}
	if r.tooBig(h) {
		return nothing, nil, errTooBig
	}
	if r.part.body != nil || !h.final || h.length > inboxSize {
		return r.gather(h)
	}
	body, err = r.takeBytes(h.length)
	unmask(h.mask, 0, body)
	r.heard = 0
	return h.kind, body, err
}

// head reads a frame's head and refuses one that breaks the rules.
func (r *receiver) head() (h head, err error) {
	b, err := r.takeBytes(2)
	if err != nil {
		return h, err
	}
	h.final, h.kind, h.length = b[0]&finalBit != 0, int(b[0]&0xf), int(b[1]&0x7f)
	masked, reserved := b[1]&0x80 != 0, b[0]&0x70 != 0
	switch {
	case reserved, !masked,
		h.kind > websocket.BinaryMessage && h.kind < websocket.CloseMessage || h.kind > websocket.PongMessage,
		h.isControl() && (!h.final || h.length > 125),
		!h.isControl() && (h.kind == continuation) != (r.part.body != nil):
		return h, errBreach
	}
	if err := r.length(&h); err != nil {
		return h, err
	}
	b, err = r.takeBytes(len(h.mask))
	if err == nil {
		h.mask = [4]byte(b)
	}
	return h, err
}

// length reads a length that did not fit in the head's seven bits.
func (r *receiver) length(h *head) error {
	switch h.length {
	case 126:
		b, err := r.takeBytes(2)
		if err != nil {
			return err
		}
		h.length = int(binary.BigEndian.Uint16(b))
	case 127:
		b, err := r.takeBytes(8)
		if err != nil {
			return err
		}
		h.length = int(min(binary.BigEndian.Uint64(b), math.MaxInt32))
	}
	return nil
}

// tooBig tells whether the message is going to be beyond the limit.
func (r *receiver) tooBig(h head) bool {
	have := 0
	if r.part.body != nil {
		have = len(*r.part.body)
	}
	return h.length > r.limit-have
}

// gather adds a frame to the message of which it is a part.
func (r *receiver) gather(h head) (kind int, body []byte, err error) {
	if r.part.body == nil {
		r.part = partial{kind: h.kind, body: bodies.Get().(*[]byte)}
		*r.part.body = (*r.part.body)[:0]
	}
	for done := 0; done < h.length; {
		if err := r.atLeastOne(); err != nil {
			return nothing, nil, err
		}
		piece := r.in.at()[:min(len(r.in.at()), h.length-done)]
		unmask(h.mask, done, piece)
		*r.part.body = append(*r.part.body, piece...)
		r.in.from += len(piece)
		done += len(piece)
	}
	if !h.final {
		return nothing, nil, nil
	}
	r.part.whole, r.heard = true, 0
	return r.part.kind, *r.part.body, nil
}

// atLeastOne waits for a byte.
func (r *receiver) atLeastOne() error {
	_, err := r.need(1)
	return err
}

// leaveBody gives the body of a message back that was given out whole.
func (r *receiver) leaveBody() {
	if !r.part.whole {
		return
	}
	if cap(*r.part.body) <= keepBody {
		bodies.Put(r.part.body)
	}
	r.part = partial{}
}

func (r *receiver) control(h head) (kind int, payload []byte, err error) {
	payload, err = r.takeBytes(h.length)
	if err != nil {
		return nothing, nil, err
	}
	unmask(h.mask, 0, payload)
	if h.kind == websocket.CloseMessage {
		return nothing, nil, closeError(payload)
	}
	return h.kind, payload, nil
}

// closeError is what a close frame says.
func closeError(payload []byte) error {
	if len(payload) == 0 {
		return &websocket.CloseError{Code: websocket.CloseNoStatusReceived}
	}
	if len(payload) < 2 || !utf8.Valid(payload[2:]) {
		return errBreach
	}
	code := int(binary.BigEndian.Uint16(payload))
	if !validCloseCode(code) {
		return errBreach
	}
	return &websocket.CloseError{Code: code, Text: string(payload[2:])}
}

// validCloseCode tells whether a code may be sent (RFC 6455, 7.4, and the
// registry that it set up).
func validCloseCode(code int) bool {
	switch code {
	case 1004, websocket.CloseNoStatusReceived, websocket.CloseAbnormalClosure:
		return false
	}
	return code >= 1000 && code <= 1013 || code >= 3000 && code <= 4999
}

// unmask removes the mask from a piece that begins at byte pos of its
// frame.
func unmask(key [4]byte, pos int, b []byte) {
	wide := [8]byte{}
	for i := range wide {
		wide[i] = key[(pos+i)&3]
	}
	mask := binary.LittleEndian.Uint64(wide[:])
	for len(b) >= 8 {
		binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)^mask)
		b = b[8:]
	}
	for i := range b {
		b[i] ^= wide[i]
	}
}
