package engine_test

import (
	"context"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/store"
)

// change is what a test commits at once.
type change struct {
	Label      string
	Updates    []func(*tally)
	Events     []engine.Event
	EventsFunc func(*tally) []engine.Event
	Effects    []func(context.Context, store.Tx) error
}

// commit puts a change on its way by itself, as an Emit behind it would.
func commit(turn *engine.Turn[tally], c change) error {
	err := turn.Update(c.Label, func(t *tally) {
		for _, update := range c.Updates {
			update(t)
		}
	}, engine.With[tally]{Effects: c.Effects, Events: func(t *tally) []engine.Event {
		events := slices.Clone(c.Events)
		if c.EventsFunc != nil {
			events = append(events, c.EventsFunc(t)...)
		}
		return events
	}})
	if err != nil {
		return err
	}
	return engine.Flush(turn)
}

// entering has a node of the graph do something else.
func entering(g *engine.Graph[tally], node string, enter engine.Node[tally]) {
	spec := g.Nodes[node]
	spec.Enter = enter
	g.Nodes[node] = spec
}
