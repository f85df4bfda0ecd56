package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// What one page of history holds at most.
const (
	maxEvents      = 10_000
	maxMessages    = 10_000
	maxCheckpoints = 10_000
)

// Events lists a session's events after a number, in their order.
func (s *Store) Events(ctx context.Context, sessionID string, afterSeq int64, limit int) ([]state.Event, error) {
	rows, err := read(ctx, s, "events of "+sessionID, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Event, error) {
		return q.Events(ctx, sqlc.EventsParams{
			SessionID: sessionID, Seq: afterSeq, Limit: int32(bounded(limit, maxEvents)),
		})
	})
	return each(rows, func(r sqlc.Event) state.Event {
		return state.Event{
			SessionID: r.SessionID, Seq: r.Seq, ID: r.ID, RunID: r.RunID,
			Type: r.Type, Payload: raw(r.Payload), CreatedAt: fromMillis(r.CreatedAt),
		}
	}), err
}

// Messages lists a session's messages, the oldest first.
func (s *Store) Messages(ctx context.Context, sessionID string, limit, offset int) ([]state.Message, error) {
	rows, err := read(ctx, s, "messages of "+sessionID, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Message, error) {
		return q.Messages(ctx, sqlc.MessagesParams{
			SessionID: sessionID, Limit: int32(bounded(limit, maxMessages)), Offset: int32(max(offset, 0)),
		})
	})
	return each(rows, func(r sqlc.Message) state.Message {
		return state.Message{
			ID: r.ID, SessionID: r.SessionID, RunID: r.RunID, Role: r.Role,
			Content: r.Content, Data: raw(r.Data), CreatedAt: fromMillis(r.CreatedAt),
		}
	}), err
}

// Checkpoints lists a session's checkpoints before a step (0: from the
// newest), the newest first, of one run when runID is set. State and
// Changes are left out: they are what Checkpoint is for.
func (s *Store) Checkpoints(ctx context.Context, sessionID, runID string, beforeStep int64, limit int) ([]state.Checkpoint, error) {
	if beforeStep <= 0 {
		beforeStep = math.MaxInt64
	}
	n := int32(bounded(limit, maxCheckpoints))
	what := "checkpoints of " + sessionID
	if runID != "" {
		rows, err := read(ctx, s, what, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.RunCheckpointsRow, error) {
			return q.RunCheckpoints(ctx, sqlc.RunCheckpointsParams{
				SessionID: sessionID, RunID: runID, StepNo: beforeStep, Limit: n,
			})
		})
		return each(rows, func(r sqlc.RunCheckpointsRow) state.Checkpoint {
			return headOf(sqlc.SessionCheckpointsRow(r))
		}), err
	}
	rows, err := read(ctx, s, what, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.SessionCheckpointsRow, error) {
		return q.SessionCheckpoints(ctx, sqlc.SessionCheckpointsParams{
			SessionID: sessionID, StepNo: beforeStep, Limit: n,
		})
	})
	return each(rows, headOf), err
}

// Checkpoint is the checkpoint with that id, its State and Changes too.
func (s *Store) Checkpoint(ctx context.Context, id string) (state.Checkpoint, error) {
	row, err := read(ctx, s, "checkpoint "+id, func(ctx context.Context, q *sqlc.Queries) (sqlc.Checkpoint, error) {
		return q.Checkpoint(ctx, id)
	})
	if err != nil {
		return state.Checkpoint{}, err
	}
	return checkpointOf(row)
}

// LatestCheckpoint is the newest checkpoint of a session, ErrNotFound
// before its first.
func (s *Store) LatestCheckpoint(ctx context.Context, sessionID string) (state.Checkpoint, error) {
	row, err := read(ctx, s, "latest checkpoint of "+sessionID, func(ctx context.Context, q *sqlc.Queries) (sqlc.Checkpoint, error) {
		return q.LatestCheckpoint(ctx, sessionID)
	})
	if err != nil {
		return state.Checkpoint{}, err
	}
	return checkpointOf(row)
}

func headOf(r sqlc.SessionCheckpointsRow) state.Checkpoint {
	return state.Checkpoint{
		ID: r.ID, SessionID: r.SessionID, RunID: r.RunID, ParentID: r.ParentID,
		StepNo: r.StepNo, Node: r.Node, Phase: r.Phase, Label: r.Label,
		SchemaVersion: int(r.SchemaVersion), CreatedAt: fromMillis(r.CreatedAt),
	}
}

func checkpointOf(r sqlc.Checkpoint) (state.Checkpoint, error) {
	c := state.Checkpoint{
		ID: r.ID, SessionID: r.SessionID, RunID: r.RunID, ParentID: r.ParentID,
		StepNo: r.StepNo, Node: r.Node, Phase: r.Phase, Label: r.Label,
		SchemaVersion: int(r.SchemaVersion), CreatedAt: fromMillis(r.CreatedAt),
		State: raw(r.State),
	}
	if r.Changes == "" {
		return c, nil
	}
	if err := json.Unmarshal([]byte(r.Changes), &c.Changes); err != nil {
		return c, fmt.Errorf("checkpoint %s: changes: %w", r.ID, err)
	}
	return c, nil
}
