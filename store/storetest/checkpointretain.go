package storetest

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// retainTests are about what is removed in time. Runs end at the minute 1;
// it is the minute 60, and what is older than ten minutes goes.
func retainTests() []test {
	const old = 10 * time.Minute
	return []test{
		on("checkpoint retain: for ever", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			y.delivered(s.ID)
			y.must(y.DeleteSession(t.Context(), store.Server(), s.ID, false, noon))
			y.retain(store.Retention{}, 100, store.Retained{})
		}),
		on("checkpoint retain: the newest of each session stays", func(t *testing.T, y *harness) {
			a, _ := y.talked(2)
			b, _ := y.talked(1)
			y.retain(store.Retention{Checkpoints: old}, 100, store.Retained{Checkpoints: 4})
			same(y, y.steps(a.ID), []int64{4})
			same(y, y.state(state.CheckpointID(a.ID, 4)), numbered(4))
			same(y, y.steps(b.ID), []int64{2})
		}),
		on("checkpoint retain: not yet", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			y.retain(store.Retention{Checkpoints: 59*time.Minute + time.Second}, 100, store.Retained{})
			same(y, len(y.steps(s.ID)), 4)
		}),
		on("checkpoint retain: an open run keeps its own", retainOpen),
		on("checkpoint retain: a later run's time takes the earlier's newest", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			y.retain(store.Retention{Checkpoints: old}, 100, store.Retained{Checkpoints: 1})
			y.turn(s.ID, "다음", numbered(3), numbered(4))
			y.retain(store.Retention{Checkpoints: old}, 100, store.Retained{Checkpoints: 2})
			same(y, y.steps(s.ID), []int64{4})
		}),
		on("checkpoint retain: what is left goes on", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			y.retain(store.Retention{Checkpoints: old}, 100, store.Retained{Checkpoints: 3})
			y.turn(s.ID, "계속", numbered(5), numbered(6))
			same(y, y.state(state.CheckpointID(s.ID, 6)), numbered(6))
		}),
		on("checkpoint retain: limited and resumed", retainPages),
		on("checkpoint retain: by many nodes at once", retainAtOnce),
		on("checkpoint retain: delivered events go", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			y.delivered(s.ID)
			y.retain(store.Retention{Events: old}, 100, store.Retained{Events: 4})
			events, err := y.Events(t.Context(), store.Server(), s.ID, 0, 0)
			y.must(err)
			same(y, len(events), 0)
			back, err := y.Session(t.Context(), store.Server(), s.ID)
			y.must(err)
			same(y, back.LastSeq, 4)
		}),
		on("checkpoint retain: events that no client has stay", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			y.marked(map[string]int64{s.ID: 3})
			y.retain(store.Retention{Events: old}, 100, store.Retained{Events: 3})
			y.firstSeq(s.ID, 4)
		}),
		on("checkpoint retain: an open run's events stay, without holes", retainOpenEvents),
		on("checkpoint retain: the next event has the next number", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			y.delivered(s.ID)
			y.retain(store.Retention{Events: old}, 100, store.Retained{Events: 2})
			y.firstSeq(s.ID, 0)
			y.turn(s.ID, "다음", numbered(3))
			y.firstSeq(s.ID, 3)
		}),
		on("checkpoint retain: hidden sessions go", retainHidden),
		on("checkpoint retain: a session that is shown again meanwhile stays", retainShownAgain),
		on("checkpoint retain: a hidden session at work stays", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.step(r, numbered(1))
			y.must(y.DeleteSession(t.Context(), store.Server(), r.SessionID, false, noon))
			y.retain(store.Retention{Removed: old}, 100, store.Retained{})
			same(y, y.state(state.CheckpointID(r.SessionID, 1)), numbered(1))
		}),
		on("checkpoint retain: results of runs that are over go", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			over := y.next(s.ID, "둘")
			y.record(over, "k", "1")
			y.finish(over)
			open := y.next(s.ID, "셋")
			y.record(open, "k", "2")
			y.retain(store.Retention{Results: old}, 100, store.Retained{Results: 1})
			same(y, y.results(over), nil)
			same(y, y.results(open), []string{"k=2"})
		}),
		on("checkpoint retain: runs go when nothing of them is left", retainRuns),
	}
}

// retain calls Retain at the minute 60 and checks what it has removed.
func (y *harness) retain(r store.Retention, limit int32, want store.Retained) {
	y.t.Helper()
	got, err := y.Retain(y.t.Context(), after(60), r, limit)
	y.must(err)
	same(y, got, want)
}

// delivered notes that the session's clients have every event.
func (y *harness) delivered(sessionID string) {
	y.t.Helper()
	s, err := y.Session(y.t.Context(), store.Server(), sessionID)
	y.must(err)
	y.marked(map[string]int64{sessionID: s.LastSeq})
}

func (y *harness) firstSeq(sessionID string, want int64) {
	y.t.Helper()
	first, err := y.FirstSeq(y.t.Context(), store.Server(), sessionID)
	y.must(err)
	same(y, first, want)
	events, err := y.Events(y.t.Context(), store.Server(), sessionID, 0, 0)
	y.must(err)
	for i, e := range events {
		same(y, e.Seq, want+int64(i))
	}
}

func retainOpen(t *testing.T, y *harness) {
	s, _ := y.talked(2)
	r := y.next(s.ID, "열린")
	y.walk(r, numbered(5), numbered(6))
	y.retain(store.Retention{
		Checkpoints: time.Minute, Events: time.Minute, Results: time.Minute, Runs: time.Minute, Removed: time.Minute,
	}, 100, store.Retained{Checkpoints: 4})
	same(y, y.steps(s.ID), []int64{6, 5})
	y.step(r, numbered(7))
	for i := 5; i <= 7; i++ {
		same(y, y.state(state.CheckpointID(s.ID, int64(i))), numbered(i))
	}
}

func retainPages(t *testing.T, y *harness) {
	var ids []string
	for range 5 {
		s, _ := y.talked(1)
		ids = append(ids, s.ID)
	}
	r := store.Retention{Checkpoints: time.Minute}
	y.retain(r, 2, store.Retained{Checkpoints: 2, More: true})
	y.retain(r, 2, store.Retained{Checkpoints: 2, More: true})
	y.retain(r, 2, store.Retained{Checkpoints: 1})
	y.retain(r, 2, store.Retained{})
	for _, id := range ids {
		same(y, y.steps(id), []int64{2})
	}
}

func retainAtOnce(t *testing.T, y *harness) {
	var ids []string
	for range 10 {
		s, _ := y.talked(2)
		y.delivered(s.ID)
		ids = append(ids, s.ID)
	}
	var mu sync.Mutex
	var sum store.Retained
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				got, err := y.Retain(t.Context(), after(60), store.Retention{Checkpoints: time.Minute, Events: time.Minute}, 4)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				sum.Checkpoints, sum.Events = sum.Checkpoints+got.Checkpoints, sum.Events+got.Events
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	same(y, sum, store.Retained{Checkpoints: 30, Events: 40})
	for _, id := range ids {
		same(y, y.state(state.CheckpointID(id, 4)), numbered(4))
	}
}

// retainOpenEvents has a query that is queued amid the first run's events.
func retainOpenEvents(t *testing.T, y *harness) {
	s := y.session("u1")
	first := y.next(s.ID, "하나")
	y.step(first, numbered(1))
	second := y.submit(s.ID, "둘")
	y.finish(first)
	y.delivered(s.ID)
	y.retain(store.Retention{Events: time.Minute}, 100, store.Retained{Events: 1})
	y.firstSeq(s.ID, 2)
	y.finish(y.claim(second.ID, "a"))
	y.delivered(s.ID)
	y.retain(store.Retention{Events: time.Minute}, 100, store.Retained{Events: 3})
	y.firstSeq(s.ID, 0)
}

func retainHidden(t *testing.T, y *harness) {
	ctx := t.Context()
	gone, _ := y.talked(1)
	late, _ := y.talked(1)
	shown, _ := y.talked(1)
	live, _ := y.talked(1)
	y.must(y.DeleteSession(ctx, store.Server(), gone.ID, false, noon))
	y.must(y.DeleteSession(ctx, store.Server(), late.ID, false, after(55)))
	y.must(y.DeleteSession(ctx, store.Server(), shown.ID, false, noon))
	y.must(y.RestoreSession(ctx, store.Server(), shown.ID))
	y.retain(store.Retention{Removed: 10 * time.Minute}, 100, store.Retained{Sessions: 1})
	y.is(y.RestoreSession(ctx, store.Server(), gone.ID), store.ErrNotFound)
	_, err := y.Checkpoint(ctx, store.Server(), state.CheckpointID(gone.ID, 1))
	y.is(err, store.ErrNotFound)
	y.must(y.RestoreSession(ctx, store.Server(), late.ID))
	for _, s := range []state.Session{late, shown, live} {
		y.gapless(s.ID)
	}
}

func retainRuns(t *testing.T, y *harness) {
	ctx := t.Context()
	s, runs := y.talked(3)
	y.marked(map[string]int64{s.ID: 3}) // half of the second's
	y.retain(store.Retention{Checkpoints: time.Minute, Events: time.Minute, Runs: time.Minute}, 100,
		store.Retained{Checkpoints: 5, Events: 3, Runs: 1})
	_, err := y.Run(ctx, store.Server(), runs[0].ID)
	y.is(err, store.ErrNotFound)
	for _, r := range runs[1:] {
		_, err := y.Run(ctx, store.Server(), r.ID)
		y.must(err)
	}
	same(y, y.state(state.CheckpointID(s.ID, 6)), numbered(6))
	y.turn(s.ID, "다음", numbered(7))
	all, err := y.Runs(ctx, store.Server(), s.ID, 0, 0)
	y.must(err)
	same(y, all[0].Seq, 4)
}

// retainShownAgain brings sessions back while they are being removed: one
// that came back is there.
func retainShownAgain(t *testing.T, y *harness) {
	ctx := t.Context()
	var ids []string
	for range 20 {
		s := y.session("u1")
		y.must(y.DeleteSession(ctx, store.Server(), s.ID, false, noon))
		ids = append(ids, s.ID)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 4 {
				if _, err := y.Retain(ctx, after(60), store.Retention{Removed: time.Minute}, 10); err != nil {
					t.Error(err)
				}
			}
		})
	}
	back := map[string]bool{}
	for _, id := range slices.Backward(ids) {
		err := y.RestoreSession(ctx, store.Server(), id)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		back[id] = err == nil
	}
	wg.Wait()
	for id, there := range back {
		if _, err := y.Session(ctx, store.Server(), id); (err == nil) != there {
			t.Errorf("came back: %v, then %v", there, err)
		}
	}
}
