package storetest

import (
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// forkAt is a fork of a session at a step.
func (y *harness) forkAt(sessionID string, step int64) (state.Session, state.Checkpoint) {
	y.t.Helper()
	s, c, err := y.Fork(y.t.Context(), store.Server(), state.CheckpointID(sessionID, step), state.Session{CreatedAt: after(5)}, state.Checkpoint{})
	y.must(err)
	return s, c
}

func forkCases() []kase {
	return []kase{
		{"it begins with the checkpoint's state", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			f, c := y.forkAt(s.ID, 3)
			same(y, string(c.State), numbered(3))
			same(y, y.state(f.CheckpointID), numbered(3))
		}},
		{"its first checkpoint keeps the place", forkPlace},
		{"it is the only one", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			f, _ := y.forkAt(s.ID, 3)
			same(y, y.steps(f.ID), []int64{1})
			same(y, f.CheckpointID, state.CheckpointID(f.ID, 1))
		}},
		{"the source is the parent", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			f, c := y.forkAt(s.ID, 3)
			same(y, [2]string{c.ParentID, f.ForkedFrom}, [2]string{state.CheckpointID(s.ID, 3), state.CheckpointID(s.ID, 3)})
		}},
		{"messages up to it", func(t *testing.T, y *harness) {
			s, _ := y.talked(3)
			f, _ := y.forkAt(s.ID, 4)
			same(y, y.texts(f.ID), []string{"q-001", "답: q-001", "q-002", "답: q-002"})
			same(y, f.MessageCount, 4)
		}},
		{"without queries that waited", func(t *testing.T, y *harness) {
			s := y.session("u1")
			r := y.next(s.ID, "하나")
			y.submit(s.ID, "둘")
			p := y.step(r, numbered(1))
			f, _ := y.forkAt(s.ID, p.StepNo)
			same(y, y.texts(f.ID), []string{"하나", "step"})
		}},
		{"with answers to its questions", forkWithReply},
		{"the stream begins at 1", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			f, c := y.forkAt(s.ID, 2)
			same(y, [2]int64{f.LastSeq, c.Seq}, [2]int64{0, 0})
			events, err := y.Events(t.Context(), store.Server(), f.ID, 0, 0)
			y.must(err)
			same(y, len(events), 0)
		}},
		{"the fork goes on as a chain", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			f, _ := y.forkAt(s.ID, 3)
			r := y.turn(f.ID, "계속", numbered(30), numbered(31))
			same(y, y.state(state.CheckpointID(f.ID, 3)), numbered(31))
			same(y, y.head(r).BaseStep, 1)
			same(y, y.state(state.CheckpointID(s.ID, 4)), numbered(4))
		}},
		{"a fork of a fork", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			f, _ := y.forkAt(s.ID, 2)
			y.turn(f.ID, "계속", numbered(30))
			g, c := y.forkAt(f.ID, 2)
			same(y, [2]string{string(c.State), g.ForkedFrom}, [2]string{numbered(30), state.CheckpointID(f.ID, 2)})
		}},
		{"a fork of a copied checkpoint", func(t *testing.T, y *harness) {
			_, c := y.copied(0)
			y.turn(c.ID, "복사", numbered(9))
			f, p := y.forkAt(c.ID, 3)
			same(y, string(p.State), numbered(3))
			same(y, y.texts(f.ID), []string{"q-001", "답: q-001", "q-002"})
		}},
		{"of 1 MiB", func(t *testing.T, y *harness) {
			r := y.running("a")
			big := `{"t":"` + strings.Repeat("가", 350_000) + `"}`
			y.step(r, big)
			f, _ := y.forkAt(r.SessionID, 1)
			if y.state(f.CheckpointID) != big {
				t.Error("the state came along changed")
			}
		}},
		{"it outlives the source", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			f, _ := y.forkAt(s.ID, 4)
			y.must(y.DeleteSession(t.Context(), store.Server(), s.ID, true, noon))
			same(y, y.state(f.CheckpointID), numbered(4))
		}},
		{"for another assistant", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			_, _, err := y.Fork(t.Context(), store.Server(), state.CheckpointID(s.ID, 1), state.Session{Assistant: "other"}, state.Checkpoint{})
			y.is(err, store.ErrInvalid)
		}},
		{"of a step that isn't there", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			_, _, err := y.Fork(t.Context(), store.Server(), state.CheckpointID(s.ID, 9), state.Session{}, state.Checkpoint{})
			y.is(err, store.ErrNotFound)
		}},
		{"of a malformed id", func(t *testing.T, y *harness) {
			_, _, err := y.Fork(t.Context(), store.Server(), "none", state.Session{}, state.Checkpoint{})
			y.is(err, store.ErrNotFound)
		}},
		{"of a hidden session", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			y.must(y.DeleteSession(t.Context(), store.Server(), s.ID, false, noon))
			_, _, err := y.Fork(t.Context(), store.Server(), state.CheckpointID(s.ID, 1), state.Session{}, state.Checkpoint{})
			y.is(err, store.ErrNotFound)
		}},
		{"before a run: the state it found", func(t *testing.T, y *harness) {
			_, runs := y.talked(3)
			_, c := y.forkBefore(runs[1])
			same(y, string(c.State), numbered(2))
		}},
		{"before a run: the messages before its query", func(t *testing.T, y *harness) {
			_, runs := y.talked(3)
			f, _ := y.forkBefore(runs[1])
			same(y, y.texts(f.ID), []string{"q-001", "답: q-001"})
		}},
		{"before the first run: nothing", func(t *testing.T, y *harness) {
			_, runs := y.talked(2)
			f, c := y.forkBefore(runs[0])
			same(y, c, state.Checkpoint{})
			same(y, [2]string{f.CheckpointID, f.ForkedFrom}, [2]string{"", state.CheckpointID(runs[0].SessionID, 0)})
			same(y, y.texts(f.ID), nil)
			y.turn(f.ID, "처음", numbered(1))
			y.gapless(f.ID)
		}},
		{"before a run that waited while the other answered", func(t *testing.T, y *harness) {
			s := y.session("u1")
			first := y.next(s.ID, "하나")
			second := y.submit(s.ID, "둘")
			y.step(first, numbered(1))
			y.finish(first)
			y.finish(y.claim(second.ID, "a"))
			f, c := y.forkBefore(second)
			same(y, c.ParentID, state.CheckpointID(s.ID, 2))
			same(y, y.texts(f.ID), []string{"하나", "step", "end"})
		}},
		{"before a run that failed at once", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			r := y.next(s.ID, "실패")
			c := y.commit(r, "x")
			c.Checkpoints, c.Status = nil, state.RunFailed
			y.apply(c)
			y.turn(s.ID, "다음", numbered(3))
			_, p := y.forkBefore(r)
			same(y, string(p.State), numbered(2))
		}},
		{"before a run that waits for others", func(t *testing.T, y *harness) {
			s := y.session("u1")
			y.step(y.next(s.ID, "하나"), numbered(1))
			second := y.submit(s.ID, "둘")
			_, _, err := y.ForkBefore(t.Context(), store.Server(), second.ID, state.Session{})
			y.is(err, store.ErrBusy)
		}},
		{"before a run whose past was pruned", func(t *testing.T, y *harness) {
			s, runs := y.talked(2)
			_, err := y.Prune(t.Context(), store.Server(), s.ID, 2)
			y.must(err)
			_, _, err = y.ForkBefore(t.Context(), store.Server(), runs[1].ID, state.Session{})
			y.is(err, store.ErrNotFound)
		}},
		{"before a run that isn't there", func(t *testing.T, y *harness) {
			_, _, err := y.ForkBefore(t.Context(), store.Server(), "run-none", state.Session{})
			y.is(err, store.ErrNotFound)
		}},
	}
}

func (y *harness) forkBefore(r state.Run) (state.Session, state.Checkpoint) {
	y.t.Helper()
	s, c, err := y.ForkBefore(y.t.Context(), store.Server(), r.ID, state.Session{CreatedAt: after(5)})
	y.must(err)
	return s, c
}

func forkPlace(t *testing.T, y *harness) {
	r := y.running("a")
	c := y.commit(r, nasty)
	p := c.Checkpoints[0]
	p.Node, p.NextNode, p.Phase, p.Status, p.PlanShown, p.SchemaVersion = "planning", "teams", "실행", "executing", true, 3
	p.Journal = []byte(`[1]`)
	y.apply(c)
	f, got := y.forkAt(r.SessionID, 1)
	want := *p
	want.SessionID, want.ID, want.ParentID, want.Seq = f.ID, state.CheckpointID(f.ID, 1), p.ID, 0
	want.CreatedAt, want.Journal = after(5), nil
	same(y, got, want)
	back, err := y.Checkpoint(t.Context(), store.Server(), got.ID)
	y.must(err)
	same(y, back, want)
}

// forkWithReply is a run that asked and was answered by a text, which is a
// run of its own.
func forkWithReply(t *testing.T, y *harness) {
	s := y.session("u1")
	r := y.next(s.ID, "질문")
	y.submit(s.ID, "줄")
	reply := submission(s.ID, "", "대답")
	reply.Run.Kind = state.RunReply
	_, err := y.Submit(t.Context(), reply)
	y.must(err)
	p := y.step(r, numbered(1))
	f, _ := y.forkAt(s.ID, p.StepNo)
	same(y, y.texts(f.ID), []string{"질문", "대답", "step"})
}
