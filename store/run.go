package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// maxRuns bounds one page of a list of runs.
const maxRuns = 1000

// Run is the run with that id.
func (s *Store) Run(ctx context.Context, owner Owner, id string) (state.Run, error) {
	row, err := get(ctx, s, "run "+id, s.reads.OwnedRun, sqlc.OwnedRunParams{
		ID: id, OwnerID: owner.id(), OwnerWithin: owner.within(),
	})
	if err != nil {
		return state.Run{}, err
	}
	return runOf(row)
}

// Runs lists a session's runs before one of them (0: from the newest), the
// newest first. A limit of 0 is 1,000, which is also the most.
func (s *Store) Runs(ctx context.Context, owner Owner, sessionID string, limit int, beforeSeq int64) ([]state.Run, error) {
	if beforeSeq <= 0 {
		beforeSeq = math.MaxInt64
	}
	return runsOf(fetch(ctx, s, "runs of "+sessionID, s.reads.Runs, sqlc.RunsParams{
		SessionID: sessionID, Seq: beforeSeq, Count: int32(bounded(limit, maxRuns)),
		OwnerID: owner.id(), OwnerWithin: owner.within(),
	}))
}

// OpenRuns lists a session's unfinished runs in the order they will run.
func (s *Store) OpenRuns(ctx context.Context, owner Owner, sessionID string) ([]state.Run, error) {
	return runsOf(fetch(ctx, s, "open runs of "+sessionID, s.reads.OpenRuns, sqlc.OpenRunsParams{
		SessionID: sessionID, OwnerID: owner.id(), OwnerWithin: owner.within(),
	}))
}

func runOf(r sqlc.Run) (state.Run, error) {
	out := state.Run{
		ID: r.ID, SessionID: r.SessionID, Seq: r.Seq, Assistant: r.Assistant,
		UserID: r.UserID, Kind: r.Kind, ClientMsgID: r.ClientMsgID,
		Query: r.Query, Language: r.Language, Input: raw(r.Input),
		Status: state.RunStatus(r.Status), Owner: r.Owner, Fence: r.Fence,
		Attempt: int(r.Attempt), NextNode: r.NextNode, PlanShown: r.PlanShown != 0, Error: r.Error,
		CreatedAt: fromMillis(r.CreatedAt), StartedAt: optional(r.StartedAt),
		FinishedAt: optional(r.FinishedAt), Deadline: fromMillis(r.Deadline), Address: r.Address,
	}
	if r.Interrupt != "" {
		if err := json.Unmarshal([]byte(r.Interrupt), &out.Interrupt); err != nil {
			return out, fmt.Errorf("run %s: interrupt: %w", r.ID, err)
		}
	}
	if r.Reply != "" {
		if err := json.Unmarshal([]byte(r.Reply), &out.Reply); err != nil {
			return out, fmt.Errorf("run %s: reply: %w", r.ID, err)
		}
	}
	return out, nil
}

// runsOf converts what a query for runs brought.
func runsOf(rows []sqlc.Run, err error) ([]state.Run, error) {
	out := make([]state.Run, len(rows))
	for i, r := range rows {
		var bad error
		if out[i], bad = runOf(r); bad != nil {
			return nil, bad
		}
	}
	return out, err
}

// Results lists what a run's work outside the database brought, in its
// order.
func (s *Store) Results(ctx context.Context, owner Owner, runID string) ([]Result, error) {
	return list(ctx, s, "results of run "+runID, s.reads.Results, sqlc.ResultsParams{
		RunID: runID, OwnerID: owner.id(), OwnerWithin: owner.within(),
	}, resultOf)
}

func resultOf(r sqlc.RunResult) Result {
	return Result{Key: r.Key, Value: raw(r.Value), Index: r.Idx, At: fromMillis(r.CreatedAt)}
}
