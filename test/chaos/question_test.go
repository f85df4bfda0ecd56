package chaos

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/failpoint"
)

// A run that has asked rests in the store and nobody holds it. The node that
// takes the answer dies before it is stored, or right after: the question is
// answered once, the run goes on behind it without waiting for a lease to end,
// and what it had done before is not done again. So it is with an answer by a
// command and with one by a text, which is a line of the conversation too.
func TestKilledAtAnAnswer(t *testing.T) {
	t.Parallel()
	places := []string{failpoint.ResumeBefore, failpoint.ResumeAfter}
	manners := []manner{approving, writing}
	kinds := map[manner]string{approving: "approval", writing: "clarification"}
	survivor := len(places) * len(manners)
	faults := make(map[int][]string)
	for i := range survivor {
		faults[i] = []string{"MADANG_FAILPOINT=" + places[i%2] + "=kill@1"}
	}
	c := newCluster(t, plan{nodes: survivor + 1, faults: faults, args: []string{"--db-max-conns", "4"}})
	type told struct {
		*client
		*ask
		place string
	}
	query := func(node int, how manner) told {
		cl := c.join(c.nodes[survivor].session(), node, false)
		cl.answering = how
		cl.present()
		return told{client: cl, ask: cl.ask(asking(kinds[how], 8, 60*time.Millisecond))}
	}
	calm := make(map[manner]told)
	for _, how := range manners {
		calm[how] = query(survivor, how)
		calm[how].answered(calm[how].ask)
	}
	var all []told
	for range pick(1, 4) {
		var now []told
		for i := range survivor {
			a := query(i, manners[i/2])
			a.place = places[i%2]
			now = append(now, a)
		}
		for i, a := range now {
			c.nodes[i].diedAt(a.place)
		}
		for _, a := range now {
			if end := a.answered(a.ask); end != "final_response" {
				t.Errorf("killed at %s, a run ended with %q", a.place, end)
			}
		}
		all = append(all, now...)
		for i := range now {
			c.nodes[i].start(faults[i]...)
			c.nodes[i].ready()
		}
	}
	db := c.verdict()
	var runs []string
	for _, a := range all {
		runs = append(runs, a.run(a.ask))
		reference := calm[a.answering]
		want := shape(db, reference.run(reference.ask))
		if diff := cmp.Diff(want, shape(db, a.run(a.ask))); diff != "" {
			t.Errorf("killed at %s, the history is another (-calm +killed):\n%s", a.place, diff)
		}
	}
	// Not as its client sees it, which looks for the one node that is left.
	took := toEnd(db, runs, "interrupt_resolved")
	t.Logf("from an answer to its run's end: %s", took)
	if len(took) == 0 {
		t.Fatal("no run was answered")
	}
	// More would be as if it had waited for a lease to end.
	c.holds("a run's end after its answer", took.at(1), bound{lease, 4 * lease})
}

// Nobody answers, so the default does when the time of the question is over.
// Any node may be the one that gives it; that one dies before it is stored, or
// right after: it is given once all the same, and the run goes on by another
// node without waiting for a lease to end.
func TestKilledAtAnExpiry(t *testing.T) {
	t.Parallel()
	left := map[int]string{0: failpoint.ResumeBefore, 1: failpoint.ResumeAfter}
	faults := make(map[int][]string)
	for i, place := range left {
		faults[i] = []string{"MADANG_FAILPOINT=" + place + "=kill@1"}
	}
	c := newCluster(t, plan{faults: faults})
	clients := c.converse(4, false)
	for _, cl := range clients {
		cl.answering = speechless
	}
	const rests = 800 * time.Millisecond
	// round has each client's run ask, and go on without an answer.
	round := func() (runs []string) {
		var asks []*ask
		for _, cl := range clients {
			asks = append(asks, cl.ask(askingFor(rests, "approval", 4, 20*time.Millisecond)))
		}
		for i, cl := range clients {
			if end := cl.answered(asks[i]); end != "final_response" {
				t.Errorf("a run ended with %q", end)
			}
			runs = append(runs, cl.run(asks[i]))
		}
		return runs
	}
	var all []string
	for try := 1; len(left) > 0; try++ {
		if try > 40 {
			t.Fatalf("nobody died at %v: the fault did not fire", left)
		}
		all = append(all, round()...)
		for i, place := range left {
			if n := c.nodes[i]; n.gone() {
				n.diedAt(place)
				n.start()
				n.ready()
				delete(left, i)
			}
		}
	}
	calm := round()
	db := c.verdict()
	want := shape(db, calm[0])
	for _, run := range all {
		if diff := cmp.Diff(want, shape(db, run)); diff != "" {
			t.Errorf("the history is another (-calm +killed):\n%s", diff)
		}
	}
	took := toEnd(db, all, "workflow_interrupted")
	t.Logf("from a question to its run's end, which waited for %s: %s", rests, took)
	if len(took) == 0 {
		t.Fatal("no question's time was over")
	}
	// More would be as if it had waited for a lease to end.
	c.holds("a run's end after its question's time", took.at(1)-rests, bound{lease, 4 * lease})
}
