package chaos

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// How long the replay of 200 events may take: nine of ten, and 99 of a hundred,
// of which a single slow one says nothing on a shared machine.
var (
	mostResumes = bound{50 * time.Millisecond, 50 * time.Millisecond}
	maxResume   = bound{50 * time.Millisecond, 500 * time.Millisecond}
)

// Resume of 200 events. It measures, so it is not parallel: nothing of this
// package runs beside it.
func TestResumeTime(t *testing.T) {
	c := newCluster(t, plan{direct: true})
	cl := c.join(c.nodes[0].session(), 0, false)
	cl.present()
	for cl.position() < 220 {
		cl.answered(cl.ask(work(3, time.Millisecond, false)))
	}
	c.settle()
	last := cl.position()
	var took times
	for i := range pick(100, 400) {
		took = append(took, c.resumed(c.nodes[i%len(c.nodes)], cl.session, last-200, last))
	}
	t.Logf("resume of 200 events: %s", took)
	c.holds("nine of ten resumes", took.at(0.9), mostResumes)
	c.holds("99 of a hundred resumes", took.at(0.99), maxResume)
	c.verdict()
}

// position is the last event that the client has seen.
func (c *client) position() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seq
}

// resumed measures one resume, from the hello to its end.
func (c *cluster) resumed(n *node, session string, from, to int64) time.Duration {
	c.t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"madang.v1"}, HandshakeTimeout: dialTimeout}
	sock, _, err := dialer.DialContext(c.t.Context(), "ws://"+n.addr+"/api/v1/chat/ws/"+session, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	defer sock.Close()
	began := time.Now()
	if err := say(sock, map[string]any{"type": "hello", "last_seq": from}); err != nil {
		c.t.Fatal(err)
	}
	var frames [][]byte
	for len(frames) == 0 || !bytes.Contains(frames[len(frames)-1], []byte(`"type":"resumed"`)) {
		_ = sock.SetReadDeadline(time.Now().Add(patience))
		_, raw, err := sock.ReadMessage()
		if err != nil {
			c.t.Fatal(err)
		}
		frames = append(frames, raw)
	}
	took, next := time.Since(began), from+1
	for _, raw := range frames {
		var f told
		if err := json.Unmarshal(raw, &f); err != nil {
			c.t.Fatal(err)
		}
		switch {
		case f.Type == "resumed" && !f.Recovered:
			c.t.Errorf("not recovered: %s", raw)
		case f.Type != "connected" && f.Seq == next:
			next++
		}
	}
	if next != to+1 {
		c.t.Errorf("resumed after event %d of %d", next-1, to)
	}
	return took
}
