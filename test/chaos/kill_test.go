package chaos

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/test/chaos/checker"
)

// lease is how long a silent node keeps its runs.
const lease = 5 * time.Second

// maxTakeover is how long the runs of a killed node may be without one: the
// lease, and a look of the sweeper.
var maxTakeover = bound{7 * time.Second, 21 * time.Second}

// underWay waits until a node has runs in hand, each with that many steps
// committed, and gives them.
func (c *cluster) underWay(n *node, runs, steps int) map[string]checker.Holding {
	c.t.Helper()
	var held map[string]checker.Holding
	poll(c.t, fmt.Sprintf("%d runs under way on %s", runs, n.name), func() bool {
		held = c.heldBy(n, c.holdings(), steps)
		return len(held) >= runs
	})
	return held
}

// busy is underWay for any node: clients of one that was killed have gone to
// the others, and come back when those are.
func (c *cluster) busy(runs, steps int) (n *node, held map[string]checker.Holding) {
	c.t.Helper()
	poll(c.t, fmt.Sprintf("%d runs under way on a node", runs), func() bool {
		now := c.holdings()
		for _, i := range c.rng.Perm(len(c.nodes)) {
			n = c.nodes[i]
			if held = c.heldBy(n, now, steps); len(held) >= runs {
				return true
			}
		}
		return false
	})
	return n, held
}

// heldBy are the runs that a node has in hand, each with that many steps
// committed.
func (c *cluster) heldBy(n *node, all map[string]checker.Holding, steps int) map[string]checker.Holding {
	held := make(map[string]checker.Holding)
	for id, h := range all {
		if o := c.owner(h); o >= 0 && c.nodes[o] == n && !h.Ended() && (h.StepsDone >= steps || !probed) {
			held[id] = h
		}
	}
	return held
}

// takeovers waits until each run has another holder and gives the times
// since the fault. Another fence is the proof that the run was taken over;
// one that ended without was over before the fault came.
func (c *cluster) takeovers(held map[string]checker.Holding, fault time.Time) times {
	c.t.Helper()
	var took times
	left := make(map[string]checker.Holding)
	for id, h := range held {
		left[id] = h
	}
	poll(c.t, "takeover", func() bool {
		now := c.holdings()
		for id, before := range left {
			h := now[id]
			switch {
			case h.Fence > before.Fence && (h.Owner != before.Owner || h.Ended()):
				took = append(took, time.Since(fault))
				delete(left, id)
			case h.Ended():
				delete(left, id)
			}
		}
		return len(left) == 0
	})
	if len(took) == 0 {
		c.t.Error("nothing was in hand any more: the fault did not fire")
	}
	return took
}

// Reliability 1: kill -9 in the middle of a step.
func TestKilledOwner(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	clients := c.converse(6, false)
	for i, cl := range clients { // a second device on another node
		c.join(cl.session, i+1, false).present()
	}
	clients = append(clients, c.converse(2, true)...)
	var took times
	for range pick(1, 6) {
		var asks []*ask
		for _, cl := range clients {
			asks = append(asks, cl.ask(work(8, 250*time.Millisecond, false)))
		}
		victim, held := c.busy(2, 2)
		pause(between(c.rng, 0, 250*time.Millisecond)) // anywhere within a step
		victim.kill()
		took = append(took, c.takeovers(held, time.Now())...)
		for i, cl := range clients {
			if end := cl.answered(asks[i]); end != "final_response" {
				t.Errorf("a run ended with %q", end)
			}
		}
		victim.start()
		victim.ready()
	}
	t.Logf("takeover after kill -9: %s", took)
	c.holds("a takeover (p99)", took.at(0.99), maxTakeover)
	c.verdict()
}

// A node that is named by its operator comes back under that name before
// its lease has ended; its runs must not be taken for being in hand.
func TestKilledNodeComesBackUnderItsName(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{})
	clients := c.converse(4, false)
	for try := 1; ; try++ {
		var asks []*ask
		for _, cl := range clients {
			asks = append(asks, cl.ask(work(6, 200*time.Millisecond, false)))
		}
		victim, held := c.busy(1, 1)
		victim.kill()
		killed := time.Now()
		victim.startAs(victim.name + "-1")
		victim.ready()
		back := time.Since(killed)
		for i, cl := range clients {
			if end := cl.answered(asks[i]); end != "final_response" {
				t.Errorf("a run ended with %q", end)
			}
		}
		t.Logf("back after %s; %d runs were in hand, all had ended %s after the kill",
			back.Round(time.Millisecond), len(held), time.Since(killed).Round(time.Millisecond))
		// Its last beat was up to 1.5 s before the kill.
		if back < lease-1500*time.Millisecond {
			break
		}
		// A full machine starts nodes too slowly; the runs are judged all the same.
		if try == pick(2, 5) {
			if long() {
				t.Error("the node never came back before its lease had ended: the fault did not fire")
			}
			break
		}
	}
	c.verdict()
}

// Reliability 2: kill at every place around commit, publish and ack gives
// the same history as no fault.
func TestKilledAtEachPlace(t *testing.T) {
	t.Parallel()
	places := slices.DeleteFunc(failpoint.Names(), func(name string) bool {
		// Rolling restarts come by the one, answers to questions by the others.
		return name == failpoint.HandoverBefore || atAnswer(name)
	})
	faults := make(map[int][]string)
	chance := random(t)
	p := plan{nodes: len(places) + 1, chance: chance, faults: faults, args: []string{"--db-max-conns", "4"}}
	for i, place := range places {
		faults[i] = []string{deadly(chance, place)}
	}
	c := newCluster(t, p)
	survivor := c.nodes[len(places)]
	reference := c.join(survivor.session(), len(places), false)
	calm := reference.ask(work(8, 60*time.Millisecond, false))
	reference.answered(calm)
	asks, clients := make([]*ask, len(places)), make([]*client, len(places))
	begin := func(i int) {
		clients[i] = c.join(survivor.session(), i, false)
		clients[i].present()
		asks[i] = clients[i].ask(work(8, 60*time.Millisecond, false))
	}
	for i := range places {
		begin(i)
	}
	for i, place := range places {
		// A slow disk leaves a run few commits to die at, and a node that was
		// slow to greet has lost its client to another: it gets another run.
		for try := 1; clients[i].outlived(asks[i], c.nodes[i]) && try < 6; try++ {
			t.Logf("a run has come by %s alive", place)
			begin(i)
		}
		c.nodes[i].diedAt(place)
	}
	for i := range places {
		c.nodes[i].start()
	}
	for i := range places {
		c.nodes[i].ready()
	}
	db := c.verdict()
	want := shape(db, reference.run(calm))
	for i, place := range places {
		if diff := cmp.Diff(want, shape(db, clients[i].run(asks[i]))); diff != "" {
			t.Errorf("killed at %s, the history is another (-calm +killed):\n%s", place, diff)
		}
	}
}

// deadly is the order that kills a node at a place.
func deadly(chance *rand.Rand, place string) string {
	n := 1
	if strings.HasPrefix(place, "commit.") || strings.HasPrefix(place, "publish.") {
		n += chance.IntN(4) // with the query, and then one a step
	}
	return fmt.Sprintf("MADANG_FAILPOINT=%s=kill@%d", place, n)
}

// atAnswer tells of a place that only a run that asks comes by.
func atAnswer(place string) bool { return strings.HasPrefix(place, "resume.") }

// outlived tells of a query that is over while its node is still there.
func (c *client) outlived(a *ask, n *node) bool {
	c.t.Helper()
	poll(c.t, n.name+" to be killed or "+c.name+" to be answered", func() bool {
		return n.gone() || c.over(a)
	})
	pause(100 * time.Millisecond) // the place may come after the last event
	return !n.gone()
}

// diedAt waits until the node has been killed, and proves where.
func (n *node) diedAt(place string) {
	n.t.Helper()
	n.wait()
	n.wasKilled()
	if fired := n.fired(); !strings.Contains(fired, "failpoint "+place+" hit") {
		n.t.Errorf("%s: fired %q", place, fired)
	}
}

// Reliability 2 where there is one node and its file: it is killed at one
// place after the other and started again on what it left. What it had in
// hand is free at once, as nobody else can have it.
func TestKilledAtEachPlaceOnSQLite(t *testing.T) {
	t.Parallel()
	c := newCluster(t, plan{sqlite: true, args: []string{"--shutdown-timeout", "1s"}})
	n := c.nodes[0]
	reference := c.join(n.session(), 0, false)
	calm := reference.ask(work(8, 60*time.Millisecond, false))
	reference.answered(calm)
	calmAsking := reference.ask(asking("approval", 8, 60*time.Millisecond))
	reference.answered(calmAsking)
	type told struct {
		*client
		*ask
		place string
	}
	var all []told
	var took times
	for _, place := range pick([]string{
		failpoint.CommitAfter, failpoint.PublishBefore, failpoint.AckBefore, failpoint.ResumeBefore, failpoint.ResumeAfter,
	}, failpoint.Names()) {
		n.kill()
		n.start(deadly(c.rng, place))
		n.ready()
		each := 60 * time.Millisecond
		if place == failpoint.HandoverBefore {
			each = 250 * time.Millisecond // too long to end before the node stops
		}
		var now []told
		for _, cl := range c.converse(2, false) { // one of them passes by
			query := work(8, each, false)
			if atAnswer(place) {
				query = asking("approval", 8, each)
			}
			now = append(now, told{cl, cl.ask(query), place})
		}
		if place == failpoint.HandoverBefore {
			c.underWay(n, len(now), 1)
			n.signal(syscall.SIGTERM)
		}
		n.diedAt(place)
		n.start()
		n.ready()
		back := time.Now()
		for _, a := range now {
			if end := a.answered(a.ask); end != "final_response" {
				t.Errorf("killed at %s, a run ended with %q", place, end)
			}
		}
		took = append(took, time.Since(back))
		all = append(all, now...)
	}
	t.Logf("all runs had ended after the restart: %s", took)
	// More would be as if they had waited for a lease to end.
	c.holds("half of the runs' ends after a restart", took.at(0.5), bound{lease / 2, 3 * lease})
	db := c.verdict()
	plain, asked := shape(db, reference.run(calm)), shape(db, reference.run(calmAsking))
	for _, a := range all {
		want := plain
		if atAnswer(a.place) {
			want = asked
		}
		if diff := cmp.Diff(want, shape(db, a.run(a.ask))); diff != "" {
			t.Errorf("killed at %s, the history is another (-calm +killed):\n%s", a.place, diff)
		}
	}
}

// shape is what a run's history looks like to a user: each event's type with
// the steps' states, what is said twice in a row said once.
func shape(db *checker.Database, runID string) (out []string) {
	events := slices.Clone(db.Events)
	slices.SortFunc(events, func(a, b checker.Event) int { return int(a.Seq - b.Seq) })
	for _, e := range events {
		if e.RunID != runID || e.Type == "run_queued" {
			continue
		}
		var body struct {
			Steps []struct {
				ID     string `json:"step_id"`
				Status string `json:"status"`
			} `json:"execution_steps"`
		}
		line := e.Type
		if json.Unmarshal([]byte(e.Payload), &body) == nil {
			for _, s := range body.Steps {
				line += " " + s.Status
			}
		}
		if len(out) == 0 || out[len(out)-1] != line {
			out = append(out, line)
		}
	}
	return out
}

// A place that is slow or fails once breaks no promise either.
func TestDelayAndErrorAtEachPlace(t *testing.T) {
	t.Parallel()
	places := slices.DeleteFunc(failpoint.Names(), func(name string) bool {
		return name == failpoint.HandoverBefore
	})
	delays, errors := []string{}, []string{}
	for _, place := range places {
		delays = append(delays, place+"=sleep:120ms@2+")
		errors = append(errors, place+"=error@3")
	}
	c := newCluster(t, plan{faults: map[int][]string{
		0: {"MADANG_FAILPOINT=" + strings.Join(delays, ";")},
		1: {"MADANG_FAILPOINT=" + strings.Join(errors, ";")},
	}})
	clients := c.converse(6, false)
	for round := range pick(3, 6) {
		for _, cl := range clients {
			if round%3 == 0 {
				cl.ask(work(3, 20*time.Millisecond, true))
			} else { // the third answer, which is to fail, comes on each node
				cl.ask(asking("approval", 3, 20*time.Millisecond))
			}
		}
		pause(between(c.rng, 0, 500*time.Millisecond))
	}
	c.verdict()
	for i, action := range []string{"sleep", "error"} {
		for _, place := range places {
			if fired := c.nodes[i].fired(); !strings.Contains(fired, "failpoint "+place) {
				t.Errorf("%s at %s did not fire", action, place)
			}
		}
	}
}

// A run whose nodes die of it again and again is given up after three
// takeovers, with a terminal event.
func TestRunThatKillsItsNodes(t *testing.T) {
	t.Parallel()
	const second = "MADANG_FAILPOINT=commit.after=kill@2"
	c := newCluster(t, plan{mayFail: true, faults: map[int][]string{0: {second}, 1: {second}, 2: {second}}})
	cl := c.join(c.nodes[0].session(), 0, false)
	cl.present()
	// Commits share what a slow machine leaves of their number.
	a := cl.ask(work(32, 40*time.Millisecond, false))
	deaths := 0
	revive := func() {
		for _, n := range c.nodes {
			if n.gone() {
				n.wasKilled()
				deaths++
				n.start(second)
				n.ready()
			}
		}
	}
	for began := time.Now(); !cl.over(a) && time.Since(began) < patience; pause(20 * time.Millisecond) {
		revive()
	}
	revive() // the last may die, and the run be given up, while another is waited for
	if deaths != 4 {
		t.Errorf("the run killed %d nodes, promised are the first and three that took it over", deaths)
	}
	db := c.verdict()
	if len(db.Runs) != 1 || db.Runs[0].Status != "failed" {
		t.Errorf("runs: %+v", db.Runs)
	}
}
