package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/state"
)

// End is the name that a node returns as its next to end the run.
const End = "end"

// Graph is an assistant: named nodes over one typed state S. A Graph is
// read-only once it is handed to New, which panics on one that can't be run.
type Graph[S any] struct {
	// Assistant is the name that sessions choose it by.
	Assistant string
	// SchemaVersion is the version of S that this code writes; 0 is 1.
	SchemaVersion int
	// Upgrades turn a stored state of version n into one of n+1.
	Upgrades map[int]func(json.RawMessage) (json.RawMessage, error)
	// Begin readies the state for a new run on a session: the state of the
	// session's last run (zero for the first) becomes the state that the
	// first node sees. It is part of the first node's first transition. nil
	// goes on with the last run's.
	Begin func(*S, RunInfo)
	// Mask hides of a user's message what must not be kept, before it is stored
	// or handed to a node; it is pure, and masking twice is masking once. nil
	// keeps messages as they come.
	Mask func(text string) string
	// Proactive tells that a run may begin by an event instead of a query
	// (RunInfo.Proactive): Engine.Trigger refuses other assistants.
	Proactive bool
	// Start is the node that a run begins in.
	Start string
	Nodes Nodes[S]
	// Bound cuts lists that must not grow; it runs after every update.
	Bound func(*S)
	// Validate lists what is wrong with a state; a transition that leads
	// to an invalid state is not committed.
	Validate func(*S) []string
	// Status is the state's own word for where it is (field changes name
	// it); nil is "".
	Status func(*S) string
	// Phase is the state's phase, for the history's list; nil is "".
	Phase func(*S) string
	// Failed writes a failed or cancelled run down in its state; the events
	// that it returns go out before the terminal one.
	Failed func(*S, Failure) []Event
	// Forked readies a state that was copied from another session, in the
	// middle of a run, for the run that goes on from there; nil changes
	// nothing.
	Forked func(*S, RunInfo)
	// Steps are the state's steps, which SkipStep looks up; nil has none.
	Steps func(*S) []state.ExecutionStep
	// MaxSteps is RunInfo's: how many steps a run may begin; 0 is 25.
	MaxSteps int
}

// Nodes are a graph's nodes by name.
type Nodes[S any] map[string]NodeSpec[S]

// NodeSpec is a node with its edges.
type NodeSpec[S any] struct {
	Enter Node[S]
	// Next are the nodes that Enter may name: To("approve", End).
	Next []string
}

// Node reads the state, works, changes the state and names the node to go to,
// or End. It is entered again, from its beginning, after a crash and with the
// answer to its question: what its Do calls brought is heard then, and what it
// has committed the state holds.
type Node[S any] func(ctx context.Context, t *Turn[S]) (next string, err error)

// To lists the nodes that a node may go to.
func To(nodes ...string) []string { return nodes }

// check panics on a graph that can't be run: a programmer's error.
func (g *Graph[S]) check() {
	g.SchemaVersion = max(g.SchemaVersion, 1)
	if g.Assistant == "" || len(g.Nodes) == 0 {
		panic("engine: a graph needs Assistant and Nodes")
	}
	for v := 1; v < g.SchemaVersion; v++ {
		if g.Upgrades[v] == nil {
			panic(fmt.Sprintf("engine: graph %s: no upgrade from schema version %d", g.Assistant, v))
		}
	}
	if wrong := g.wrongEdges(); len(wrong) > 0 {
		panic(fmt.Sprintf("engine: graph %s: %s", g.Assistant, strings.Join(wrong, "; ")))
	}
}

// wrongEdges lists what is wrong with the nodes and the edges between them.
func (g *Graph[S]) wrongEdges() (wrong []string) {
	if _, ok := g.Nodes[g.Start]; !ok {
		wrong = append(wrong, fmt.Sprintf("no node %q to start in", g.Start))
	}
	names, back := slices.Sorted(maps.Keys(g.Nodes)), map[string][]string{}
	forth := make(map[string][]string, len(names))
	for _, name := range names {
		spec := g.Nodes[name]
		if name == "" || name == End || spec.Enter == nil {
			wrong = append(wrong, fmt.Sprintf("bad node %q", name))
		}
		forth[name] = spec.Next
		for _, next := range spec.Next {
			if _, ok := g.Nodes[next]; !ok && next != End {
				wrong = append(wrong, fmt.Sprintf("an edge from %q to %q, which is no node", name, next))
			}
			back[next] = append(back[next], name)
		}
	}
	entered, ends := reached(g.Start, forth), reached(End, back)
	for _, name := range names {
		if !entered[name] {
			wrong = append(wrong, fmt.Sprintf("node %q is never entered", name))
		}
		if !ends[name] {
			wrong = append(wrong, fmt.Sprintf("no way from node %q to the end", name))
		}
	}
	return wrong
}

// reached are the nodes that edges lead to from one.
func reached(from string, edges map[string][]string) map[string]bool {
	seen, open := map[string]bool{from: true}, []string{from}
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		for _, next := range edges[at] {
			if !seen[next] {
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	return seen
}

// node is the node of that name, where "" is the first.
func (g *Graph[S]) node(name string) (string, NodeSpec[S], bool) {
	name = cmp.Or(name, g.Start)
	spec, ok := g.Nodes[name]
	return name, spec, ok
}

func (g *Graph[S]) stepsIn(c *state.Checkpoint) ([]state.ExecutionStep, error) {
	if g.Steps == nil {
		return nil, nil
	}
	s, err := g.load(c.SchemaVersion, c.State)
	if err != nil {
		return nil, err
	}
	return g.Steps(&s), nil
}

// load decodes a stored state of any version that this code knows.
func (g *Graph[S]) load(version int, raw json.RawMessage) (S, error) {
	var s S
	if version > g.SchemaVersion {
		return s, fmt.Errorf("engine: state of schema version %d is newer than this server knows (%d)", version, g.SchemaVersion)
	}
	for ; version < g.SchemaVersion; version++ {
		up, err := g.Upgrades[version](raw)
		if err != nil {
			return s, fmt.Errorf("upgrade state from version %d: %w", version, err)
		}
		raw = up
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return s, fmt.Errorf("decode state: %w", err)
	}
	return s, nil
}
