package chaos

import (
	order "cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/test/chaos/checker"
)

// Reliability 3: SIGSTOP for longer than the lease, then SIGCONT: whatever
// the node still wants to write is refused.
func TestFrozenOwner(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	clients := c.converse(4, false)
	var asks []*ask
	for _, cl := range clients {
		asks = append(asks, cl.ask(work(8, 200*time.Millisecond, false)))
	}
	victim := c.nodes[0]
	held := c.underWay(victim, 2, 2)
	refusals := victim.metric(fenced)
	victim.freeze()
	c.awake(victim, refusals, held, clients, asks)
}

// The same, frozen right before a commit: on waking, the write is certainly
// tried. A run of 24 steps has about 25 commits, far fewer where disk or cores
// are slow.
func TestFrozenBeforeCommit(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{faults: map[int][]string{0: {"MADANG_FAILPOINT=commit.before=stop@4"}}})
	cl := c.join(c.nodes[1].session(), 0, false)
	cl.present()
	a := cl.ask(work(24, 100*time.Millisecond, false))
	victim := c.nodes[0]
	poll(t, "the node to stop itself", victim.frozen)
	if fired := victim.fired(); !strings.Contains(fired, "commit.before hit 4: stop") {
		t.Errorf("fired %q", fired)
	}
	held := make(map[string]checker.Holding)
	for id, h := range c.holdings() {
		if !h.Ended() {
			held[id] = h
		}
	}
	if len(held) != 1 {
		t.Fatalf("in hand: %v", held)
	}
	c.awake(victim, 0, held, []*client{cl}, []*ask{a}) // this run is its first
}

// fenced counts what a node wanted to write and was refused, as another has
// the run.
const fenced = `madang_store_errors_total{kind="fenced"}`

// awake lets a frozen node sleep until 15 s have passed, wakes it, and looks
// whether it tried to write and whether anything that was written meanwhile has
// changed. refusals are the node's from before.
func (c *cluster) awake(victim *node, refusals float64, held map[string]checker.Holding, clients []*client, asks []*ask) {
	c.t.Helper()
	frozen := time.Now()
	took := c.takeovers(held, frozen)
	c.t.Logf("takeover from a frozen node: %s", took)
	c.holds("a takeover", took.at(1), maxTakeover)
	for i, cl := range clients {
		cl.answered(asks[i])
	}
	if !victim.frozen() {
		c.t.Error("the node was not frozen all the time")
	}
	pause(time.Until(frozen.Add(15 * time.Second)))
	before := c.read()
	victim.thaw()
	pause(3 * time.Second) // time to write, if it could
	after := c.read()
	refused := victim.metric(fenced) - refusals
	c.t.Logf("late writes refused: %v; taken over: %d", refused, len(took))
	// A commit whose time ran out in its sleep may end before it reaches the fence.
	late := slices.ContainsFunc(victim.complaints(), func(l string) bool {
		return strings.Contains(l, "run left") && strings.Contains(l, "deadline exceeded")
	})
	if refused < 1 && !late {
		c.t.Error("the woken node was refused no write: nothing was proved")
	}
	if diff := cmp.Diff(rowsOf(before), rowsOf(after)); diff != "" {
		c.t.Errorf("a frozen node changed what was written (-before +after):\n%s", diff)
	}
	c.alive(victim)
	for _, cl := range clients { // it is of use again
		cl.ask(work(2, 10*time.Millisecond, false))
	}
	c.verdict()
}

// rowsOf is the history in an order that does not depend on the reading.
func rowsOf(db *checker.Database) *checker.Database {
	slices.SortFunc(db.Sessions, func(a, b checker.Session) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(db.Runs, func(a, b checker.Run) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(db.Events, func(a, b checker.Event) int { return strings.Compare(a.SessionID+a.EventID, b.SessionID+b.EventID) })
	slices.SortFunc(db.Messages, func(a, b checker.Message) int {
		return order.Or(strings.Compare(a.SessionID, b.SessionID), order.Compare(a.ID, b.ID))
	})
	slices.SortFunc(db.Checkpoints, func(a, b checker.Checkpoint) int {
		return order.Or(strings.Compare(a.SessionID, b.SessionID), order.Compare(a.StepNo, b.StepNo))
	})
	return db
}
