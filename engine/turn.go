package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Turn is what a node works with: the run's state, its commits and the
// wishes of the user. Its methods may be called from several goroutines.
type Turn[S any] struct {
	graph *Graph[S]
	run   *run
	info  RunInfo
	node  string

	mu sync.Mutex // guards what follows and orders the run's commits
	s  S
	// committed is s as the store has it; nil before the first commit.
	committed json.RawMessage
	began     bool
	// broken is set by a failed commit: s is ahead of the store then, and
	// nothing more may be written from it.
	broken error
}

// Info is the run.
func (t *Turn[S]) Info() RunInfo { return t.info }

// Now is the current time, in UTC.
func (t *Turn[S]) Now() time.Time { return time.Now().UTC() }

// Session is the run's session as the store has it now.
func (t *Turn[S]) Session(ctx context.Context) (state.Session, error) {
	return t.run.engine.cfg.Store.Session(ctx, t.run.row.SessionID)
}

// View calls f with the state; f must not keep or change it.
func (t *Turn[S]) View(f func(*S)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.s)
}

// Commit makes transitions durable, together and in order, and then sends
// their events. The run stays in its node.
func (t *Turn[S]) Commit(ctx context.Context, transitions ...Transition[S]) error {
	return t.commit(ctx, t.node, state.RunRunning, transitions)
}

// Emit sends a frame to those who watch now; it is not stored.
func (t *Turn[S]) Emit(ev Event) error {
	event, err := newEvent(&t.run.row, t.Now(), ev)
	if err != nil {
		return err
	}
	t.run.engine.hub.emit(event)
	return nil
}

// Skipped is closed once the user asks to skip the step.
func (t *Turn[S]) Skipped(stepID string) <-chan struct{} { return t.run.skipped(stepID) }

// commit writes transitions with the run's move to the next node.
func (t *Turn[S]) commit(ctx context.Context, next string, status state.RunStatus, transitions []Transition[S]) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.broken != nil {
		return t.broken
	}
	// A run that is to stop must not go on writing between two of its
	// cancellations' looks.
	if err := context.Cause(ctx); err != nil {
		return err
	}
	c, err := t.prepare(next, status, transitions)
	if err == nil {
		err = t.run.commit(c, len(transitions))
	}
	if err != nil {
		t.broken = err
		return err
	}
	if n := len(c.Checkpoints); n > 0 {
		t.committed = c.Checkpoints[n-1].State
	}
	for i := range transitions {
		if after := transitions[i].AfterFunc; after != nil {
			after(context.WithoutCancel(ctx))
		}
	}
	return nil
}

// prepare applies the transitions to the state and writes down what the
// store is to do.
func (t *Turn[S]) prepare(next string, status state.RunStatus, transitions []Transition[S]) (*store.Commit, error) {
	now := t.Now()
	c := t.run.newCommit(next, status, now)
	if !t.began {
		t.graph.Begin(&t.s, t.info)
		t.began = true
	}
	for i := range transitions {
		if err := t.apply(&transitions[i], c, now); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (t *Turn[S]) apply(tr *Transition[S], c *store.Commit, now time.Time) error {
	before := t.status()
	for _, update := range tr.Updates {
		update(&t.s)
	}
	if t.graph.Bound != nil {
		t.graph.Bound(&t.s)
	}
	if t.graph.Validate != nil {
		if errs := t.graph.Validate(&t.s); len(errs) > 0 {
			return fmt.Errorf("engine: transition %q leads to an invalid state: %q", tr.Label, errs)
		}
	}
	raw, err := encode(&t.s)
	if err != nil {
		return fmt.Errorf("encode state: %w", err)
	}
	previous := t.committed
	if n := len(c.Checkpoints); n > 0 {
		previous = c.Checkpoints[n-1].State
	}
	c.Checkpoints = append(c.Checkpoints, &state.Checkpoint{
		ID: newID(), SessionID: c.SessionID, RunID: c.RunID,
		Node: t.node, Phase: tr.Phase, Label: tr.Label,
		SchemaVersion: t.graph.SchemaVersion, State: raw,
		Changes:   fieldChanges(previous, raw, before, t.status(), now),
		CreatedAt: now,
	})
	return t.collect(tr, c, now)
}

// collect adds what the transition brings besides the state.
func (t *Turn[S]) collect(tr *Transition[S], c *store.Commit, now time.Time) error {
	events := tr.Events
	if tr.EventsFunc != nil {
		events = append(events, tr.EventsFunc(&t.s)...)
	}
	if tr.PlanShown {
		t.run.row.PlanShown = true
		c.PlanShown = true
	}
	if tr.Response != nil {
		events = append(events, Event{Type: state.EventFinalResponse, Body: state.FinalResponse{Response: *tr.Response}})
		message, err := t.run.message(tr.Response, now)
		if err != nil {
			return err
		}
		c.Messages = append(c.Messages, message)
	}
	for _, ev := range events {
		event, err := newEvent(&t.run.row, now, ev)
		if err != nil {
			return err
		}
		c.Events = append(c.Events, event)
	}
	if tr.Title != "" {
		c.Title = tr.Title
	}
	c.Documents = append(c.Documents, tr.Documents...)
	c.Memories = append(c.Memories, tr.Memories...)
	c.Preferences = append(c.Preferences, tr.Preferences...)
	c.Effects = append(c.Effects, tr.Effects...)
	return nil
}

func (t *Turn[S]) status() string {
	if t.graph.Status == nil {
		return ""
	}
	return t.graph.Status(&t.s)
}

var errNoEnd = errors.New("engine: the run ended without a response")

// ends counts the responses among transitions.
func ends[S any](transitions []Transition[S]) int {
	n := 0
	for i := range transitions {
		if transitions[i].Response != nil {
			n++
		}
	}
	return n
}
