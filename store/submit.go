package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// errRepeated leaves the transaction of a submission that was made before.
var errRepeated = errors.New("store: repeated submission")

// Submit stores a query: its run (queued), its message and its events, all
// or nothing. Submissions of one session are in one order.
//
// The same client_msg_id again, or the same run id, is Duplicate and writes
// nothing, so that a caller who never heard the answer can ask again; with
// another query it is ErrConflict. Further errors: ErrNotFound for a session
// that isn't there or is hidden, ErrBusy, ErrQueueFull, ErrInvalid.
//
// Filled in are Run.ID, Seq and times, Message.ID and the events' Seq.
func (s *Store) Submit(ctx context.Context, in Submission) (Submitted, error) {
	run := &in.Run
	if run.ID == "" {
		run.ID = newID()
	}
	if run.Kind == "" {
		run.Kind = state.RunQuery
	}
	what := "submit to " + run.SessionID
	if err := checkSubmission(in); err != nil {
		return Submitted{}, fmt.Errorf("%s: %w", what, err)
	}
	var out Submitted
	var first string
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	_, err := s.db.Tx(bound, func(tx sqlc.DBTX) (err error) {
		out, first, err = submit(bound, tx, in)
		return err
	})
	if errors.Is(err, errRepeated) {
		return s.repeated(ctx, first, in.Run)
	}
	return out, s.wrap(ctx, what, err)
}

func submit(ctx context.Context, tx sqlc.DBTX, in Submission) (Submitted, string, error) {
	q := sqlc.New(tx)
	run := in.Run
	at := millis(in.At)
	n, err := q.AdvanceSession(ctx, advanceOf(in, at))
	if err != nil {
		return Submitted{}, "", err
	}
	ahead, err := q.Ahead(ctx, sqlc.AheadParams{
		SessionID: run.SessionID, ClientMsgID: run.ClientMsgID, RunID: run.ID,
	})
	if err != nil {
		return Submitted{}, "", err
	}
	switch {
	case ahead.DuplicateOf != "":
		return Submitted{}, ahead.DuplicateOf, errRepeated
	case in.RejectBusy && ahead.OpenRuns > 0:
		return Submitted{}, "", ErrBusy
	case in.MaxQueued > 0 && ahead.OpenRuns >= int64(in.MaxQueued):
		return Submitted{}, "", ErrQueueFull
	}

	run.Seq, run.Status = n.LastRun, state.RunQueued
	run.Owner, run.Fence, run.Attempt = "", 0, 0
	run.CreatedAt, run.Deadline = fromMillis(at), fromMillis(millis(run.Deadline))
	if err := q.InsertRun(ctx, sqlc.InsertRunParams{
		ID: run.ID, SessionID: run.SessionID, Seq: run.Seq, Assistant: run.Assistant,
		UserID: run.UserID, Kind: run.Kind, ClientMsgID: run.ClientMsgID,
		Query: run.Query, Language: run.Language, Input: string(run.Input),
		NextNode: run.NextNode, CreatedAt: at, Deadline: millis(run.Deadline),
	}); err != nil {
		return Submitted{}, "", err
	}
	var rows history
	if in.Message != nil {
		rows.message(in.Message, n.LastMessageID, run, at)
	}
	for i, e := range in.Events {
		rows.event(e, n.LastSeq-int64(len(in.Events)-1-i), run, at)
	}
	return Submitted{Run: run, Busy: ahead.OpenRuns > 0}, "", rows.insert(ctx, tx)
}

func advanceOf(in Submission, at int64) sqlc.AdvanceSessionParams {
	p := sqlc.AdvanceSessionParams{ID: in.Run.SessionID, Events: int64(len(in.Events)), At: at, ExpiresAt: millis(in.ExpiresAt)}
	if in.Message != nil {
		p.Messages = 1
		p.LastMessage = cut(in.Message.Content, lastMessageLen)
	}
	return p
}

// repeated answers a submission that was made before.
func (s *Store) repeated(ctx context.Context, first string, again state.Run) (Submitted, error) {
	run, err := s.Run(ctx, first)
	if err != nil {
		return Submitted{}, err
	}
	if run.Query != again.Query || run.Kind != again.Kind {
		return Submitted{}, fmt.Errorf("submit to %s: client_msg_id of run %s: %w", run.SessionID, first, ErrConflict)
	}
	return Submitted{Run: run, Duplicate: true}, nil
}

func checkSubmission(in Submission) error {
	r := in.Run
	err := texts("session_id", r.SessionID, "run id", r.ID, "client_msg_id", r.ClientMsgID,
		"query", r.Query, "user_id", r.UserID, "language", r.Language, "input", string(r.Input))
	if err != nil {
		return err
	}
	if in.Message != nil {
		if err := checkMessage(in.Message); err != nil {
			return err
		}
	}
	for _, e := range in.Events {
		if err := checkEvent(e); err != nil {
			return err
		}
	}
	return nil
}
