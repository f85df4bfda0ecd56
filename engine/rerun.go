package engine

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Rerun goes on from the checkpoint that a forked session begins with, where
// the run that wrote it stood: its query is worked on in a run of the new
// session. Errors carry invalid_argument (the run was over by then),
// run_not_found (it is kept no more), session_not_found, session_busy, rate_limited,
// server_draining and backend_unavailable.
func (e *Engine) Rerun(ctx context.Context, sessionID string, from state.Checkpoint, address string) (runID string, err error) {
	if from.NextNode == "" || from.NextNode == End {
		return "", fault.New(fault.InvalidArgument, "checkpoint")
	}
	if e.draining.Load() {
		return "", fault.New(fault.Draining, "")
	}
	first, err := e.cfg.Store.Run(ctx, store.Server(), from.RunID)
	if errors.Is(err, store.ErrNotFound) {
		return "", fault.New(fault.RunNotFound, "")
	}
	if err != nil {
		return "", storeFault(err)
	}
	session, err := e.session(ctx, sessionID)
	if err != nil {
		return "", err
	}
	done, err := e.admit(ctx, session.UserID, address)
	if err != nil {
		return "", err
	}
	defer done()
	sub := &store.Submission{RejectBusy: true, Run: state.Run{
		ID: newID(), SessionID: sessionID, Assistant: session.Assistant, UserID: session.UserID,
		Kind: state.RunRerun, Query: first.Query, Language: first.Language, Input: first.Input,
		NextNode: from.NextNode, Address: address,
	}}
	if err := e.beginRun(ctx, sub); err != nil {
		return "", err
	}
	return ackOf(sub).RunID, nil
}

// beginRun stores a run that no query asks for, and has it begin.
func (e *Engine) beginRun(ctx context.Context, sub *store.Submission) error {
	now := e.now()
	sub.Run.Status, sub.Run.CreatedAt, sub.Run.Deadline = state.RunQueued, now, now.Add(e.cfg.RunDeadline)
	sub.Owner, sub.ExpiresAt, sub.At = e.cfg.NodeID, now.Add(e.cfg.SessionTTL), now
	if err := e.commits.submit(ctx, sub); err != nil {
		return storeFault(err)
	}
	e.accept(sub)
	return nil
}
