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
// and what it had done before is not done again.
func TestKilledAtAnAnswer(t *testing.T) {
	t.Parallel()
	places := []string{failpoint.ResumeBefore, failpoint.ResumeAfter}
	faults := make(map[int][]string)
	for i, place := range places {
		faults[i] = []string{"MADANG_FAILPOINT=" + place + "=kill@1"}
	}
	c := newCluster(t, plan{faults: faults})
	survivor := c.nodes[len(places)]
	reference := c.join(survivor.session(), len(places), false)
	calm := reference.ask(asking(8, 60*time.Millisecond))
	reference.answered(calm, 20*time.Second)
	type told struct {
		*client
		*ask
		place string
	}
	var all []told
	var took times
	for range pick(1, 4) {
		var now []told
		for i, place := range places {
			cl := c.join(survivor.session(), i, false)
			cl.present()
			now = append(now, told{cl, cl.ask(asking(8, 60*time.Millisecond)), place})
		}
		for i, place := range places {
			c.nodes[i].diedAt(place)
		}
		died := time.Now()
		for _, a := range now {
			if end := a.answered(a.ask, 20*time.Second); end != "final_response" {
				t.Errorf("killed at %s, a run ended with %q", a.place, end)
			}
			took = append(took, time.Since(died))
		}
		all = append(all, now...)
		for i := range places {
			c.nodes[i].start(faults[i]...)
			c.nodes[i].ready()
		}
	}
	t.Logf("all runs had ended after the kill: %s", took)
	if p := took.at(1); p > lease {
		t.Errorf("a run had ended %s after the kill, as if it had waited for a lease of %s to end", p, lease)
	}
	db := c.verdict(20 * time.Second)
	want := shape(db, reference.run(calm))
	for _, a := range all {
		if diff := cmp.Diff(want, shape(db, a.run(a.ask))); diff != "" {
			t.Errorf("killed at %s, the history is another (-calm +killed):\n%s", a.place, diff)
		}
	}
}
