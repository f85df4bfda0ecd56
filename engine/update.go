package engine

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// With is what may become durable together with a change of the state.
type With[S any] struct {
	// Events makes events from the state after the change. Whenever a step has
	// begun or ended clients are told the steps, unless one of these does.
	Events func(*S) []Event
	// Title renames the session, and tells clients.
	Title string

	Documents   []state.Document
	Memories    []state.Memory
	Preferences []state.Preference
	// Effects are the assistant's own writes in the same transaction.
	Effects []func(ctx context.Context, tx store.Tx) error
	// Then is a further change that is durable with this one or not at all.
	Then *Then[S]
}

// Then is a change that comes with another.
type Then[S any] struct {
	Label  string
	Change func(*S)
	With   With[S]
}

// Update changes the state by a function, which the history names by the
// label; change may be nil. What a node has changed becomes durable, and is
// shown, together with what comes next: its end, a question, a Do or an Emit.
// So a node that changes the state only at its end does so exactly once; one
// that is entered again finds in the state what it committed before a Do. (After
// sixteen changes they go by themselves.) A step's change is on its way at once.
//
// In change, Now is the time of this change. It must not call Update or Do.
func (t *Turn[S]) Update(label string, change func(*S), with ...With[S]) error {
	list := transitions(label, change, one(with))
	if t.step == "" {
		return t.update(list)
	}
	return t.updateStep(list)
}

// one is the given value of an optional argument.
func one[T any](optional []T) (value T) {
	if len(optional) > 0 {
		value = optional[0]
	}
	return value
}

// update applies transitions and keeps them for what comes next.
func (t *Turn[S]) update(list []transition[S]) error {
	now, err := t.run.turn(t.ctx, list[0].label)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.gather(list, now); err != nil || len(t.pending.commit.Checkpoints) < maxAhead {
		return err
	}
	return t.send(t.stay())
}

// Answer ends the run with a response, which goes out with the node's last
// change. The node names End next.
func (t *Turn[S]) Answer(response *state.Response) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.step != "":
		return errors.New("engine: a step has no answer")
	case t.response != nil:
		return errors.New("engine: a second answer")
	}
	t.response = response
	return nil
}
