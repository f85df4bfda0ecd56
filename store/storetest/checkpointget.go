package storetest

import (
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func getCases() []kase {
	cases := []kase{
		{"the newest is the last", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			got, err := y.LatestCheckpoint(t.Context(), store.Server(), s.ID)
			y.must(err)
			same(y, got.StepNo, 4)
			same(y, string(got.State), numbered(4))
		}},
		{"the newest before the first", func(t *testing.T, y *harness) {
			_, err := y.LatestCheckpoint(t.Context(), store.Server(), y.session("u1").ID)
			y.is(err, store.ErrNotFound)
		}},
		{"the newest of nowhere", func(t *testing.T, y *harness) {
			_, err := y.LatestCheckpoint(t.Context(), store.Server(), "session-none")
			y.is(err, store.ErrNotFound)
		}},
		{"the newest has its state but no changes", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			got, err := y.LatestCheckpoint(t.Context(), store.Server(), s.ID)
			y.must(err)
			if len(got.State) == 0 || got.Changes != nil {
				t.Errorf("got %+v", got)
			}
		}},
		{"any by its id", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			for i := range 4 {
				same(y, y.state(state.CheckpointID(s.ID, int64(i+1))), numbered(i+1))
			}
		}},
		{"one with the changes since its parent", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			got, err := y.Checkpoint(t.Context(), store.Server(), state.CheckpointID(s.ID, 2))
			y.must(err)
			same(y, paths(got.Changes), []string{"n 1→2", "odd true→false"})
		}},
		{"changes go over runs", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			got, err := y.Checkpoint(t.Context(), store.Server(), state.CheckpointID(s.ID, 3))
			y.must(err)
			same(y, paths(got.Changes), []string{"n 2→3", "odd false→true"})
		}},
		{"the first has no changes", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			got, err := y.Checkpoint(t.Context(), store.Server(), state.CheckpointID(s.ID, 1))
			y.must(err)
			same(y, got.Changes, nil)
		}},
		{"the step after the last", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			_, err := y.Checkpoint(t.Context(), store.Server(), state.CheckpointID(s.ID, 3))
			y.is(err, store.ErrNotFound)
		}},
		{"of a session that isn't there", func(t *testing.T, y *harness) {
			_, err := y.Checkpoint(t.Context(), store.Server(), "session-none.1")
			y.is(err, store.ErrNotFound)
		}},
	}
	for name, bad := range map[string]string{
		"an empty id":          "",
		"an id without a step": "session-1",
		"a step of nothing":    ".1",
		"step 0":               "session-1.0",
		"a negative step":      "session-1.-1",
		"a step with a zero":   "session-1.01",
		"a step with letters":  "session-1.1x",
		"a step too large":     "session-1.99999999999999999999",
		"an id with a NUL":     "session\x00.1x",
	} {
		cases = append(cases, kase{"malformed: " + name, func(t *testing.T, y *harness) {
			_, err := y.Checkpoint(t.Context(), store.Server(), bad)
			y.is(err, store.ErrNotFound)
		}})
	}
	return cases
}

// paths are changes in short.
func paths(list []state.TransitionLog) (out []string) {
	for _, l := range list {
		out = append(out, l.FieldChanged+" "+string(l.OldValue)+"→"+string(l.NewValue))
	}
	return out
}

func listCases() []kase {
	list := func(run int, before int64, limit int, want ...int64) func(*testing.T, *harness) {
		return func(t *testing.T, y *harness) {
			s, runs := y.talked(3)
			runID := ""
			if run > 0 {
				runID = runs[run-1].ID
			}
			got, err := y.Checkpoints(t.Context(), store.Server(), s.ID, runID, before, limit)
			y.must(err)
			var steps []int64
			for _, c := range got {
				steps = append(steps, c.StepNo)
			}
			same(y, steps, want)
		}
	}
	return []kase{
		{"all, the newest first", list(0, 0, 0, 6, 5, 4, 3, 2, 1)},
		{"a limit", list(0, 0, 2, 6, 5)},
		{"a negative limit is none", list(0, 0, -1, 6, 5, 4, 3, 2, 1)},
		{"before a step", list(0, 4, 0, 3, 2, 1)},
		{"before a step, limited", list(0, 4, 2, 3, 2)},
		{"before the first", list(0, 1, 0)},
		{"of a run", list(2, 0, 0, 4, 3)},
		{"of a run before a step", list(2, 4, 0, 3)},
		{"of a run, limited", list(2, 0, 1, 4)},
		{"before a step far away", list(0, 1<<40, 1, 6)},
		{"of a run that isn't there", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			got, err := y.Checkpoints(t.Context(), store.Server(), s.ID, "run-none", 0, 0)
			y.must(err)
			same(y, len(got), 0)
		}},
		{"of another session's run", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			_, runs := y.talked(1)
			got, err := y.Checkpoints(t.Context(), store.Server(), s.ID, runs[0].ID, 0, 0)
			y.must(err)
			same(y, len(got), 0)
		}},
		{"of a session that isn't there", func(t *testing.T, y *harness) {
			got, err := y.Checkpoints(t.Context(), store.Server(), "session-none", "", 0, 0)
			y.must(err)
			same(y, len(got), 0)
		}},
		{"of a fork", func(t *testing.T, y *harness) {
			s, _ := y.talked(2)
			fork, point, err := y.Fork(t.Context(), store.Server(), state.CheckpointID(s.ID, 2), state.Session{}, state.Checkpoint{})
			y.must(err)
			got, err := y.Checkpoints(t.Context(), store.Server(), fork.ID, "", 0, 0)
			y.must(err)
			same(y, []string{got[0].ID, got[0].ParentID}, []string{point.ID, state.CheckpointID(s.ID, 2)})
		}},
		{"without values", func(t *testing.T, y *harness) {
			s, _ := y.talked(1)
			got, err := y.Checkpoints(t.Context(), store.Server(), s.ID, "", 0, 0)
			y.must(err)
			for _, c := range got {
				if c.State != nil || c.Changes != nil || c.Journal != nil {
					t.Errorf("step %d has values", c.StepNo)
				}
			}
		}},
		{"page by page is all of it", func(t *testing.T, y *harness) {
			s, _ := y.talked(4)
			var steps []int64
			for before := int64(0); ; {
				page, err := y.Checkpoints(t.Context(), store.Server(), s.ID, "", before, 3)
				y.must(err)
				if len(page) == 0 {
					break
				}
				for _, c := range page {
					steps = append(steps, c.StepNo)
				}
				before = page[len(page)-1].StepNo
			}
			same(y, steps, []int64{8, 7, 6, 5, 4, 3, 2, 1})
		}},
	}
}
