package storetest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func resumeTests() []test {
	return []test{
		on("a run waits, is answered and goes on", resumes),
		on("only the pending question can be answered", resumeRefuses),
		on("an answer with a client_msg_id counts once", resumeAs),
		on("an answer with the client_msg_id of something else is refused", resumeAsOther),
		on("an answer after the question's time does not count", resumeLate),
		on("an answer moves its session's end", func(t *testing.T, y *harness) {
			ctx := t.Context()
			s, err := y.CreateSession(ctx, store.Server(), state.Session{Assistant: "realestate", CreatedAt: noon, ExpiresAt: after(10)})
			y.must(err)
			r := y.claim(y.submit(s.ID, "q").ID, "a")
			ask := y.commit(r, "asks")
			ask.Status, ask.Interrupt = state.RunWaiting, question("q1")
			y.apply(ask)
			in := answer(r, "q1")
			in.ExpiresAt = after(99)
			_, err = y.Resume(ctx, store.Server(), in)
			y.must(err)
			back, err := y.Session(ctx, store.Server(), s.ID)
			y.must(err)
			if !back.ExpiresAt.Equal(after(99)) {
				t.Errorf("ends at %s", back.ExpiresAt)
			}
		}),
		on("answers at once: exactly one counts", resumeRace),
		on("what waits is listed by whom it is put to", listsWaiting),
		on("questions that waited long enough are due", dueInterrupts),
	}
}

// waiting is a run that asks a question.
func (y *harness) waiting(question *state.Interrupt) state.Run {
	y.t.Helper()
	r := y.running("a")
	c := y.commit(r, "ask")
	c.Status, c.NextNode, c.Interrupt = state.RunWaiting, "next", question
	y.apply(c)
	return r
}

func answer(r state.Run, interruptID string) store.Resumption {
	return store.Resumption{
		RunID: r.ID, InterruptID: interruptID,
		Reply: state.Reply{
			InterruptID: interruptID, Action: state.ActionAnswer, Payload: []byte(`{"글":"답"}`), By: state.ReplyByUser, At: after(2),
		},
		Message:  &state.Message{Role: state.RoleUser, Content: nasty},
		Event:    &state.Event{Type: state.EventInterruptResolved, Payload: []byte(`{}`)},
		Deadline: after(99), At: after(2),
	}
}

func resumes(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.waiting(question("q1"))
	head, err := y.Head(ctx, store.Server(), r.SessionID)
	y.must(err)
	same(y, head.OpenRuns, 1) // waiting isn't over
	in := answer(r, "q1")
	got, err := y.Resume(ctx, store.Server(), in)
	y.must(err)
	want := r
	want.Status, want.NextNode, want.Owner, want.Reply, want.Deadline = state.RunQueued, "next", "", &in.Reply, after(99)
	want.Attempt = 0 // it did not fail
	same(y, got, store.Resumed{Run: want})
	back, err := y.Run(ctx, store.Server(), r.ID)
	y.must(err)
	same(y, back, want)
	if in.Event.Seq != 2 || in.Event.RunID != r.ID || in.Message.ID != 3 || in.Message.RunID != r.ID {
		t.Errorf("numbered %+v and %+v", in.Event, in.Message)
	}
	events, err := y.Events(ctx, store.Server(), r.SessionID, 1, 0)
	y.must(err)
	same(y, events, []state.Event{*in.Event})
	messages, err := y.Messages(ctx, store.Server(), r.SessionID, 0, 2)
	y.must(err)
	same(y, messages, []state.Message{*in.Message})
	s, err := y.Session(ctx, store.Server(), r.SessionID)
	y.must(err)
	if !s.UpdatedAt.Equal(after(2)) || !s.LastActivity.Equal(after(2)) {
		t.Errorf("session is %+v", s)
	}
	// Late writes of the first claim are fenced; the next claim has the answer.
	y.is(y.Apply(ctx, []*store.Commit{y.commit(r, "late")})[0], store.ErrFenced)
	again := y.claim(r.ID, "a")
	if again.Fence != 2 || again.Attempt != 1 || again.Reply == nil || again.Interrupt != nil {
		t.Errorf("claimed as %+v", again)
	}
	y.finish(again)
	y.gapless(r.SessionID)
}

func resumeRefuses(t *testing.T, y *harness) {
	ctx, r, other := t.Context(), y.waiting(question("q1")), y.waiting(question("q2"))
	refused := func(in store.Resumption, want error) {
		t.Helper()
		_, err := y.Resume(ctx, store.Server(), in)
		y.is(err, want)
	}
	refused(answer(r, "q2"), store.ErrConflict)
	refused(answer(r, ""), store.ErrConflict)
	refused(answer(state.Run{ID: "run-none"}, "q1"), store.ErrNotFound)
	refused(answer(y.running("a"), "q1"), store.ErrConflict)
	bad := answer(r, "q1")
	bad.Message.Content = "\xff"
	refused(bad, store.ErrInvalid)
	bad = answer(r, "q1")
	bad.Reply.Payload = []byte("{")
	refused(bad, store.ErrInvalid)
	_, err := y.Resume(ctx, store.Server(), answer(r, "q1"))
	y.must(err)
	refused(answer(r, "q1"), store.ErrConflict)
	back, err := y.Run(ctx, store.Server(), other.ID)
	y.must(err)
	if back.Status != state.RunWaiting || back.Interrupt.ID != "q2" {
		t.Errorf("the other run is %+v", back)
	}
	y.gapless(r.SessionID)
	y.gapless(other.SessionID)
}

// resumeLate answers from the moment of the expiry on, before the default has.
func resumeLate(t *testing.T, y *harness) {
	ctx, r, never := t.Context(), y.waiting(question("q1")), question("q2")
	never.ExpiresAt = nil
	late := answer(r, "q1")
	late.At = after(5)
	_, err := y.Resume(ctx, store.Server(), late)
	y.is(err, store.ErrConflict)
	back, err := y.Run(ctx, store.Server(), r.ID)
	y.must(err)
	if back.Status != state.RunWaiting || back.Interrupt == nil || back.Reply != nil {
		t.Errorf("the run is %+v", back)
	}
	y.gapless(r.SessionID)
	late.Reply.By = state.ReplyByExpiry
	_, err = y.Resume(ctx, store.Server(), late)
	y.must(err)

	patient := y.waiting(never)
	late = answer(patient, "q2")
	late.At = after(5_000)
	_, err = y.Resume(ctx, store.Server(), late)
	y.must(err)
	early := y.waiting(question("q3"))
	in := answer(early, "q3")
	in.At = after(5).Add(-time.Millisecond)
	_, err = y.Resume(ctx, store.Server(), in)
	y.must(err)
}

func resumeAs(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.waiting(question("q1"))
	in := answer(r, "q1")
	in.As = &state.Run{
		ID: "run-answer", SessionID: r.SessionID, Assistant: "realestate", Kind: state.RunReply,
		ClientMsgID: "m9", Query: nasty, Language: "ko",
	}
	got, err := y.Resume(ctx, store.Server(), in)
	y.must(err)
	if got.Duplicate || got.As.ID != "run-answer" || got.Run.Status != state.RunQueued {
		t.Errorf("resumed as %+v", got)
	}
	stored, err := y.Run(ctx, store.Server(), "run-answer")
	y.must(err)
	if !stored.Status.Terminal() || stored.Query != nasty || stored.Seq != 2 || stored.Kind != state.RunReply {
		t.Errorf("the answer is stored as %+v", stored)
	}
	y.gapless(r.SessionID)
	in.As = &state.Run{ID: "run-other", SessionID: r.SessionID, Kind: state.RunReply, ClientMsgID: "m9", Query: nasty}
	again, err := y.Resume(ctx, store.Server(), in)
	y.must(err)
	if !again.Duplicate || again.As.ID != "run-answer" {
		t.Errorf("again it is %+v", again)
	}
	// As a query it is known too, whatever the session is at.
	dup := owned(r.SessionID, "m9", nasty)
	dup.Run.Kind = state.RunReply
	y.write([]*store.Submission{dup})
	if !dup.Done.Duplicate || dup.Done.Run.ID != "run-answer" {
		t.Errorf("as a query it is %+v", dup.Done)
	}
	y.gapless(r.SessionID)
}

// resumeAsOther answers a question with the client_msg_id of other words,
// which counts for nothing, and of a query, whose controls an answer doesn't know.
func resumeAsOther(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.waiting(question("q1"))
	in := answer(r, "q1")
	in.As = &state.Run{ID: "run-answer", SessionID: r.SessionID, Kind: state.RunReply, ClientMsgID: "m9", Query: "서울"}
	_, err := y.Resume(ctx, store.Server(), in)
	y.must(err)
	asked := owned(r.SessionID, "m10", "부산")
	y.write([]*store.Submission{asked})
	again := y.claim(r.ID, "a")
	c := y.commit(again, "ask")
	c.Status, c.NextNode, c.Interrupt = state.RunWaiting, "next", question("q2")
	y.apply(c)
	before, err := y.Head(ctx, store.Server(), r.SessionID)
	y.must(err)
	asking, err := y.Run(ctx, store.Server(), r.ID)
	y.must(err)

	for clientMsgID, words := range map[string]string{"m9": "부산", "m10": "부산"} {
		in := answer(r, "q2")
		in.As = &state.Run{ID: "run-other", SessionID: r.SessionID, Kind: state.RunReply, ClientMsgID: clientMsgID, Query: words}
		_, err := y.Resume(ctx, store.Server(), in)
		y.is(err, store.ErrConflict)
	}
	head, err := y.Head(ctx, store.Server(), r.SessionID)
	y.must(err)
	same(y, head, before)
	back, err := y.Run(ctx, store.Server(), r.ID)
	y.must(err)
	same(y, back, asking)
	_, err = y.Run(ctx, store.Server(), "run-other")
	y.is(err, store.ErrNotFound)
	y.gapless(r.SessionID)
}

func resumeRace(t *testing.T, y *harness) {
	r := y.waiting(question("q1"))
	var wins atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_, err := y.Resume(t.Context(), store.Server(), answer(r, "q1"))
			if err == nil {
				wins.Add(1)
			} else if !errors.Is(err, store.ErrConflict) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	same(y, wins.Load(), 1)
	y.gapless(r.SessionID)
}

func dueInterrupts(t *testing.T, y *harness) {
	ctx := t.Context()
	late, early, never := question("late"), question("early"), question("never")
	late.ExpiresAt, never.ExpiresAt = new(after(6)), nil
	a, b := y.waiting(late), y.waiting(early)
	y.waiting(never)
	due := func(minute, limit int) (ids []string) {
		t.Helper()
		runs, err := y.DueInterrupts(ctx, after(minute), limit)
		y.must(err)
		return runIDs(runs)
	}
	same(y, due(4, 0), nil)
	same(y, due(5, 0), []string{b.ID})
	same(y, due(7, 0), []string{b.ID, a.ID})
	same(y, due(7, 1), []string{b.ID})
	_, err := y.Resume(ctx, store.Server(), answer(b, "early"))
	y.must(err)
	same(y, due(7, 0), []string{a.ID})
}

func listsWaiting(t *testing.T, y *harness) {
	ctx := t.Context()
	asked := func(id, role string, minute int) state.Run {
		q := question(id)
		q.For, q.AskedAt = role, after(minute)
		return y.waiting(q)
	}
	user, first, second, third := asked("q0", "", 1), asked("q1", "reviewer", 2), asked("q2", "reviewer", 3), asked("q3", "reviewer", 3)
	over, hidden := asked("q4", "reviewer", 4), asked("q5", "reviewer", 5)
	_, err := y.Resume(ctx, store.Server(), answer(over, "q4"))
	y.must(err)
	y.must(y.DeleteSession(ctx, store.Server(), hidden.SessionID, false, after(6)))
	listed := func(f store.WaitingFilter, want ...string) (last string) {
		t.Helper()
		got, err := y.Waiting(ctx, store.Server(), f)
		y.must(err)
		ids := []string{}
		for i := range got {
			ids, last = append(ids, got[i].ID), got[i].Cursor()
			if got[i].Interrupt == nil || got[i].Title != state.DefaultTitle {
				t.Errorf("listed %+v", got[i])
			}
		}
		same(y, ids, append([]string{}, want...))
		return last
	}
	newest, older := third.ID, second.ID
	if second.ID > third.ID {
		newest, older = second.ID, third.ID
	}
	listed(store.WaitingFilter{}, newest, older, first.ID, user.ID)
	listed(store.WaitingFilter{Role: state.ReplyByUser}, user.ID)
	listed(store.WaitingFilter{Role: "auditor"})
	listed(store.WaitingFilter{Assistant: "tutor"})
	listed(store.WaitingFilter{Assistant: "realestate", SessionID: first.SessionID}, first.ID)
	page := store.WaitingFilter{Role: "reviewer", Limit: 1}
	page.Before = listed(page, newest)
	page.Before = listed(page, older)
	page.Before = listed(page, first.ID)
	listed(page)
	_, err = y.Waiting(ctx, store.Server(), store.WaitingFilter{Before: "yesterday"})
	y.is(err, store.ErrInvalid)
}
