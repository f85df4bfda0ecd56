package chaos

import (
	"strings"
	"testing"
	"time"
)

// Reliability 27: the clocks of two nodes are an hour off, to either side.
// Nobody takes what another has in hand, nothing ends for a wrong deadline,
// and a death of one of them is seen as ever.
func TestClocksAnHourOff(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{faults: map[int][]string{
		0: {"MADANG_CLOCK_SKEW=1h"}, 1: {"MADANG_CLOCK_SKEW=-1h"},
	}})
	clients := c.converse(6, false)
	var asks []*ask
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(14, 500*time.Millisecond, false))) // longer than a lease
	}
	for i, cl := range clients {
		cl.answered(asks[i])
	}
	for i, skewed := range []string{"clock: skew 1h0m0s", "clock: skew -1h0m0s"} {
		if fired := c.nodes[i].fired(); !strings.Contains(fired, skewed) {
			t.Errorf("%s's clock was not moved: %q", c.nodes[i].name, fired)
		}
	}
	for id, h := range c.holdings() {
		if h.Attempt != 1 || h.Status != "completed" {
			t.Errorf("run %s is %s after %d attempts although nobody died", id, h.Status, h.Attempt)
		}
	}
	asks = asks[:0]
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(8, 250*time.Millisecond, false)))
	}
	victim := c.nodes[c.rng.IntN(2)]
	held := c.underWay(victim, 1, 2)
	victim.kill()
	took := c.takeovers(held, time.Now())
	t.Logf("takeover from %s: %s", victim.name, took)
	c.holds("a takeover", took.at(1), maxTakeover)
	for i, cl := range clients {
		cl.answered(asks[i])
	}
	db := c.verdict()
	for _, r := range db.Runs {
		if r.Status != "completed" {
			t.Errorf("run %s is %s", r.ID, r.Status)
		}
	}
}

// Reliability 27 again: two nodes' clocks are set in the middle of it, by an
// hour to either side. What is stored from then on has the right time too, and
// answers are neither late nor early.
func TestClocksSetByAnHour(t *testing.T) {
	t.Parallel()
	began := time.Now()
	c := newCluster(t, plan{faults: map[int][]string{
		0: {"MADANG_CLOCK_SKEW=1h@8s"}, 1: {"MADANG_CLOCK_SKEW=-1h@8s"},
	}})
	clients := c.converse(9, false)
	var long []*ask
	for _, cl := range clients[:3] {
		long = append(long, cl.ask(work(18, 600*time.Millisecond, false))) // under way all the time
	}
	set := func() bool {
		return strings.Contains(c.nodes[0].fired(), "skew 1h0m0s") && strings.Contains(c.nodes[1].fired(), "skew -1h0m0s")
	}
	// What comes before the nodes have asked the database again is what
	// might get a wrong time.
	for after := 0; after < 20; {
		var asks []*ask
		for _, cl := range clients[3:] {
			asks = append(asks, cl.ask(asking("approval", 1, time.Millisecond)))
		}
		for i, cl := range clients[3:] {
			cl.answered(asks[i])
		}
		if set() {
			after++
		} else if time.Since(began) > patience {
			t.Fatal("the clocks were not set: the fault did not fire")
		}
	}
	for i, cl := range clients[:3] {
		cl.answered(long[i])
	}
	db := c.verdict()
	for _, r := range db.Runs {
		if r.Status != "completed" || r.Attempt != 1 {
			t.Errorf("run %s is %s after %d attempts although nobody died", r.ID, r.Status, r.Attempt)
		}
	}
	for _, e := range db.Events {
		if e.At.Before(began.Add(-time.Minute)) || e.At.After(time.Now().Add(time.Minute)) {
			t.Errorf("event %d, %s, is of %s, the test began at %s", e.Seq, e.Type, e.At, began)
		}
	}
}
