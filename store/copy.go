package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// CopySession makes a new session with another one's messages and
// checkpoints, those up to a step (0 is all) and the messages written by
// then. What to leaves empty is taken from the source: the assistant, which
// can't be another, the user, title, language and metadata. Events aren't
// copied: the copy's stream begins at 1. Neither are runs, so the copied
// checkpoints name runs of the source. A step that isn't there is
// ErrNotFound, an id of to that exists ErrConflict.
func (s *Store) CopySession(ctx context.Context, owner Owner, fromSessionID string, to state.Session, upToStep int64) (state.Session, error) {
	return change(ctx, s, "copy session "+fromSessionID, func(ctx context.Context, q *queries) (state.Session, error) {
		return copySession(ctx, q, owner, fromSessionID, to, upToStep)
	})
}

func copySession(ctx context.Context, q *queries, owner Owner, fromID string, to state.Session, upTo int64) (state.Session, error) {
	from, err := q.session(ctx, owner, fromID)
	if err != nil {
		return state.Session{}, err
	}
	step, messages, base := upTo, from.LastMessageID, int64(0)
	step = cmp.Or(step, from.LastStep)
	place, err := q.CheckpointPlace(ctx, sqlc.CheckpointPlaceParams{SessionID: fromID, StepNo: step})
	switch {
	case errors.Is(err, sql.ErrNoRows) && upTo == 0:
		step = 0 // none yet, or none any more
	case err != nil:
		return state.Session{}, err
	default:
		base, to.ForkedFrom = place.BaseStep, state.CheckpointID(fromID, step)
		if upTo > 0 {
			messages = place.MessageID
		}
	}
	if to, err = branch(ctx, q, owner, from, to); err != nil {
		return state.Session{}, err
	}
	if messages, err = q.CopyMessages(ctx, sqlc.CopyMessagesParams{
		ToSession: to.ID, FromSession: fromID, LastMessageID: messages, RunSeq: math.MaxInt64,
	}); err != nil {
		return state.Session{}, err
	}
	if _, err := q.CopyCheckpoints(ctx, sqlc.CopyCheckpointsParams{
		ToSession: to.ID, FromSession: fromID, LastStep: step,
	}); err != nil {
		return state.Session{}, err
	}
	return placed(ctx, q, owner, to, step, base, messages)
}

// branch writes a new session that goes on from another.
func branch(ctx context.Context, q *queries, owner Owner, from sqlc.SessionRow, to state.Session) (state.Session, error) {
	to.Assistant, to.UserID = cmp.Or(to.Assistant, from.Assistant), cmp.Or(to.UserID, from.UserID)
	if err := owner.only("branch session", to.UserID); err != nil {
		return to, err
	}
	to.Title, to.Language = cmp.Or(to.Title, from.Title), cmp.Or(to.Language, from.Language)
	if len(to.Metadata) == 0 {
		to.Metadata = raw(from.Metadata)
	}
	if to.Assistant != from.Assistant {
		return to, fmt.Errorf("%w: a session of %s can't go on as one of %s", ErrInvalid, from.Assistant, to.Assistant)
	}
	return insertSession(ctx, q, to)
}

// placed sets the new session's marks and reads it back.
func placed(ctx context.Context, q *queries, owner Owner, to state.Session, step, base, messages int64) (state.Session, error) {
	if err := q.PlaceHead(ctx, sqlc.PlaceHeadParams{
		SessionID: to.ID, LastStep: step, BaseStep: base, LastMessageID: messages,
	}); err != nil {
		return state.Session{}, err
	}
	row, err := q.session(ctx, owner, to.ID)
	return sessionOf(sqlc.SessionsRow(row)), err
}
