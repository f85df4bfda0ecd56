package store

import (
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// maxChain is how many rows a state is rebuilt from at most.
const maxChain = 32

// chain is how the states of a commit are stored: each whole, or as the
// change against the step before.
type chain struct {
	values [][]byte
	// bases are the steps that the values build on, base the last of them.
	bases []int64
	base  int64
}

// plan is the commit's chain when its Head is where the session stands.
func (c *Commit) plan() chain {
	out := makeChain(len(c.Checkpoints))
	step := c.Head.LastStep
	out.base = c.Head.BaseStep
	for i, p := range c.Checkpoints {
		step++
		value := c.deltas[i]
		// Whole again where a reader would go through too many rows, or where the change is
		// not even half of the state: every later read pays for a link of the chain.
		if value == nil || step-out.base >= maxChain || 2*len(value) >= len(p.State) {
			value, out.base = present(p.State), step
		}
		out.values, out.bases = append(out.values, value), append(out.bases, out.base)
	}
	return out
}

// compare finds what the states change of those before them.
func (c *Commit) compare() {
	c.deltas = make([][]byte, len(c.Checkpoints))
	before := c.Previous
	for i, p := range c.Checkpoints {
		if before != nil && len(before.State) > 0 {
			c.deltas[i] = delta(before.State, p.State)
		}
		before = p
	}
}

// whole stores every state as it is, after a step.
func (c *Commit) whole(step int64) chain {
	out := makeChain(len(c.Checkpoints))
	for _, p := range c.Checkpoints {
		step++
		out.values, out.bases = append(out.values, present(p.State)), append(out.bases, step)
	}
	out.base = step
	return out
}

func makeChain(n int) chain {
	return chain{values: make([][]byte, 0, n), bases: make([]int64, 0, n)}
}

// present is a value that isn't NULL.
func present(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// previousID is the checkpoint before p in its session, "" before the first.
func previousID(p *state.Checkpoint) string {
	if p.StepNo <= 1 {
		return ""
	}
	return state.CheckpointID(p.SessionID, p.StepNo-1)
}

// states gives the states of a chain, the first of which is whole.
func states(rows []sqlc.Checkpoint, f func(r *sqlc.Checkpoint, value []byte)) error {
	var value []byte
	for i := range rows {
		r := &rows[i]
		switch {
		case r.BaseStep == r.StepNo:
			value = r.Value
		case i == 0:
			return fmt.Errorf("step %d: %w: what it is built from is gone", r.StepNo, ErrInvalid)
		default:
			var err error
			if value, err = patch(value, r.Value); err != nil {
				return fmt.Errorf("step %d: %w", r.StepNo, err)
			}
		}
		f(r, value)
	}
	return nil
}

// build is the state of the last checkpoint of a chain.
func build(rows []sqlc.Checkpoint) (value []byte, err error) {
	err = states(rows, func(_ *sqlc.Checkpoint, v []byte) { value = v })
	return value, err
}
