package storetest

import (
	"errors"
	"sync"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func deleteCases() []kase {
	return []kase{
		{"all of a session go", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			y.forget(s.ID, 4)
			same(y, y.steps(s.ID), nil)
		}},
		{"there is no newest then", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			y.forget(s.ID, 2)
			_, err := y.LatestCheckpoint(t.Context(), store.Server(), s.ID)
			y.is(err, store.ErrNotFound)
		}},
		{"messages and events stay", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			y.forget(s.ID, 2)
			same(y, y.texts(s.ID), []string{"q-001", "답: q-001"})
			events, err := y.Events(t.Context(), store.Server(), s.ID, 0, 0)
			y.must(err)
			same(y, len(events), 2)
		}},
		{"others' stay", func(t *testing.T, y *harness) {
			a, _ := y.talked(1)
			b, _ := y.talked(1)
			y.forget(a.ID, 2)
			same(y, y.steps(b.ID), []int64{2, 1})
		}},
		{"whoever knew the state by its number looks again", func(t *testing.T, y *harness) {
			s, runs := y.talked(1)
			before := y.head(runs[0])
			y.forget(s.ID, 2)
			if after := y.head(runs[0]); after.LastStep == before.LastStep {
				t.Errorf("the head is still %+v", after)
			}
		}},
		{"the next run begins anew and reads back", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			y.forget(s.ID, 2)
			y.turn(s.ID, "다시", numbered(7), numbered(8))
			same(y, y.steps(s.ID), []int64{5, 4})
			same(y, y.state(state.CheckpointID(s.ID, 5)), numbered(8))
		}},
		{"a writer with the old state does no harm", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			last, err := y.LatestCheckpoint(t.Context(), store.Server(), s.ID)
			y.must(err)
			old, err := y.Head(t.Context(), store.Server(), s.ID)
			y.must(err)
			y.forget(s.ID, 2)
			c := bare(y.next(s.ID, "다시"), "x")
			old.OpenRuns = 1
			c.Head, c.Previous, c.Checkpoints[0].State = old, &last, []byte(numbered(3))
			y.apply(c)
			same(y, y.state(c.Checkpoints[0].ID), numbered(3))
		}},
		{"an open run keeps them", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.step(r, `{}`)
			_, err := y.DeleteCheckpoints(t.Context(), store.Server(), r.SessionID)
			y.is(err, store.ErrBusy)
			same(y, y.steps(r.SessionID), []int64{1})
		}},
		{"none is none", func(t *testing.T, y *harness) {
			s := y.session("u1")
			y.forget(s.ID, 0)
			head, err := y.Head(t.Context(), store.Server(), s.ID)
			y.must(err)
			same(y, head.LastStep, 0)
		}},
		{"of a session that isn't there", func(t *testing.T, y *harness) {
			_, err := y.DeleteCheckpoints(t.Context(), store.Server(), "session-none")
			y.is(err, store.ErrNotFound)
		}},
	}
}

func (y *harness) forget(sessionID string, want int64) {
	y.t.Helper()
	n, err := y.DeleteCheckpoints(y.t.Context(), store.Server(), sessionID)
	y.must(err)
	same(y, n, want)
}

func pruneCases() []kase {
	prune := func(keep int, want ...int64) func(*testing.T, *harness) {
		return func(t *testing.T, y *harness) {
			r := y.running("a")
			for i := range 6 { // at the minutes 1 to 6
				c := y.commit(r, "step")
				c.At, c.Checkpoints[0].State = after(i+1), []byte(numbered(i+1))
				if i == 5 {
					c.Status = state.RunCompleted
				}
				y.apply(c)
			}
			n, err := y.Prune(t.Context(), store.Server(), r.SessionID, keep)
			y.must(err)
			same(y, n, int64(6-len(want)))
			same(y, y.steps(r.SessionID), want)
			for _, step := range want {
				same(y, y.state(state.CheckpointID(r.SessionID, step)), numbered(int(step)))
			}
		}
	}
	return []kase{
		{"the newest few stay", prune(2, 6, 5)},
		{"one stays", prune(1, 6)},
		{"one stays of a request for none", prune(0, 6)},
		{"as many as there are", prune(6, 6, 5, 4, 3, 2, 1)},
		{"more than there are", prune(60, 6, 5, 4, 3, 2, 1)},
		{"what stays of a long chain reads back", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.walk(r, counted(70)...)
			y.finish(r)
			_, err := y.Prune(t.Context(), store.Server(), r.SessionID, 50)
			y.must(err)
			for i := 22; i <= 70; i++ {
				same(y, y.state(state.CheckpointID(r.SessionID, int64(i))), numbered(i))
			}
		}},
		{"the newest is found and goes on as a chain", func(t *testing.T, y *harness) {
			s, _ := y.talked(3)
			_, err := y.Prune(t.Context(), store.Server(), s.ID, 1)
			y.must(err)
			last, err := y.LatestCheckpoint(t.Context(), store.Server(), s.ID)
			y.must(err)
			same(y, string(last.State), numbered(6))
			y.turn(s.ID, "다시", numbered(7), numbered(8))
			same(y, y.state(state.CheckpointID(s.ID, 8)), numbered(8))
			same(y, y.steps(s.ID), []int64{8, 7, 6})
		}},
		{"a writer that was at it goes on", pruneUnderWriter},
		{"amid a writer, readers, copies and forks", pruneAmidOthers},
		{"an open run's stay", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			y.walk(y.next(s.ID, "열린"), numbered(5), numbered(6))
			n, err := y.Prune(t.Context(), store.Server(), s.ID, 1)
			y.must(err)
			same(y, n, 4)
			same(y, y.steps(s.ID), []int64{6, 5})
			same(y, y.state(state.CheckpointID(s.ID, 5)), numbered(5))
		}},
		{"the oldest that stays has no changes to tell", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			_, err := y.Prune(t.Context(), store.Server(), s.ID, 2)
			y.must(err)
			got, err := y.Checkpoint(t.Context(), store.Server(), state.CheckpointID(s.ID, 3))
			y.must(err)
			same(y, got.Changes, nil)
		}},
		{"twice is once", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			for _, want := range []int64{3, 0} {
				n, err := y.Prune(t.Context(), store.Server(), s.ID, 1)
				y.must(err)
				same(y, n, want)
			}
		}},
		{"of a session without any", func(t *testing.T, y *harness) {
			n, err := y.Prune(t.Context(), store.Server(), y.session("u1").ID, 1)
			y.must(err)
			same(y, n, 0)
		}},
		{"of a session that isn't there", func(t *testing.T, y *harness) {
			_, err := y.Prune(t.Context(), store.Server(), "session-none", 1)
			y.is(err, store.ErrNotFound)
		}},
	}
}

// pruneUnderWriter takes the base away from a writer that knows where its
// chain begins.
func pruneUnderWriter(t *testing.T, y *harness) {
	s, _ := y.talked(2)
	r := y.next(s.ID, "열린")
	for i := 5; i <= 9; i++ {
		c := y.commit(r, "step")
		c.Checkpoints[0].State = []byte(numbered(i))
		_, err := y.Prune(t.Context(), store.Server(), s.ID, 1)
		y.must(err)
		y.apply(c)
	}
	for i := 5; i <= 9; i++ {
		same(y, y.state(state.CheckpointID(s.ID, int64(i))), numbered(i))
	}
}

// pruneAmidOthers does everything at once with a session whose runs go on:
// whatever is there can be read, and a copy is whole.
func pruneAmidOthers(t *testing.T, y *harness) {
	ctx := t.Context()
	s, _ := y.talked(1)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for _, disturb := range []func(last state.Checkpoint) error{
		func(state.Checkpoint) error { _, err := y.Prune(ctx, store.Server(), s.ID, 3); return err },
		func(last state.Checkpoint) error {
			_, err := y.FieldHistory(ctx, store.Server(), s.ID, "n", 0, 5)
			return err
		},
		func(last state.Checkpoint) error { _, err := y.Checkpoint(ctx, store.Server(), last.ID); return err },
		func(last state.Checkpoint) error {
			_, f, err := y.Fork(ctx, store.Server(), last.ID, state.Session{}, state.Checkpoint{})
			if err == nil && string(f.State) != string(last.State) {
				err = errors.New("a fork has another state")
			}
			return err
		},
		func(state.Checkpoint) error {
			c, err := y.CopySession(ctx, store.Server(), s.ID, state.Session{}, 0)
			if err == nil {
				_, err = y.Checkpoint(ctx, store.Server(), c.CheckpointID)
			}
			return err
		},
	} {
		wg.Go(func() {
			for range 40 { // enough, and not all that the machine can do
				select {
				case <-stop:
					return
				default:
				}
				last, err := y.LatestCheckpoint(ctx, store.Server(), s.ID)
				if err == nil {
					err = disturb(last)
				}
				// It was the newest when it was looked for.
				if err != nil && !errors.Is(err, store.ErrNotFound) {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 20 {
		y.turn(s.ID, id("q", i), numbered(10*i), numbered(10*i+1))
	}
	close(stop)
	wg.Wait()
	for _, step := range y.steps(s.ID) {
		y.state(state.CheckpointID(s.ID, step))
	}
	same(y, y.state(state.CheckpointID(s.ID, 42)), numbered(191))
}
