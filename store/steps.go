package store

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// maxSteps is how many steps one call brings at most.
const maxSteps = 100

// StepBySeq is a session's newest step that came no later than an event, but
// not more than behind steps before the newest; 0 is before the first.
func (s *Store) StepBySeq(ctx context.Context, owner Owner, sessionID string, seq int64, behind int) (int64, error) {
	return read(ctx, s, "steps of "+sessionID, func(ctx context.Context, q *queries) (int64, error) {
		if err := q.owns(ctx, owner, sessionID); err != nil {
			return 0, err
		}
		known, err := q.StepBySeq(ctx, sqlc.StepBySeqParams{SessionID: sessionID, Seq: seq})
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, err
		}
		least, err := q.StepBefore(ctx, sqlc.StepBeforeParams{
			SessionID: sessionID, BeforeStep: math.MaxInt64, Newer: int32(bounded(behind, maxSteps)),
		})
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		return max(known, least), err
	})
}

// StepsAfter lists a session's checkpoints after a step with State and
// Changes, in their order; at most limit, which is 100 at most.
func (s *Store) StepsAfter(ctx context.Context, owner Owner, sessionID string, step int64, limit int) ([]state.Checkpoint, error) {
	most := int(bounded(limit, maxSteps))
	rows, err := fetch(ctx, s, "steps of "+sessionID, s.reads.StepsAfter, sqlc.StepsAfterParams{
		SessionID: sessionID, StepNo: step, Count: int32(most + maxChain + 1), OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var out []state.Checkpoint
	var before []byte
	status := ""
	err = states(rows, func(r *sqlc.Checkpoint, value []byte) {
		if r.StepNo > step && len(out) < most {
			c := checkpointOf(*r, value)
			c.Changes = state.Changes(before, c.State, status, c.Status, c.CreatedAt)
			out = append(out, c)
		}
		before, status = value, r.Status
	})
	return out, err
}
