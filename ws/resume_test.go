package ws

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

func (e *inMem) steps(n int) {
	for range n {
		e.emit(sessionID, "run-1", state.EventTodoUpdated, state.TodoUpdated{ExecutionSteps: step(state.StepInProgress)})
	}
}

func TestResumeByLastSeq(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	e.steps(20)
	d := open(t, e)
	c := d.dial(t, dialing{protocol: Subprotocol})
	c.say(`{"type":"hello","last_seq":15,"epoch":"epoch-1"}`)
	if r := c.expect("connected"); r.seq() != 20 || r.text("epoch") != "epoch-1" || r.text("assistant") != "realestate" {
		t.Errorf("got %v", r)
	}
	c.expectSeqs(16, 20)
	if r := c.expect("resumed"); r["recovered"] != true || r.seq() != 20 {
		t.Errorf("got %v", r)
	}
	e.steps(2)
	c.expectSeqs(21, 22)
}

func TestResumeByURL(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	e.steps(5)
	c := open(t, e).dial(t, dialing{protocol: Subprotocol, query: "?last_seq=3&epoch=epoch-1"})
	c.expect("connected")
	c.expectSeqs(4, 5)
	c.expect("resumed")
	if seq, _ := e.delivered(sessionID); seq < 3 {
		t.Errorf("mark is %d: last_seq confirms", seq)
	}
}

func TestResumeThatCannotBeWholeIsASnapshot(t *testing.T) {
	t.Parallel()
	tests := []struct{ hello, query, reason string }{
		{hello: `{"type":"hello","last_seq":-1}`, reason: ReasonUnknown},
		{hello: `{"type":"hello","last_seq":31}`, reason: ReasonUnknown},
		{hello: `{"type":"hello","last_seq":99999999999999999999}`, reason: ReasonUnknown},
		{hello: `{"type":"hello","last_seq":5,"epoch":"epoch-0"}`, reason: ReasonEpoch},
		{hello: `{"type":"hello","last_seq":5}`, reason: ReasonTooFar},
		{query: "?last_seq=x", reason: ReasonUnknown},
		{query: "?last_seq=-5", reason: ReasonUnknown},
		{query: "?last_seq=29&epoch=epoch-0", reason: ReasonEpoch},
	}
	for _, test := range tests {
		e := newInMem(sessionID)
		e.steps(30)
		d := open(t, e, func(c *Config) { c.ReplayLimit = 20 })
		c := d.dial(t, dialing{protocol: Subprotocol, query: test.query})
		if test.hello != "" {
			c.say(test.hello)
		}
		c.expect("connected")
		r := c.expect("resumed")
		snapshot, _ := r["snapshot"].(map[string]any)
		if r["recovered"] != false || r.text("reason") != test.reason || snapshot["seq"] != 30.0 || snapshot["epoch"] != "epoch-1" {
			t.Errorf("%s%s: %v", test.hello, test.query, r)
		}
		e.steps(1)
		c.expectSeqs(31, 31)
	}
}

// A phone in a bad network says hello long after the handshake; until then it
// is shown nothing, least of all what it has already.
func TestALateHelloIsWaitedFor(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	e.steps(10)
	e.Delivered(sessionID, 6)
	c := open(t, e, func(c *Config) { c.HelloWait = 0 }).dial(t, dialing{protocol: Subprotocol})
	time.Sleep(700 * time.Millisecond) // for a wrong server to begin
	c.say(`{"type":"hello","last_seq":8}`)
	c.expect("connected")
	c.expectSeqs(9, 10)
	c.expect("resumed")
	markEnd(t, e, c)
}

func TestHelloAfterItsTimeBeginsAgainWithoutRepeating(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	e.steps(10)
	e.Delivered(sessionID, 6)
	d := open(t, e, func(c *Config) { c.HelloWait = time.Millisecond })
	c := d.dial(t, dialing{protocol: Subprotocol})
	c.expect("connected") // nobody said hello
	c.expectSeqs(7, 10)
	c.say(`{"type":"hello","last_seq":3}`)
	c.expect("connected")
	c.expectSeqs(4, 6)
	c.expect("resumed")
	c.say(`{"type":"hello"}`)
	c.expect("connected")
	c.expect("resumed")
	c.say(`{"type":"hello","last_seq":0}`)
	c.expect("connected")
	c.expectSeqs(1, 3)
	c.expect("resumed")
	markEnd(t, e, c)
}

func TestBackendAwayForAWhile(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	c := open(t, e).extended(t)
	e.fail(errors.New("no route to the store"))
	e.steps(3)
	e.fail(nil)
	c.expectSeqs(1, 3)
}

func TestBackendAwayForTooLong(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.BackendWait = time.Millisecond })
	c := d.extended(t)
	e.fail(errors.New("no route to the store"))
	e.steps(1)
	if code := c.closeCode(); code != CloseBackend {
		t.Errorf("closed with %d", code)
	}
}

func TestHoleInTheStreamIsNotPassedOn(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	c := d.extended(t)
	e.mu.Lock()
	e.sessions[sessionID].session.LastSeq = 4 // 1 to 4 are nowhere
	e.mu.Unlock()
	e.steps(1)
	if code := c.closeCode(); code != CloseLost {
		t.Errorf("closed with %d", code)
	}
}

// whole tells whether all that the client misses can be sent to it, or it
// asked for no recovery.
func (w resumeFrom) whole(p engine.Position, pruned int64) bool {
	if w.lastSeq == nil {
		return !w.hello || p.DeliveredSeq >= pruned
	}
	return w.epoch != "f" && *w.lastSeq >= pruned && *w.lastSeq <= p.LastSeq && p.LastSeq-*w.lastSeq <= 1_000
}

func TestChooseNeverRecoversPartially(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.Int64Range(0, 5_000).Draw(t, "last")
		pruned := rapid.Int64Range(0, last).Draw(t, "pruned")
		p := engine.Position{Epoch: "e", LastSeq: last, DeliveredSeq: rapid.Int64Range(0, last).Draw(t, "delivered")}
		if pruned < last {
			p.FirstSeq = pruned + 1
		}
		w := resumeFrom{hello: rapid.Bool().Draw(t, "hello"), epoch: rapid.SampledFrom([]string{"", "e", "f"}).Draw(t, "epoch")}
		if rapid.Bool().Draw(t, "resume") {
			w.lastSeq = ptr(rapid.OneOf(rapid.Int64Range(-10, 6_000), rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64})).Draw(t, "last_seq"))
		}
		c := choose(p, w, 1_000)
		switch {
		case c.after < pruned:
			t.Fatalf("waits for events that are gone: %+v", c)
		case w.lastSeq == nil && !w.hello && c != choice{after: max(p.DeliveredSeq, pruned)}:
			t.Fatalf("base rule: %+v", c)
		case w.lastSeq == nil && c.reason == "" && c.after != max(p.DeliveredSeq, pruned):
			t.Fatalf("without a position: %+v", c)
		case w.lastSeq != nil && c.reason == "" && (c.after != *w.lastSeq || last-c.after > 1_000 || c.after > last || c.after < 0 || w.epoch == "f"):
			t.Fatalf("recovered: %+v", c)
		case c.reason != "" && (c.after != last || c.confirmed):
			t.Fatalf("snapshot: %+v", c)
		case c.reason == ReasonPruned && pruned == 0, (c.reason == "") != w.whole(p, pruned):
			t.Fatalf("reason: %+v", c)
		}
	})
}

// TestReconnectingClientSeesEveryEventOnce lets a client come and go while
// events are made; it remembers its position and must miss nothing.
func TestReconnectingClientSeesEveryEventOnce(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	const total = 400
	made, last := int64(0), int64(0)
	for round := 0; last < total; round++ {
		c := d.dial(t, dialing{protocol: Subprotocol, query: fmt.Sprintf("?last_seq=%d", last)})
		c.expect("connected")
		for n := 0; n < 7+round && last < total; {
			if made < total && (made == last || (n+round)%3 == 0) {
				e.steps(4)
				made += 4
			}
			r := c.next()
			if r.text("type") == "resumed" {
				continue
			}
			if r.seq() != last+1 {
				t.Fatalf("got %v after %d", r, last)
			}
			last++
			n++
		}
		_ = c.conn.Close() // as a cut cable does
	}
}
