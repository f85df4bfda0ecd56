package storetest

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func submitTests() []test {
	return []test{
		on("submit stores run and message", submitStores),
		on("submit keeps long and strange text", submitText),
		on("same client_msg_id is one run", submitTwice),
		on("same client_msg_id at once is one run", submitTwiceAtOnce),
		on("client_msg_id belongs to its session", func(t *testing.T, y *harness) {
			for _, s := range []string{y.session("u1").ID, y.session("u1").ID} {
				out, err := y.Submit(t.Context(), submission(s, "m1", "전세"))
				y.must(err)
				if out.Duplicate {
					t.Error("is a duplicate in another session")
				}
			}
		}),
		on("no client_msg_id is never a duplicate", func(t *testing.T, y *harness) {
			s := y.session("u1")
			y.submit(s.ID, "전세")
			y.submit(s.ID, "전세")
			if runs, err := y.OpenRuns(t.Context(), store.Server(), s.ID); err != nil || len(runs) != 2 {
				t.Errorf("%d runs, %v", len(runs), err)
			}
		}),
		on("busy, reject and queue limit", submitBusy),
		on("runs list in order, paged", runLists),
		on("submit to nowhere", func(t *testing.T, y *harness) {
			_, err := y.Submit(t.Context(), submission("session-none", "", "q"))
			y.is(err, store.ErrNotFound)
			_, err = y.Run(t.Context(), store.Server(), "run-none")
			y.is(err, store.ErrNotFound)
		}),
		on("submit refuses what can't be kept", func(t *testing.T, y *harness) {
			s := y.session("u1")
			_, err := y.Submit(t.Context(), submission(s.ID, "", "a\x00"))
			y.is(err, store.ErrInvalid)
			y.gapless(s.ID)
		}),
		on("run without a message", func(t *testing.T, y *harness) {
			s := y.session("u1")
			in := submission(s.ID, "", "")
			in.Run.Kind, in.Run.NextNode, in.Message = state.RunTrigger, "greet", nil
			out, err := y.Submit(t.Context(), in)
			y.must(err)
			back, err := y.Run(t.Context(), store.Server(), out.Run.ID)
			y.must(err)
			same(y, back, out.Run)
			if s, err = y.Session(t.Context(), store.Server(), s.ID); err != nil || s.LastMessage != nil || s.MessageCount != 0 {
				t.Errorf("session has a message: %+v, %v", s, err)
			}
		}),
		on("100 submissions at once are in one order", submitAtOnce),
	}
}

func submitStores(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	in := submission(s.ID, "m1", nasty)
	in.Run.UserID, in.Run.Input, in.Run.Address = "u1", []byte(`{"a":"나"}`), "192.0.2.1"
	out, err := y.Submit(ctx, in)
	y.must(err)
	want := in.Run
	want.ID, want.Seq, want.Status, want.CreatedAt = out.Run.ID, 1, state.RunQueued, noon
	same(y, out, store.Submitted{Run: want, Head: store.Head{LastMessageID: 1, OpenRuns: 1}})
	back, err := y.Run(ctx, store.Server(), want.ID)
	y.must(err)
	same(y, back, want)

	messages, err := y.Messages(ctx, store.Server(), s.ID, 0, 0)
	y.must(err)
	same(y, messages, []state.Message{{
		ID: 1, SessionID: s.ID, RunID: want.ID, Role: state.RoleUser, Content: nasty, CreatedAt: noon,
	}})
	events, err := y.Events(ctx, store.Server(), s.ID, 0, 0)
	if err != nil || len(events) != 0 { // a free session has nobody to wait for
		t.Errorf("events are %v, %v", events, err)
	}
	s, err = y.Session(ctx, store.Server(), s.ID)
	y.must(err)
	if s.LastSeq != 0 || s.MessageCount != 1 || *s.LastMessage != nasty || s.Title != state.DefaultTitle {
		t.Errorf("session is %+v", s)
	}
}

func submitText(t *testing.T, y *harness) {
	s := y.session("u1")
	long := strings.Repeat("전세금😀", 150_000) // over 1 MiB
	y.submit(s.ID, long)
	messages, err := y.Messages(t.Context(), store.Server(), s.ID, 0, 0)
	y.must(err)
	if messages[0].Content != long {
		t.Error("a long message came back changed")
	}
	s, err = y.Session(t.Context(), store.Server(), s.ID)
	y.must(err)
	if want := strings.Repeat("전세금😀", 25); *s.LastMessage != want {
		t.Errorf("last_message is %q", *s.LastMessage)
	}
}

func submitTwice(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	first, err := y.Submit(ctx, submission(s.ID, "m1", "전세"))
	y.must(err)
	again, err := y.Submit(ctx, submission(s.ID, "m1", "전세"))
	y.must(err)
	same(y, again, store.Submitted{Run: first.Run, Duplicate: true})
	_, err = y.Submit(ctx, submission(s.ID, "m1", "월세"))
	y.is(err, store.ErrConflict)
	// A caller that lost the answer and has no client_msg_id.
	repeat := submission(s.ID, "", "전세")
	repeat.Run.ID = first.Run.ID
	again, err = y.Submit(ctx, repeat)
	y.must(err)
	if !again.Duplicate {
		t.Error("the same run id is stored twice")
	}
	// Neither busy nor full matters for what is stored already.
	full := submission(s.ID, "m1", "전세")
	full.RejectBusy, full.MaxQueued = true, 1
	again, err = y.Submit(ctx, full)
	if err != nil || !again.Duplicate {
		t.Errorf("duplicate while busy: %+v, %v", again, err)
	}
	y.gapless(s.ID)
}

func submitTwiceAtOnce(t *testing.T, y *harness) {
	s := y.session("u1")
	var mu sync.Mutex
	ids, firsts := map[string]bool{}, 0
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			out, err := y.Submit(t.Context(), submission(s.ID, "m1", "전세"))
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			ids[out.Run.ID] = true
			if !out.Duplicate {
				firsts++
			}
		})
	}
	wg.Wait()
	if len(ids) != 1 || firsts != 1 {
		t.Errorf("%d runs, %d were first", len(ids), firsts)
	}
	y.gapless(s.ID)
}

func submitBusy(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	first := y.submit(s.ID, "하나")
	in := submission(s.ID, "", "둘")
	in.MaxQueued = 2
	out, err := y.Submit(ctx, in)
	y.must(err)
	if !out.Busy {
		t.Error("not told of the run ahead")
	}
	_, err = y.Submit(ctx, in)
	y.is(err, store.ErrQueueFull)
	in.RejectBusy = true
	_, err = y.Submit(ctx, in)
	y.is(err, store.ErrBusy)
	y.gapless(s.ID)

	y.beat("a", after(10))
	y.finish(y.claim(first.ID, "a"))
	y.finish(y.claim(out.Run.ID, "a"))
	out, err = y.Submit(ctx, in)
	if err != nil || out.Busy {
		t.Errorf("session is still busy: %+v, %v", out, err)
	}
}

func runLists(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	var ids []string
	for i := range 5 {
		ids = append(ids, y.submit(s.ID, id("q", i)).ID)
	}
	y.submit(y.session("u1").ID, "other")
	y.beat("a", after(10))
	y.finish(y.claim(ids[0], "a"))

	open, err := y.OpenRuns(ctx, store.Server(), s.ID)
	y.must(err)
	same(y, runIDs(open), ids[1:])
	page, err := y.Runs(ctx, store.Server(), s.ID, 2, 0)
	y.must(err)
	same(y, runIDs(page), []string{ids[4], ids[3]})
	page, err = y.Runs(ctx, store.Server(), s.ID, 10, page[1].Seq)
	y.must(err)
	same(y, runIDs(page), []string{ids[2], ids[1], ids[0]})
}

func runIDs(runs []state.Run) (ids []string) {
	for _, r := range runs {
		ids = append(ids, r.ID)
	}
	return ids
}

func submitAtOnce(t *testing.T, y *harness) {
	s := y.session("u1")
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			in := submission(s.ID, id("m", i), id("q", i))
			in.MaxQueued = 60
			if _, err := y.Submit(t.Context(), in); err != nil && !errors.Is(err, store.ErrQueueFull) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	runs, err := y.OpenRuns(t.Context(), store.Server(), s.ID)
	y.must(err)
	if len(runs) != 60 {
		t.Errorf("%d runs are queued, want 60", len(runs))
	}
	for i, r := range runs {
		if r.Seq != int64(i+1) {
			t.Fatalf("run %d has seq %d", i+1, r.Seq)
		}
	}
	y.gapless(s.ID)
}
