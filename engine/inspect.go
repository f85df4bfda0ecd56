package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

// Edge is a way that a run may take between two nodes; To may be End.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Shape is the graph as it is drawn: where a run begins, and the edges by the
// names of their nodes, those of one node in its own order.
func (g *Graph[S]) Shape() (start string, edges []Edge) {
	for _, name := range slices.Sorted(maps.Keys(g.Nodes)) {
		for _, next := range g.Nodes[name].Next {
			edges = append(edges, Edge{name, next})
		}
	}
	return g.Start, edges
}

// Edited is a stored state that somebody has changed, as this code would have
// written it. What is no state of the graph, or one that Validate finds fault
// with, is an error that says why: no run could go on from it.
func (g *Graph[S]) Edited(version int, raw json.RawMessage) (json.RawMessage, error) {
	s, err := g.load(version, raw)
	if err != nil {
		return nil, err
	}
	if g.Validate != nil {
		if wrong := g.Validate(&s); len(wrong) > 0 {
			return nil, fmt.Errorf("engine: %s", strings.Join(wrong, "; "))
		}
	}
	return state.Encode(s)
}
