package storetest

import (
	"encoding/json"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// copied is a session with two turns and its copy up to a step.
func (y *harness) copied(upTo int64) (from, to state.Session) {
	y.t.Helper()
	from, _ = y.talked(2)
	to, err := y.CopySession(y.t.Context(), store.Server(), from.ID, state.Session{CreatedAt: after(5)}, upTo)
	y.must(err)
	return from, to
}

func copyCases() []kase {
	return []kase{
		{"every checkpoint comes along", func(t *testing.T, y *harness) {
			_, c := y.copied(0)
			same(y, y.steps(c.ID), []int64{4, 3, 2, 1})
			for i := range 4 {
				same(y, y.state(state.CheckpointID(c.ID, int64(i+1))), numbered(i+1))
			}
		}},
		{"every message comes along", func(t *testing.T, y *harness) {
			_, c := y.copied(0)
			same(y, y.texts(c.ID), []string{"q-001", "답: q-001", "q-002", "답: q-002"})
		}},
		{"up to a step", func(t *testing.T, y *harness) {
			_, c := y.copied(3)
			same(y, y.steps(c.ID), []int64{3, 2, 1})
			same(y, y.state(state.CheckpointID(c.ID, 3)), numbered(3))
		}},
		{"messages up to a step", func(t *testing.T, y *harness) {
			_, c := y.copied(3)
			same(y, y.texts(c.ID), []string{"q-001", "답: q-001", "q-002"})
		}},
		{"up to a step that isn't there", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			_, err := y.CopySession(t.Context(), store.Server(), s.ID, state.Session{ID: "session-none-" + s.ID}, 9)
			y.is(err, store.ErrNotFound)
			_, err = y.Session(t.Context(), store.Server(), "session-none-"+s.ID)
			y.is(err, store.ErrNotFound)
		}},
		{"the stream begins at 1", func(t *testing.T, y *harness) {
			_, c := y.copied(0)
			same(y, c.LastSeq, 0)
			y.turn(c.ID, "계속", numbered(5))
			y.gapless(c.ID)
		}},
		{"its marks are its own", func(t *testing.T, y *harness) {
			_, c := y.copied(3)
			same(y, [2]any{c.CheckpointID, c.MessageCount}, [2]any{state.CheckpointID(c.ID, 3), int64(3)})
			y.gapless(c.ID)
		}},
		{"the list entry is the source's", func(t *testing.T, y *harness) {
			from, c := y.copied(0)
			same(y, [4]string{c.Assistant, c.UserID, c.Title, c.Language},
				[4]string{from.Assistant, from.UserID, from.Title, from.Language})
		}},
		{"the list entry can be another", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			c, err := y.CopySession(t.Context(), store.Server(), s.ID, state.Session{
				UserID: "u2", Title: nasty, Language: "en", Metadata: []byte(`{"a":1}`),
			}, 0)
			y.must(err)
			same(y, [4]string{c.UserID, c.Title, c.Language, string(c.Metadata)}, [4]string{"u2", nasty, "en", `{"a":1}`})
		}},
		{"it tells where it comes from", func(t *testing.T, y *harness) {
			from, c := y.copied(3)
			same(y, c.ForkedFrom, state.CheckpointID(from.ID, 3))
		}},
		{"it has an epoch of its own", func(t *testing.T, y *harness) {
			from, c := y.copied(0)
			if c.Epoch == from.Epoch || c.Epoch == "" {
				t.Errorf("the epoch is %q", c.Epoch)
			}
		}},
		{"checkpoints name the runs of the source", func(t *testing.T, y *harness) {
			s, runs := y.talked(1)
			c, err := y.CopySession(t.Context(), store.Server(), s.ID, state.Session{}, 0)
			y.must(err)
			list, err := y.Checkpoints(t.Context(), store.Server(), c.ID, "", 0, 0)
			y.must(err)
			same(y, list[0].RunID, runs[0].ID)
			open, err := y.Runs(t.Context(), store.Server(), c.ID, 0, 0)
			y.must(err)
			same(y, len(open), 0)
		}},
		{"a given parent is the copy's own", func(t *testing.T, y *harness) {
			r := y.running("a")
			list := y.walk(r, counted(2)...)
			c := y.commit(r, "x")
			c.Checkpoints[0].ParentID = list[0].ID
			y.apply(c)
			out, err := y.CopySession(t.Context(), store.Server(), r.SessionID, state.Session{}, 0)
			y.must(err)
			got, err := y.LatestCheckpoint(t.Context(), store.Server(), out.ID)
			y.must(err)
			same(y, got.ParentID, state.CheckpointID(out.ID, 1))
		}},
		{"a parent elsewhere stays", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			f, _ := y.forkAt(s.ID, 2)
			c, err := y.CopySession(t.Context(), store.Server(), f.ID, state.Session{}, 0)
			y.must(err)
			got, err := y.LatestCheckpoint(t.Context(), store.Server(), c.ID)
			y.must(err)
			same(y, got.ParentID, state.CheckpointID(s.ID, 2))
		}},
		{"the two go on apart", func(t *testing.T, y *harness) {
			from, c := y.copied(0)
			y.turn(c.ID, "복사", numbered(50))
			y.turn(from.ID, "원본", numbered(60))
			same(y, y.state(state.CheckpointID(c.ID, 5)), numbered(50))
			same(y, y.state(state.CheckpointID(from.ID, 5)), numbered(60))
		}},
		{"it outlives the source", func(t *testing.T, y *harness) {
			from, c := y.copied(0)
			y.must(y.DeleteSession(t.Context(), store.Server(), from.ID, true, noon))
			same(y, y.state(state.CheckpointID(c.ID, 4)), numbered(4))
		}},
		{"a copy can be copied", func(t *testing.T, y *harness) {
			_, c := y.copied(0)
			again, err := y.CopySession(t.Context(), store.Server(), c.ID, state.Session{}, 2)
			y.must(err)
			same(y, y.state(again.CheckpointID), numbered(2))
			same(y, y.texts(again.ID), []string{"q-001", "답: q-001"})
		}},
		{"while a run is at work", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.walk(r, counted(3)...)
			c, err := y.CopySession(t.Context(), store.Server(), r.SessionID, state.Session{}, 0)
			y.must(err)
			y.step(r, numbered(4))
			same(y, y.steps(c.ID), []int64{3, 2, 1})
			same(y, y.step(y.next(c.ID, "복사"), numbered(9)).StepNo, 4)
		}},
		{"what was pruned", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			_, err := y.Prune(t.Context(), store.Server(), s.ID, 2)
			y.must(err)
			c, err := y.CopySession(t.Context(), store.Server(), s.ID, state.Session{}, 0)
			y.must(err)
			same(y, y.steps(c.ID), []int64{4, 3})
			same(y, y.state(state.CheckpointID(c.ID, 4)), numbered(4))
		}},
		{"an empty session", func(t *testing.T, y *harness) {
			c, err := y.CopySession(t.Context(), store.Server(), y.session("u1").ID, state.Session{}, 0)
			y.must(err)
			same(y, [2]any{c.CheckpointID, c.ForkedFrom}, [2]any{"", ""})
		}},
		{"1 MiB of state and messages", func(t *testing.T, y *harness) {
			r := y.running("a")
			big, err := json.Marshal(make([]int, 1<<19))
			y.must(err)
			y.step(r, string(big))
			c, err := y.CopySession(t.Context(), store.Server(), r.SessionID, state.Session{}, 0)
			y.must(err)
			if y.state(c.CheckpointID) != string(big) {
				t.Error("the state came along changed")
			}
		}},
		{"onto an id that exists", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			_, err := y.CopySession(t.Context(), store.Server(), s.ID, state.Session{ID: s.ID}, 0)
			y.is(err, store.ErrConflict)
		}},
		{"for another assistant", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			_, err := y.CopySession(t.Context(), store.Server(), s.ID, state.Session{Assistant: "other"}, 0)
			y.is(err, store.ErrInvalid)
		}},
		{"of a session that isn't there", func(t *testing.T, y *harness) {
			_, err := y.CopySession(t.Context(), store.Server(), "session-none", state.Session{}, 0)
			y.is(err, store.ErrNotFound)
		}},
		{"of a hidden session", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			y.must(y.DeleteSession(t.Context(), store.Server(), s.ID, false, noon))
			_, err := y.CopySession(t.Context(), store.Server(), s.ID, state.Session{}, 0)
			y.is(err, store.ErrNotFound)
		}},
	}
}
