package store

import (
	"context"
	"math"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// maxRuns bounds one page of a list of runs.
const maxRuns = 1000

// Run is the run with that id.
func (s *Store) Run(ctx context.Context, id string) (state.Run, error) {
	row, err := read(ctx, s, "run "+id, func(ctx context.Context, q *sqlc.Queries) (sqlc.Run, error) {
		return q.Run(ctx, id)
	})
	if err != nil {
		return state.Run{}, err
	}
	return runOf(row), nil
}

// Runs lists a session's runs before one of them (0: from the newest), the
// newest first. A limit of 0 is 1,000, which is also the most.
func (s *Store) Runs(ctx context.Context, sessionID string, limit int, beforeSeq int64) ([]state.Run, error) {
	if beforeSeq <= 0 {
		beforeSeq = math.MaxInt64
	}
	rows, err := read(ctx, s, "runs of "+sessionID, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Run, error) {
		return q.Runs(ctx, sqlc.RunsParams{
			SessionID: sessionID, Seq: beforeSeq, Limit: int32(bounded(limit, maxRuns)),
		})
	})
	return each(rows, runOf), err
}

// OpenRuns lists a session's unfinished runs in the order they will run.
func (s *Store) OpenRuns(ctx context.Context, sessionID string) ([]state.Run, error) {
	rows, err := read(ctx, s, "open runs of "+sessionID, func(ctx context.Context, q *sqlc.Queries) ([]sqlc.Run, error) {
		return q.OpenRuns(ctx, sessionID)
	})
	return each(rows, runOf), err
}

func runOf(r sqlc.Run) state.Run {
	return state.Run{
		ID: r.ID, SessionID: r.SessionID, Seq: r.Seq, Assistant: r.Assistant,
		UserID: r.UserID, Kind: r.Kind, ClientMsgID: r.ClientMsgID,
		Query: r.Query, Language: r.Language, Input: raw(r.Input),
		Status: state.RunStatus(r.Status), Owner: r.Owner, Fence: r.Fence,
		Attempt: int(r.Attempt), NextNode: r.NextNode, PlanShown: r.PlanShown != 0,
		Interrupt: raw(r.Interrupt), Error: r.Error,
		CreatedAt: fromMillis(r.CreatedAt), StartedAt: optional(r.StartedAt),
		FinishedAt: optional(r.FinishedAt), Deadline: fromMillis(r.Deadline),
	}
}
