package storetest

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func claimTests() []test {
	return []test{
		on("claim takes a queued run", func(t *testing.T, y *harness) {
			r := y.submit(y.session("u1").ID, "전세")
			y.beat("a", after(10))
			got := y.claim(r.ID, "a")
			want, at := r, noon
			want.Owner, want.Fence, want.Attempt, want.Status, want.StartedAt = "a", 1, 1, state.RunRunning, &at
			same(y, got, want)
			back, err := y.Run(t.Context(), store.Server(), r.ID)
			y.must(err)
			same(y, back, want)
		}),
		on("claim refuses what isn't claimable", claimRefuses),
		on("claim takes over when the lease is over", claimTakesOver),
		on("claims at once: exactly one wins", claimRace),
		on("takeovers at once: exactly one wins", takeoverRace),
		on("due runs are what claim would take", claimDue),
		on("release node frees its runs", releaseNode),
		on("release all frees every run", func(t *testing.T, y *harness) {
			a, b := y.running("a"), y.running("b")
			y.must(y.ReleaseAll(t.Context()))
			y.beat("c", after(10))
			for _, r := range []state.Run{a, b} {
				if got := y.claim(r.ID, "c"); got.Fence != 2 || got.Attempt != 2 {
					t.Errorf("claimed as %+v", got)
				}
			}
		}),
		on("controls reach the owner", controls),
		on("a cancel makes a run that rests due", cancelOfResting),
		on("a cancel and another end exclude each other", cancelAndEnd),
		on("an owner claims its own run again", claimsItsOwn),
	}
}

func claimRefuses(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	first, second := y.submit(s.ID, "하나"), y.submit(s.ID, "둘")
	y.beat("a", after(10))
	y.beat("b", after(10))
	refused := func(runID, owner string, want error) {
		t.Helper()
		_, _, err := y.Claim(ctx, runID, owner, noon)
		y.is(err, want)
	}
	refused("run-none", "a", store.ErrNotFound)
	refused(first.ID, "", store.ErrInvalid)
	refused(second.ID, "a", store.ErrFenced) // first is ahead
	r := y.claim(first.ID, "a")
	refused(first.ID, "b", store.ErrFenced) // lease holds
	refused(second.ID, "b", store.ErrFenced)

	wait := y.commit(r, "ask")
	wait.Status, wait.Interrupt = state.RunWaiting, question("q1")
	y.apply(wait)
	refused(first.ID, "b", store.ErrFenced) // waits for the user
	refused(second.ID, "b", store.ErrFenced)

	answered := y.commit(r, "answered")
	answered.Unclaimed, answered.Asked, answered.Status = true, "q1", state.RunQueued
	y.apply(answered)
	r = y.claim(first.ID, "b")
	if r.Fence != 2 || r.Interrupt != nil {
		t.Errorf("claimed after the answer as %+v", r)
	}
	y.finish(r)
	refused(first.ID, "a", store.ErrFenced) // has ended
	y.claim(second.ID, "a")
}

func claimTakesOver(t *testing.T, y *harness) {
	ctx := t.Context()
	r := y.running("a") // lease until minute 10
	y.beat("b", after(60))
	_, _, err := y.Claim(ctx, r.ID, "b", after(10))
	y.is(err, store.ErrFenced)
	taken, _, err := y.Claim(ctx, r.ID, "b", after(11))
	y.must(err)
	if taken.Owner != "b" || taken.Fence != 2 || taken.Attempt != 2 || !taken.StartedAt.Equal(noon) {
		t.Errorf("taken over as %+v", taken)
	}
	y.is(y.Apply(ctx, []*store.Commit{y.commit(r, "late")})[0], store.ErrFenced)
	y.apply(y.commit(taken, "new owner"))
	// The first owner's return changes nothing.
	y.beat("a", after(60))
	y.is(y.Apply(ctx, []*store.Commit{y.commit(r, "later")})[0], store.ErrFenced)
	y.gapless(r.SessionID)
}

// claimsItsOwn is an owner that has lost the answer to a claim or a commit.
func claimsItsOwn(t *testing.T, y *harness) {
	ctx := t.Context()
	r := y.running("a")
	again, head, err := y.Claim(ctx, r.ID, "a", noon)
	y.must(err)
	if again.Fence != 2 || again.Attempt != 2 || again.Owner != "a" || head.OpenRuns != 1 {
		t.Errorf("claimed again as %+v, head %+v", again, head)
	}
	// What was under way with the earlier claim comes too late.
	y.is(y.Apply(ctx, []*store.Commit{y.commit(r, "late")})[0], store.ErrFenced)
	once, _, err := y.Reclaim(ctx, r.ID, "a", noon)
	y.must(err)
	if once.Fence != 3 || once.Attempt != 2 {
		t.Errorf("claimed without an attempt as %+v", once)
	}
	y.apply(y.commit(once, "goes on"))
	_, _, err = y.Reclaim(ctx, r.ID, "b", noon)
	y.is(err, store.ErrFenced)
	y.gapless(r.SessionID)
}

func claimRace(t *testing.T, y *harness) {
	for i := range 20 {
		r := y.submit(y.session("u1").ID, id("q", i))
		race(t, y, r.ID, 1)
	}
}

func takeoverRace(t *testing.T, y *harness) {
	for range 10 {
		r := y.running("dead")
		y.beat("dead", noon.Add(-1))
		race(t, y, r.ID, 2)
	}
}

// race lets four nodes claim one run.
func race(t *testing.T, y *harness, runID string, fence int64) {
	t.Helper()
	var wins atomic.Int64
	var wg sync.WaitGroup
	for n := range 4 {
		owner := id("node", n)
		y.beat(owner, after(10))
		wg.Go(func() {
			r, _, err := y.Claim(t.Context(), runID, owner, noon)
			switch {
			case err == nil:
				wins.Add(1)
				if r.Owner != owner || r.Fence != fence {
					t.Errorf("won as %+v", r)
				}
			case !errors.Is(err, store.ErrFenced):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if wins.Load() != 1 {
		t.Fatalf("%d nodes won", wins.Load())
	}
}

func claimDue(t *testing.T, y *harness) {
	ctx := t.Context()
	s := y.session("u1")
	queued, behind := y.submit(s.ID, "하나"), y.submit(s.ID, "둘")
	alive, dead, waiting, ended := y.running("a"), y.running("dead"), y.running("a"), y.running("a")
	c := y.commit(waiting, "ask")
	c.Status = state.RunWaiting
	y.apply(c)
	y.finish(ended)
	y.beat("dead", noon.Add(-1))

	due, err := y.ClaimDue(ctx, "b", noon, 0)
	y.must(err)
	got := map[string]bool{}
	for _, r := range due {
		got[r.ID] = true
	}
	same(y, got, map[string]bool{queued.ID: true, dead.ID: true})
	one, err := y.ClaimDue(ctx, "b", noon, 1)
	if err != nil || len(one) != 1 {
		t.Errorf("asked for one, got %d, %v", len(one), err)
	}
	// Asking claims nothing.
	y.beat("b", after(10))
	for _, r := range due {
		if r = y.claim(r.ID, "b"); r.Owner != "b" {
			t.Errorf("claimed as %+v", r)
		}
	}
	due, err = y.ClaimDue(ctx, "c", noon, 0)
	if err != nil || len(due) != 0 {
		t.Errorf("%v are due after the claims, %v", runIDs(due), err)
	}
	_, _ = behind, alive
}

func releaseNode(t *testing.T, y *harness) {
	ctx := t.Context()
	r, other := y.running("a"), y.running("b")
	done := y.running("a")
	y.finish(done)
	freed, err := y.ReleaseNode(ctx, "a")
	y.must(err)
	same(y, freed, []string{r.ID})
	y.is(y.Apply(ctx, []*store.Commit{y.commit(r, "late")})[0], store.ErrFenced)
	y.beat("c", after(10))
	if got := y.claim(r.ID, "c"); got.Fence != 2 {
		t.Errorf("claimed as %+v", got)
	}
	_, _, err = y.Claim(ctx, other.ID, "c", noon)
	y.is(err, store.ErrFenced)
	freed, err = y.ReleaseNode(ctx, "unknown")
	if err != nil || len(freed) != 0 {
		t.Errorf("freed %v, %v", freed, err)
	}
}

func controls(t *testing.T, y *harness) {
	ctx := t.Context()
	r, other := y.running("a"), y.running("b")
	controls := []store.Control{
		{RunID: r.ID, Kind: store.ControlSkip, Arg: "step_1", At: noon},
		{RunID: r.ID, Kind: store.ControlCancel, At: after(1)},
	}
	for _, c := range append(controls, controls[0], store.Control{RunID: other.ID, Kind: store.ControlCancel, At: noon}) {
		y.must(y.AddControl(ctx, store.Server(), c))
	}
	got, err := y.Controls(ctx, "a")
	y.must(err)
	same(y, got, controls)
	y.is(y.AddControl(ctx, store.Server(), store.Control{RunID: "run-none", Kind: store.ControlCancel}), store.ErrNotFound)
	cancelled := y.commit(r, "end")
	cancelled.Status = state.RunCancelled
	y.apply(cancelled)
	got, err = y.Controls(ctx, "a")
	if err != nil || len(got) != 0 {
		t.Errorf("an ended run has controls: %v, %v", got, err)
	}
}

// cancelOfResting is a request before, in the middle of and after a run's coming to
// rest: whichever came first, it is due.
func cancelOfResting(t *testing.T, y *harness) {
	ctx := t.Context()
	request := func(r state.Run) {
		y.must(y.AddControl(ctx, store.Server(), store.Control{RunID: r.ID, Kind: store.ControlCancel, At: noon}))
	}
	rest := func(r state.Run) {
		ask := y.commit(r, "ask")
		ask.Status, ask.Interrupt = state.RunWaiting, question("q1")
		y.apply(ask)
	}
	before, after1, skipped := y.running("a"), y.running("a"), y.running("a")
	request(before)
	rest(before)
	rest(after1)
	request(after1)
	y.must(y.AddControl(ctx, store.Server(), store.Control{RunID: skipped.ID, Kind: store.ControlSkip, Arg: "step_1", At: noon}))
	rest(skipped)
	due, err := y.DueInterrupts(ctx, noon, 0)
	y.must(err)
	found := map[string]bool{}
	for _, r := range due {
		found[r.ID] = true
		if requested, err := y.Cancelled(ctx, r.ID); err != nil || !requested {
			t.Errorf("run %s is due without a request: %v", r.ID, err)
		}
	}
	same(y, found, map[string]bool{before.ID: true, after1.ID: true})
	requested, err := y.Cancelled(ctx, skipped.ID)
	if err != nil || requested {
		t.Errorf("a skip is a cancel: %v", err)
	}
	// Answered meanwhile it is no longer due; its next owner reads the request.
	_, err = y.Resume(ctx, store.Server(), answer(before, "q1"))
	y.must(err)
	due, err = y.DueInterrupts(ctx, noon, 0)
	if err != nil || len(due) != 1 {
		t.Errorf("due %+v, %v", due, err)
	}
	// At the same moment: each of the two waits for the other or sees it.
	for range 20 {
		r := y.running("a")
		var both sync.WaitGroup
		both.Go(func() { request(r) })
		both.Go(func() { rest(r) })
		both.Wait()
		due, err := y.DueInterrupts(ctx, noon, 0)
		if err != nil || !slices.ContainsFunc(due, func(d state.Run) bool { return d.ID == r.ID }) {
			t.Errorf("a cancel at the moment of the question is lost: %v", err)
		}
	}
}

// cancelAndEnd is a request to cancel before, after and at the moment of another end:
// one of the two is refused.
func cancelAndEnd(t *testing.T, y *harness) {
	ctx := t.Context()
	request := func(r state.Run) error {
		return y.AddControl(ctx, store.Server(), store.Control{RunID: r.ID, Kind: store.ControlCancel, At: noon})
	}
	end := func(r state.Run, status state.RunStatus) *store.Commit {
		c := y.commit(r, "end")
		c.Status = status
		return c
	}
	for _, status := range []state.RunStatus{state.RunCompleted, state.RunFailed} {
		r, other := y.running("a"), y.running("a")
		y.must(request(r))
		y.apply(y.commit(r, "step"))
		errs := y.Apply(ctx, []*store.Commit{end(r, status), end(other, status)})
		y.is(errs[0], store.ErrCancelled)
		y.must(errs[1])
		y.is(request(other), store.ErrNotFound)
		y.apply(end(r, state.RunCancelled))
		y.gapless(r.SessionID)
		if run, err := y.Run(ctx, store.Server(), r.ID); err != nil || run.Status != state.RunCancelled {
			t.Errorf("run is %s, %v", run.Status, err)
		}
	}
	for range 20 {
		r := y.running("a")
		c := end(r, state.RunCompleted)
		var both sync.WaitGroup
		var requested, ended error
		both.Go(func() { requested = request(r) })
		both.Go(func() { ended = y.Apply(ctx, []*store.Commit{c})[0] })
		both.Wait()
		first, second := errors.Is(ended, store.ErrCancelled) && requested == nil, errors.Is(requested, store.ErrNotFound) && ended == nil
		if !first && !second {
			t.Errorf("the request: %v, the end: %v", requested, ended)
		}
	}
}
