package chaos

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// door is one node on SQLite, as a client that means harm finds it: with the
// limits of a socket as they are by default.
type door struct {
	*cluster
	*node
	t       *testing.T
	session string
}

func newDoor(t *testing.T, p plan) *door {
	t.Helper()
	p.sqlite = true
	p.args = append([]string{"--commands-per-second", "10", "--burst", "30", "--max-connections-per-user", "15000"}, p.args...)
	c := newCluster(t, p)
	return &door{cluster: c, node: c.nodes[0], t: t, session: c.nodes[0].session()}
}

// Reliability 16 to 20: what a client can do to a socket with bytes alone, all on
// one node, which comes through it.
//
//nolint:tparallel // its faults share a node, and each is judged by how that came through it
func TestHostileBytes(t *testing.T) {
	t.Parallel()
	d := newDoor(t, plan{})
	for _, fault := range []struct {
		name string
		do   func(*door)
	}{
		{"slowloris", (*door).slowloris},
		{"floods", (*door).floods},
		{"malformed frames", (*door).malformedFrames},
		{"odd frames are taken", (*door).oddFrames},
		{"sizes at the limit", (*door).sizesAtTheLimit},
		{"compression bombs", (*door).compressionBombs},
	} {
		t.Run(fault.name, func(t *testing.T) {
			fault.do(d.in(t))
			d.in(t).well()
		})
	}
}

// in is the door for a subtest.
func (d *door) in(t *testing.T) *door {
	copied := *d
	copied.t = t
	return &copied
}

// well proves that the node has come through it: it lives, nothing panicked, and
// a conversation is answered.
func (d *door) well() {
	d.t.Helper()
	d.alive(d.node)
	log, err := os.ReadFile(d.path("log"))
	if err != nil {
		d.t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "panic") {
			d.t.Errorf("logged: %s", line)
		}
	}
	r := d.raw(d.node.session())
	r.say(`{"type":"query","query":` + jsonText(work(1, 0, false)) + `}`)
	r.until("final_response")
}

func jsonText(s string) string {
	raw, _ := json.Marshal(s) // a string can always be encoded
	return string(raw)
}

// raw is a socket whose frames the test makes byte by byte.
type raw struct {
	t *testing.T
	*websocket.Conn
}

// raw opens a socket of a base client that has been greeted.
func (d *door) raw(session string) *raw {
	d.t.Helper()
	r := d.deaf(session, 0)
	r.until("connected")
	return r
}

// deaf opens a socket that nobody reads; its receive buffer can be made small.
func (d *door) deaf(session string, buffer int) *raw {
	d.t.Helper()
	dialer := websocket.Dialer{HandshakeTimeout: dialTimeout, ReadBufferSize: 1024, NetDial: narrow(buffer)}
	sock, res, err := dialer.DialContext(d.t.Context(), "ws://"+d.addr+"/api/v1/chat/ws/"+session, nil)
	if err != nil {
		d.t.Fatalf("dial: %v (%v)", err, res)
	}
	d.t.Cleanup(func() { _ = sock.Close() })
	return &raw{d.t, sock}
}

// narrow dials connections that take so many bytes in before they are read.
func narrow(buffer int) func(network, addr string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: dialTimeout}
	if buffer > 0 {
		dialer.Control = func(_, _ string, c syscall.RawConn) error {
			var err error
			return errors.Join(c.Control(func(fd uintptr) {
				err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, buffer)
			}), err)
		}
	}
	return dialer.Dial
}

// put writes bytes as they are.
func (r *raw) put(bytes string) error {
	_ = r.NetConn().SetWriteDeadline(time.Now().Add(writeTimeout))
	_, err := r.NetConn().Write([]byte(bytes))
	return err
}

func (r *raw) say(text string) {
	r.t.Helper()
	if err := r.put(frameOf(0x81, text)); err != nil {
		r.t.Fatal(err)
	}
}

// until reads up to a frame of that type.
func (r *raw) until(kind string) heard {
	r.t.Helper()
	for {
		_ = r.SetReadDeadline(time.Now().Add(patience))
		_, body, err := r.ReadMessage()
		if err != nil {
			r.t.Fatalf("no %s: %v", kind, err)
		}
		var f heard
		if err := json.Unmarshal(body, &f); err != nil {
			r.t.Fatalf("%v in %s", err, body)
		}
		if f.Type == kind {
			return f
		}
	}
}

// end reads to the socket's end and is its close code, 1006 without one.
func (r *raw) end() int {
	r.t.Helper()
	for {
		_ = r.SetReadDeadline(time.Now().Add(patience))
		_, _, err := r.ReadMessage()
		var closed *websocket.CloseError
		var network net.Error
		switch {
		case err == nil:
		case errors.As(err, &closed):
			return closed.Code
		case errors.As(err, &network) && network.Timeout():
			r.t.Fatal("the socket was not ended")
		default:
			return websocket.CloseAbnormalClosure
		}
	}
}

// frameOf is one frame of a client with its first byte as given; its mask is zero.
func frameOf(first byte, payload string) string {
	head := []byte{first}
	switch n := len(payload); {
	case n < 126:
		head = append(head, 0x80|byte(n))
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 0x80|126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 0x80|127), uint64(n))
	}
	return string(head) + "\x00\x00\x00\x00" + payload
}
