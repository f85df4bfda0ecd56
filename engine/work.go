package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// newRun is a run of this node: its commits go to the committer, and what is
// durable is shown.
func (e *Engine) newRun(id string) *run {
	r := &run{engine: e, id: id}
	r.pipeline = newPipeline(
		func(w *write) { e.enqueue(r.row.SessionID, w) },
		func(p *segment) { e.show(r, p) },
		func(frames []*state.Event) { e.showFrames(r.row.SessionID, frames) })
	return r
}

// enqueue has a commit written; with it goes how far the session's clients have
// come by then.
func (e *Engine) enqueue(sessionID string, w *write) {
	fetch := w.commitFunc
	w.commitFunc = func() *store.Commit {
		c := fetch()
		c.DeliveredSeq = e.hub.delivered(sessionID)
		return c
	}
	e.commits.add(sessionID, w)
}

// show shows a durable commit's events.
func (e *Engine) show(r *run, p *segment) {
	c := p.commit
	r.committed(c)
	if r.durable != nil && (c.Status == state.RunCompleted || c.Status == state.RunWaiting) {
		// For the next run here, before the client is told, who may ask on at once.
		e.states.Set(c.SessionID, r.durable, len(r.durable.State))
	}
	e.publish(c.SessionID, c.Events)
	if len(c.Events) == 0 {
		e.hub.markChanged(c.SessionID)
	}
	if first := e.cfg.Meter.FirstEventFunc; first != nil && !r.shown && len(c.Events) > 0 {
		first(r.row.Assistant, time.Since(r.row.CreatedAt))
	}
	r.shown = r.shown || len(c.Events) > 0
}

// launch claims a run and works on it in a goroutine of its own. A run that
// someone else has claimed meanwhile is left to them.
func (e *Engine) launch(runID string) { e.start(e.newRun(runID)) }

// wake launches a run that was answered. The goroutine that asked may be at its
// end still, and launches it then.
func (e *Engine) wake(runID string) {
	e.mu.Lock()
	if r := e.runs[runID]; r != nil {
		r.woken = true
		e.mu.Unlock()
		return
	}
	e.mu.Unlock()
	e.launch(runID)
}

// begin works on a run that this node has claimed with its submission.
func (e *Engine) begin(row state.Run, head store.Head) {
	if failpoint.Hit(failpoint.ClaimAfter) != nil {
		return
	}
	r := e.newRun(row.ID)
	r.row, r.pipeline.head, r.claimed, r.fresh = row, head, true, true
	e.start(r)
}

// start does nothing on a node that stops, nor for a run that it works on.
func (e *Engine) start(r *run) {
	e.mu.Lock()
	if e.draining.Load() || e.runs[r.id] != nil {
		e.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancelCause(e.work)
	r.cancel = cancel
	e.runs[r.id] = r
	e.workers.Add(1)
	e.mu.Unlock()
	go e.carry(ctx, r)
}

// carry takes one run from its claim to its end.
func (e *Engine) carry(ctx context.Context, r *run) {
	defer e.workers.Done()
	finished := false
	defer func() {
		r.cancel(nil)
		e.mu.Lock()
		// First out of the table and then launched again: start passes over a run that is
		// in it, and the answer would wait for the sweeper.
		delete(e.runs, r.id)
		woken := r.woken
		e.mu.Unlock()
		if woken {
			e.launch(r.id)
		}
		if finished && r.pipeline.head.OpenRuns > 0 {
			e.launchNext(r.row.SessionID)
		}
	}()
	// Only who has room claims: a claimed run that waits here would be kept from a node
	// that is idle.
	if !e.takeSlot() {
		return
	}
	defer func() { <-e.slots }()
	if !r.claimed {
		if err := e.claim(r); err != nil {
			if !errors.Is(err, store.ErrFenced) && !errors.Is(err, store.ErrNotFound) {
				e.cfg.Logger.Warn("claim run", "run_id", r.id, "error", err)
			}
			return
		}
	}
	finished = e.carryOut(ctx, r)
}

func (e *Engine) claim(r *run) error {
	ctx, cancel := context.WithTimeout(e.work, 10*time.Second)
	defer cancel()
	now, err := e.cfg.Store.Now(ctx)
	if err != nil {
		return err
	}
	// It may have waited for its place since it was found.
	if !e.lease.proves(now, e.cfg.Lease, e.cfg.Beat) {
		row, err := e.cfg.Store.Run(ctx, store.Server(), r.id)
		if err != nil {
			return err
		}
		if !e.mayTake(&row, now) {
			return fmt.Errorf("claim run %s from %s: %w", r.id, row.Owner, store.ErrFenced)
		}
	}
	row, head, err := e.cfg.Store.Claim(ctx, r.id, e.cfg.NodeID, now)
	if err != nil {
		return err
	}
	r.row, r.pipeline.head, r.claimed = row, head, true
	if err := failpoint.Hit(failpoint.ClaimAfter); err != nil {
		return err
	}
	e.applyControls(ctx) // controls that came while nobody worked on it
	return nil
}

// carryOut executes a claimed run and tells whether it has ended.
func (e *Engine) carryOut(ctx context.Context, r *run) bool {
	started := time.Now()
	if e.cfg.AtWorkFunc != nil {
		defer e.cfg.AtWorkFunc(r.row.UserID, r.row.Address)()
	}
	if e.cfg.Meter.RunStartedFunc != nil {
		e.cfg.Meter.RunStartedFunc(r.row.Assistant)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.row.Deadline.Sub(e.now()), errDeadline)
	defer cancel()
	err := e.execute(ctx, r)
	for errors.Is(err, store.ErrUnavailable) && e.claimAgain(r, err) {
		err = e.execute(ctx, r)
	}
	status := string(r.row.Status)
	if err != nil {
		status = "left"
		e.cfg.Logger.Warn("run left", "run_id", r.row.ID, "session_id", r.row.SessionID, "attempt", r.row.Attempt, "error", err)
	} else {
		// No With before: what is personal would be looked for in lines that nobody writes.
		e.cfg.Logger.Debug("run ended", "run_id", r.row.ID, "session_id", r.row.SessionID, "status", status, "took", time.Since(started))
	}
	if e.cfg.Meter.RunEndedFunc != nil {
		e.cfg.Meter.RunEndedFunc(r.row.Assistant, status, time.Since(started))
	}
	return err == nil && r.row.Status.Terminal()
}

// claimAgain waits until the store is back and claims the run anew, if it is
// this node's still: then it goes on from what was committed, and a commit
// whose answer was lost is refused if it should still arrive.
func (e *Engine) claimAgain(r *run, cause error) bool {
	pause := e.cfg.Sweep
	if errors.Is(cause, store.ErrUnknown) {
		pause = 0 // the store may be well
	}
	for {
		select {
		case <-time.After(pause):
		case <-e.work.Done():
			return false
		}
		pause = e.cfg.Sweep
		ours, err := e.reclaim(r)
		if err == nil || errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrFenced) {
			// What was stored without an answer was shown to nobody here.
			e.hub.look(r.row.SessionID)
			return err == nil && ours
		}
	}
}

func (e *Engine) reclaim(r *run) (ours bool, err error) {
	ctx, cancel := context.WithTimeout(e.work, e.cfg.Lease)
	defer cancel()
	// Another node may have taken the run over while the store was away; what this one
	// knows of it is worth nothing then.
	row, err := e.cfg.Store.Run(ctx, store.Server(), r.id)
	if err != nil || row.Owner != e.cfg.NodeID || row.Status != state.RunRunning {
		return false, err
	}
	now, err := e.cfg.Store.Now(ctx)
	if err != nil {
		return false, err
	}
	row, head, err := e.cfg.Store.Reclaim(ctx, r.id, e.cfg.NodeID, now)
	if err != nil {
		return false, err
	}
	r.row, r.pipeline.head = row, head
	return true, nil
}

func (e *Engine) execute(ctx context.Context, r *run) error {
	assistant := e.assistants[r.row.Assistant]
	if assistant == nil {
		return r.endWithout(ctx, fault.New(fault.UnknownAssistant, "%s", r.row.Assistant))
	}
	// A run that takes its node down with it would take down one after the other.
	if r.row.Attempt > e.cfg.MaxAttempts {
		return r.endWithout(ctx, fmt.Errorf("engine: given up after %d attempts", e.cfg.MaxAttempts))
	}
	return assistant.execute(ctx, r)
}

// launchNext starts the session's next waiting run.
func (e *Engine) launchNext(sessionID string) {
	ctx, cancel := context.WithTimeout(e.work, 5*time.Second)
	defer cancel()
	open, err := e.cfg.Store.OpenRuns(ctx, store.Server(), sessionID)
	if err != nil {
		e.cfg.Logger.Warn("look for the next run", "session_id", sessionID, "error", err)
		return // the sweeper finds it
	}
	// One after the other: a run that waits for an answer holds up those behind it.
	if len(open) > 0 && open[0].Status == state.RunQueued {
		e.launch(open[0].ID)
	}
}

// takeSlot waits until the node may work on one more run; false when it
// stops before.
func (e *Engine) takeSlot() bool {
	e.queueDepth(1)
	defer e.queueDepth(-1)
	select {
	case e.slots <- struct{}{}:
		return true
	case <-e.work.Done():
		return false
	}
}

func (e *Engine) queueDepth(change int64) {
	n := e.waiting.Add(change)
	if e.cfg.Meter.QueueDepthFunc != nil {
		e.cfg.Meter.QueueDepthFunc(int(n))
	}
}
