package store

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/madang-dev/madang/store/sqlc"
)

// Head is where the session's history stands.
func (s *Store) Head(ctx context.Context, owner Owner, sessionID string) (Head, error) {
	return read(ctx, s, "head of "+sessionID, func(ctx context.Context, q *queries) (Head, error) {
		if err := q.owns(ctx, owner, sessionID); err != nil {
			return Head{}, err
		}
		row, err := q.Head(ctx, sessionID)
		return headOf(row), err
	})
}

func headOf(r sqlc.Head) Head {
	return Head{
		LastSeq: r.LastSeq, LastStep: r.LastStep, BaseStep: r.BaseStep,
		LastMessageID: r.LastMessageID, OpenRuns: r.OpenRuns,
	}
}

var (
	raiseDelivered = batch{
		types: []string{"text", "bigint"},
		text: `UPDATE heads SET delivered_seq = v.column2
FROM %s
WHERE heads.session_id = v.column1 AND heads.delivered_seq < v.column2`,
	}.statements()

	// raiseFree passes over heads that another transaction is writing: one
	// that waited for them while it holds others could wait for ever. The update's
	// join is a range of one value: an equality is planned as a scan of the whole
	// table while that is small, and Postgres would keep the plan as it grows.
	raiseFree = batch{
		types: []string{"text", "bigint"},
		text: `WITH v AS (SELECT * FROM %s WHERE v.column1 IS NOT NULL),
free AS (
    SELECT h.session_id, v.column2 FROM v CROSS JOIN LATERAL (
        SELECT session_id FROM heads WHERE session_id = v.column1
        FOR UPDATE SKIP LOCKED) AS h
), raised AS (
    UPDATE heads SET delivered_seq = free.column2 FROM free
    WHERE heads.session_id BETWEEN free.session_id AND free.session_id AND heads.delivered_seq < free.column2
)
SELECT v.column1 FROM v
WHERE v.column1 NOT IN (SELECT session_id FROM free)
  AND EXISTS (SELECT 1 FROM heads h WHERE h.session_id = v.column1)`,
	}.statements()

	lastSeqs = batch{
		types: []string{"text"},
		text: `SELECT v.column1, (SELECT h.last_seq FROM heads h WHERE h.session_id = v.column1)
FROM %s WHERE v.column1 IS NOT NULL`,
	}.statements()
)

// MarkDelivered raises the marks of the newest events that sockets were
// sent, by session; a lower one than the known changes nothing. It doesn't
// wait for sessions that are being written: those are returned, to be marked
// another time.
func (s *Store) MarkDelivered(ctx context.Context, marks map[string]int64) ([]string, error) {
	args := make([]any, 0, 2*len(marks))
	for _, id := range slices.Sorted(maps.Keys(marks)) {
		args = append(args, id, marks[id])
	}
	if len(args) == 0 {
		return nil, nil
	}
	return change(ctx, s, "mark delivered", func(ctx context.Context, q *queries) (busy []string, err error) {
		if s.Exclusive() {
			return nil, raiseDelivered.exec(ctx, q.tx, args, 2)
		}
		err = raiseFree.query(ctx, q.tx, args, 2, func(r *sql.Rows) error {
			var id string
			err := r.Scan(&id)
			busy = append(busy, id)
			return err
		})
		return busy, err
	})
}

// LastSeqs are the numbers of the sessions' newest events; a session that
// isn't there is left out.
func (s *Store) LastSeqs(ctx context.Context, sessionIDs []string) (map[string]int64, error) {
	args := make([]any, len(sessionIDs))
	for i, id := range sessionIDs {
		args[i] = id
	}
	return read(ctx, s, "last numbers", func(ctx context.Context, q *queries) (map[string]int64, error) {
		out := make(map[string]int64, len(sessionIDs))
		return out, lastSeqs.query(ctx, q.tx, args, 1, func(r *sql.Rows) error {
			var id string
			var seq sql.NullInt64
			err := r.Scan(&id, &seq)
			if seq.Valid {
				out[id] = seq.Int64
			}
			return err
		})
	})
}
