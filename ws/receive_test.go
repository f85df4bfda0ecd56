package ws

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"pgregory.net/rapid"
)

// wireFrame is a frame as a client may write it, wrongly too.
type wireFrame struct {
	first  byte // final and reserved bits, opcode
	masked bool
	size   int // how the length is written: 7, 16 or 64 bits
	body   []byte
}

func (f wireFrame) append(b []byte) []byte {
	mask := byte(0)
	if f.masked {
		mask = 0x80
	}
	b = append(b, f.first)
	switch f.size {
	case 16:
		b = binary.BigEndian.AppendUint16(append(b, mask|126), uint16(len(f.body)))
	case 64:
		b = binary.BigEndian.AppendUint64(append(b, mask|127), uint64(len(f.body)))
	default:
		b = append(b, mask|byte(len(f.body)))
	}
	if !f.masked {
		return append(b, f.body...)
	}
	key := [4]byte{0x11, 0x82, 0x33, 0xf4}
	b = append(b, key[:]...)
	for i, c := range f.body {
		b = append(b, c^key[i&3])
	}
	return b
}

func drawFrame(t *rapid.T) wireFrame {
	f := wireFrame{masked: true, size: 7}
	f.first = byte(rapid.SampledFrom([]int{0x81, 0x81, 0x82, 0x01, 0x00, 0x80, 0x80, 0x89, 0x8a, 0x88}).Draw(t, "first"))
	most := rapid.SampledFrom([]int{0, 3, 125, 126, 3_000, 9_000, 70_000}).Draw(t, "most")
	if f.first >= 0x88 {
		most = min(most, 125)
	}
	f.body = bytes.Repeat([]byte{'a', 'b', 'c', 0xf0, '1'}, most/5+1)[:rapid.IntRange(0, most).Draw(t, "length")]
	if f.first == 0x88 && len(f.body) >= 2 {
		binary.BigEndian.PutUint16(f.body, uint16(rapid.SampledFrom([]int{999, 1000, 1001, 1004, 1005, 1006, 1011, 1014, 2999, 3000, 4999, 5000}).Draw(t, "code")))
	}
	switch {
	case len(f.body) > 0xffff:
		f.size = 64
	case len(f.body) > 125:
		f.size = rapid.SampledFrom([]int{16, 64}).Draw(t, "size")
	}
	if rapid.IntRange(0, 9).Draw(t, "wrong") == 0 {
		f.first ^= byte(rapid.SampledFrom([]int{0x40, 0x20, 0x10, 0x80, 0x03, 0x07}).Draw(t, "bits"))
		f.masked = rapid.Bool().Draw(t, "masked")
	}
	return f
}

// heardBy is what a receiver makes of a stream: its messages, then why it
// ended.
type heardBy struct {
	Messages []string
	End      string
}

const receiveLimit = 64 << 10

// TestReceivesWhatGorillaReceives gives the same stream to gorilla's reader
// and to the door's, in pieces of the same sizes.
func TestReceivesWhatGorillaReceives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		for range rapid.IntRange(1, 8).Draw(t, "frames") {
			f := drawFrame(t)
			if f.first == 0x88 && len(f.body) == 1 {
				continue // which gorilla lets pass
			}
			stream = f.append(stream)
		}
		if rapid.Bool().Draw(t, "cut") {
			stream = stream[:rapid.IntRange(0, len(stream)).Draw(t, "at")]
		}
		piece := rapid.SampledFrom([]int{1, 7, 100, 4 << 10, 1 << 20}).Draw(t, "piece")
		if diff := cmp.Diff(byGorilla(stream, piece), byDoor(stream, piece)); diff != "" {
			t.Fatalf("%d bytes: %s", len(stream), diff)
		}
	})
}

func byGorilla(stream []byte, piece int) (h heardBy) {
	conn, err := newGorilla(stream, piece)
	if err != nil {
		return heardBy{End: err.Error()}
	}
	conn.SetReadLimit(receiveLimit)
	conn.SetPingHandler(func(p string) error { h.Messages = append(h.Messages, "ping "+p); return nil })
	conn.SetPongHandler(func(p string) error { h.Messages = append(h.Messages, "pong "+p); return nil })
	conn.SetCloseHandler(func(int, string) error { return nil })
	for {
		kind, body, err := conn.ReadMessage()
		if err != nil {
			h.End = endOf(err)
			return h
		}
		h.Messages = append(h.Messages, fmt.Sprintf("%d %s", kind, body))
	}
}

// endOf names the reason as the door would: an end of file within a frame
// is one for gorilla and the door alike.
func endOf(err error) string {
	var closing *websocket.CloseError
	switch {
	case errors.As(err, &closing) && closing.Code == websocket.CloseAbnormalClosure, errors.Is(err, io.EOF):
		return "end of file"
	case errors.As(err, &closing):
		return fmt.Sprint("close ", closing.Code, closing.Text)
	case errors.Is(err, websocket.ErrReadLimit), errors.Is(err, errTooBig):
		return "too big"
	}
	return "breach"
}

// pieces reads a stream piece by piece.
type pieces struct {
	stream []byte
	piece  int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.stream) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.stream[:min(p.piece, len(p.stream))])
	p.stream = p.stream[n:]
	return n, nil
}

// scripted is a connection of which only the reading counts.
type scripted struct {
	net.Conn
	in io.Reader
}

func (s scripted) Read(b []byte) (int, error)       { return s.in.Read(b) }
func (s scripted) Write(b []byte) (int, error)      { return len(b), nil }
func (s scripted) SetDeadline(time.Time) error      { return nil }
func (s scripted) SetWriteDeadline(time.Time) error { return nil }
func (s scripted) Close() error                     { return nil }

// newGorilla is gorilla's connection over the stream, which it makes only
// of a request.
func newGorilla(stream []byte, piece int) (*websocket.Conn, error) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-Websocket-Version": "13", "Sec-Websocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
	} {
		r.Header.Set(name, value)
	}
	upgrader := websocket.Upgrader{ReadBufferSize: 1 << 10}
	return upgrader.Upgrade(hijackable{scripted{in: &pieces{stream, piece}}}, r, nil)
}

type hijackable struct{ conn net.Conn }

func (h hijackable) Header() http.Header         { return http.Header{} }
func (h hijackable) WriteHeader(int)             {}
func (h hijackable) Write(b []byte) (int, error) { return len(b), nil }
func (h hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return h.conn, bufio.NewReadWriter(bufio.NewReader(h.conn), bufio.NewWriter(h.conn)), nil
}

// byDoor has a receiver read the stream.
func byDoor(stream []byte, piece int) (h heardBy) {
	r := &receiver{network: scripted{in: &pieces{stream, piece}}, limit: receiveLimit}
	for {
		err := r.await()
		if err != nil {
			h.End = endOf(err)
			return h
		}
		kind, body, err := r.receive()
		switch {
		case err != nil:
			h.End = endOf(err)
			return h
		case kind == websocket.PingMessage:
			h.Messages = append(h.Messages, "ping "+string(body))
		case kind == websocket.PongMessage:
			h.Messages = append(h.Messages, "pong "+string(body))
		case kind != nothing:
			h.Messages = append(h.Messages, fmt.Sprintf("%d %s", kind, body))
		}
		r.heard = 0 // the flood is another test's
	}
}
