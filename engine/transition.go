package engine

import (
	"context"
	"slices"
)

// transition is one change of a run's state, with what becomes durable with it.
type transition[S any] struct {
	label string
	// phase is that of the history's list; "" is the state's.
	phase string
	// change may be nil.
	change func(*S)
	With[S]
}

// Event is an event on its way out; Body becomes its JSON object.
type Event struct {
	Type string
	Body any
}

// transitions are an Update's.
func transitions[S any](label string, change func(*S), with With[S]) []transition[S] {
	list := []transition[S]{{label: label, change: change, With: with}}
	if then := with.Then; then != nil {
		list = slices.Concat(list, transitions(then.Label, then.Change, then.With))
	}
	return list
}

// afters binds what is to be done after a commit of transitions to ctx,
// without its end.
func afters[S any](ctx context.Context, list []transition[S]) (all []func()) {
	for i := range list {
		if after := list[i].AfterFunc; after != nil {
			all = append(all, func() { after(context.WithoutCancel(ctx)) })
		}
	}
	return all
}
