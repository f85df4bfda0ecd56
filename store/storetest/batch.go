package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func batchTests() []test {
	return []test{
		on("group commit of many sessions", groupCommit),
		on("group commit with fenced and failing members", groupWithBad),
		on("commits of one session in one batch are in order", groupInOrder),
		on("a run that ends in a batch fences what follows", func(t *testing.T, y *harness) {
			r := y.running("a")
			end, late := y.commit(r, "end"), y.commit(r, "late")
			end.Status = state.RunFailed
			errs := y.Apply(t.Context(), []*store.Commit{end, late})
			y.must(errs[0])
			y.is(errs[1], store.ErrFenced)
			y.gapless(r.SessionID)
		}),
		on("100 writers at once", manyWriters),
		on("no commits", func(t *testing.T, y *harness) {
			if errs := y.Apply(t.Context(), nil); len(errs) != 0 {
				t.Errorf("errors of nothing: %v", errs)
			}
		}),
	}
}

func groupCommit(t *testing.T, y *harness) {
	var list []*store.Commit
	for i := range 150 { // more than one statement's worth
		c := y.commit(y.running("a"), id("c", i))
		for range i % 4 {
			c.Events = append(c.Events, &state.Event{Type: "more", Payload: []byte(`{}`)})
		}
		list = append(list, c)
	}
	y.apply(list...)
	for i, c := range list {
		y.gapless(c.SessionID)
		events, err := y.Events(t.Context(), store.Server(), c.SessionID, 0, 0)
		y.must(err)
		if len(events) != 1+i%4 || string(events[0].Payload) != `{"label":"`+id("c", i)+`"}` {
			t.Fatalf("session %d has %d events, first %s", i, len(events), events[0].Payload)
		}
	}
}

func groupWithBad(t *testing.T, y *harness) {
	ctx := t.Context()
	var list []*store.Commit
	for i := range 8 {
		list = append(list, y.commit(y.running("a"), id("c", i)))
	}
	oops := errors.New("oops")
	list[2].Fence = 99
	list[3].Effects = []func(context.Context, store.Tx) error{
		func(ctx context.Context, tx store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO nowhere VALUES (1)`)
			return err
		},
	}
	list[5].Effects = []func(context.Context, store.Tx) error{
		func(context.Context, store.Tx) error { return oops },
	}
	// An id that exists: found by the database, not before.
	taken := y.commit(y.running("a"), "taken")
	taken.Documents = []state.Document{{ID: "doc"}}
	y.apply(taken)
	list[6].Documents = taken.Documents

	errs := y.Apply(ctx, list)
	for _, i := range []int{0, 1, 4, 7} {
		y.must(errs[i])
	}
	y.is(errs[2], store.ErrFenced)
	y.is(errs[5], oops)
	y.is(errs[6], store.ErrConflict)
	if errs[3] == nil {
		t.Error("a failing effect is no error")
	}
	for i, c := range list {
		s, err := y.Session(ctx, store.Server(), c.SessionID)
		y.must(err)
		if wrote := s.CheckpointID != ""; wrote != (errs[i] == nil) {
			t.Errorf("commit %d: wrote %v, error %v", i, wrote, errs[i])
		}
		y.gapless(c.SessionID)
	}
}

func groupInOrder(t *testing.T, y *harness) {
	ctx, r, other := t.Context(), y.running("a"), y.running("a")
	var list []*store.Commit
	for i := range 5 {
		list = append(list, y.commit(r, id("c", i)), y.commit(other, id("o", i)))
	}
	y.apply(list...)
	for _, sessionID := range []string{r.SessionID, other.SessionID} {
		y.gapless(sessionID)
	}
	messages, err := y.Messages(ctx, store.Server(), r.SessionID, 0, 1)
	y.must(err)
	for i, m := range messages {
		if m.Content != id("c", i) {
			t.Errorf("message %d is %q", i, m.Content)
		}
	}
	for i, c := range list {
		if c.Events[0].Seq != int64(1+i/2) || c.Checkpoints[0].StepNo != int64(1+i/2) {
			t.Errorf("commit %d has seq %d and step %d", i, c.Events[0].Seq, c.Checkpoints[0].StepNo)
		}
	}
}

func manyWriters(t *testing.T, y *harness) {
	const writers, turns = 100, 5
	y.beat("a", after(10))
	var runs []state.Run
	for i := range writers {
		// Several runs write while more are queued behind them.
		s := y.session(id("u", i))
		runs = append(runs, y.claim(y.submit(s.ID, "q").ID, "a"))
	}
	var wg sync.WaitGroup
	for _, r := range runs {
		wg.Go(func() {
			var head store.Head
			for i := range turns {
				c := bare(r, id("c", i))
				c.Head = head
				if err := y.Apply(t.Context(), []*store.Commit{c})[0]; err != nil {
					t.Error(err)
				}
				head = c.Head
				if _, err := y.Submit(t.Context(), submission(r.SessionID, id("m", i), "더")); err != nil {
					t.Error(err)
				}
				busy, err := y.MarkDelivered(t.Context(), map[string]int64{r.SessionID: int64(i)})
				if err != nil || len(busy) > 0 {
					t.Error(busy, err)
				}
			}
		})
	}
	wg.Wait()
	for _, r := range runs {
		y.gapless(r.SessionID)
		s, err := y.Session(t.Context(), store.Server(), r.SessionID)
		y.must(err)
		if s.LastSeq != 2*turns || s.DeliveredSeq != turns-1 {
			t.Errorf("session is %+v", s)
		}
	}
}
