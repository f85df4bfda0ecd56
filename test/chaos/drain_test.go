package chaos

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/test/chaos/checker"
)

// shutdown is the nodes' time to stop in these tests.
const shutdown = 3 * time.Second

// From the signal that a node is to stop until another has its run: what half
// of the runs keep, and what all do, as an offer may be lost and is then found
// by a sweep.
var (
	maxHandover  = bound{time.Second, 1500 * time.Millisecond}
	mostHandover = bound{2 * time.Second, 4 * time.Second}
)

// Reliability 13: three nodes are told to stop one after the other: nothing
// is lost, everybody is told to come back, not all come at once. It runs alone,
// as it promises a second, which two cores full of other clusters don't keep.
func TestRollingRestart(t *testing.T) { //nolint:paralleltest // see above
	c := newCluster(t, plan{args: []string{"--shutdown-timeout", shutdown.String()}})
	clients := c.converse(9, false)
	base := c.converse(3, true)
	talk := make(chan struct{})
	talked := make(chan struct{})
	go func() { // a load that goes on all the time
		defer close(talked)
		asks := make(map[*client]*ask)
		for {
			select {
			case <-talk:
				return
			case <-time.After(20 * time.Millisecond):
			}
			for _, cl := range slices.Concat(clients[3:], base) {
				if asks[cl] == nil || cl.over(asks[cl]) {
					asks[cl] = cl.ask(work(4, 50*time.Millisecond, true))
				}
			}
		}
	}()
	var handovers times
	long := make(map[*client]*ask)
	for i := range pick(1, 2) * len(c.nodes) {
		n := c.nodes[i%len(c.nodes)]
		// Work that is too long to end in time; who is away for a moment has
		// not cancelled the last one yet.
		for _, cl := range clients[:3] {
			if long[cl] == nil || cl.over(long[cl]) {
				long[cl] = cl.ask(work(30, 400*time.Millisecond, false))
			}
		}
		guest, held := c.longHeld(n)
		handovers = append(handovers, c.stopped(n, held)...)
		n.start()
		n.ready()
		for _, cl := range clients[:3] { // long work has been seen to go on
			cl.cancel()
		}
		if i > 0 { // the first one's goes on to its end
			guest.cancel()
		}
	}
	close(talk)
	<-talked
	t.Logf("handover on SIGTERM: %s", handovers)
	if len(handovers) < len(c.nodes) {
		t.Errorf("only %d runs were handed over", len(handovers))
	}
	c.holds("half of the handovers", handovers.at(0.5), maxHandover)
	c.holds("a handover", handovers.at(1), mostHandover)
	c.goodbyes(clients, base)
	c.verdict()
}

// longHeld has a guest of a node give out long work, and tells which runs
// of such work the node has in hand then.
func (c *cluster) longHeld(n *node) (guest *client, held map[string]checker.Holding) {
	c.t.Helper()
	guest = c.join(n.session(), slices.Index(c.nodes, n), false)
	guest.present()
	a := guest.ask(work(30, 400*time.Millisecond, false))
	guest.acked(a)
	seen := false
	defer func() {
		if !seen {
			c.t.Logf("%s: %s; %s", guest.name, guest.where(0), c.stored(guest.run(a)))
		}
	}()
	poll(c.t, "long work on "+n.name, func() bool {
		held = c.holdings()
		for id, h := range held {
			if o := c.owner(h); o < 0 || c.nodes[o] != n || h.Ended() || h.StepsDone < 1 {
				delete(held, id)
			}
		}
		_, seen = held[guest.run(a)]
		return seen
	})
	return guest, held
}

// stopped tells a node to stop and measures for each of its long runs the
// time from the signal until another node has it.
func (c *cluster) stopped(n *node, held map[string]checker.Holding) (took times) {
	c.t.Helper()
	c.farewells = append(c.farewells, c.connected(n)...)
	n.signal(syscall.SIGTERM)
	told := time.Now()
	left := make(map[string]checker.Holding)
	for id, h := range held {
		left[id] = h
	}
	poll(c.t, "handover", func() bool {
		now := c.holdings()
		for id, before := range left {
			h := now[id]
			if h.Ended() && h.Fence == before.Fence {
				delete(left, id) // it ended by itself
			} else if o := c.owner(h); o >= 0 && h.Owner != before.Owner && h.Fence > before.Fence {
				took = append(took, time.Since(told))
				delete(left, id)
			}
		}
		return len(left) == 0
	})
	n.wait()
	// A machine that is short of cores may need more than the time it is given.
	if code := n.cmd.ProcessState.ExitCode(); code != 0 && long() {
		c.t.Errorf("%s ended with %s\n%s", n.name, n.cmd.ProcessState, n.tail(5))
	}
	return took
}

// farewell is a connection that a node had when it was told to stop: which of
// the client's it was.
type farewell struct {
	*client
	node string
	conn int
}

// connected are the connections that a node has.
func (c *cluster) connected(n *node) (out []farewell) {
	for _, cl := range c.clients {
		cl.mu.Lock()
		last := len(cl.rec.Conns) - 1
		if cl.sock != nil && cl.rec.Conns[last].Node == n.name && cl.rec.Conns[last].Closed.IsZero() {
			out = append(out, farewell{cl, n.name, last})
		}
		cl.mu.Unlock()
	}
	return out
}

// goodbyes: every connection that a stopping node had was ended with the code
// that says come back, no connection with any other, and the returns are spread.
func (c *cluster) goodbyes(clients, base []*client) {
	c.t.Helper()
	byNode := make(map[string]int)
	for _, f := range c.farewells {
		want := map[bool]int{true: websocket.CloseServiceRestart, false: 4001}[f.base]
		conn := f.conns()[f.conn]
		if conn.CloseCode != want {
			c.t.Errorf("%s told %s goodbye with %d (%s), not %d", f.node, f.name, conn.CloseCode, conn.Err, want)
		}
		byNode[f.node]++
	}
	c.t.Logf("connections that a node had when it was told to stop: %v", byNode)
	if len(byNode) < len(c.nodes) {
		c.t.Errorf("some node had nobody to say goodbye to: %v", byNode)
	}
	var spread times
	for _, cl := range slices.Concat(clients, base) {
		for _, w := range cl.pauses() {
			want := map[bool][]int{true: {1001, 1012}, false: {4001}}[cl.base]
			// A handshake that finds nobody is a wait of its own.
			if w.code != 1006 && !slices.Contains(want, w.code) {
				c.t.Errorf("%s was sent away with %d", cl.name, w.code)
			}
			if w.code == 4001 {
				spread = append(spread, w.took)
			}
		}
		for _, conn := range cl.conns() {
			if conn.CloseCode == 0 && !conn.Closed.IsZero() && cl.ctx.Err() == nil {
				c.t.Errorf("%s lost a connection to %s without a close frame: %s", cl.name, conn.Node, conn.Err)
			}
		}
	}
	c.t.Logf("asked to come back after: %s", spread)
	if len(spread) < 6 || spread.at(1)-spread.at(0) < time.Second {
		c.t.Errorf("%d returns between %s and %s are not spread", len(spread), spread.at(0), spread.at(1))
	}
}

// A node that dies while it hands over loses nothing either.
func TestKilledAtHandover(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{
		args:   []string{"--shutdown-timeout", shutdown.String()},
		faults: map[int][]string{0: {"MADANG_FAILPOINT=handover.before=kill@1"}},
	})
	clients := c.converse(4, false)
	for _, cl := range clients {
		cl.ask(work(12, 400*time.Millisecond, false))
	}
	victim := c.nodes[0]
	held := c.underWay(victim, 2, 1)
	victim.signal(syscall.SIGTERM)
	victim.wait()
	victim.wasKilled()
	if fired := victim.fired(); !strings.Contains(fired, "handover.before hit 1: kill") {
		t.Errorf("fired %q", fired)
	}
	took := c.takeovers(held, time.Now())
	t.Logf("takeover: %s", took)
	c.holds("a takeover", took.at(1), maxTakeover)
	c.verdict()
}
