package engine

import "slices"

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
