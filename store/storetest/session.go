package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func sessionTests() []test {
	return []test{
		on("session keeps every field", sessionFields),
		on("session gets defaults", func(t *testing.T, y *harness) {
			s, err := y.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "tutor"})
			y.must(err)
			if !strings.HasPrefix(s.ID, "session-") || s.Title != state.DefaultTitle || s.Epoch == "" || s.CreatedAt.IsZero() {
				t.Errorf("created %+v", s)
			}
			back, err := y.Session(t.Context(), store.Server(), s.ID)
			y.must(err)
			same(y, back, s)
		}),
		on("session id is taken once", func(t *testing.T, y *harness) {
			s := y.session("u1")
			_, err := y.CreateSession(t.Context(), store.Server(), state.Session{ID: s.ID})
			y.is(err, store.ErrConflict)
		}),
		on("unknown session is not found", func(t *testing.T, y *harness) {
			ctx := t.Context()
			_, err := y.Session(ctx, store.Server(), "session-none")
			y.is(err, store.ErrNotFound)
			y.is(y.RenameSession(ctx, store.Server(), "session-none", "x", noon), store.ErrNotFound)
			y.is(y.TouchSession(ctx, store.Server(), "session-none", noon, noon), store.ErrNotFound)
			y.is(y.DeleteSession(ctx, store.Server(), "session-none", false, noon), store.ErrNotFound)
			y.is(y.DeleteSession(ctx, store.Server(), "session-none", true, noon), store.ErrNotFound)
			y.is(y.RestoreSession(ctx, store.Server(), "session-none"), store.ErrNotFound)
			y.marked(map[string]int64{"session-none": 1})
		}),
		on("sessions list is the user's own, newest change first, paged", sessionList),
		on("rename, touch and mark delivered", func(t *testing.T, y *harness) {
			ctx, s := t.Context(), y.session("u1")
			y.must(y.RenameSession(ctx, store.Server(), s.ID, nasty, after(1)))
			y.must(y.TouchSession(ctx, store.Server(), s.ID, after(2), after(99)))
			y.marked(map[string]int64{s.ID: 7})
			y.marked(map[string]int64{s.ID: 3})
			y.marked(nil)
			s.Title, s.UpdatedAt, s.LastActivity, s.ExpiresAt, s.DeliveredSeq = nasty, after(1), after(2), after(99), 7
			back, err := y.Session(ctx, store.Server(), s.ID)
			y.must(err)
			same(y, back, s)
		}),
		on("soft delete hides and restore shows", softDelete),
		on("hard delete leaves nothing", hardDelete),
		on("expired sessions are hidden and counted", expiry),
		on("a session with a run that isn't over does not expire", expiryOfBusy),
		on("values no database can keep are refused", func(t *testing.T, y *harness) {
			for _, bad := range []string{"a\x00b", "a\xffb"} {
				_, err := y.CreateSession(t.Context(), store.Server(), state.Session{Title: bad})
				y.is(err, store.ErrInvalid)
				y.is(y.RenameSession(t.Context(), store.Server(), y.session("u1").ID, bad, noon), store.ErrInvalid)
			}
		}),
	}
}

func sessionFields(t *testing.T, y *harness) {
	in := state.Session{
		ID: "session-1", Assistant: "realestate", UserID: "u'1", Title: nasty, Language: "en",
		Metadata: []byte(`{"기기":"m\u0000b%"}`), CreatedAt: noon, UpdatedAt: after(1),
		LastActivity: after(2), ExpiresAt: after(3), Epoch: "e1", ForkedFrom: "session-0.4",
	}
	out, err := y.CreateSession(t.Context(), store.Server(), in)
	y.must(err)
	same(y, out, in)
	back, err := y.Session(t.Context(), store.Server(), in.ID)
	y.must(err)
	same(y, back, in)
}

func sessionList(t *testing.T, y *harness) {
	ctx := t.Context()
	var mine []string
	for i := range 5 {
		s, err := y.CreateSession(ctx, store.Server(), state.Session{UserID: "u1", CreatedAt: after(i)})
		y.must(err)
		mine = append([]string{s.ID}, mine...)
	}
	other := y.session("u2")
	nobody := y.session("")
	list := func(f store.SessionFilter) (ids []string) {
		t.Helper()
		found, err := y.Sessions(ctx, store.Server(), f)
		y.must(err)
		for _, s := range found {
			ids = append(ids, s.ID)
		}
		return ids
	}
	same(y, list(store.SessionFilter{UserID: "u1"}), mine)
	same(y, list(store.SessionFilter{UserID: "u1", Limit: 2}), mine[:2])
	same(y, list(store.SessionFilter{UserID: "u1", Limit: 2, Offset: 3}), mine[3:])
	if all := list(store.SessionFilter{}); len(all) != 7 || !slices.Contains(all, nobody.ID) || !slices.Contains(all, other.ID) {
		t.Errorf("everybody's: %q", all)
	}
	same(y, list(store.SessionFilter{UserID: "u%"}), nil)
	// A message makes a session the newest.
	last := mine[4]
	in := submission(last, "", nasty)
	in.At = after(50)
	_, err := y.Submit(ctx, in)
	y.must(err)
	same(y, list(store.SessionFilter{UserID: "u1", Limit: 1}), []string{last})
}

func softDelete(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	r := y.submit(s.ID, "전세")
	y.must(y.DeleteSession(ctx, store.Server(), s.ID, false, after(1)))
	_, err := y.Session(ctx, store.Server(), s.ID)
	y.is(err, store.ErrNotFound)
	y.is(y.DeleteSession(ctx, store.Server(), s.ID, false, after(1)), store.ErrNotFound)
	y.is(y.RenameSession(ctx, store.Server(), s.ID, "x", noon), store.ErrNotFound)
	_, err = y.Submit(ctx, submission(s.ID, "", "또"))
	y.is(err, store.ErrNotFound)
	if list, err := y.Sessions(ctx, store.Server(), store.SessionFilter{UserID: "u1"}); err != nil || len(list) != 0 {
		t.Errorf("hidden session is listed: %v, %v", list, err)
	}
	// What runs may go on.
	y.beat("a", after(10))
	y.apply(y.commit(y.claim(r.ID, "a"), "late"))

	y.must(y.RestoreSession(ctx, store.Server(), s.ID))
	y.is(y.RestoreSession(ctx, store.Server(), s.ID), store.ErrNotFound)
	back, err := y.Session(ctx, store.Server(), s.ID)
	y.must(err)
	if back.DeletedAt != nil || back.MessageCount != 2 {
		t.Errorf("restored as %+v", back)
	}
	y.gapless(s.ID)
}

func hardDelete(t *testing.T, y *harness) {
	ctx := t.Context()
	r, other := y.running("a"), y.running("a")
	c := y.commit(r, "one")
	c.Documents = []state.Document{{ID: "doc", Title: "t"}}
	y.apply(c, y.commit(other, "other"))
	y.must(y.SaveFeedback(ctx, store.Server(), store.Feedback{RunID: r.ID, UserID: "u1", Rating: "positive", At: noon}))
	y.must(y.AddControl(ctx, store.Server(), store.Control{RunID: r.ID, Kind: store.ControlCancel, At: noon}))
	y.must(y.DeleteSession(ctx, store.Server(), r.SessionID, false, after(1)))
	y.must(y.DeleteSession(ctx, store.Server(), r.SessionID, true, after(2)))

	y.is(y.RestoreSession(ctx, store.Server(), r.SessionID), store.ErrNotFound)
	_, err := y.Run(ctx, store.Server(), r.ID)
	y.is(err, store.ErrNotFound)
	_, err = y.Document(ctx, store.Server(), "doc")
	y.is(err, store.ErrNotFound)
	_, err = y.Checkpoint(ctx, store.Server(), c.Checkpoints[0].ID)
	y.is(err, store.ErrNotFound)
	events, err := y.Events(ctx, store.Server(), r.SessionID, 0, 0)
	y.must(err)
	messages, err := y.Messages(ctx, store.Server(), r.SessionID, 0, 0)
	y.must(err)
	if len(events)+len(messages) != 0 {
		t.Errorf("%d events and %d messages are left", len(events), len(messages))
	}
	y.is(y.Apply(ctx, []*store.Commit{y.commit(r, "two")})[0], store.ErrFenced)
	y.gapless(other.SessionID)
}

func expiry(t *testing.T, y *harness) {
	ctx := t.Context()
	for i := range 3 {
		_, err := y.CreateSession(ctx, store.Server(), state.Session{CreatedAt: noon, ExpiresAt: after(i + 1)})
		y.must(err)
	}
	forever := y.session("")
	stats, err := y.SessionStats(ctx, store.Server(), after(2))
	y.must(err)
	same(y, stats, store.SessionStats{Total: 4, Active: 2, Expired: 2})
	n, err := y.ExpireSessions(ctx, after(2))
	if err != nil || n != 2 {
		t.Errorf("%d expired, %v", n, err)
	}
	stats, err = y.SessionStats(ctx, store.Server(), after(2))
	y.must(err)
	same(y, stats, store.SessionStats{Total: 4, Active: 2, Deleted: 2})
	_, err = y.Session(ctx, store.Server(), forever.ID)
	y.must(err)
	n, err = y.ExpireSessions(ctx, after(2))
	if err != nil || n != 0 {
		t.Errorf("%d expired again, %v", n, err)
	}
}

// expiryOfBusy has runs that wait in line, work and rest on a question longer
// than their sessions live: they stay in reach until they are over.
func expiryOfBusy(t *testing.T, y *harness) {
	ctx := t.Context()
	queued := y.submit(y.session("u1").ID, "질문")
	working, waits := y.running("a"), y.waiting(question("q1"))
	idle := y.session("u1")
	for _, id := range []string{queued.SessionID, working.SessionID, waits.SessionID, idle.ID} {
		y.must(y.TouchSession(ctx, store.Server(), id, noon, after(1)))
	}
	expire := func(want int64) {
		t.Helper()
		n, err := y.ExpireSessions(ctx, after(3))
		y.must(err)
		same(y, n, want)
	}
	expire(1)
	_, err := y.Session(ctx, store.Server(), idle.ID)
	y.is(err, store.ErrNotFound)
	for _, r := range []state.Run{queued, working, waits} {
		_, err := y.Session(ctx, store.Server(), r.SessionID)
		y.must(err)
	}
	_, err = y.Resume(ctx, store.Server(), answer(waits, "q1"))
	y.must(err)
	expire(0)
	y.finish(working)
	y.finish(y.claim(waits.ID, "a"))
	expire(2)
	for _, r := range []state.Run{working, waits} {
		_, err := y.Session(ctx, store.Server(), r.SessionID)
		y.is(err, store.ErrNotFound)
	}
}
