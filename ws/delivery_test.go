package ws

import (
	"encoding/json"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/state"
)

func TestPongConfirmsWhileTheSocketIsOpen(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).base(t)
	e.steps(3)
	c.expectSeqs(1, 3)
	e.awaitDelivered(t, sessionID, 3)
	e.steps(1)
	c.expectSeqs(4, 4)
	e.awaitDelivered(t, sessionID, 4)
}

// TestSecondTabGetsOnlyWhatNobodyWasSent is a new tab in the middle of a
// run.
func TestSecondTabGetsOnlyWhatNobodyWasSent(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	first := d.base(t)
	e.steps(4)
	first.expectSeqs(1, 4)
	e.awaitDelivered(t, sessionID, 4)
	second := d.base(t)
	e.emit(sessionID, "run-1", state.EventFinalResponse, state.FinalResponse{})
	first.expectSeqs(5, 5)
	second.expectSeqs(5, 5)
}

func TestDeadPeerHasOnlyWhatItConfirmed(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	// In which the living one answers on a full machine too.
	d := open(t, e, func(c *Config) { c.PingEvery, c.PongWait = time.Second, time.Second })
	c := d.base(t)
	e.steps(2)
	c.expectSeqs(1, 2)
	e.awaitDelivered(t, sessionID, 2)

	deaf := d.dialDeaf(t, dialing{})
	e.steps(3)
	c.expectSeqs(3, 5)
	c.bye()
	if code := d.wasClosed(t); code == CloseHeartbeat {
		t.Fatal("the living socket died")
	}
	e.awaitDelivered(t, sessionID, 5)
	e.steps(2) // written to the deaf one, confirmed by nobody
	if code := d.wasClosed(t); code != CloseHeartbeat {
		t.Fatalf("closed with %d", code)
	}
	if seq, _ := e.delivered(sessionID); seq != 5 {
		t.Errorf("mark is %d, want 5", seq)
	}
	_ = deaf.conn.Close()

	again := d.dial(t, dialing{})
	again.expect("connected")
	again.expectSeqs(6, 7)
}

// A peer that answered no ping but answers the goodbye has read all that came
// before it.
func TestAnsweredGoodbyeConfirms(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.PingEvery, c.PongWait = 40*time.Millisecond, 40*time.Millisecond })
	c := d.dialDeaf(t, dialing{})
	c.conn.SetPingHandler(func(string) error { return nil })
	c.listen()
	c.expect("connected")
	e.steps(2)
	c.expectSeqs(1, 2)
	if code := c.closeCode(); code != CloseHeartbeat {
		t.Fatalf("closed with %d", code)
	}
	e.awaitDelivered(t, sessionID, 2)
}

// TestEndOfADeafPeer: what was written counts when the other side ended
// the connection itself, but not when it was reset: then something that had
// arrived was not read.
func TestEndOfADeafPeer(t *testing.T) {
	t.Parallel()
	ends := map[string]struct {
		end  func(c *client)
		mark int64
	}{
		"close frame": {(*client).bye, 3},
		"end of file": {func(c *client) { _ = c.conn.NetConn().(*net.TCPConn).CloseWrite() }, 3},
		"reset": {func(c *client) {
			_ = c.conn.NetConn().(*net.TCPConn).SetLinger(0)
			_ = c.conn.Close()
		}, 0},
		"closed unread": {func(c *client) { _ = c.conn.NetConn().Close() }, 0},
	}
	for name, end := range ends {
		e := newInMem(sessionID)
		d := open(t, e)
		deaf := d.dialDeaf(t, dialing{})
		e.awaitStreams(t, sessionID, 1)
		e.steps(3)
		awaitWritten(t, d, 3)
		end.end(deaf)
		d.wasClosed(t)
		if seq, _ := e.delivered(sessionID); seq != end.mark {
			t.Errorf("%s: mark is %d, want %d", name, seq, end.mark)
		}
	}
}

// A client that reads up to the end of a run and leaves without another
// look at its connection has everything.
func TestLeavingRightAfterTheEnd(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	c := d.dialDeaf(t, dialing{})
	e.awaitStreams(t, sessionID, 1)
	e.answer(sessionID, "run-1")
	for last := ""; last != "final_response"; { // reads no further than that
		_, raw, err := c.conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		var f struct{ Type string }
		if err := json.Unmarshal(raw, &f); err != nil {
			t.Fatal(err)
		}
		last = f.Type
	}
	_ = c.conn.NetConn().Close()
	d.wasClosed(t)
	if seq, _ := e.delivered(sessionID); seq != answerEvents {
		t.Errorf("mark is %d, want %d", seq, answerEvents)
	}
}

// A client that comes back as soon as its close frame is answered is shown
// nothing again.
func TestBackAtOnce(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	for n := range int64(50) {
		c := d.base(t)
		e.answer(sessionID, fmt.Sprint("run-", n))
		c.types(len(baseOrder))
		_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, ""), time.Now().Add(time.Second))
		c.closeCode()
		if seq, _ := e.delivered(sessionID); seq != (n+1)*answerEvents {
			t.Fatalf("round %d: mark is %d when the close frame came, want %d", n, seq, (n+1)*answerEvents)
		}
	}
}

// A client that stays is asked a moment after the end.
func TestTheEndIsConfirmed(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).base(t)
	for n := int64(1); n <= 3; n++ {
		e.answer(sessionID, fmt.Sprint("run-", n))
		c.types(len(baseOrder))
		e.awaitDelivered(t, sessionID, n*answerEvents)
	}
}

// awaitWritten waits until every socket was written everything up to seq.
func awaitWritten(t testing.TB, d *door, seq int64) {
	t.Helper()
	await(t, "writes", func() bool {
		for _, c := range d.registry.list() {
			c.w.mu.Lock()
			written := c.w.written
			c.w.mu.Unlock()
			if written < seq {
				return false
			}
		}
		return true
	})
}

func TestPongsNobodyAskedForConfirmNothing(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	deaf := d.dialDeaf(t, dialing{})
	e.steps(3)
	awaitWritten(t, d, 3)
	for _, payload := range []string{"4", "999999", "-1", "x", "", "9223372036854775808"} {
		if err := deaf.conn.WriteControl(10, []byte(payload), time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	deaf.listen()
	deaf.expect("connected")
	deaf.expectSeqs(1, 3)
	e.awaitDelivered(t, sessionID, 3)
}
