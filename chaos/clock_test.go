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
		cl.answered(asks[i], 40*time.Second)
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
	if p := took.at(1); p > maxTakeover {
		t.Errorf("takeover %s, promised %s", p, maxTakeover)
	}
	for i, cl := range clients {
		cl.answered(asks[i], 30*time.Second)
	}
	db := c.verdict(20 * time.Second)
	for _, r := range db.Runs {
		if r.Status != "completed" {
			t.Errorf("run %s is %s", r.ID, r.Status)
		}
	}
}
