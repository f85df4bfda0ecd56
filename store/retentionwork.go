package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// retainer carries one call of Retain out.
type retainer struct {
	*Store
	limit int32
	// within is how the users' keys begin of whom something is removed, "" of all.
	within string
	done   Retained
}

// beyond is the first key behind those that begin as within does, which ends with a
// slash.
func (x *retainer) beyond() string { return strings.TrimSuffix(x.within, "/") + "0" }

// removeSessions takes those that were hidden before a time.
func (x *retainer) removeSessions(ctx context.Context, before int64) error {
	ids, err := fetch(ctx, x.Store, "find removable sessions", x.Store.reads.RemovableSessions, sqlc.RemovableSessionsParams{
		HiddenBefore: before, Within: x.within, Count: x.limit,
	})
	if err != nil {
		return err
	}
	return x.remove(ctx, ids, func(ctx context.Context, q *queries, id string) error { // shown again, it stays
		_, err := q.HoldHidden(ctx, sqlc.HoldHiddenParams{ID: id, HiddenBefore: before})
		return err
	})
}

// removeIdle takes those in which nothing happened since a time.
func (x *retainer) removeIdle(ctx context.Context, before int64) error {
	ids, err := read(ctx, x.Store, "find idle sessions", func(ctx context.Context, q *queries) ([]string, error) {
		if x.within != "" {
			return q.IdleSessionsWithin(ctx, sqlc.IdleSessionsWithinParams{IdleBefore: before, Within: x.within, Beyond: x.beyond(), Count: x.limit})
		}
		return q.IdleSessions(ctx, sqlc.IdleSessionsParams{IdleBefore: before, Count: x.limit})
	})
	if err != nil {
		return err
	}
	return x.remove(ctx, ids, func(ctx context.Context, q *queries, id string) error { // gone on with, it stays
		_, err := q.HoldIdle(ctx, sqlc.HoldIdleParams{ID: id, IdleBefore: before})
		return err
	})
}

// remove takes sessions that have no open run and that hold finds as they were.
func (x *retainer) remove(ctx context.Context, ids []string, hold func(ctx context.Context, q *queries, id string) error) error {
	x.done.More = x.done.More || len(ids) == int(x.limit)
	for _, id := range ids {
		n, err := x.held(ctx, "remove session "+id, id, func(ctx context.Context, q *queries, head sqlc.Head) (int64, error) {
			// A run that is not over writes into the session still.
			if head.OpenRuns > 0 {
				return 0, nil
			}
			err := hold(ctx, q, id)
			if errors.Is(err, sql.ErrNoRows) {
				return 0, nil
			}
			if err != nil {
				return 0, err
			}
			return x.removeSession(ctx, q, Server(), id)
		})
		x.done.Sessions += n
		if err != nil {
			return err
		}
	}
	return nil
}

func (x *retainer) deleteDocuments(ctx context.Context, before int64) error {
	n, err := x.some(ctx, "delete old documents", func(ctx context.Context, q *queries) (int64, error) {
		if x.within == "" {
			return q.DeleteOldDocuments(ctx, sqlc.DeleteOldDocumentsParams{Oldest: before, Count: x.limit})
		}
		return q.DeleteOldDocumentsWithin(ctx, sqlc.DeleteOldDocumentsWithinParams{
			Oldest: before, Within: x.within, Beyond: x.beyond(), Count: x.limit,
		})
	})
	x.done.Documents += n
	return err
}

// some removes up to as many rows as one call may.
func (x *retainer) some(ctx context.Context, what string, do func(context.Context, *queries) (int64, error)) (int64, error) {
	n, err := change(ctx, x.Store, what, do)
	x.done.More = x.done.More || n == int64(x.limit)
	return n, err
}

func (x *retainer) pruneCheckpoints(ctx context.Context, before int64) error {
	return x.sessions(ctx, "checkpoints", before, &x.done.Checkpoints, func(ctx context.Context, q *queries, head sqlc.Head) (int64, error) {
		late, err := q.FirstLateStep(ctx, sqlc.FirstLateStepParams{SessionID: head.SessionID, OlderThan: before})
		if err != nil {
			return 0, err
		}
		// The newest stays whatever its age: the conversation goes on from it.
		return pruneBefore(ctx, q, head.SessionID, 1, late)
	})
}

// pruneEvents takes events from the front only, so that those that are left
// have no holes.
func (x *retainer) pruneEvents(ctx context.Context, before int64) error {
	return x.sessions(ctx, "events", before, &x.done.Events, func(ctx context.Context, q *queries, head sqlc.Head) (int64, error) {
		late, err := q.FirstLateSeq(ctx, sqlc.FirstLateSeqParams{SessionID: head.SessionID, OlderThan: before})
		if err != nil {
			return 0, err
		}
		// Only what clients have: whoever was away is played the rest when they come back.
		last := head.DeliveredSeq
		if late > 0 {
			last = min(last, late-1)
		}
		return q.PruneEvents(ctx, sqlc.PruneEventsParams{SessionID: head.SessionID, Seq: last})
	})
}

func (x *retainer) deleteResults(ctx context.Context, before int64) error {
	return x.runs(ctx, "results", before, &x.done.Results, func(ctx context.Context, run sqlc.FinishedRunsRow) (int64, error) {
		return change(ctx, x.Store, "delete results of run "+run.ID, func(ctx context.Context, q *queries) (int64, error) {
			return q.DeleteResults(ctx, run.ID)
		})
	})
}

func (x *retainer) deleteRuns(ctx context.Context, before int64) error {
	return x.runs(ctx, "runs", before, &x.done.Runs, func(ctx context.Context, run sqlc.FinishedRunsRow) (int64, error) {
		return x.held(ctx, "delete run "+run.ID, run.SessionID, func(ctx context.Context, q *queries, _ sqlc.Head) (int64, error) {
			return q.DeleteRun(ctx, run.ID)
		})
	})
}

// deleteTriggers removes those that are over.
func (x *retainer) deleteTriggers(ctx context.Context, before int64) error {
	_, err := x.some(ctx, "delete triggers", func(ctx context.Context, q *queries) (int64, error) {
		return q.DeleteTriggers(ctx, sqlc.DeleteTriggersParams{Before: before, Count: x.limit})
	})
	return err
}

// deleteUsageCounters removes those that no cap asks for any more.
func (x *retainer) deleteUsageCounters(ctx context.Context, before int64) error {
	_, err := x.some(ctx, "delete usage counters", func(ctx context.Context, q *queries) (int64, error) {
		return q.DeleteUsageCounters(ctx, sqlc.DeleteUsageCountersParams{
			Before: fromMillis(before).Format(time.DateOnly), Count: x.limit,
		})
	})
	return err
}

// sessions goes through the sessions of finished runs, each once.
func (x *retainer) sessions(ctx context.Context, kind string, before int64, count *int64, do removeFunc) error {
	seen := map[string]bool{}
	return x.runs(ctx, kind, before, count, func(ctx context.Context, run sqlc.FinishedRunsRow) (int64, error) {
		if seen[run.SessionID] {
			return 0, nil
		}
		seen[run.SessionID] = true
		return x.held(ctx, "retain "+kind+" of "+run.SessionID, run.SessionID, do)
	})
}

// runs goes through the runs that were over before a time, from where the
// last call of the kind stopped.
func (x *retainer) runs(ctx context.Context, kind string, before int64, count *int64,
	do func(ctx context.Context, run sqlc.FinishedRunsRow) (int64, error)) error {
	kind += x.within
	mark, err := read(ctx, x.Store, "find old "+kind, func(ctx context.Context, q *queries) (sqlc.RetentionMarkRow, error) {
		mark, err := q.RetentionMark(ctx, kind)
		if errors.Is(err, sql.ErrNoRows) {
			return sqlc.RetentionMarkRow{}, nil
		}
		return mark, err
	})
	if err != nil {
		return err
	}
	page, err := fetch(ctx, x.Store, "find old "+kind, x.Store.reads.FinishedRuns, sqlc.FinishedRunsParams{
		FinishedBefore: before, AfterFinished: mark.FinishedAt, AfterRun: mark.RunID, Within: x.within, Count: x.limit,
	})
	if err != nil {
		return err
	}
	x.done.More = x.done.More || len(page) == int(x.limit)
	for i, run := range page {
		n, err := do(ctx, run)
		*count += n
		if err != nil {
			// What is done is noted also here, or a session that fails would have all before it
			// gone through again by every call.
			return errors.Join(err, x.moveMark(ctx, kind, page[:i]))
		}
	}
	if x.within != "" && len(page) < int(x.limit) { // others' runs before that are gone through once, too
		page = append(page, sqlc.FinishedRunsRow{FinishedAt: before})
	}
	return x.moveMark(ctx, kind, page)
}

func (x *retainer) moveMark(ctx context.Context, kind string, done []sqlc.FinishedRunsRow) error {
	if len(done) == 0 {
		return nil
	}
	last := done[len(done)-1]
	return x.write(ctx, "note how far "+kind+" are removed", func(ctx context.Context, q *queries) error {
		return q.MoveRetentionMark(ctx, sqlc.MoveRetentionMarkParams{
			Kind: kind, FinishedAt: last.FinishedAt, RunID: last.ID,
		})
	})
}

// removeFunc removes something of a session whose head is held, and counts
// it.
type removeFunc func(ctx context.Context, q *queries, head sqlc.Head) (int64, error)

// held does something while nothing else can write to the session. One that
// is gone is done.
func (x *retainer) held(ctx context.Context, what, sessionID string, do removeFunc) (int64, error) {
	return change(ctx, x.Store, what, func(ctx context.Context, q *queries) (int64, error) {
		head, err := q.HoldHead(ctx, sessionID)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		return do(ctx, q, head)
	})
}
