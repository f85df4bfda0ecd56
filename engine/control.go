package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Cancel ends a run; "" is the session's current one. Its errors carry
// session_not_found, run_not_found, run_finished or backend_unavailable.
func (e *Engine) Cancel(ctx context.Context, sessionID, runID string) error {
	row, err := e.find(ctx, sessionID, runID)
	if err != nil {
		return err
	}
	return e.cancel(ctx, row)
}

// find is the run, if it is the session's and not over.
func (e *Engine) find(ctx context.Context, sessionID, runID string) (state.Run, error) {
	if runID == "" {
		open, err := e.cfg.Store.OpenRuns(ctx, store.Server(), sessionID)
		if err != nil {
			return state.Run{}, storeFault(err)
		}
		if len(open) == 0 {
			return state.Run{}, fault.New(fault.RunNotFound, "")
		}
		return open[0], nil
	}
	row, err := e.runOf(ctx, sessionID, runID)
	if err == nil && row.Status.Terminal() {
		err = fault.New(fault.RunFinished, "")
	}
	return row, err
}

// runOf is the session's run of that id, or run_not_found.
func (e *Engine) runOf(ctx context.Context, sessionID, runID string) (state.Run, error) {
	row, err := e.cfg.Store.Run(ctx, store.Server(), runID)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && row.SessionID != sessionID:
		return state.Run{}, fault.New(fault.RunNotFound, "")
	case err != nil:
		return state.Run{}, storeFault(err)
	}
	return row, nil
}

// cancelBefore cancels what the session has under way before the query, the
// newest first, so that none of those that wait is started.
func (e *Engine) cancelBefore(ctx context.Context, ack Ack) error {
	open, err := e.cfg.Store.OpenRuns(ctx, store.Server(), ack.SessionID)
	if err != nil {
		return storeFault(err)
	}
	at := slices.IndexFunc(open, func(r state.Run) bool { return r.ID == ack.RunID })
	for i := at - 1; i >= 0; i-- {
		if err := e.cancel(ctx, open[i]); err != nil && fault.Of(err) != fault.RunFinished {
			return err
		}
	}
	return nil
}

// cancel ends a run that rests at once. One that is worked on gets a control,
// which is found with each claim and beat, or by a sweep when the run rests.
func (e *Engine) cancel(ctx context.Context, row state.Run) error {
	if row.Status != state.RunRunning {
		err := e.endUnclaimed(row, state.ReplyByUser)
		if err == nil {
			return nil
		}
		// Someone has claimed or answered it in this moment.
		if !errors.Is(err, store.ErrFenced) {
			return storeFault(err)
		}
	}
	return e.leaveControl(ctx, row, store.Control{RunID: row.ID, Kind: store.ControlCancel, At: e.now()})
}

// leaveControl leaves word for whoever works on the run, now or after a crash: in the
// store, where it is found with each claim and beat, at once where that is this
// node, and else through the bus. A run that has ended first carries
// run_finished; one that has not can't end from then on but cancelled, if that is
// the control.
func (e *Engine) leaveControl(ctx context.Context, row state.Run, c store.Control) error {
	switch err := e.cfg.Store.AddControl(ctx, store.Server(), c); {
	case errors.Is(err, store.ErrNotFound):
		return fault.New(fault.RunFinished, "")
	case err != nil:
		return storeFault(err)
	}
	// At once where the run is this node's; the store has it for every other case.
	e.grant(c)
	if e.cfg.Bus == nil || row.Owner == "" || row.Owner == e.cfg.NodeID {
		return nil
	}
	// Who asked waits for no bus: the owner finds the control with its next beat.
	ctx, cancel := context.WithTimeout(ctx, busWait)
	defer cancel()
	if err := e.cfg.Bus.Tell(ctx, row.Owner, bus.Control{RunID: c.RunID, Kind: c.Kind, Arg: c.Arg}); err != nil {
		e.cfg.Logger.Warn("tell the owner", "run_id", c.RunID, "error", err)
	}
	return nil
}

// endUnclaimed cancels a run that nobody works on: one that is queued or
// waits for an answer. by tells clients who asked for it.
func (e *Engine) endUnclaimed(row state.Run, by string) error {
	r := e.newRun(row.ID)
	r.row = row
	end, now := r.ending(errCancelled), e.now()
	c := r.newCommit(End, end.status, now)
	// Nobody's claim guards it: it holds only where the run is still nobody's and the
	// question, if there is one, is not answered.
	c.Unclaimed = true
	if row.Interrupt != nil {
		c.Asked = row.Interrupt.ID
		event, err := newEvent(&row, now, Event{Type: state.EventInterruptResolved, Body: state.InterruptResolved{
			InterruptID: row.Interrupt.ID, Action: state.ActionCancel, By: by,
		}})
		if err != nil {
			return err
		}
		c.Events = append(c.Events, event)
	}
	if err := r.addEnding(c, end, now); err != nil {
		return err
	}
	if err := r.commit(c); err != nil {
		e.hub.look(row.SessionID) // it may be stored after all
		e.markUncertain()
		return err
	}
	if r.pipeline.head.OpenRuns > 0 {
		e.launchNext(row.SessionID)
	}
	return nil
}

// SkipStep asks that a step be passed over; work on it is stopped. Errors
// carry run_not_found, run_finished, step_not_found, step_not_skippable.
func (e *Engine) SkipStep(ctx context.Context, sessionID, runID, stepID string) error {
	row, err := e.find(ctx, sessionID, runID)
	if err != nil {
		return err
	}
	if err := e.skippable(ctx, row, stepID); err != nil {
		return err
	}
	return e.leaveControl(ctx, row, store.Control{RunID: row.ID, Kind: store.ControlSkip, Arg: stepID, At: e.now()})
}

// skippable looks the step up: in the state of a run that this node has in
// hand, else in the one that was committed last.
func (e *Engine) skippable(ctx context.Context, row state.Run, stepID string) error {
	if r := e.local(row.ID); r != nil {
		if steps := r.committedSteps(); steps != nil {
			return canSkip(steps, stepID)
		}
	}
	assistant := e.assistants[row.Assistant]
	if assistant == nil || row.Status == state.RunQueued {
		return fault.New(fault.StepNotFound, "%s", stepID)
	}
	newest, err := e.cfg.Store.LatestCheckpoint(ctx, store.Server(), row.SessionID)
	if errors.Is(err, store.ErrNotFound) || err == nil && newest.RunID != row.ID {
		return fault.New(fault.StepNotFound, "%s", stepID)
	}
	if err != nil {
		return storeFault(err)
	}
	steps, err := assistant.stepsIn(&newest)
	if err != nil {
		return fault.Wrap(fault.Internal, err)
	}
	return canSkip(steps, stepID)
}

// canSkip tells whether a step is there and not done.
func canSkip(steps []state.ExecutionStep, stepID string) error {
	at := slices.IndexFunc(steps, func(s state.ExecutionStep) bool { return s.StepID == stepID })
	switch {
	case at < 0:
		return fault.New(fault.StepNotFound, "%s", stepID)
	case steps[at].Status.Done():
		return fault.New(fault.StepNotSkippable, "%s", stepID)
	}
	return nil
}

// Retry accepts a finished run's query again, with its options; clientMsgID is
// that of Query. Its errors are those of Accept and run_not_found.
func (e *Engine) Retry(ctx context.Context, sessionID, runID, clientMsgID string) (Accepted, error) {
	row, err := e.runOf(ctx, sessionID, runID)
	if err != nil {
		return Accepted{}, err
	}
	if !row.Status.Terminal() {
		return Accepted{}, fault.New(fault.SessionBusy, "")
	}
	return e.Accept(ctx, Query{
		SessionID: sessionID, Text: row.Query, Language: row.Language, ClientMsgID: clientMsgID,
		ReviewPlan: originOf(row.Input).ReviewPlan,
	})
}

// Feedback stores a user's rating of a run's answer.
func (e *Engine) Feedback(ctx context.Context, sessionID, runID, rating, comment string) error {
	if rating != "positive" && rating != "negative" {
		return fault.New(fault.InvalidArgument, "rating")
	}
	row, err := e.runOf(ctx, sessionID, runID)
	if err != nil {
		return err
	}
	if err := e.cfg.Store.SaveFeedback(ctx, store.Server(), store.Feedback{
		RunID: runID, SessionID: sessionID, UserID: row.UserID,
		Rating: rating, Comment: comment, At: e.now(),
	}); err != nil {
		return storeFault(err)
	}
	return nil
}

// local is the run if this node works on it.
func (e *Engine) local(runID string) *run {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.runs[runID]
}

// applyControls carries out the controls of this node's runs that were stored.
func (e *Engine) applyControls(ctx context.Context) {
	controls, err := e.cfg.Store.Controls(ctx, e.cfg.NodeID)
	if err != nil {
		if ctx.Err() == nil {
			e.cfg.Logger.Warn("read controls", "error", err)
		}
		return
	}
	for _, c := range controls {
		e.grant(c)
	}
}

// grant carries out a control for a run of this node.
func (e *Engine) grant(c store.Control) {
	r := e.local(c.RunID)
	switch {
	case r == nil:
	case c.Kind == store.ControlCancel:
		r.stop()
	case c.Kind == store.ControlSkip:
		r.skip(c.Arg)
	}
}
