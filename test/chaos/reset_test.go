package chaos

import (
	"net"
	"strings"
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
	deadline := time.Now().Add(patience)
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
	c.verdict()
	cut := 0
	for _, cl := range clients {
		for _, conn := range cl.conns() {
			// The client's own end was closed while it read; whatever else ends
			// a connection is another error.
			if conn.CloseCode == 0 && strings.Contains(conn.Err, net.ErrClosed.Error()) {
				cut++
			}
		}
	}
	// A socket takes one reset only, so that each has its own connection.
	if cut != done {
		t.Errorf("%d resets cut %d connections", done, cut)
	}
	// The nodes are told by the network alone. A frame that says a goodbye
	// would be another code.
	var seen float64
	for _, n := range c.nodes {
		seen += n.metric(`madang_sockets_closed_total{code="1006"}`)
	}
	t.Logf("%d resets, %d connections cut, %v seen by the nodes", done, cut, seen)
	if seen < float64(done) {
		t.Errorf("%d resets, the nodes saw only %v", done, seen)
	}
	for i, n := range c.nodes {
		poll(t, n.name+"'s goroutines to be gone", func() bool {
			return n.metric("go_goroutines") <= baseline[i]+8
		})
	}
}
