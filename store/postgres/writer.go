package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// WriteGroup writes a group in one round trip and one transaction. sent
// tells that an error came when it may have happened or not.
func (db *DB) WriteGroup(ctx context.Context, g *Group) (sent bool, err error) {
	var batch pgx.Batch
	// Heads first, because everybody locks them first.
	if rows(g.advances) > 0 {
		batch.Queue(advanceSQL, slices.Concat(g.advances, g.moves, g.checkpoints, g.events, g.messages)...).Query(g.advanced)
	}
	if rows(g.arrivals) > 0 {
		batch.Queue(arriveSQL, g.arrivals...).Query(g.arrived)
	}
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Release()
	if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
		return mayHaveHappened(err), err
	}
	return true, nil
}

// rows is how many rows a table has, of which the first column is text.
func rows(t table) int { return len(t[0].([]string)) }

// mayHaveHappened tells whether a transaction of which nothing but an error
// is known could have been committed: not when the server refused it, nor
// when nothing was sent.
func mayHaveHappened(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return refused.Severity == "FATAL" // the connection's end, not the statement's
	}
	return !pgconn.SafeToRetry(err)
}

func (g *Group) advanced(found pgx.Rows) error {
	ids, err := pgx.CollectRows(found, pgx.RowTo[string])
	for _, id := range ids {
		g.Advanced[id] = true
	}
	return err
}

func (g *Group) arrived(found pgx.Rows) (err error) {
	g.Arrived, err = pgx.CollectRows(found, func(row pgx.CollectableRow) (a Arrived, err error) {
		a.Head.OpenRuns = 1
		err = row.Scan(&a.Index, &a.Seq, &a.Head.LastSeq, &a.Head.LastStep, &a.Head.BaseStep, &a.Head.LastMessageID, &a.Fence)
		a.Index-- // places are counted from 1
		return a, err
	})
	return err
}
