package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// submit writes a submission, claimed at once in a free session.
func (q *queries) submit(ctx context.Context, in *Submission) error {
	run := in.Run
	// The head first: two queries to one session are numbered one behind the other,
	// and the second of one client_msg_id finds the first.
	held, err := q.HoldHead(ctx, run.SessionID)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	if err != nil {
		return hard(err)
	}
	a, err := q.Arrival(ctx, sqlc.ArrivalParams{
		SessionID: run.SessionID, ClientMsgID: run.ClientMsgID, RunID: run.ID,
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case err != nil:
		return hard(err)
	case a.DeletedAt > 0:
		return ErrNotFound
	// Before what the session has room for: a client whose ack was lost would be told
	// that the session is busy, by its own query.
	case a.DuplicateOf != "":
		return q.repeated(ctx, a.DuplicateOf, in)
	case in.RejectBusy && held.OpenRuns > 0:
		return ErrBusy
	case in.MaxQueued > 0 && held.OpenRuns >= int64(in.MaxQueued):
		return ErrQueueFull
	}
	in.arrive(headOf(held), held.LastRun+1, held.Fence+1, in.queued(held.OpenRuns))
	return hard(q.arrive(ctx, in, held))
}

// queued is the event of a run that has to wait.
func (in *Submission) queued(ahead int64) *state.Event {
	if ahead == 0 || in.QueuedFunc == nil {
		return nil
	}
	return in.QueuedFunc(int(ahead))
}

// arrive fills in Done, from where the session stood before.
func (in *Submission) arrive(head Head, seq, fence int64, event *state.Event) {
	at := fromMillis(millis(in.At))
	in.Done = Submitted{Run: in.Run, Head: head, Busy: head.OpenRuns > 0}
	run, after := &in.Done.Run, &in.Done.Head
	run.Seq, run.Status = seq, state.RunQueued
	// Nothing of this is the caller's to say: a run that came with an owner would be at
	// work nowhere.
	run.Owner, run.Fence, run.Attempt, run.StartedAt, run.FinishedAt = "", 0, 0, nil, nil
	run.Interrupt, run.Reply, run.Error, run.PlanShown = nil, nil, "", false
	run.CreatedAt, run.Deadline = at, fromMillis(millis(run.Deadline))
	if !in.Done.Busy && in.Owner != "" {
		run.Status, run.Owner, run.Fence, run.Attempt = state.RunRunning, in.Owner, fence, 1
		run.StartedAt = &at
	}
	after.OpenRuns++
	if in.Message != nil {
		after.LastMessageID, in.Message.CreatedAt = after.LastMessageID+1, at
	}
	if event != nil {
		after.LastSeq, event.CreatedAt = after.LastSeq+1, at
	}
	in.Done.Event = event
	in.said().number(*after)
}

// said is a commit of what is told of the submission.
func (in *Submission) said() *Commit {
	run := &in.Done.Run
	return said(run.SessionID, run.ID, in.At, in.Done.Event, in.Message)
}

// said is a commit of nothing but an event and a message, which may be nil.
func said(sessionID, runID string, at time.Time, event *state.Event, message *state.Message) *Commit {
	c := &Commit{SessionID: sessionID, RunID: runID, At: at}
	if event != nil {
		c.Events = []*state.Event{event}
	}
	if message != nil {
		c.Messages = []*state.Message{message}
	}
	return c
}

// arrive writes a submission that is numbered; whose the head was stays, unless the
// run is claimed with it.
func (q *queries) arrive(ctx context.Context, in *Submission, held sqlc.Head) error {
	run := &in.Done.Run
	claims := run.Status == state.RunRunning
	if claims {
		held.RunID, held.Owner = run.ID, run.Owner
	}
	err := q.Arrive(ctx, sqlc.ArriveParams{
		Events: flag(in.Done.Event != nil), Messages: flag(in.Message != nil),
		RunID: held.RunID, Owner: held.Owner, Claims: flag(claims), SessionID: run.SessionID,
	})
	if err != nil {
		return fmt.Errorf("number submission: %w", err)
	}
	err = q.UseSession(ctx, sqlc.UseSessionParams{
		At: millis(in.At), ExpiresAt: millis(in.ExpiresAt), ID: run.SessionID,
	})
	if err != nil {
		return fmt.Errorf("touch session: %w", err)
	}
	if err := putIn(ctx, q, run.SessionID, q.InsertRun, runRow(run)); err != nil {
		return fmt.Errorf("insert run %s: %w", run.ID, err)
	}
	return in.said().history(ctx, q, chain{})
}

func runRow(r *state.Run) sqlc.InsertRunParams {
	p := sqlc.InsertRunParams{
		ID: r.ID, SessionID: r.SessionID, Seq: r.Seq, Assistant: r.Assistant,
		UserID: r.UserID, Kind: r.Kind, ClientMsgID: r.ClientMsgID, Query: r.Query,
		Language: r.Language, Input: string(r.Input), Status: string(r.Status),
		Owner: r.Owner, Fence: r.Fence, Attempt: int64(r.Attempt), NextNode: r.NextNode,
		CreatedAt: millis(r.CreatedAt), Deadline: millis(r.Deadline), Address: r.Address,
	}
	if r.StartedAt != nil {
		p.StartedAt = millis(*r.StartedAt)
	}
	return p
}

// repeated answers a submission that was made before.
func (q *queries) repeated(ctx context.Context, first string, in *Submission) error {
	row, err := one(ctx, q, q.Run, first)
	if err != nil {
		return hard(err)
	}
	run, err := runOf(row)
	if err != nil {
		return hard(err)
	}
	if err := repeats(&run, &in.Run); err != nil {
		return err
	}
	in.Done = Submitted{Run: run, Duplicate: true}
	return nil
}

// repeats refuses what comes under the client_msg_id of a run and is not the
// same again.
func repeats(known, again *state.Run) error {
	// A query that was the answer to a question stays one.
	other := known.Kind != again.Kind || string(known.Input) != string(again.Input)
	if known.Query != again.Query || other && known.Kind != state.RunReply {
		return fmt.Errorf("client_msg_id of run %s: %w", known.ID, ErrConflict)
	}
	return nil
}

// check names the run, and refuses ids that the session is looked up by before its
// rows are written.
func (in *Submission) check() error {
	r := &in.Run
	r.ID = cmp.Or(r.ID, newID())
	r.Kind = cmp.Or(r.Kind, state.RunQuery)
	return texts("session_id", r.SessionID, "run id", r.ID, "client_msg_id", r.ClientMsgID)
}
