package storetest

import (
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func firstTests() []test {
	return []test{
		on("a run begins with its first commit as foreseen", firstAsForeseen),
		on("a run ends with its first commit", firstEnds),
		on("a run asks with its first commit", firstAsks),
		on("a first commit with more than history", func(t *testing.T, y *yard) {
			s := y.session("u1")
			in := y.begun(s.ID, store.Place{}, state.RunRunning)
			in.First.Title, in.First.Results = "제목", []store.Result{{Key: "k", Value: []byte(`1`)}}
			y.write([]*store.Submission{in})
			now, err := y.Session(t.Context(), s.ID)
			if results, _ := y.Results(t.Context(), in.Run.ID); err != nil || now.Title != "제목" || len(results) != 1 || !in.Done.First {
				t.Errorf("%+v, %d results, %v", now, len(results), err)
			}
		}),
		on("where a session stands elsewhere only the query is stored", firstElsewhere),
		on("a first commit of a query that is refused", firstRefused),
		on("a first commit that is not the run's own is refused", func(t *testing.T, y *yard) {
			for name, spoil := range map[string]func(*store.Submission){
				"no place":       func(in *store.Submission) { in.Place = nil },
				"a busy place":   func(in *store.Submission) { in.Place.Head.OpenRuns = 1 },
				"another run":    func(in *store.Submission) { in.First.RunID = "run-other" },
				"another fence":  func(in *store.Submission) { in.First.Fence = 9 },
				"another's":      func(in *store.Submission) { in.First.Owner = "b" },
				"nobody's":       func(in *store.Submission) { in.Owner, in.First.Owner = "", "" },
				"a bad event":    func(in *store.Submission) { in.First.Events[0].Type = "\xff" },
				"an open ending": func(in *store.Submission) { in.First.Status = "over" },
			} {
				s := y.session("u1")
				in := y.begun(s.ID, store.Place{}, state.RunRunning)
				spoil(in)
				errs, _ := y.Write(t.Context(), &store.Batch{Submissions: []*store.Submission{in}})
				y.is(errs[0], store.ErrInvalid)
				if runs, err := y.OpenRuns(t.Context(), s.ID); err != nil || len(runs) != 0 {
					t.Errorf("%s: %d runs, %v", name, len(runs), err)
				}
			}
		}),
	}
}

// begun is a submission of node a with the first commit of its run, by a
// writer who believes the session to stand at a place.
func (y *yard) begun(sessionID string, at store.Place, status state.RunStatus) *store.Submission {
	in := owned(sessionID, "m1", nasty)
	in.Run.ID = id("run-of-"+sessionID, int(at.LastRun))
	in.Run.UserID, in.Run.Input, in.Run.NextNode = "u1", []byte(`{"a":"나"}`), "greet"
	in.Place = &at
	in.First = bare(in.Foresee().Run, "one")
	in.First.Head, in.First.Status = in.Foresee().Head, status
	return in
}

// foreseen checks that a submission and its first commit are stored as their
// writer was told.
func (y *yard) foreseen(in *store.Submission) state.Run {
	y.t.Helper()
	ctx, d := y.t.Context(), in.Done
	if !d.First || !in.AsForeseen() {
		y.t.Fatalf("done: %+v", d)
	}
	want := in.Foresee()
	want.First = true
	same(y, d, want)
	head, err := y.Head(ctx, d.Run.SessionID)
	y.must(err)
	same(y, in.First.Head, head)
	messages, err := y.Messages(ctx, d.Run.SessionID, 0, 0)
	y.must(err)
	same(y, messages, []state.Message{*in.Message, *in.First.Messages[0]})
	events, err := y.Events(ctx, d.Run.SessionID, 0, 0)
	y.must(err)
	same(y, events, []state.Event{*in.First.Events[0]})
	last, err := y.LatestCheckpoint(ctx, d.Run.SessionID)
	y.must(err)
	same(y, last, *in.First.Checkpoints[0])
	y.gapless(d.Run.SessionID)
	back, err := y.Run(ctx, d.Run.ID)
	y.must(err)
	return back
}

func firstAsForeseen(t *testing.T, y *yard) {
	ctx, s := t.Context(), y.session("u1")
	in := y.begun(s.ID, store.Place{}, state.RunRunning)
	in.At, in.ExpiresAt = after(3), after(99)
	y.write([]*store.Submission{in})
	same(y, y.foreseen(in), in.Done.Run)
	now, err := y.Session(ctx, s.ID)
	y.must(err)
	if !now.UpdatedAt.Equal(after(3)) || !now.LastActivity.Equal(after(3)) {
		t.Errorf("session is %+v", now)
	}
	// It is its holder's, who goes on from there.
	y.beat("a", after(10))
	y.beat("b", after(10))
	_, _, err = y.Claim(ctx, in.Run.ID, "b", noon)
	y.is(err, store.ErrFenced)
	end := y.commit(in.Done.Run, "two")
	end.Head, end.Status = in.First.Head, state.RunCompleted
	y.apply(end)
	// And so does the next run from where this one ends.
	next := y.begun(s.ID, store.Place{Head: end.Head, LastRun: 1, Fence: 1}, state.RunCompleted)
	next.Run.ClientMsgID, next.First.Previous = "m2", end.Checkpoints[0]
	y.write([]*store.Submission{next})
	if d := next.Done; !d.First || d.Run.Seq != 2 || d.Run.Fence != 2 || next.First.Head.LastStep != 3 {
		t.Errorf("next: %+v, %+v", d, next.First.Head)
	}
	y.gapless(s.ID)
}

func firstEnds(t *testing.T, y *yard) {
	in := y.begun(y.session("u1").ID, store.Place{}, state.RunCompleted)
	in.First.PlanShown, in.First.NextNode = true, "end"
	y.write([]*store.Submission{in})
	want, at := in.Done.Run, in.First.At
	want.Status, want.NextNode, want.PlanShown, want.FinishedAt = state.RunCompleted, "end", true, &at
	same(y, y.foreseen(in), want)
	if runs, err := y.OpenRuns(t.Context(), in.Run.SessionID); err != nil || len(runs) != 0 {
		t.Errorf("%d open runs, %v", len(runs), err)
	}
}

func firstAsks(t *testing.T, y *yard) {
	in := y.begun(y.session("u1").ID, store.Place{}, state.RunWaiting)
	in.First.NextNode, in.First.Interrupt = "teams", &state.Interrupt{ID: "q1", Type: state.InterruptApproval, ExpiresAt: after(9)}
	y.write([]*store.Submission{in})
	back := y.foreseen(in)
	if back.Status != state.RunWaiting || back.Owner != "" || back.Interrupt == nil || back.Interrupt.ID != "q1" || back.NextNode != "teams" {
		t.Errorf("run is %+v", back)
	}
}

// firstElsewhere: somebody else was faster, in each way that a place can be
// old.
func firstElsewhere(t *testing.T, y *yard) {
	ctx, s := t.Context(), y.session("u1")
	other := y.begun(s.ID, store.Place{}, state.RunCompleted)
	other.Run.ClientMsgID = "m0"
	y.write([]*store.Submission{other})
	for i, spoil := range []func(*store.Place){
		func(p *store.Place) { *p = store.Place{} },
		func(p *store.Place) { p.LastRun-- },
		func(p *store.Place) { p.Fence-- },
		func(p *store.Place) { p.Head.LastSeq++ },
		func(p *store.Place) { p.Head.LastStep++ },
		func(p *store.Place) { p.Head.BaseStep-- },
		func(p *store.Place) { p.Head.LastMessageID++ },
	} {
		runs := int64(i + 1)
		stands, err := y.Head(ctx, s.ID)
		y.must(err)
		old := store.Place{Head: stands, LastRun: runs, Fence: runs}
		spoil(&old)
		in := y.begun(s.ID, old, state.RunCompleted)
		in.Run.ID, in.Run.ClientMsgID = id("late", i), id("m", i+5)
		in.First = bare(in.Foresee().Run, "never")
		in.First.Head, in.First.Status = in.Foresee().Head, state.RunCompleted
		beside := y.begun(y.session("u2").ID, store.Place{}, state.RunRunning)
		y.write([]*store.Submission{in, beside})
		if d := in.Done; d.First || in.AsForeseen() || d.Duplicate || d.Run.Status != state.RunRunning || d.Run.Seq != runs+1 || d.Run.Fence != runs+1 {
			t.Errorf("place %d: %+v", i, d)
		}
		y.foreseen(beside) // the neighbour is not touched
		last, err := y.LatestCheckpoint(ctx, s.ID)
		if err != nil || last.Label == "never" || last.StepNo != runs {
			t.Errorf("place %d: newest checkpoint %+v, %v", i, last, err)
		}
		y.gapless(s.ID)
		y.finish(in.Done.Run)
	}
	// A session at work.
	y.write([]*store.Submission{owned(s.ID, "", "하나")})
	head, err := y.Head(ctx, s.ID)
	y.must(err)
	head.OpenRuns = 0
	in := y.begun(s.ID, store.Place{Head: head, LastRun: 9, Fence: 9}, state.RunCompleted)
	in.Run.ClientMsgID = "m99"
	y.write([]*store.Submission{in})
	if d := in.Done; !d.Busy || d.First || d.Run.Status != state.RunQueued {
		t.Errorf("busy: %+v", d)
	}
	y.gapless(s.ID)
}

func firstRefused(t *testing.T, y *yard) {
	ctx, s := t.Context(), y.session("u1")
	one := y.begun(s.ID, store.Place{}, state.RunCompleted)
	y.write([]*store.Submission{one})
	place := store.Place{Head: one.First.Head, LastRun: 1, Fence: 1}
	again := y.begun(s.ID, place, state.RunCompleted) // the same client_msg_id
	beside := y.begun(y.session("u2").ID, store.Place{}, state.RunCompleted)
	y.write([]*store.Submission{again, beside})
	if d := again.Done; !d.Duplicate || d.First || d.Run.ID != one.Run.ID {
		t.Errorf("again: %+v", d)
	}
	y.foreseen(beside)
	other := y.begun(s.ID, place, state.RunCompleted)
	other.Run.Query = "다른 질문"
	hidden := y.session("u3")
	y.must(y.DeleteSession(ctx, hidden.ID, false, noon))
	gone := y.begun(hidden.ID, store.Place{}, state.RunCompleted)
	for in, want := range map[*store.Submission]error{other: store.ErrConflict, gone: store.ErrNotFound} {
		errs, _ := y.Write(ctx, &store.Batch{Submissions: []*store.Submission{in}})
		y.is(errs[0], want)
	}
	head, err := y.Head(ctx, s.ID)
	y.must(err)
	same(y, head, place.Head)
	y.gapless(s.ID)
}
