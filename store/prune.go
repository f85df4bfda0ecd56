package store

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"github.com/madang-dev/madang/store/sqlc"
)

// DeleteCheckpoints removes every checkpoint of a session: it is as if its
// assistant had never run, but for the messages. Its next step's number is
// one further on than usual, so that a node that remembers the state by its
// number doesn't go on with it. ErrBusy while a run isn't over.
func (s *Store) DeleteCheckpoints(ctx context.Context, owner Owner, sessionID string) (deleted int64, err error) {
	return change(ctx, s, "delete checkpoints of "+sessionID, func(ctx context.Context, q *queries) (int64, error) {
		head, err := q.holdOwned(ctx, owner, sessionID)
		if err != nil {
			return 0, err
		}
		if head.OpenRuns > 0 {
			return 0, ErrBusy
		}
		deleted, err := q.PruneCheckpoints(ctx, sqlc.PruneCheckpointsParams{SessionID: sessionID, StepNo: math.MaxInt64})
		if err != nil || deleted == 0 {
			return 0, err
		}
		return deleted, q.PassStep(ctx, sessionID)
	})
}

// Prune removes a session's oldest checkpoints and counts them: not the
// newest keep (at least one), and none since the first of a run that isn't
// over. The rest can be read as before.
func (s *Store) Prune(ctx context.Context, owner Owner, sessionID string, keep int) (deleted int64, err error) {
	keep = min(max(keep, 1), math.MaxInt32)
	return change(ctx, s, "prune "+sessionID, func(ctx context.Context, q *queries) (int64, error) {
		if _, err := q.holdOwned(ctx, owner, sessionID); err != nil {
			return 0, err
		}
		open, err := q.FirstLateStep(ctx, sqlc.FirstLateStepParams{SessionID: sessionID, OlderThan: math.MaxInt64})
		if err != nil {
			return 0, err
		}
		return pruneBefore(ctx, q, sessionID, keep, open)
	})
}

// holdOwned holds the head of a session of the owner's.
func (q *queries) holdOwned(ctx context.Context, owner Owner, sessionID string) (head sqlc.Head, err error) {
	if err = q.owns(ctx, owner, sessionID); err == nil {
		head, err = q.HoldHead(ctx, sessionID)
	}
	return head, err
}

// pruneBefore removes the checkpoints before the newest few and before a
// step (0 is no condition). Its caller holds the head.
func pruneBefore(ctx context.Context, q *queries, sessionID string, keep int, step int64) (int64, error) {
	oldest, err := q.StepBefore(ctx, sqlc.StepBeforeParams{
		SessionID: sessionID, BeforeStep: math.MaxInt64, Newer: int32(keep - 1),
	})
	if errors.Is(err, sql.ErrNoRows) { // there aren't as many
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if step > 0 {
		oldest = min(oldest, step)
	}
	if _, err := q.StepBefore(ctx, sqlc.StepBeforeParams{SessionID: sessionID, BeforeStep: oldest}); err != nil {
		if errors.Is(err, sql.ErrNoRows) { // none is older
			return 0, nil
		}
		return 0, err
	}
	// What the oldest is built from goes, so it becomes whole itself.
	row, err := wholeRow(ctx, q, sessionID, oldest)
	if err != nil {
		return 0, err
	}
	if row.BaseStep != row.StepNo {
		if err := putIn(ctx, q, sessionID, q.WholeCheckpoint, sqlc.WholeCheckpointParams{
			SessionID: sessionID, StepNo: oldest, Value: row.Value,
		}); err != nil {
			return 0, err
		}
	}
	return q.PruneCheckpoints(ctx, sqlc.PruneCheckpointsParams{SessionID: sessionID, StepNo: oldest})
}
