package engine

import (
	"context"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Transition is one change of a run's state with everything that becomes
// durable together with it.
type Transition[S any] struct {
	// Label names the transition in the history, e.g. "T2 plan ready".
	Label string
	// Phase is the state's phase after it, for the history's list.
	Phase string
	// Updates are applied in order to the run's one state.
	Updates []func(*S)
	// Events are numbered and sent to clients after the commit.
	Events []Event
	// EventsFunc makes events from the state after the updates, for events
	// that show it (the step array); it runs after Updates.
	EventsFunc func(*S) []Event
	// Response ends the run for the user; it belongs in the last
	// transition, and the engine makes the terminal event and the
	// assistant's message of it.
	Response *state.Response
	// PlanShown tells that from here on clients show a plan.
	PlanShown bool
	// Title renames the session.
	Title string

	Documents   []state.Document
	Memories    []state.Memory
	Preferences []state.Preference
	// Effects are the assistant's own writes in the same transaction.
	Effects []func(ctx context.Context, tx store.Tx) error
	// AfterFunc runs once the transition is durable, for what may be lost
	// in a crash (a cache's invalidation); nil is nothing.
	AfterFunc func(ctx context.Context)

	// fresh tells that it is an Update's, makers make its events.
	fresh  bool
	makers []func(*S) []Event
}

// Event is an event on its way out; Body becomes its JSON object.
type Event struct {
	Type string
	Body any
}

// afters binds what is to be done after a commit of transitions to ctx,
// without its end.
func afters[S any](ctx context.Context, transitions []Transition[S]) (all []func()) {
	for i := range transitions {
		if after := transitions[i].AfterFunc; after != nil {
			all = append(all, func() { after(context.WithoutCancel(ctx)) })
		}
	}
	return all
}
