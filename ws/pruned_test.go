package ws

import (
	"errors"
	"testing"

	"github.com/madang-dev/madang/state"
)

// A client whose missed events are not kept any more is told so at once,
// and the next event reaches it.
func TestPositionBeforeTheOldestKeptEventIsASnapshot(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pruned       int64
		hello, query string
	}{
		"all pruned, hello":   {pruned: 30, hello: `{"type":"hello","last_seq":5,"epoch":"epoch-1"}`},
		"all pruned, zero":    {pruned: 30, hello: `{"type":"hello","last_seq":0}`},
		"all pruned, one":     {pruned: 30, hello: `{"type":"hello","last_seq":29}`},
		"all pruned, URL":     {pruned: 30, query: "?last_seq=5"},
		"some pruned, hello":  {pruned: 20, hello: `{"type":"hello","last_seq":5}`},
		"some pruned, border": {pruned: 20, hello: `{"type":"hello","last_seq":19}`},
		"some pruned, URL":    {pruned: 20, query: "?last_seq=19&epoch=epoch-1"},
		"no position, hello":  {pruned: 20, hello: `{"type":"hello"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newInMem(sessionID)
			e.steps(30)
			e.Delivered(sessionID, 10)
			e.prune(sessionID, test.pruned)
			c := open(t, e).dial(t, dialing{protocol: Subprotocol, query: test.query})
			if test.hello != "" {
				c.say(test.hello)
			}
			c.expect("connected")
			r := c.expect("resumed")
			snapshot, _ := r["snapshot"].(map[string]any)
			if r["recovered"] != false || r.text("reason") != ReasonPruned || r.seq() != 30 || snapshot["seq"] != 30.0 {
				t.Errorf("got %v", r)
			}
			if seq, _ := e.delivered(sessionID); seq != 10 {
				t.Errorf("the mark is %d: nothing was confirmed", seq)
			}
			e.steps(1)
			c.expectSeqs(31, 31)
		})
	}
}

// What is kept is recovered as ever: the oldest kept event is the next one,
// or nothing was missed.
func TestPositionAtTheOldestKeptEventIsRecovered(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pruned, from int64
		hello        string
	}{
		{20, 21, `{"type":"hello","last_seq":20}`},
		{20, 26, `{"type":"hello","last_seq":25}`},
		{30, 31, `{"type":"hello","last_seq":30}`},
		{20, 23, `{"type":"hello"}`},
		{22, 23, `{"type":"hello"}`},
	} {
		e := newInMem(sessionID)
		e.steps(30)
		e.Delivered(sessionID, 22)
		e.prune(sessionID, test.pruned)
		c := open(t, e).dial(t, dialing{protocol: Subprotocol})
		c.say(test.hello)
		c.expect("connected")
		c.expectSeqs(test.from, 30)
		if r := c.expect("resumed"); r["recovered"] != true || r["snapshot"] != nil {
			t.Errorf("%d pruned, %s: %v", test.pruned, test.hello, r)
		}
		e.steps(1)
		c.expectSeqs(31, 31)
	}
}

// A base client can't be told what it misses; it is played what is kept, of
// which it may need the terminal event to ask on.
func TestBaseClientIsPlayedWhatIsKept(t *testing.T) {
	t.Parallel()
	for pruned, from := range map[int64]int64{4: 11, 10: 11, 20: 21, 30: 31} {
		e := newInMem(sessionID)
		e.steps(30)
		e.Delivered(sessionID, 10)
		e.prune(sessionID, pruned)
		c := open(t, e).base(t)
		c.expectSeqs(from, 30)
		e.steps(1)
		c.expectSeqs(31, 31)
	}
}

// A second hello without a position goes on after what this socket was
// played, or is told that this can't be had any more.
func TestSecondHelloAfterPruning(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	c := d.extended(t)
	e.steps(5)
	c.expectSeqs(1, 5)
	e.prune(sessionID, 5)
	c.say(`{"type":"hello"}`)
	c.expect("connected")
	if r := c.expect("resumed"); r["recovered"] != true || r.seq() != 5 {
		t.Errorf("got %v", r)
	}
	c.say(`{"type":"hello","last_seq":3}`)
	c.expect("connected")
	if r := c.expect("resumed"); r["recovered"] != false || r.text("reason") != ReasonPruned {
		t.Errorf("got %v", r)
	}
	e.steps(1)
	c.expectSeqs(6, 6)
	// Others have 7 to 9, this socket was not played them.
	e.fail(errors.New("no route to the store"))
	e.steps(3)
	e.Delivered(sessionID, 9)
	e.prune(sessionID, 9)
	c.say(`{"type":"hello"}`)
	c.expect("connected")
	if r := c.expect("resumed"); r["recovered"] != false || r.text("reason") != ReasonPruned {
		t.Errorf("got %v", r)
	}
	e.fail(nil)
	e.steps(1)
	c.expectSeqs(10, 10)
}

// Events that go between the greeting and the look into the store end the
// socket, and who comes back is served.
func TestEventsPrunedUnderAReplay(t *testing.T) {
	t.Parallel()
	for _, pruned := range []int64{30, 20} {
		e := newInMem(sessionID)
		e.steps(30)
		e.Delivered(sessionID, 30)
		d := open(t, e, func(c *Config) {
			watch := c.WatchFunc
			c.WatchFunc = func(sessionID string, after int64) Stream {
				e.prune(sessionID, pruned)
				return watch(sessionID, after)
			}
		})
		c := d.dial(t, dialing{protocol: Subprotocol})
		c.say(`{"type":"hello","last_seq":5}`)
		if code := c.closeCode(); code != CloseLost {
			t.Errorf("%d pruned: closed with %d", pruned, code)
		}
		for hello, recovered := range map[string]bool{`{"type":"hello","last_seq":5}`: false, `{"type":"hello"}`: true} {
			back := d.dial(t, dialing{protocol: Subprotocol})
			back.say(hello)
			back.expect("connected")
			if r := back.expect("resumed"); r["recovered"] != recovered {
				t.Errorf("%d pruned, back with %s: %v", pruned, hello, r)
			}
		}
	}
}

// A live stream whose events went before they were read has a hole: the
// socket ends, and a client of either kind is served when it is back.
func TestLiveEventsPrunedBeforeTheyAreRead(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	c := d.base(t)
	e.steps(2)
	c.expectSeqs(1, 2)
	e.awaitDelivered(t, sessionID, 2)
	e.mu.Lock()
	s := e.sessions[sessionID]
	s.pruned, s.session.LastSeq = 6, 6 // 3 to 6 were another node's
	s.events = append(s.events, make([]*state.Event, 4)...)
	e.mu.Unlock()
	e.steps(1)
	if code := c.closeCode(); code != CloseLost {
		t.Errorf("closed with %d", code)
	}
	base := d.base(t)
	base.expectSeqs(7, 7)
	back := d.dial(t, dialing{protocol: Subprotocol, query: "?last_seq=2"})
	back.expect("connected")
	if r := back.expect("resumed"); r["recovered"] != false || r.text("reason") != ReasonPruned {
		t.Errorf("got %v", r)
	}
	e.steps(1)
	base.expectSeqs(8, 8)
	back.expectSeqs(8, 8)
}
