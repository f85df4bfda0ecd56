package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// Fork makes a new session whose first checkpoint is that one: its state as
// a whole, its place in the graph, with its id as the parent's. The messages
// up to it come along, without those of runs that had not begun. What to
// leaves empty is taken from the source, as in CopySession; so is what isn't
// copied. The state of edited, where it has one, stands in the place of the
// checkpoint's, of the schema version that it names.
func (s *Store) Fork(ctx context.Context, owner Owner, checkpointID string, to state.Session, edited state.Checkpoint) (state.Session, state.Checkpoint, error) {
	var out forked
	err := s.write(ctx, "fork "+checkpointID, func(ctx context.Context, q *queries) error {
		sessionID, step, ok := state.ParseCheckpointID(checkpointID)
		if !ok {
			return ErrNotFound
		}
		from, err := q.session(ctx, owner, sessionID)
		if err != nil {
			return err
		}
		point, err := wholeRow(ctx, q, sessionID, step)
		if err != nil {
			return err
		}
		if edited.State != nil {
			point.Value, point.SchemaVersion = edited.State, int64(edited.SchemaVersion)
		}
		// A checkpoint that was itself copied is older than every run here.
		run, err := one(ctx, q, q.Run, point.RunID)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		seq := run.Seq
		if run.SessionID != sessionID {
			seq = 0
		}
		out, err = fork(ctx, q, owner, from, to, &point, origin{runSeq: seq, messages: point.MessageID, replies: point.MessageID})
		return err
	})
	return out.session, out.point, err
}

// ForkBefore makes a new session that stands where the run's session stood
// before the run: with the state of that moment, and the messages before its
// query. A session's first run has no state before it; the new session then
// has none (the checkpoint is zero). A run that still waits for others is
// ErrBusy, a state that was removed ErrNotFound.
func (s *Store) ForkBefore(ctx context.Context, owner Owner, runID string, to state.Session) (state.Session, state.Checkpoint, error) {
	var out forked
	err := s.write(ctx, "fork before run "+runID, func(ctx context.Context, q *queries) error {
		run, err := q.ownedRun(ctx, owner, runID)
		if err != nil {
			return err
		}
		if run.Kind == state.RunReply {
			return fmt.Errorf("%w: a reply begins nothing", ErrInvalid)
		}
		from, err := q.session(ctx, owner, run.SessionID)
		if err != nil {
			return err
		}
		step, err := stepBefore(ctx, q, run, from.LastStep)
		if err != nil {
			return err
		}
		o := origin{runSeq: run.Seq - 1, messages: math.MaxInt64}
		var point *sqlc.Checkpoint
		if step > 0 {
			p, err := wholeRow(ctx, q, run.SessionID, step)
			if err != nil {
				return err
			}
			point, o.replies = &p, p.MessageID
		}
		out, err = fork(ctx, q, owner, from, to, point, o)
		return err
	})
	return out.session, out.point, err
}

// stepBefore is the step that the session was at when the run began.
func stepBefore(ctx context.Context, q *queries, run sqlc.Run, last int64) (int64, error) {
	first, err := q.FirstStepSince(ctx, sqlc.FirstStepSinceParams{SessionID: run.SessionID, RunSeq: run.Seq})
	if err != nil {
		return 0, err
	}
	if first > 0 {
		return first - 1, nil
	}
	ahead, err := q.OpenRunsBefore(ctx, sqlc.OpenRunsBeforeParams{SessionID: run.SessionID, RunSeq: run.Seq})
	if err == nil && ahead > 0 {
		err = ErrBusy
	}
	return last, err
}

// origin is how much of a session's messages a fork takes along: those up
// to a number, of runs up to one, and answers to its questions.
type origin struct{ runSeq, messages, replies int64 }

type forked struct {
	session state.Session
	point   state.Checkpoint
}

func fork(ctx context.Context, q *queries, owner Owner, from sqlc.SessionRow, to state.Session, point *sqlc.Checkpoint, o origin) (forked, error) {
	to.ForkedFrom = state.CheckpointID(from.ID, 0)
	if point != nil {
		to.ForkedFrom = state.CheckpointID(point.SessionID, point.StepNo)
	}
	to, err := branch(ctx, q, owner, from, to)
	if err != nil {
		return forked{}, err
	}
	messages, err := q.CopyMessages(ctx, sqlc.CopyMessagesParams{
		ToSession: to.ID, FromSession: from.ID, LastMessageID: o.messages,
		RunSeq: o.runSeq, LastReplyID: o.replies,
	})
	if err != nil {
		return forked{}, err
	}
	if point == nil {
		to, err = placed(ctx, q, owner, to, 0, 0, messages)
		return forked{session: to}, err
	}
	first := *point
	first.SessionID, first.StepNo, first.BaseStep = to.ID, 1, 1
	first.ParentID, first.Seq, first.MessageID = to.ForkedFrom, 0, messages
	first.CreatedAt, first.Journal = millis(to.CreatedAt), "" // no step of this session led here
	if err := putIn(ctx, q, to.ID, q.InsertCheckpoint, sqlc.InsertCheckpointParams(first)); err != nil {
		return forked{}, err
	}
	if to, err = placed(ctx, q, owner, to, 1, 1, messages); err != nil {
		return forked{}, err
	}
	return forked{to, checkpointOf(first, first.Value)}, nil
}

// wholeRow is a checkpoint with its whole state for a value. Its caller has looked
// whose the session is.
func wholeRow(ctx context.Context, q *queries, sessionID string, step int64) (sqlc.Checkpoint, error) {
	rows, err := q.chain(ctx, Server(), sessionID, step)
	if err != nil {
		return sqlc.Checkpoint{}, err
	}
	if len(rows) == 0 {
		return sqlc.Checkpoint{}, fmt.Errorf("checkpoint %s: %w", state.CheckpointID(sessionID, step), ErrNotFound)
	}
	last := rows[len(rows)-1]
	last.Value, err = build(rows)
	return last, err
}
