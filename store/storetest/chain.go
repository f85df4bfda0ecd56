package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func chainTests() []test {
	return []test{
		on("states are stored as changes and read whole", chainLong),
		on("a change that is too large is stored whole", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.grow(r, stateOf(0, "a"), stateOf(1, "a"), stateOf(2, "b"), stateOf(3, "b"))
			same(y, y.bases(r), []int64{1, 1, 3, 3})
		}),
		on("several states in one commit", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "one")
			c.Checkpoints = nil
			for i := range 3 {
				c.Checkpoints = append(c.Checkpoints, &state.Checkpoint{Label: id("p", i), State: []byte(stateOf(i, "a"))})
			}
			y.apply(c)
			same(y, y.bases(r), []int64{1, 1, 1})
			for i := range 3 {
				y.rebuilt(r, i+1, stateOf(i, "a"))
			}
		}),
		on("a writer without the state before stores whole ones", func(t *testing.T, y *harness) {
			r := y.running("a")
			y.grow(r, stateOf(0, "a"))
			c := y.commit(r, "one")
			c.Previous, c.Checkpoints[0].State = nil, []byte(stateOf(1, "a"))
			y.apply(c)
			same(y, c.Head.BaseStep, 2)
			c = y.commit(r, "two")
			c.Head, c.Checkpoints[0].State = store.Head{}, []byte(stateOf(2, "a"))
			y.apply(c)
			same(y, y.bases(r), []int64{1, 2, 3})
			y.rebuilt(r, 3, stateOf(2, "a"))
		}),
		on("a chain goes on over runs and claims", func(t *testing.T, y *harness) {
			s := y.session("u1")
			y.beat("a", after(10))
			for i := range 4 {
				r := y.claim(y.submit(s.ID, "q").ID, "a")
				c := y.commit(r, "end")
				c.Status, c.Checkpoints[0].State = state.RunCompleted, []byte(stateOf(i, "a"))
				y.apply(c)
				same(y, c.Head.BaseStep, 1)
				y.rebuilt(r, i+1, stateOf(i, "a"))
			}
			y.gapless(s.ID)
		}),
		on("a checkpoint without a state", func(t *testing.T, y *harness) {
			r := y.running("a")
			c := y.commit(r, "one")
			c.Checkpoints[0].State = nil
			y.apply(c)
			y.grow(r, stateOf(1, "a"))
			y.rebuilt(r, 1, "")
			y.rebuilt(r, 2, stateOf(1, "a"))
		}),
	}
}

// stateOf is a state of 1.5 KB in which a number changes, and with another
// letter nearly all of it.
func stateOf(n int, letter string) string {
	return fmt.Sprintf(`{"n":%d,"text":%q,"list":[{"status":"s%d"}]}`, n, strings.Repeat(letter, 1500), n)
}

// grow commits states one after another, each by a writer who knows the one
// before.
func (y *harness) grow(r state.Run, states ...string) {
	y.t.Helper()
	for _, text := range states {
		c := y.commit(r, "grow")
		c.Checkpoints[0].State = []byte(text)
		y.apply(c)
	}
}

func (y *harness) rebuilt(r state.Run, step int, want string) {
	y.t.Helper()
	got, err := y.Checkpoint(y.t.Context(), store.Server(), state.CheckpointID(r.SessionID, int64(step)))
	y.must(err)
	if string(got.State) != want {
		y.t.Errorf("step %d is %.80s, want %.80s", step, got.State, want)
	}
}

// bases are the steps that the session's states build on.
func (y *harness) bases(r state.Run) (out []int64) {
	y.t.Helper()
	c := y.commit(r, "look")
	c.Checkpoints, c.Events, c.Messages = nil, nil, nil
	c.Effects = []func(context.Context, store.Tx) error{func(ctx context.Context, tx store.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT base_step FROM checkpoints WHERE session_id = $1 ORDER BY step_no`, r.SessionID)
		if err != nil {
			return err
		}
		defer rows.Close()
		out = nil
		for rows.Next() {
			var n int64
			if err := rows.Scan(&n); err != nil {
				return err
			}
			out = append(out, n)
		}
		return rows.Err()
	}}
	y.apply(c)
	return out
}

func chainLong(t *testing.T, y *harness) {
	r := y.running("a")
	for i := range 70 {
		y.grow(r, stateOf(i, "a"))
	}
	var want []int64
	for i := range int64(70) {
		want = append(want, i/32*32+1) // a state is read from 32 rows at most
	}
	same(y, y.bases(r), want)
	for i := range 70 {
		y.rebuilt(r, i+1, stateOf(i, "a"))
	}
	last, err := y.LatestCheckpoint(t.Context(), store.Server(), r.SessionID)
	y.must(err)
	same(y, string(last.State), stateOf(69, "a"))
	y.gapless(r.SessionID)
}
