package chaos

import (
	"testing"
	"time"
)

// Reliability 4: resets of clients at random leave no gap, no duplicate and
// no goroutine behind.
func TestRandomResets(t *testing.T) {
	t.Parallel()
	const resets = 200
	c := newCluster(t, plan{})
	pause(500 * time.Millisecond) // what a node starts on its own
	baseline := make([]float64, len(c.nodes))
	for i, n := range c.nodes {
		baseline[i] = n.metric("go_goroutines")
	}
	clients := append(c.converse(10, false), c.converse(2, true)...)
	asks := make([]*ask, len(clients))
	done := 0
	deadline := time.Now().Add(60 * time.Second)
	for done < resets && time.Now().Before(deadline) {
		for i, cl := range clients {
			if asks[i] == nil || cl.over(asks[i]) {
				asks[i] = cl.ask(work(4, 15*time.Millisecond, c.rng.IntN(2) == 0))
			}
		}
		if clients[c.rng.IntN(len(clients))].reset() {
			done++
		}
		pause(between(c.rng, 0, 40*time.Millisecond))
	}
	if done < resets {
		t.Errorf("only %d resets", done)
	}
	c.verdict(60 * time.Second)
	cut := 0
	for _, cl := range clients {
		for _, conn := range cl.conns() {
			if conn.CloseCode == 0 {
				cut++
			}
		}
	}
	// Some hit a connection that was not greeted yet; none is counted twice.
	t.Logf("%d resets, %d connections without a close frame", done, cut)
	if cut < done/2 {
		t.Errorf("%d resets cut only %d connections", done, cut)
	}
	for i, n := range c.nodes {
		poll(t, n.name+"'s goroutines to be gone", 20*time.Second, func() bool {
			return n.metric("go_goroutines") <= baseline[i]+8
		})
	}
}
