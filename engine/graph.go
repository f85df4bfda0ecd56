package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/madang-dev/madang/state"
)

// End is the name that a node returns as its next to end the run.
const End = "end"

// Graph is an assistant: named nodes over one typed state S. The first node
// is where a run starts. A Graph is read-only once it is handed to New.
//
// Large states are written faster where S's fields tell by the tag "state" what
// of them never changes ("fixed") and what Begin sets anew ("run").
type Graph[S any] struct {
	// Assistant is the name that sessions choose it by.
	Assistant string
	// SchemaVersion is the version of S that this code writes, from 1.
	SchemaVersion int
	// Upgrades turn a stored state of version n into one of n+1.
	Upgrades map[int]func(json.RawMessage) (json.RawMessage, error)
	// Begin readies the state for a new run on a session: the state of the
	// session's last run (zero for the first) becomes the state that the
	// first node sees. It is part of the first node's first transition.
	Begin func(*S, RunInfo)
	Nodes []Node[S]
	// Bound cuts lists that must not grow; it runs after every update.
	Bound func(*S)
	// Validate lists what is wrong with a state; a transition that leads
	// to an invalid state is not committed.
	Validate func(*S) []string
	// Status is the state's own word for where it is (field changes name
	// it); nil is "".
	Status func(*S) string
	// Failed writes a failed or cancelled run down in its state; the events
	// that it returns go out before the terminal one.
	Failed func(*S, Failure) []Event
	// Forked readies a state that was copied from another session, in the
	// middle of a run, for the run that goes on from there; nil changes
	// nothing.
	Forked func(*S, RunInfo)
	// Steps are the state's steps; SkipStep looks them up, and the run's step
	// budget counts those that were begun, which must stay in the state until
	// the run ends. nil has none.
	Steps func(*S) []state.ExecutionStep
	// MaxSteps is how many of them a run may begin; 0 is the engine's number.
	MaxSteps int

	layout *layout // nil encodes states as a whole
}

// Node is one station of a graph. Enter reads the state, works, commits
// transitions and says where to go next. After a crash it is entered again
// with the committed state and must not redo what that state holds.
type Node[S any] struct {
	Name  string
	Enter func(ctx context.Context, t *Turn[S]) (Outcome[S], error)
}

// Outcome is how a node ends: a last transition and the next node's name.
type Outcome[S any] struct {
	Next string
	// Last are committed together, in order, with the move to Next.
	Last []Transition[S]
	// Ask has the run rest until the user has answered; Next is the node
	// that is entered then and finds the answer in Turn.Reply.
	Ask *Question
}

// check panics on a graph that can't be run: a programmer's error.
func (g *Graph[S]) check() {
	if g.Assistant == "" || len(g.Nodes) == 0 || g.SchemaVersion < 1 || g.Begin == nil {
		panic("engine: graph needs Assistant, Nodes, SchemaVersion and Begin")
	}
	g.layout = layoutOf(reflect.TypeFor[S]())
	names := make([]string, 0, len(g.Nodes))
	for _, n := range g.Nodes {
		if n.Name == "" || n.Name == End || n.Enter == nil || slices.Contains(names, n.Name) {
			panic(fmt.Sprintf("engine: graph %s: bad or repeated node %q", g.Assistant, n.Name))
		}
		names = append(names, n.Name)
	}
	for v := 1; v < g.SchemaVersion; v++ {
		if g.Upgrades[v] == nil {
			panic(fmt.Sprintf("engine: graph %s: no upgrade from schema version %d", g.Assistant, v))
		}
	}
}

func (g *Graph[S]) node(name string) (Node[S], bool) {
	if name == "" {
		return g.Nodes[0], true
	}
	for _, n := range g.Nodes {
		if n.Name == name {
			return n, true
		}
	}
	return Node[S]{}, false
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
	if err := decode(raw, &s); err != nil {
		return s, fmt.Errorf("decode state: %w", err)
	}
	return s, nil
}
