package engine

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/state"
)

// Step is the turn for one of several lines of work that go on side by side in
// a node, named by the id of its step in the plan. Its changes are on their way
// at once, its Do has names of its own, and its clock is that of its own
// changes. What it has to know of the state it takes down while it changes it:
// in between others do.
func Step[S any](t *Turn[S], id string) *Turn[S] {
	s := &Turn[S]{work: t.work, step: id}
	s.at.Store(t.latest.Load())
	return s
}

// updateStep commits a step's transitions.
func (t *Turn[S]) updateStep(list []transition[S]) error {
	now, err := t.run.turn(t.ctx, list[0].label)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.send(t.stay()); err != nil {
		return err
	}
	before := t.statusOf(t.step)
	if err := t.gather(list, now); err != nil {
		return err
	}
	if t.statusOf(t.step) == state.StepSkipped && before != state.StepSkipped {
		t.run.journal.add(scopeSkipped+t.step, strconv.AppendInt(nil, int64(t.changes), 10))
	}
	t.changes++
	t.skipDue()
	return t.send(t.stay())
}

// statusOf is a step's status in the state; "" is none.
func (t *Turn[S]) statusOf(id string) state.StepStatus {
	if t.graph.Steps == nil {
		return ""
	}
	steps := t.graph.Steps(&t.s)
	if i := slices.IndexFunc(steps, func(s state.ExecutionStep) bool { return s.StepID == id }); i >= 0 {
		return steps[i].Status
	}
	return ""
}

// Skipped is closed once the user wants the step to be passed over; a node's
// own turn has none. In a replay it is closed where the step was passed over
// then, after as many of its changes, and nowhere else: look at it before
// anything else that the step may wait for.
func (t *Turn[S]) Skipped() <-chan struct{} {
	if t.step == "" {
		return nil
	}
	past, playing := t.run.journal.peek(scopeSkipped + t.step)
	if !playing {
		return t.run.skipped(t.step)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.skip == nil {
		t.skip, t.skipAt = make(chan struct{}), -1
		if past != nil {
			_ = json.Unmarshal(past, &t.skipAt) // what is no number is nowhere
		}
		t.skipDue()
	}
	return t.skip
}

// skipDue closes a replay's channel where the step was passed over; its caller
// has the lock.
func (t *Turn[S]) skipDue() {
	if t.skip != nil && t.changes == t.skipAt {
		close(t.skip)
	}
}
