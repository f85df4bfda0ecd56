package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// execute goes through the graph until it ends, fails or must be left to
// another node. It returns an error only in the last case or when even the
// failure could not be written down.
func (g *Graph[S]) execute(ctx context.Context, r *run) error {
	t, err := g.open(ctx, r)
	if err != nil {
		return r.endWithout(ctx, err)
	}
	if err = t.walk(ctx); err == nil {
		return nil
	}
	_ = t.flush() // what the node has changed is kept; settle tells of an error
	lost := r.pipeline.flush()
	// Why the run was stopped counts before what the stop brought: once ctx has ended
	// every write and every call to a model fails, and the user would be told of that
	// instead of the cancel or the deadline.
	switch cause := context.Cause(ctx); {
	case cause != nil:
		err = cause
	case errors.Is(lost, store.ErrCancelled):
		err = errCancelled // before this node has heard of it
	case lost != nil:
		err = lost
	}
	// A commit that was fenced, or whose outcome is unknown, leaves the run to whoever
	// holds it: an end written now would be the second one.
	switch {
	case leavesRun(err):
		return err
	case leavesRun(lost):
		return lost
	}
	ended := t.fail(err)
	// A cancel that came while the failure was being written refuses it and is the end.
	if errors.Is(ended, store.ErrCancelled) {
		ended = t.fail(errCancelled)
	}
	if ended == nil || leavesRun(ended) {
		return ended
	}
	// The state can't be written; the end must be all the same.
	return r.endWithout(context.WithoutCancel(ctx), errors.Join(err, ended))
}

// leavesRun tells whether the run goes on elsewhere after the error.
func leavesRun(err error) bool {
	return errors.Is(err, errHandover) || errors.Is(err, errDiverged) ||
		errors.Is(err, store.ErrFenced) || errors.Is(err, store.ErrUnavailable)
}

// open readies the session's state for the run.
func (g *Graph[S]) open(ctx context.Context, r *run) (t *Turn[S], err error) {
	defer func() { r.panicked(recover(), "opening the state", &err) }()
	t = &Turn[S]{work: &work[S]{graph: g, run: r, info: r.info(), node: r.row.NextNode, ctx: ctx}}
	t.latest.Store(t.info.Now.UnixMilli())
	// After claimAgain this is the run's second attempt here: what the first one had
	// prepared and not committed must not go out with a commit of this one.
	r.pipeline.reset()
	r.journal.forget()
	r.results.begin(r.fresh)
	r.fresh = false
	t.info.MaxSteps = cmp.Or(g.MaxSteps, 25)
	defer func() {
		if err == nil && g.Steps != nil {
			r.setSteps(t.steps)
		}
	}()
	checkpoint, err := r.engine.newest(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("load state of session %s: %w", r.row.SessionID, err)
	}
	r.step, r.durable = r.pipeline.head.LastStep, checkpoint
	if checkpoint == nil {
		return t, nil
	}
	if t.s, err = g.load(checkpoint.SchemaVersion, checkpoint.State); err != nil {
		return nil, err
	}
	t.last = checkpoint
	// A run that begins at a node goes on from a forked state as it is.
	t.began = checkpoint.RunID == r.row.ID
	switch {
	// A takeover: the checkpoint knows better than the run's row how far it has come,
	// and the run's time does not go back though the last node's clock was ahead.
	case t.began && r.row.Status == state.RunRunning:
		t.latest.Store(max(t.latest.Load(), checkpoint.CreatedAt.UnixMilli()))
		t.node, r.row.PlanShown = checkpoint.NextNode, r.row.PlanShown || checkpoint.PlanShown
	case !t.began && r.row.NextNode != "":
		t.began = true
		if g.Forked != nil {
			g.Forked(&t.s, t.info)
		}
	}
	return t, t.hearReply()
}

// hearReply finds the answer for the node that the run goes on in.
func (t *Turn[S]) hearReply() error {
	defer func() {
		if t.reply != nil {
			t.latest.Store(max(t.latest.Load(), t.reply.At.UnixMilli()))
		}
	}()
	past, playing := t.run.journal.take(scopeReply)
	switch reply := t.run.row.Reply; {
	case playing && past != nil:
		t.reply = &state.Reply{}
		return json.Unmarshal(past, t.reply)
	case playing, reply == nil, t.node != t.run.row.NextNode:
		return nil
	default:
		t.reply = reply
		raw, err := state.Encode(reply)
		t.run.journal.add(scopeReply, raw)
		return err
	}
}

// newest is the session's newest checkpoint: from memory, when it was this
// node that wrote it last, else from the store; nil before the first.
func (e *Engine) newest(ctx context.Context, r *run) (*state.Checkpoint, error) {
	if r.pipeline.head.LastStep == 0 {
		return nil, nil
	}
	if c, ok := e.states.Get(r.row.SessionID); ok && c.StepNo == r.pipeline.head.LastStep {
		return c, nil
	}
	c, err := e.cfg.Store.LatestCheckpoint(ctx, store.Server(), r.row.SessionID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &c, err
}

// steps is a copy of the state's steps; none while these are another run's.
func (t *Turn[S]) steps() []state.ExecutionStep {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.began {
		return nil
	}
	return slices.Clone(t.graph.Steps(&t.s))
}

// walk enters one node after the other.
func (t *Turn[S]) walk(ctx context.Context) error {
	for entered := 0; ; entered++ {
		// Two nodes that lead to each other commit with every pass: without a bound
		// they would fill the disk until the deadline.
		if limit := t.run.engine.cfg.MaxNodes; entered >= limit {
			return fmt.Errorf("engine: more than %d nodes entered", limit)
		}
		name, spec, ok := t.graph.node(t.node)
		if !ok {
			return fmt.Errorf("engine: graph %s has no node %q", t.graph.Assistant, t.node)
		}
		t.enterNode(name)
		next, err := t.run.enter(name, func() (string, error) { return spec.Enter(ctx, t) })
		switch {
		// To wait without a question would be to wait for ever: that is an error.
		case errors.Is(err, ErrWaiting) && t.question != nil:
			return t.rest()
		case err != nil:
			return fmt.Errorf("node %s: %w", name, err)
		}
		if err := t.leaveTo(next, spec); err != nil {
			return fmt.Errorf("leave node %s: %w", name, err)
		}
		if next == End {
			return t.run.pipeline.flush()
		}
		t.move(next)
	}
}

// enterNode has the turn enter a node.
func (t *Turn[S]) enterNode(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.node, t.response, t.question, t.referral, t.replied, t.changed = name, nil, nil, nil, false, false
}

// move has the run go on in another node.
func (t *Turn[S]) move(next string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.node, t.reply = next, nil
}

// rest commits the node's question, with which the run comes to rest.
func (t *Turn[S]) rest() error {
	// The reply goes on from a checkpoint, also where the node has changed nothing
	// before it asked.
	if t.pending == nil {
		question := []transition[S]{{label: "question", phase: string(state.RunWaiting)}}
		if err := t.update(question); err != nil {
			return err
		}
	}
	t.mu.Lock()
	err := t.send(move{next: t.node, status: state.RunWaiting, ask: t.question})
	t.mu.Unlock()
	if err != nil {
		return err
	}
	return t.run.pipeline.flush()
}

// leaveTo commits what the node has changed, with the move to the next.
func (t *Turn[S]) leaveTo(next string, spec NodeSpec[S]) error {
	switch {
	case !slices.Contains(spec.Next, next):
		return fmt.Errorf("engine: no edge to %q", next)
	case next == End && t.response == nil:
		return errNoEnd
	case next != End && (t.response != nil || t.referral != nil):
		return errors.New("engine: a response before the end")
	}
	// A move that changed nothing is not written: it costs a commit, and who enters the
	// node again after a crash comes to the same decision.
	if next != End {
		if t.pending == nil {
			return context.Cause(t.ctx) // nothing to write down; re-entry decides again
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.send(move{next: next, status: state.RunRunning})
	}
	if t.pending == nil {
		if err := t.update([]transition[S]{{label: "answered"}}); err != nil {
			return err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.respond(t.response, t.pending.commit, t.pending.commit.At); err != nil {
		return err
	}
	if err := t.refer(t.pending.commit); err != nil {
		return err
	}
	return t.send(move{next: End, status: state.RunCompleted})
}

// enter calls a node; a panic in it is its error.
func (r *run) enter(name string, node func() (string, error)) (next string, err error) {
	defer func() { r.panicked(recover(), "node "+name, &err) }()
	return node()
}

// panicked makes a panic of the assistant's code, nil for none, its error.
func (r *run) panicked(p any, where string, err *error) {
	if p == nil {
		return
	}
	r.engine.cfg.Logger.Error("panic", "where", where,
		"run_id", r.row.ID, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	*err = fmt.Errorf("panic: %v", p)
}

// fail ends the run in its failed or cancelled state. Nothing is under way.
func (t *Turn[S]) fail(cause error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.run.pipeline.reset()
	// What is not durable is not there: go on from what is. How far the run
	// was ahead of it nobody can repeat.
	var s S
	t.last, t.run.step = t.run.durable, t.run.pipeline.head.LastStep
	t.node = t.place()
	if t.last != nil {
		stored, err := t.graph.load(t.last.SchemaVersion, t.last.State)
		if err != nil {
			return t.run.endWithout(context.Background(), cause)
		}
		s = stored
	}
	t.s, t.broken, t.pending = s, nil, nil
	t.run.ahead.Store(0)
	end := t.run.ending(cause)
	label := "run " + string(end.status)
	// The run's own context has ended, and its end is written all the same.
	now, err := t.run.turn(context.Background(), label)
	if err != nil {
		return err
	}
	end.failure.At = now
	c := t.run.newCommit(End, end.status, now)
	c.Error = cause.Error()
	tr := transition[S]{label: label, phase: string(end.status)}
	if t.graph.Failed != nil {
		var last []Event
		tr.change = func(s *S) { last = t.graph.Failed(s, end.failure) }
		tr.Events = func(*S) []Event { return last }
	}
	if t.began {
		c.Previous = t.last
		// An end without its state is better than a run that never ends: the session would
		// be busy until its last takeover.
		if err := t.applyLast(&tr, c, now); err != nil {
			t.run.engine.cfg.Logger.Error("state of a failed run", "run_id", t.run.row.ID, "error", err)
			c.Checkpoints = nil
		}
	}
	if err := t.run.addEnding(c, end, now); err != nil {
		return err
	}
	return t.run.commit(c)
}

// place is the node that the run is in by what is durable.
func (t *Turn[S]) place() string {
	if t.last != nil && t.last.RunID == t.run.row.ID {
		return t.last.NextNode
	}
	if name, _, ok := t.graph.node(t.run.row.NextNode); ok {
		return name
	}
	return t.node
}

// applyLast is apply for the transition of a failed run.
func (t *Turn[S]) applyLast(tr *transition[S], c *store.Commit, now time.Time) (err error) {
	defer func() { t.run.panicked(recover(), "state of a failed run", &err) }()
	if err = t.apply(tr, c, now); err != nil {
		return err
	}
	last := c.Checkpoints[len(c.Checkpoints)-1]
	last.NextNode = End
	last.Journal, err = t.run.journal.flush()
	return err
}

// Failure is why a run did not end as it should.
type Failure struct {
	Code    fault.Code
	Status  state.RunStatus // failed | cancelled
	Message string          // the user's language
	Err     error
	At      time.Time
}
