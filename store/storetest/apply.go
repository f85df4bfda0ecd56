package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func applyTests() []test {
	return []test{
		on("commit writes everything with its numbers", applyWrites),
		on("commit by a wrong owner, fence, run or session is fenced", applyFenced),
		on("commit after the end is fenced", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.finish(r)
			y.is(y.Apply(t.Context(), []*store.Commit{y.commit(r, "late")})[0], store.ErrFenced)
			back, err := y.Run(t.Context(), store.Server(), r.ID)
			y.must(err)
			if back.Status != state.RunCompleted || back.FinishedAt == nil || !back.FinishedAt.Equal(after(1)) {
				t.Errorf("run is %+v", back)
			}
			y.gapless(r.SessionID)
		}),
		on("commit about a run that nobody holds", applyUnclaimed),
		on("commit by the empty owner of an unclaimed run is fenced", func(t *testing.T, y *harness) {
			r := y.submit(y.session("u1").ID, "전세")
			c := y.commit(r, "cancelled")
			c.Status = state.RunCancelled
			y.is(y.Apply(t.Context(), []*store.Commit{c})[0], store.ErrFenced)
			y.gapless(r.SessionID)
		}),
		on("parent of a checkpoint can be given", func(t *testing.T, y *harness) {
			r := y.running("a")
			first := y.commit(r, "first")
			y.apply(first, y.commit(r, "second"))
			fork := y.commit(r, "fork")
			fork.Checkpoints[0].ParentID = first.Checkpoints[0].ID
			y.apply(fork)
			got, err := y.LatestCheckpoint(t.Context(), store.Server(), r.SessionID)
			y.must(err)
			if got.ParentID != first.Checkpoints[0].ID || got.StepNo != 3 {
				t.Errorf("fork is %+v", got)
			}
		}),
		on("commit without rows moves the run only", func(t *testing.T, y *harness) {
			ctx, r := t.Context(), y.running("a")
			before, err := y.Session(ctx, store.Server(), r.SessionID)
			y.must(err)
			c := y.commit(r, "x")
			c.Checkpoints, c.Events, c.Messages, c.DeliveredSeq = nil, nil, nil, 1
			y.apply(c)
			s, err := y.Session(ctx, store.Server(), r.SessionID)
			y.must(err)
			before.DeliveredSeq = 1
			same(y, s, before)
		}),
		on("effects join the transaction", effects),
		on("invalid commits are refused", applyInvalid),
		on("cancelled context writes nothing", func(t *testing.T, y *harness) {
			r := y.running("a")
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			c := y.commit(r, "x")
			y.is(y.Apply(ctx, []*store.Commit{c})[0], context.Canceled)
			y.gapless(r.SessionID)
			y.apply(c)
			y.gapless(r.SessionID)
		}),
	}
}

func applyWrites(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	c := y.commit(r, "하나")
	c.Checkpoints = append(c.Checkpoints, &state.Checkpoint{
		Node: "n2", NextNode: "n3", Label: nasty, Status: "planning", PlanShown: true,
		Journal: []byte(`["j"]`), State: []byte(`{"s":"\u0000"}`),
	})
	c.Events = append(c.Events, &state.Event{Type: "e2", Payload: []byte(`{"한":"글"}`)})
	c.Messages = append(c.Messages, &state.Message{Role: state.RoleAssistant, Content: nasty, Data: []byte(`{"sections":[]}`)})
	c.Status, c.NextNode, c.PlanShown = state.RunWaiting, "next", true
	c.Error, c.Interrupt, c.Title, c.DeliveredSeq = nasty, question("q1"), "새 제목", 2
	y.apply(c)

	want := r
	want.Status, want.NextNode, want.PlanShown, want.Error, want.Interrupt = state.RunWaiting, "next", true, nasty, question("q1")
	want.Owner = "" // nobody works on it
	back, err := y.Run(ctx, store.Server(), r.ID)
	y.must(err)
	same(y, back, want)
	s, err := y.Session(ctx, store.Server(), r.SessionID)
	y.must(err)
	if s.Title != "새 제목" || s.DeliveredSeq != 2 || *s.LastMessage != nasty || !s.UpdatedAt.Equal(after(1)) {
		t.Errorf("session is %+v", s)
	}
	events, err := y.Events(ctx, store.Server(), r.SessionID, 0, 0)
	y.must(err)
	same(y, events, []state.Event{*c.Events[0], *c.Events[1]})
	same(y, c.Head, store.Head{LastSeq: 2, LastStep: 2, BaseStep: 2, LastMessageID: 3, OpenRuns: 1})
	if e := c.Events[1]; e.ID != state.EventID(r.SessionID, 2) || e.RunID != r.ID || !e.CreatedAt.Equal(after(1)) {
		t.Errorf("second event is %+v", e)
	}
	if p := c.Checkpoints[1]; p.ID != state.CheckpointID(r.SessionID, 2) || p.Seq != 2 || p.MessageID != 3 || p.Fence != 1 {
		t.Errorf("second checkpoint is %+v", p)
	}
	messages, err := y.Messages(ctx, store.Server(), r.SessionID, 0, 1)
	y.must(err)
	same(y, messages, []state.Message{*c.Messages[0], *c.Messages[1]})
	last, err := y.LatestCheckpoint(ctx, store.Server(), r.SessionID)
	y.must(err)
	same(y, last, *c.Checkpoints[1])
	y.gapless(r.SessionID)
}

func applyFenced(t *testing.T, y *harness) {
	ctx, r, other := t.Context(), y.running("a"), y.running("b")
	for name, spoil := range map[string]func(c *store.Commit){
		"owner":   func(c *store.Commit) { c.Owner = "b" },
		"nobody":  func(c *store.Commit) { c.Owner = "" },
		"fence":   func(c *store.Commit) { c.Fence = 0 },
		"run":     func(c *store.Commit) { c.RunID = "run-none" },
		"session": func(c *store.Commit) { c.SessionID = other.SessionID },
	} {
		c := y.commit(r, name)
		spoil(c)
		c.Documents = []state.Document{{ID: name}}
		c.Effects = []func(context.Context, store.Tx) error{
			func(context.Context, store.Tx) error { t.Errorf("%s: effect ran", name); return nil },
		}
		y.is(y.Apply(ctx, []*store.Commit{c})[0], store.ErrFenced)
		_, err := y.Document(ctx, store.Server(), name)
		y.is(err, store.ErrNotFound)
	}
	events, err := y.Events(ctx, store.Server(), r.SessionID, 0, 0)
	if err != nil || len(events) != 0 {
		t.Errorf("%d events, %v", len(events), err)
	}
	y.gapless(r.SessionID)
	y.gapless(other.SessionID)
}

func effects(t *testing.T, y *harness) {
	ctx, r := t.Context(), y.running("a")
	made := y.commit(r, "table")
	made.Effects = []func(context.Context, store.Tx) error{
		func(ctx context.Context, tx store.Tx) error {
			_, err := tx.ExecContext(ctx, `CREATE TABLE quiz (id bigint, answer text)`)
			return err
		},
	}
	y.apply(made)
	c := y.commit(r, "x")
	c.Effects = []func(context.Context, store.Tx) error{
		func(ctx context.Context, tx store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO quiz (id, answer) VALUES ($2, $1)`, nasty, 7)
			return err
		},
		func(ctx context.Context, tx store.Tx) error {
			// Sees the rows of its own commit and of the effect before.
			var answer string
			var steps int
			if err := tx.QueryRowContext(ctx, `SELECT answer FROM quiz WHERE id = $1`, 7).Scan(&answer); err != nil {
				return err
			}
			rows, err := tx.QueryContext(ctx, `SELECT step_no FROM checkpoints WHERE session_id = $1`, r.SessionID)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				steps++
			}
			if answer != nasty || steps != 2 {
				t.Errorf("effect sees %q and %d steps", answer, steps)
			}
			return rows.Err()
		},
	}
	y.apply(c)
	oops := errors.New("oops")
	bad := y.commit(r, "bad")
	bad.Effects = []func(context.Context, store.Tx) error{
		func(ctx context.Context, tx store.Tx) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO quiz (id, answer) VALUES (8, '')`)
			return errors.Join(err, oops)
		},
	}
	y.is(y.Apply(ctx, []*store.Commit{bad})[0], oops)
	if bad.Events[0].Seq != 0 || bad.Checkpoints[0].StepNo != 0 || bad.Checkpoints[0].ParentID != "" || bad.Messages[0].ID != 0 {
		t.Error("an undone commit keeps its numbers")
	}
	check := y.commit(r, "check")
	check.Effects = []func(context.Context, store.Tx) error{
		func(ctx context.Context, tx store.Tx) error {
			var n int
			err := tx.QueryRowContext(ctx, `SELECT count(*) FROM quiz`).Scan(&n)
			if n != 1 {
				t.Errorf("%d rows of effects are left", n)
			}
			return err
		},
	}
	y.apply(check)
	y.gapless(r.SessionID)
}

func applyInvalid(t *testing.T, y *harness) {
	r := y.running("a")
	for name, spoil := range map[string]func(c *store.Commit){
		"status":  func(c *store.Commit) { c.Status = "" },
		"unknown": func(c *store.Commit) { c.Status = "paused" },
		"message": func(c *store.Commit) { c.Messages[0].Content = "a\x00" },
		"event":   func(c *store.Commit) { c.Events[0].Payload = []byte("\xff") },
		"memory":  func(c *store.Commit) { c.Memories = []state.Memory{{UserID: "u1", Query: "\xff"}} },
		"kept":    func(c *store.Commit) { c.Preferences = []state.Preference{{UserID: "u1", Key: "k", Value: "\x00"}} },
		"paper":   func(c *store.Commit) { c.Documents = []state.Document{{UserID: "u1", Markdown: "\x00"}} },
		"title":   func(c *store.Commit) { c.Title = "\xff" },
		"journal": func(c *store.Commit) { c.Checkpoints[0].Journal = []byte("\xff") },
		"result":  func(c *store.Commit) { c.Results = []store.Result{{Key: "k", Value: []byte("\xff")}} },
		"question": func(c *store.Commit) {
			c.Status, c.Interrupt = state.RunWaiting, question("q")
			c.Interrupt.Data.Schema = []byte("{")
		},
		"free": func(c *store.Commit) { c.Unclaimed = true },
	} {
		bad, good := y.commit(r, name), y.commit(r, "good")
		spoil(bad)
		errs := y.Apply(t.Context(), []*store.Commit{bad, good})
		y.is(errs[0], store.ErrInvalid)
		y.must(errs[1])
	}
	y.gapless(r.SessionID)
}

// question is what a run can wait for.
func question(id string) *state.Interrupt {
	return &state.Interrupt{
		ID: id, Type: state.InterruptInput, Data: state.InterruptData{Message: nasty},
		ExpiresAt: new(after(5)), DefaultAction: state.ActionSkip, Node: "next", AskedAt: noon,
	}
}

func applyUnclaimed(t *testing.T, y *harness) {
	ctx, s := t.Context(), y.session("u1")
	first, second := y.submit(s.ID, "하나"), y.submit(s.ID, "둘")
	c := y.commit(second, "cancelled")
	c.Unclaimed, c.Status = true, state.RunCancelled
	y.apply(c)
	same(y, c.Head.OpenRuns, 1)
	back, err := y.Run(ctx, store.Server(), second.ID)
	y.must(err)
	if back.Status != state.RunCancelled || back.StartedAt != nil || !back.FinishedAt.Equal(after(1)) {
		t.Errorf("run is %+v", back)
	}
	y.is(y.Apply(ctx, []*store.Commit{c})[0], store.ErrFenced) // it is over

	// The claim of another run stays what it is.
	y.beat("a", after(10))
	held := y.claim(first.ID, "a")
	third := y.submit(s.ID, "셋")
	c = y.commit(third, "cancelled")
	c.Unclaimed, c.Status = true, state.RunFailed
	y.apply(c, y.commit(held, "goes on"))

	// Held, foreign or with another fence it is fenced.
	for name, spoil := range map[string]func(c *store.Commit){
		"held":    func(c *store.Commit) {},
		"fence":   func(c *store.Commit) { c.Fence = 9 },
		"run":     func(c *store.Commit) { c.RunID = "run-none" },
		"session": func(c *store.Commit) { c.SessionID = y.session("u2").ID },
	} {
		c := y.commit(held, name)
		c.Unclaimed, c.Status = true, state.RunCancelled
		spoil(c)
		y.is(y.Apply(ctx, []*store.Commit{c})[0], store.ErrFenced)
	}

	// A waiting run may be ended or put back.
	wait := y.commit(held, "ask")
	wait.Status, wait.Interrupt = state.RunWaiting, question("q1")
	y.apply(wait)
	again := y.commit(held, "again")
	again.Unclaimed, again.Status = true, state.RunQueued
	for _, other := range []string{"", "q0"} { // what it was before, or after an answer
		again.Asked = other
		y.is(y.Apply(ctx, []*store.Commit{again})[0], store.ErrFenced)
	}
	again.Asked = "q1"
	y.apply(again)
	stale := y.commit(held, "stale")
	stale.Unclaimed, stale.Asked, stale.Status = true, "q1", state.RunCancelled
	y.is(y.Apply(ctx, []*store.Commit{stale})[0], store.ErrFenced) // it was answered
	if r := y.claim(first.ID, "a"); r.Fence != 2 || r.Interrupt != nil {
		t.Errorf("claimed again as %+v", r)
	}
	y.gapless(s.ID)
}
