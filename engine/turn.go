package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Turn is what a node works with: the run, its state and its words to the
// user. The methods of a Step may be called beside those of others; a node's
// own turn is for its own goroutine.
type Turn[S any] struct {
	*work[S]
	// step is the id of the step whose turn it is, "" a node's own.
	step string
	// changes counts the step's Updates; in a replay skip is closed after
	// skipAt of them. Guarded by work's mu.
	changes, skipAt int
	skip            chan struct{}
	// at is the time of the step's last change, in unix ms.
	at atomic.Int64
}

// work is a run in its graph, which all its turns share.
type work[S any] struct {
	graph *Graph[S]
	run   *run
	info  RunInfo // never changes: work that outlives its run still reads it
	// ctx is the run's: it ends with the run, whoever commits.
	ctx context.Context

	mu   sync.Mutex // guards what follows and orders the run's commits
	node string
	s    S
	// last is the newest checkpoint, sent or durable: s as it was then, but
	// for what pending holds; nil before the first.
	last *state.Checkpoint
	// pending is what is to be sent with what comes next; nil is nothing.
	pending *segment
	began   bool
	reply   *state.Reply
	// What the node has said since it was entered: its response, its question
	// and the one that it refers, whether it has heard a reply, and whether it has changed s.
	response *state.Response
	question *Question
	referral *Question
	replied  bool
	changed  bool
	// broken is why s is not to be written: an update went wrong.
	broken error
	// latest is the time of the newest change, whoever made it, in unix ms.
	latest atomic.Int64
}

// Info is the run.
func (t *Turn[S]) Info() RunInfo { return t.info }

// Now is the time of the last change, or of the node's entry, in UTC; in a
// change it is that change's own. So it stands still between two of them, and a
// replay tells the same.
func (t *Turn[S]) Now() time.Time {
	if t.step == "" {
		return time.UnixMilli(t.latest.Load()).UTC()
	}
	return time.UnixMilli(t.at.Load()).UTC()
}

// View calls f with the state; f must not keep or change it.
func (t *Turn[S]) View(f func(*S)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.s)
}

// State is the state as it is now, for what needs no part of it that others
// may be changing; its lists and maps are not to be changed.
func (t *Turn[S]) State() S {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.s
}

// move is where a commit takes the run.
type move struct {
	next   string
	status state.RunStatus
	ask    *Question // nil does not wait
}

// Emit sends a frame to those who watch now, after the events that were
// committed before it; it is not stored.
func (t *Turn[S]) Emit(ev Event) error {
	if err := t.flush(); err != nil {
		return err
	}
	event, err := newEvent(&t.run.row, t.run.engine.now(), ev)
	if err != nil {
		return err
	}
	t.run.pipeline.emit(event)
	return nil
}

// stay is a commit's move that leaves the run where it is.
func (t *Turn[S]) stay() move { return move{next: t.node, status: state.RunRunning} }

// flush sends what the node has changed; the run stays in it. Where there is
// nothing it does not wait for who is committing.
func (t *Turn[S]) flush() error {
	if t.run.ahead.Load() == 0 {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.send(t.stay())
}

// gather applies transitions to the state and adds them to what is to be sent;
// a panic in one is its error. Its caller has the lock.
func (t *Turn[S]) gather(transitions []transition[S], now time.Time) (err error) {
	switch cause := context.Cause(t.ctx); {
	case t.broken != nil:
		return t.broken
	case cause != nil:
		return cause
	}
	p := t.pending
	if p == nil {
		p = &segment{commit: t.run.newCommit(t.node, state.RunRunning, now)}
		p.commit.Previous = t.last
	}
	// A transition that fails takes nothing of its own into the commit; the state may
	// have changed by half, and is not written any more (broken).
	good := *p.commit
	defer func() {
		t.run.panicked(recover(), "a transition in node "+t.node, &err)
		if err != nil {
			t.broken = err
			*p.commit = good
		}
	}()
	if !t.began {
		if err := t.opening(p.commit); err != nil {
			return err
		}
		if t.graph.Begin != nil {
			t.graph.Begin(&t.s, t.info)
		}
		t.began = true
	}
	t.at.Store(now.UnixMilli())
	t.latest.Store(now.UnixMilli())
	p.commit.At = now
	for i := range transitions {
		if err := t.apply(&transitions[i], p.commit, now); err != nil {
			return err
		}
	}
	t.pending, t.changed = p, t.changed || len(transitions) > 0
	t.run.ahead.Store(int64(len(p.commit.Checkpoints)))
	return nil
}

// send puts what is pending on its way to the store, with the run's move; a
// move that changes nothing is not sent. Its caller has the lock.
func (t *Turn[S]) send(to move) error {
	p := t.pending
	if p == nil && to.next == t.node && to.ask == nil {
		return nil
	}
	if err := context.Cause(t.ctx); err != nil {
		return err
	}
	if p == nil {
		p = &segment{commit: t.run.newCommit(to.next, to.status, t.run.engine.now())}
		p.commit.Previous = t.last
		if err := t.opening(p.commit); err != nil {
			return err
		}
	}
	t.pending = nil
	t.run.ahead.Store(0)
	c := p.commit
	c.Status, c.NextNode = to.status, to.next
	n := len(c.Checkpoints)
	if n > 0 {
		c.Checkpoints[n-1].NextNode = to.next
		journal, err := t.run.journal.flush()
		if err != nil {
			return err
		}
		c.Checkpoints[0].Journal = journal
	}
	if to.ask != nil {
		if err := t.ask(c, to.ask, c.At); err != nil {
			return err
		}
	}
	if err := t.run.pipeline.send(p); err != nil {
		return err
	}
	if n > 0 {
		t.last = c.Checkpoints[n-1]
	}
	t.run.step += int64(n)
	// Every other commit goes on its way while the node works on.
	if len(c.Effects)+len(c.Documents)+len(c.Memories)+len(c.Preferences) > 0 {
		// What was handed over may hold parts of the state, which must not
		// change before it is written.
		return t.run.pipeline.flush()
	}
	return nil
}

func (t *Turn[S]) apply(tr *transition[S], c *store.Commit, now time.Time) error {
	were := t.stepsNow()
	if tr.change != nil {
		tr.change(&t.s)
	}
	// Cut to its bounds before it is checked and written: what is valid is what is kept.
	if t.graph.Bound != nil {
		t.graph.Bound(&t.s)
	}
	if t.graph.Validate != nil {
		if errs := t.graph.Validate(&t.s); len(errs) > 0 {
			return fmt.Errorf("engine: transition %q leads to an invalid state: %q", tr.label, errs)
		}
	}
	raw, err := state.Encode(&t.s)
	if err != nil {
		return fmt.Errorf("encode state: %w", err)
	}
	events := t.eventsOf(tr, were, now)
	if slices.ContainsFunc(events, func(ev Event) bool { return ev.Type == state.EventPlanReady }) {
		t.run.row.PlanShown, c.PlanShown = true, true
	}
	c.Checkpoints = append(c.Checkpoints, &state.Checkpoint{
		RunID: c.RunID, Node: t.node, NextNode: t.node, Phase: t.phase(tr), Label: tr.label,
		Status: t.status(), PlanShown: c.PlanShown, SchemaVersion: t.graph.SchemaVersion, State: raw, CreatedAt: now,
	})
	return t.collect(tr, events, c, now)
}

// stepsNow are the steps before an Update, which may change them; nil is none.
func (t *Turn[S]) stepsNow() []state.ExecutionStep {
	if t.graph.Steps == nil {
		return nil
	}
	return slices.Clone(t.graph.Steps(&t.s))
}

// eventsOf are the events that a transition brings.
func (t *Turn[S]) eventsOf(tr *transition[S], were []state.ExecutionStep, now time.Time) []Event {
	var events []Event
	if tr.Events != nil {
		events = tr.Events(&t.s)
	}
	if len(were) > 0 && !slices.ContainsFunc(events, showsSteps) {
		if steps := t.graph.Steps(&t.s); changed(were, steps) {
			events = append(events, Event{Type: state.EventTodoUpdated, Body: state.TodoUpdated{ExecutionSteps: slices.Clone(steps)}})
		}
	}
	if tr.Title != "" {
		events = append(events, Event{Type: state.EventSessionUpdated, Body: state.SessionUpdated{Title: tr.Title, UpdatedAt: now}})
	}
	return events
}

// changed tells whether a step of those was begun or ended.
func changed(were, steps []state.ExecutionStep) bool {
	return slices.ContainsFunc(steps, func(s state.ExecutionStep) bool {
		return slices.ContainsFunc(were, func(w state.ExecutionStep) bool {
			return w.StepID == s.StepID && (w.Status != s.Status || w.Attempt != s.Attempt)
		})
	})
}

// showsSteps tells whether an event has the steps in it.
func showsSteps(ev Event) bool {
	switch ev.Type {
	case state.EventTodoUpdated, state.EventPlanReady, state.EventPlanUpdated, state.EventExecutionStart:
		return true
	}
	return false
}

func (t *Turn[S]) phase(tr *transition[S]) string {
	if tr.phase == "" && t.graph.Phase != nil {
		return t.graph.Phase(&t.s)
	}
	return tr.phase
}

// collect adds what the transition brings besides the state.
func (t *Turn[S]) collect(tr *transition[S], events []Event, c *store.Commit, now time.Time) error {
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

// respond adds the terminal event and the assistant's message.
func (t *Turn[S]) respond(response *state.Response, c *store.Commit, now time.Time) error {
	event, err := newEvent(&t.run.row, now, Event{Type: state.EventFinalResponse, Body: state.FinalResponse{Response: *response}})
	if err != nil {
		return err
	}
	message, err := t.run.message(response, now)
	if err != nil {
		return err
	}
	c.Events = append(c.Events, event)
	c.Messages = append(c.Messages, message)
	return nil
}

func (t *Turn[S]) status() string {
	if t.graph.Status == nil {
		return ""
	}
	return t.graph.Status(&t.s)
}

var errNoEnd = errors.New("engine: the run ended without a response")
