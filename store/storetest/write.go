package storetest

import (
	"fmt"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func writeTests() []test {
	return []test{
		on("submission to a free session is claimed at once", submitClaims),
		on("submission to a busy session is queued and told so", submitQueued),
		on("submissions and commits in one batch", writeMixed),
		on("two submissions of one session in one batch", func(t *testing.T, y *harness) {
			s := y.session("u1")
			one, two := owned(s.ID, "m1", "하나"), owned(s.ID, "m2", "둘")
			same2 := owned(s.ID, "m1", "하나")
			y.write([]*store.Submission{one, two, same2})
			if one.Done.Busy || !two.Done.Busy || two.Done.Head.OpenRuns != 2 || !same2.Done.Duplicate ||
				same2.Done.Run.ID != one.Done.Run.ID {
				t.Errorf("done: %+v, %+v, %+v", one.Done, two.Done, same2.Done)
			}
			y.gapless(s.ID)
		}),
		on("submissions that are refused don't touch the others", writeRefused),
		on("the middle of a run leaves its row alone", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "one")
			c.NextNode, c.PlanShown = "teams", true
			y.apply(c)
			back, err := y.Run(t.Context(), store.Server(), r.ID)
			y.must(err)
			same(y, back, r)
		}),
		on("a writer whose head is old is right all the same", oldHead),
		on("fences of a session grow with each claim", func(t *testing.T, y *harness) {
			s := y.session("u1")
			for i := range 3 {
				in := owned(s.ID, "", id("q", i))
				y.write([]*store.Submission{in})
				if r := in.Done.Run; r.Fence != int64(i+1) || r.Attempt != 1 {
					t.Errorf("run %d is %+v", i, r)
				}
				y.finish(in.Done.Run)
			}
			y.beat("a", after(10))
			if r := y.claim(y.submit(s.ID, "끝").ID, "a"); r.Fence != 4 || r.Attempt != 1 {
				t.Errorf("claimed as %+v", r)
			}
		}),
		on("results are written once and read in order", results),
		on("marks and numbers of many sessions at once", manyMarks),
		on("sessions list counts messages and shows the last", func(t *testing.T, y *harness) {
			ctx := t.Context()
			quiet := y.session("u1")
			r := y.running("a")
			c := y.commit(r, "답")
			c.Messages = append(c.Messages, &state.Message{Role: state.RoleAssistant, Content: nasty})
			y.apply(c)
			list, err := y.Sessions(ctx, store.Server(), store.SessionFilter{UserID: "u1"})
			y.must(err)
			for _, s := range list {
				one, err := y.Session(ctx, store.Server(), s.ID)
				y.must(err)
				same(y, s, one)
				if s.ID == quiet.ID && (s.MessageCount != 0 || s.LastMessage != nil || s.CheckpointID != "") ||
					s.ID == r.SessionID && (s.MessageCount != 3 || *s.LastMessage != nasty || s.CheckpointID != r.SessionID+".1") {
					t.Errorf("listed as %+v", s)
				}
			}
			if len(list) != 2 {
				t.Errorf("%d sessions", len(list))
			}
		}),
	}
}

// owned is a submission that claims its run for node a.
func owned(sessionID, clientMsgID, query string) *store.Submission {
	in := submission(sessionID, clientMsgID, query)
	in.Owner = "a"
	return &in
}

func (y *harness) write(subs []*store.Submission, commits ...*store.Commit) {
	y.t.Helper()
	errs, more := y.Write(y.t.Context(), &store.Batch{Submissions: subs, Commits: commits})
	for i, err := range append(errs, more...) {
		if err != nil {
			y.t.Fatalf("entry %d: %v", i, err)
		}
	}
}

func submitClaims(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	in := owned(s.ID, "m1", nasty)
	in.Run.UserID, in.Run.Input, in.Run.NextNode, in.Run.Address = "u1", []byte(`{"a":"나"}`), "greet", "192.0.2.1"
	in.At, in.ExpiresAt = after(3), after(99)
	y.write([]*store.Submission{in})
	at, want := after(3), in.Run
	want.Seq, want.Status, want.Owner, want.Fence, want.Attempt = 1, state.RunRunning, "a", 1, 1
	want.CreatedAt, want.StartedAt = at, &at
	same(y, in.Done, store.Submitted{Run: want, Head: store.Head{LastMessageID: 1, OpenRuns: 1}})
	back, err := y.Run(ctx, store.Server(), want.ID)
	y.must(err)
	same(y, back, want)
	messages, err := y.Messages(ctx, store.Server(), s.ID, 0, 0)
	y.must(err)
	same(y, messages, []state.Message{*in.Message})
	now, err := y.Session(ctx, store.Server(), s.ID)
	y.must(err)
	if !now.UpdatedAt.Equal(at) || !now.LastActivity.Equal(at) || !now.ExpiresAt.IsZero() {
		t.Errorf("session is %+v", now) // one without an end keeps none
	}
	// It is its holder's: nobody else gets it, and it can be written to.
	y.beat("a", after(10))
	y.beat("b", after(10))
	_, _, err = y.Claim(ctx, want.ID, "b", noon)
	y.is(err, store.ErrFenced)
	c := bare(in.Done.Run, "end")
	c.Head, c.Status = in.Done.Head, state.RunCompleted
	y.apply(c)
	same(y, c.Head, store.Head{LastSeq: 1, LastStep: 1, BaseStep: 1, LastMessageID: 2})
	y.gapless(s.ID)
}

func submitQueued(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	first, second, third := owned(s.ID, "", "하나"), owned(s.ID, "", "둘"), owned(s.ID, "", "셋")
	y.write([]*store.Submission{first})
	y.write([]*store.Submission{second})
	y.write([]*store.Submission{third})
	for i, in := range []*store.Submission{second, third} {
		d := in.Done
		if !d.Busy || d.Run.Status != state.RunQueued || d.Run.Owner != "" || d.Run.Fence != 0 || d.Run.StartedAt != nil {
			t.Errorf("queued as %+v", d)
		}
		if string(d.Event.Payload) != fmt.Sprintf(`{"position":%d}`, i+1) || d.Event.Seq != int64(i+1) ||
			d.Event.RunID != d.Run.ID || d.Event.ID != state.EventID(s.ID, int64(i+1)) {
			t.Errorf("event is %+v", d.Event)
		}
		same(y, d.Head, store.Head{LastSeq: int64(i + 1), LastMessageID: int64(i + 2), OpenRuns: int64(i + 2)})
		back, err := y.Run(ctx, store.Server(), d.Run.ID)
		y.must(err)
		same(y, back, d.Run)
	}
	events, err := y.Events(ctx, store.Server(), s.ID, 0, 0)
	y.must(err)
	same(y, events, []state.Event{*second.Done.Event, *third.Done.Event})
	y.gapless(s.ID)

	full := owned(s.ID, "", "넷")
	full.MaxQueued = 3
	errs, _ := y.Write(ctx, &store.Batch{Submissions: []*store.Submission{full}})
	y.is(errs[0], store.ErrQueueFull)
	one := owned(y.session("u1").ID, "", "하나뿐")
	one.MaxQueued, one.RejectBusy = 1, true
	y.write([]*store.Submission{one})
	quiet := owned(s.ID, "", "조용히")
	quiet.QueuedFunc = nil
	y.write([]*store.Submission{quiet})
	if quiet.Done.Event != nil || !quiet.Done.Busy {
		t.Errorf("queued as %+v", quiet.Done)
	}
	bad := owned(s.ID, "", "나쁜")
	bad.QueuedFunc = func(int) *state.Event { return &state.Event{Type: "\xff"} }
	errs, _ = y.Write(ctx, &store.Batch{Submissions: []*store.Submission{bad}})
	y.is(errs[0], store.ErrInvalid)
	y.gapless(s.ID)
}

func writeMixed(t *testing.T, y *harness) {
	// A session's run ends and its next query comes: the query finds the
	// session free.
	ending, busy, fresh := y.running("a"), y.running("a"), y.session("u2")
	end, goOn := y.commit(ending, "end"), y.commit(busy, "goes on")
	end.Status = state.RunCompleted
	next, queued, first := owned(ending.SessionID, "", "다음"), owned(busy.SessionID, "", "기다림"), owned(fresh.ID, "", "처음")
	y.write([]*store.Submission{next, queued, first}, end, goOn)
	if d := next.Done; d.Busy || d.Run.Status != state.RunRunning || d.Run.Fence != 2 {
		t.Errorf("next is %+v", d)
	}
	if d := queued.Done; !d.Busy || d.Event == nil || d.Event.Seq != 2 {
		t.Errorf("queued is %+v", d)
	}
	if d := first.Done; d.Busy || d.Run.Fence != 1 {
		t.Errorf("first is %+v", d)
	}
	for _, s := range []string{ending.SessionID, busy.SessionID, fresh.ID} {
		y.gapless(s)
	}
}

func writeRefused(t *testing.T, y *harness) {
	ctx := t.Context()
	hidden, good, twice := y.session("u1"), y.session("u1"), y.session("u1")
	y.must(y.DeleteSession(ctx, store.Server(), hidden.ID, false, noon))
	first := owned(twice.ID, "m1", "처음")
	y.write([]*store.Submission{first})
	other := owned(twice.ID, "m1", "다른 질문")
	again := owned(twice.ID, "m1", "처음")
	subs := []*store.Submission{
		owned(hidden.ID, "", "q"), owned("session-none", "", "q"), other, owned(good.ID, "", "a\x00"), owned(good.ID, "", "q"), again,
	}
	errs, _ := y.Write(ctx, &store.Batch{Submissions: subs})
	for i, want := range []error{store.ErrNotFound, store.ErrNotFound, store.ErrConflict, store.ErrInvalid, nil, nil} {
		y.is(errs[i], want)
	}
	if d := again.Done; !d.Duplicate || d.Run.ID != first.Done.Run.ID || subs[4].Done.Run.Status != state.RunRunning {
		t.Errorf("done: %+v, %+v", d, subs[4].Done)
	}
	// A known id in a session that is free again is one too.
	y.finish(first.Done.Run)
	late := owned(twice.ID, "m1", "처음")
	y.write([]*store.Submission{late})
	if d := late.Done; !d.Duplicate || d.Run.Status != state.RunCompleted {
		t.Errorf("late: %+v", d)
	}
	taken := owned(good.ID, "", "q")
	taken.Run.ID = first.Done.Run.ID // of another session
	y.finish(subs[4].Done.Run)
	errs, _ = y.Write(ctx, &store.Batch{Submissions: []*store.Submission{taken}})
	y.is(errs[0], store.ErrConflict)
	y.gapless(good.ID)
	y.gapless(twice.ID)
}

func oldHead(t *testing.T, y *harness) {
	ctx := t.Context()
	var list []*store.Commit
	for i := range 4 {
		r := y.running("a")
		y.apply(y.commit(r, "one"))
		list = append(list, y.commit(r, id("c", i)))
	}
	// Somebody else's queued query moves the numbers on in between.
	y.write([]*store.Submission{owned(list[1].SessionID, "", "더")})
	list[2].Head = store.Head{}                        // not known
	list[3].Head.BaseStep, list[3].Head.LastSeq = 7, 9 // plainly wrong
	y.apply(list...)
	for i, c := range list {
		y.gapless(c.SessionID)
		head, err := y.Head(ctx, store.Server(), c.SessionID)
		y.must(err)
		same(y, c.Head, head)
		last, err := y.LatestCheckpoint(ctx, store.Server(), c.SessionID)
		y.must(err)
		if want := `{"label":"` + id("c", i) + `"}`; string(last.State) != want {
			t.Errorf("state is %s, want %s", last.State, want)
		}
	}
	same(y, list[1].Head, store.Head{LastSeq: 3, LastStep: 2, BaseStep: 2, LastMessageID: 4, OpenRuns: 2})
}

func results(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	c := y.commit(r, "one")
	c.Results = []store.Result{{Key: "b", Value: []byte(`{"값":1}`)}, {Key: "a", Value: []byte(`2`), At: noon}}
	y.apply(c)
	want := []store.Result{
		{Key: "b", Value: []byte(`{"값":1}`), Index: 1, At: after(1)}, {Key: "a", Value: []byte(`2`), Index: 2, At: noon},
	}
	again := y.commit(r, "two")
	again.Results = []store.Result{{Key: "b", Value: []byte(`9`)}, {Key: "c", Value: []byte(`3`)}}
	y.apply(again)
	got, err := y.Results(ctx, store.Server(), r.ID)
	y.must(err)
	// The first one of a name stays.
	same(y, got, append(want, store.Result{Key: "c", Value: []byte(`3`), Index: 3, At: after(1)}))
	got, err = y.Results(ctx, store.Server(), "run-none")
	if err != nil || len(got) != 0 {
		t.Errorf("of no run: %v, %v", got, err)
	}
	fenced := y.commit(r, "late")
	fenced.Fence, fenced.Results = 9, []store.Result{{Key: "d", Value: []byte(`4`)}}
	y.is(y.Apply(ctx, []*store.Commit{fenced})[0], store.ErrFenced)
	if got, err = y.Results(ctx, store.Server(), r.ID); err != nil || len(got) != 3 {
		t.Errorf("a fenced result is kept: %v, %v", got, err)
	}
}

// marked raises marks of sessions that nobody is writing.
func (y *harness) marked(marks map[string]int64) {
	y.t.Helper()
	busy, err := y.MarkDelivered(y.t.Context(), marks)
	y.must(err)
	same(y, len(busy), 0)
}

func manyMarks(t *testing.T, y *harness) {
	ctx := t.Context()
	marks, want := map[string]int64{"session-none": 4}, map[string]int64{}
	var ids []string
	for i := range 300 {
		s := y.session("u1")
		ids = append(ids, s.ID)
		marks[s.ID], want[s.ID] = int64(i), 0
	}
	r := y.running("a")
	y.apply(y.commit(r, "one"), y.commit(r, "two"))
	want[r.SessionID] = 2
	y.marked(marks)
	for _, i := range []int{0, 127, 128, 299} {
		s, err := y.Session(ctx, store.Server(), ids[i])
		y.must(err)
		same(y, s.DeliveredSeq, int64(i))
	}
	got, err := y.LastSeqs(ctx, append(ids, "session-none", r.SessionID))
	y.must(err)
	same(y, got, want)
	got, err = y.LastSeqs(ctx, nil)
	if err != nil || len(got) != 0 {
		t.Errorf("of none: %v, %v", got, err)
	}
}
