package chaos

import (
	"bytes"
	"encoding/json"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"pgregory.net/rapid"
)

// Reliability 26: the resume as a state machine. Chance asks, cuts, comes
// back on any node with any position, and after each step what was shown
// must be what the model says.
func TestResumeStateMachine(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	rapid.Check(t, func(rt *rapid.T) {
		m := &resuming{cluster: c, session: c.nodes[0].session(), seen: make(map[int64][]byte)}
		defer m.cut(rt)
		rt.Repeat(map[string]func(*rapid.T){
			"ask": m.ask, "read": m.read, "cut": m.cut, "resume": m.resume, "resume again": m.resume,
			"replay": m.replay, "ahead": m.ahead, "other epoch": m.otherEpoch, "hello again": m.helloAgain,
		})
		m.all(rt)
	})
	c.verdict()
}

// resuming is the model: what one client of a session has been shown.
type resuming struct {
	*cluster
	session string
	epoch   string
	sock    *websocket.Conn // nil: not connected
	pos     int64           // the last event on this connection
	seen    map[int64][]byte
	open    map[string]bool // runs that have not ended
}

// told is what a frame says.
type told struct {
	Type      string          `json:"type"`
	Seq       int64           `json:"seq"`
	RunID     string          `json:"run_id"`
	Epoch     string          `json:"epoch"`
	Reason    string          `json:"reason"`
	Recovered bool            `json:"recovered"`
	Snapshot  json.RawMessage `json:"snapshot"`
	raw       []byte
}

// next reads a frame; a numbered one must be the next of this connection,
// and what it always was.
func (m *resuming) next(t *rapid.T) told {
	_ = m.sock.SetReadDeadline(time.Now().Add(patience))
	_, raw, err := m.sock.ReadMessage()
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	var f told
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	f.raw = raw
	if f.Seq == 0 || f.Type == "connected" || f.Type == "resumed" {
		return f
	}
	if f.Seq != m.pos+1 {
		t.Fatalf("event %d after %d", f.Seq, m.pos)
	}
	m.pos = f.Seq
	if before, ok := m.seen[f.Seq]; ok && !bytes.Equal(before, raw) {
		t.Fatalf("event %d was %s and is %s", f.Seq, before, raw)
	}
	m.seen[f.Seq] = raw
	if f.Type == "final_response" || f.Type == "error" || f.Type == "run_cancelled" {
		delete(m.open, f.RunID)
	}
	return f
}

func (m *resuming) say(t *rapid.T, v map[string]any) {
	if err := say(m.sock, v); err != nil {
		t.Fatalf("write: %v", err)
	}
}

// greet opens a connection to any node, says hello and reads to the end of
// what the server replays.
func (m *resuming) greet(t *rapid.T, lastSeq int64, epoch string) told {
	m.cut(t)
	n := m.nodes[rapid.IntRange(0, len(m.nodes)-1).Draw(t, "node")]
	dialer := websocket.Dialer{Subprotocols: []string{"madang.v1"}, HandshakeTimeout: dialTimeout}
	sock, _, err := dialer.Dial("ws://"+n.addr+"/api/v1/chat/ws/"+m.session, nil)
	if err != nil {
		t.Fatalf("dial: %v", err)
	}
	m.sock, m.pos = sock, lastSeq
	return m.hello(t, lastSeq, epoch)
}

func (m *resuming) hello(t *rapid.T, lastSeq int64, epoch string) told {
	hello := map[string]any{"type": "hello", "last_seq": lastSeq, "capabilities": []string{"state_changed"}}
	if epoch != "" {
		hello["epoch"] = epoch
	}
	m.say(t, hello)
	for {
		switch f := m.next(t); f.Type {
		case "connected":
			if m.epoch != "" && f.Epoch != m.epoch {
				t.Fatalf("the epoch was %s and is %s", m.epoch, f.Epoch)
			}
			m.epoch = f.Epoch
		case "resumed":
			return f
		}
	}
}

// last is the newest event that the model knows of.
func (m *resuming) last() (last int64) {
	for seq := range m.seen {
		last = max(last, seq)
	}
	return last
}

// resume comes back where the client was.
func (m *resuming) resume(t *rapid.T) { m.recovered(t, m.last()) }

// replay comes back at any position that was.
func (m *resuming) replay(t *rapid.T) {
	m.recovered(t, rapid.Int64Range(0, m.last()).Draw(t, "position"))
}

// recovered comes back at a position: the server must give all after it.
func (m *resuming) recovered(t *rapid.T, at int64) {
	f := m.greet(t, at, m.epoch)
	if !f.Recovered || f.Snapshot != nil || m.pos < f.Seq {
		t.Fatalf("from %d: played up to %d: %s", at, m.pos, f.raw)
	}
}

// ahead tells a position that never was: a snapshot, no events.
func (m *resuming) ahead(t *rapid.T) {
	m.settled(t)
	m.refused(t, m.last()+rapid.Int64Range(1, 1000).Draw(t, "ahead"), m.epoch, "unknown_position")
}

// otherEpoch tells a position in another life of the session.
func (m *resuming) otherEpoch(t *rapid.T) {
	m.settled(t)
	m.refused(t, rapid.Int64Range(0, m.last()).Draw(t, "position"), "another", "other_epoch")
}

func (m *resuming) refused(t *rapid.T, at int64, epoch, reason string) {
	f := m.greet(t, at, epoch)
	if f.Recovered || f.Reason != reason || f.Snapshot == nil || f.Seq != m.last() || m.pos != at {
		t.Fatalf("from %d in %q: at %d: %s", at, epoch, m.pos, f.raw)
	}
	m.pos = f.Seq // a client goes on after the snapshot
}

// helloAgain says where it is on a connection that is open.
func (m *resuming) helloAgain(t *rapid.T) {
	if m.sock == nil {
		m.resume(t)
	}
	at := m.pos
	if f := m.hello(t, at, m.epoch); !f.Recovered {
		t.Fatalf("again from %d: %s", at, f.raw)
	}
}

// ask sends a query and waits for its ack only.
func (m *resuming) ask(t *rapid.T) {
	if m.sock == nil {
		m.resume(t)
	}
	if m.open == nil {
		m.open = make(map[string]bool)
	}
	if len(m.open) >= 4 {
		m.read(t) // a session has only so many questions at once
		return
	}
	m.say(t, map[string]any{"type": "query", "query": work(2, time.Duration(rapid.IntRange(0, 30).Draw(t, "ms"))*time.Millisecond, false)})
	ended := make(map[string]bool)
	for {
		f := m.next(t)
		switch f.Type {
		case "final_response":
			ended[f.RunID] = true
		case "ack":
			if !ended[f.RunID] {
				m.open[f.RunID] = true
			}
			return
		case "error":
			t.Fatalf("refused: %s", f.raw)
		}
	}
}

// read reads until a run has ended.
func (m *resuming) read(t *rapid.T) {
	if m.sock == nil {
		m.resume(t)
	}
	for before := len(m.open); before > 0 && len(m.open) == before; {
		m.next(t)
	}
}

// settled reads all that is under way.
func (m *resuming) settled(t *rapid.T) {
	m.resume(t)
	for len(m.open) > 0 {
		m.next(t)
	}
}

// cut ends the connection, by a reset or in peace.
func (m *resuming) cut(t *rapid.T) {
	if m.sock == nil {
		return
	}
	if tcp, ok := m.sock.NetConn().(*net.TCPConn); ok && m.pos%2 == 0 {
		_ = tcp.SetLinger(0)
	} else {
		_ = m.sock.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""), time.Now().Add(time.Second))
	}
	_ = m.sock.Close()
	m.sock = nil
}

// all plays the session from its beginning and compares it with everything
// that was ever shown.
func (m *resuming) all(t *rapid.T) {
	m.settled(t)
	m.recovered(t, 0)
	if m.pos != m.last() || int64(len(m.seen)) != m.pos {
		t.Fatalf("played up to %d; seen %d, the last %d", m.pos, len(m.seen), m.last())
	}
}
