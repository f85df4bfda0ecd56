package storetest

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func historyTests() []test {
	return []test{
		on("events after a number, limited", func(t *testing.T, y *harness) {
			ctx, r := t.Context(), y.running("a")
			c := y.commit(r, "many")
			for range 200 {
				c.Events = append(c.Events, &state.Event{Type: "e", Payload: []byte(`{}`)})
			}
			y.apply(c)
			y.gapless(r.SessionID)
			page, err := y.Events(ctx, store.Server(), r.SessionID, 100, 5)
			y.must(err)
			if len(page) != 5 || page[0].Seq != 101 || page[4].Seq != 105 {
				t.Errorf("page is %v", page)
			}
			page, err = y.Events(ctx, store.Server(), r.SessionID, 201, 5)
			if err != nil || len(page) != 0 {
				t.Errorf("after the end: %v, %v", page, err)
			}
			page, err = y.Events(ctx, store.Server(), "session-none", 0, 5)
			if err != nil || len(page) != 0 {
				t.Errorf("of nowhere: %v, %v", page, err)
			}
		}),
		on("events of one run, paged", func(t *testing.T, y *harness) {
			ctx := t.Context()
			session, runs := y.talked(3)
			second := runs[1]
			all, err := y.RunEvents(ctx, store.Server(), session.ID, second.ID, 0, 100)
			y.must(err)
			if len(all) != 2 {
				t.Fatalf("of the second run: %v", all)
			}
			for _, e := range all {
				if e.RunID != second.ID || e.ID != state.EventID(session.ID, e.Seq) || e.SessionID != session.ID {
					t.Errorf("another run's: %+v", e)
				}
			}
			page, err := y.RunEvents(ctx, store.Server(), session.ID, second.ID, all[0].Seq, 1)
			if err != nil || len(page) != 1 || page[0].Seq != all[1].Seq {
				t.Errorf("after the first: %v, %v", page, err)
			}
			page, err = y.RunEvents(ctx, store.Server(), session.ID, "run-none", 0, 100)
			if err != nil || len(page) != 0 {
				t.Errorf("of no run: %v, %v", page, err)
			}
		}),
		on("messages oldest first, paged", func(t *testing.T, y *harness) {
			r := y.running("a")
			for i := range 4 {
				y.apply(y.commit(r, id("m", i)))
			}
			page, err := y.Messages(t.Context(), store.Server(), r.SessionID, 2, 3)
			y.must(err)
			if len(page) != 2 || page[0].Content != "m-002" || page[1].ID != 5 {
				t.Errorf("page is %+v", page)
			}
		}),
		on("messages newest first, before one", func(t *testing.T, y *harness) {
			r := y.running("a")
			for i := range 4 {
				y.apply(y.commit(r, id("m", i)))
			}
			page, err := y.MessagesBefore(t.Context(), store.Server(), r.SessionID, 0, 2)
			y.must(err)
			if len(page) != 2 || page[0].ID != 5 || page[1].ID != 4 || page[0].RunID != r.ID {
				t.Errorf("newest are %+v", page)
			}
			page, err = y.MessagesBefore(t.Context(), store.Server(), r.SessionID, 2, 9)
			if err != nil || len(page) != 1 || page[0].ID != 1 {
				t.Errorf("before the second: %+v, %v", page, err)
			}
		}),
		on("checkpoints list without values, one has them", checkpoints),
		on("1 MiB of state comes back whole", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "big")
			c.Checkpoints[0].State = []byte(`{"텍스트":"` + strings.Repeat("가'%_\\\\", 150_000) + `"}`)
			y.apply(c)
			got, err := y.LatestCheckpoint(t.Context(), store.Server(), r.SessionID)
			y.must(err)
			if string(got.State) != string(c.Checkpoints[0].State) {
				t.Error("the state came back changed")
			}
		}),
	}
}

func checkpoints(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	_, err := y.LatestCheckpoint(ctx, store.Server(), r.SessionID)
	y.is(err, store.ErrNotFound)
	for _, id := range []string{"none", "none.1", r.SessionID, r.SessionID + ".0", r.SessionID + ".1"} {
		_, err = y.Checkpoint(ctx, store.Server(), id)
		y.is(err, store.ErrNotFound)
	}
	var want []state.Checkpoint
	for i := range 5 {
		c := y.commit(r, id("step", i))
		c.Checkpoints[0].Label, c.Checkpoints[0].Status = nasty, id("s", i)
		y.apply(c)
		want = append([]state.Checkpoint{*c.Checkpoints[0]}, want...)
	}
	one, err := y.Checkpoint(ctx, store.Server(), want[1].ID)
	y.must(err)
	if len(one.Changes) != 1 || one.Changes[0].FieldChanged != "label" || one.Changes[0].FromStatus != "s-002" ||
		string(one.Changes[0].NewValue) != `"step-003"` {
		t.Errorf("changes are %+v", one.Changes)
	}
	one.Changes = nil
	same(y, one, want[1])
	first, err := y.Checkpoint(ctx, store.Server(), want[4].ID)
	y.must(err)
	same(y, first, want[4]) // without changes: all of it is new
	latest, err := y.LatestCheckpoint(ctx, store.Server(), r.SessionID)
	y.must(err)
	same(y, latest, want[0])

	y.finish(r)
	next := y.claim(y.submit(r.SessionID, "다음").ID, "a")
	y.apply(y.commit(next, "next"))
	for i := range want {
		want[i].State = nil
	}
	list, err := y.Checkpoints(ctx, store.Server(), r.SessionID, r.ID, want[0].StepNo+1, 3)
	y.must(err)
	same(y, list, want[:3])
	list, err = y.Checkpoints(ctx, store.Server(), r.SessionID, "", list[2].StepNo, 0)
	y.must(err)
	same(y, list, want[3:])
	list, err = y.Checkpoints(ctx, store.Server(), r.SessionID, next.ID, 0, 0)
	if err != nil || len(list) != 1 || list[0].StepNo != 7 {
		t.Errorf("the next run's are %+v, %v", list, err)
	}
	y.gapless(r.SessionID)
}
