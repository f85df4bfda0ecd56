package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/madang-dev/madang/internal/failpoint"
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
	// last is the newest checkpoint, sent or durable: s as it was then; nil
	// before the first.
	last  *state.Checkpoint
	began bool
	reply *state.Reply
	// written is how s is written in last, if its graph has a layout.
	written []written
	// broken is why s is not to be written: an update went wrong.
	broken error
}

// Info is the run.
func (t *Turn[S]) Info() RunInfo { return t.info }

// Reply is the answer that the run was resumed with, for the node behind
// the question; nil in every other.
func (t *Turn[S]) Reply() *state.Reply { return t.reply }

// Now is the current time in UTC, for the node's own goroutine; steps that
// go on side by side each have a Scope.
func (t *Turn[S]) Now() time.Time { return t.Scope("").Now() }

// Session is the run's session as the store has it now; for the node's own
// goroutine too.
func (t *Turn[S]) Session(ctx context.Context) (state.Session, error) {
	return Recall(ctx, t.Scope(""), func(ctx context.Context) (state.Session, error) {
		return t.run.engine.cfg.Store.Session(ctx, t.run.row.SessionID)
	})
}

// View calls f with the state; f must not keep or change it.
func (t *Turn[S]) View(f func(*S)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.s)
}

// Commit puts transitions on their way to the store, together and in order,
// and returns while they go: their events are sent once they are durable.
// The run stays in its node. An error of the store may come with a later
// commit only; Settle waits for it.
func (t *Turn[S]) Commit(ctx context.Context, transitions ...Transition[S]) error {
	return t.commit(ctx, move{next: t.node, status: state.RunRunning}, transitions)
}

// Settle waits until everything that was committed is durable.
func (t *Turn[S]) Settle() error { return t.run.settle() }

// move is where a commit takes the run.
type move struct {
	next   string
	status state.RunStatus
	ask    *Question // nil does not wait
}

// Emit sends a frame to those who watch now, after the events that were
// committed before it; it is not stored.
func (t *Turn[S]) Emit(ev Event) error {
	event, err := newEvent(&t.run.row, t.run.engine.now(), ev)
	if err != nil {
		return err
	}
	t.run.emit(event)
	return nil
}

// Skipped is closed once the user asks to skip the step. Whoever looks at it
// names the place of the step's way, and calls SkipTaken where it passes the
// step over: the wish may come in the same moment as the step's end. In a
// replay it is closed at that place only, where sure is true: nothing else
// may end the step there.
func (t *Turn[S]) Skipped(stepID, place string) (c <-chan struct{}, sure bool) {
	past, playing := t.run.journal.peek(skippedAt + stepID)
	switch {
	case !playing:
		return t.run.skipped(stepID), false
	case string(past) == strconv.Quote(place):
		return t.run.skipped(stepID), true
	}
	return nil, false
}

// SkipTaken notes where a step was passed over.
func (t *Turn[S]) SkipTaken(stepID, place string) {
	if _, playing := t.run.journal.take(skippedAt + stepID); !playing {
		t.run.journal.add(skippedAt+stepID, json.RawMessage(strconv.Quote(place)))
	}
}

// commit writes transitions with the run's move to the next node.
func (t *Turn[S]) commit(ctx context.Context, to move, transitions []Transition[S]) error {
	label := ""
	if len(transitions) > 0 {
		label = transitions[0].Label
	}
	now, err := t.run.turn(ctx, label)
	if err != nil {
		return err
	}
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
	c, err := t.prepare(to, transitions, now)
	if err != nil {
		t.broken = err
		return err
	}
	p := &parcel{commit: c, transitions: len(transitions)}
	if t.graph.layout != nil && c.Status != state.RunRunning {
		p.written = t.graph.layout.carried(t.written)
	}
	if t.run.writer == nil { // a replay changes nothing outside
		p.after = afters(ctx, transitions)
	}
	if err := t.run.send(p); err != nil {
		return err
	}
	if n := len(c.Checkpoints); n > 0 {
		t.last = c.Checkpoints[n-1]
	}
	t.run.step += int64(len(c.Checkpoints))
	if len(c.Effects)+len(c.Documents)+len(c.Memories)+len(c.Preferences) > 0 {
		// What was handed over may hold parts of the state, which must not
		// change before it is written.
		return t.run.settle()
	}
	return nil
}

// prepare applies the transitions to the state and writes down what the
// store is to do; a panic in a transition is its error.
func (t *Turn[S]) prepare(to move, transitions []Transition[S], now time.Time) (c *store.Commit, err error) {
	defer func() { t.run.panicked(recover(), "a transition in node "+t.node, &err) }()
	c = t.run.newCommit(to.next, to.status, now)
	c.Previous = t.last
	if !t.began {
		t.graph.Begin(&t.s, t.info)
		t.began = true
	}
	for i := range transitions {
		if err := t.apply(&transitions[i], c, now); err != nil {
			return nil, err
		}
	}
	if n := len(c.Checkpoints); n > 0 {
		c.Checkpoints[n-1].NextNode = to.next
		journal, err := t.run.journal.flush()
		if err != nil {
			return nil, err
		}
		c.Checkpoints[0].Journal = journal
	}
	if to.ask == nil {
		return c, nil
	}
	return c, t.ask(c, to.ask, now)
}

func (t *Turn[S]) apply(tr *Transition[S], c *store.Commit, now time.Time) error {
	before := t.stepsBegun()
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
	if err := t.checkBudget(tr.Label, before); err != nil {
		return err
	}
	raw, members, err := t.write()
	if err != nil {
		return fmt.Errorf("encode state: %w", err)
	}
	if tr.PlanShown {
		t.run.row.PlanShown, c.PlanShown = true, true
	}
	c.Checkpoints = append(c.Checkpoints, &state.Checkpoint{
		RunID: c.RunID, Node: t.node, NextNode: t.node, Phase: tr.Phase, Label: tr.Label,
		Status: t.status(), PlanShown: c.PlanShown, SchemaVersion: t.graph.SchemaVersion, State: raw, Members: members, CreatedAt: now,
	})
	return t.collect(tr, c, now)
}

// collect adds what the transition brings besides the state.
func (t *Turn[S]) collect(tr *Transition[S], c *store.Commit, now time.Time) error {
	events := tr.Events
	if tr.EventsFunc != nil {
		events = append(events, tr.EventsFunc(&t.s)...)
	}
	for _, ev := range events {
		event, err := newEvent(&t.run.row, now, ev)
		if err != nil {
			return err
		}
		c.Events = append(c.Events, event)
	}
	if tr.Response != nil {
		if err := t.respond(tr.Response, c, now); err != nil {
			return err
		}
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

// respond adds the terminal event and the assistant's message, of which the
// state may hold the response already.
func (t *Turn[S]) respond(response *state.Response, c *store.Commit, now time.Time) (err error) {
	data := find(t.written, response)
	if data == nil {
		if data, err = encode(response); err != nil {
			return fmt.Errorf("encode response: %w", err)
		}
	}
	payload := slices.Concat([]byte(`{"response":`), data, []byte("}"))
	if failpoint.Enabled {
		mustEqual(state.FinalResponse{Response: *response}, payload)
	}
	c.Events = append(c.Events, eventOf(&t.run.row, state.EventFinalResponse, payload, now))
	c.Messages = append(c.Messages, t.run.messageOf(response, data, now))
	return nil
}

// write encodes the state.
func (t *Turn[S]) write() (raw json.RawMessage, members []state.Member, err error) {
	l := t.graph.layout
	if l == nil {
		raw, err = encode(&t.s)
		return raw, nil, err
	}
	if t.written == nil {
		t.written = make([]written, len(l.fields))
	}
	return l.encode(&t.s, t.written)
}

// read takes the state from a checkpoint: all of it, or what the next run on
// it needs.
func (t *Turn[S]) read(k warmState, next bool) (err error) {
	g, c := t.graph, k.checkpoint
	if g.layout == nil || c.Members == nil || c.SchemaVersion != g.SchemaVersion {
		t.s, err = g.load(c.SchemaVersion, c.State)
		return err
	}
	t.written = make([]written, len(g.layout.fields))
	copy(t.written, k.written)
	if err := g.layout.decode(c.State, c.Members, &t.s, next, t.written); err != nil {
		return fmt.Errorf("decode state: %w", err)
	}
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
