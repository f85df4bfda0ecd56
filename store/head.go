package store

import (
	"context"
	"database/sql"
	"errors"

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

const (
	raiseDelivered = `UPDATE heads SET delivered_seq = $2 WHERE session_id = $1 AND delivered_seq < $2`

	// raiseFree is for Postgres. It passes over heads that another transaction is
	// writing: one that waited for them while it holds others could wait for ever. The
	// update's join is a range of one value: an equality is planned as a scan of the whole
	// table while that is small, and Postgres would keep the plan as it grows.
	raiseFree = `WITH v AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS v(session_id, seq)),
free AS (
    SELECT h.session_id, v.seq FROM v CROSS JOIN LATERAL (
        SELECT session_id FROM heads WHERE session_id = v.session_id
        FOR UPDATE SKIP LOCKED) AS h
), raised AS (
    UPDATE heads SET delivered_seq = free.seq FROM free
    WHERE heads.session_id BETWEEN free.session_id AND free.session_id AND heads.delivered_seq < free.seq
)
SELECT v.session_id FROM v
CROSS JOIN LATERAL (SELECT 1 FROM heads WHERE session_id = v.session_id LIMIT 1) AS there
WHERE v.session_id NOT IN (SELECT session_id FROM free)`

	// lastSeqs is for Postgres. The limit keeps it, and raiseFree, from a plan that reads the
	// whole table.
	lastSeqs = `SELECT v.session_id, h.last_seq FROM unnest($1::text[]) AS v(session_id)
CROSS JOIN LATERAL (SELECT last_seq FROM heads WHERE session_id = v.session_id LIMIT 1) AS h`
)

// MarkDelivered raises the marks of the newest events that sockets were
// sent, by session; a lower one than the known changes nothing. It doesn't
// wait for sessions that are being written: those are returned, to be marked
// another time.
func (s *Store) MarkDelivered(ctx context.Context, marks map[string]int64) ([]string, error) {
	if len(marks) == 0 {
		return nil, nil
	}
	return change(ctx, s, "mark delivered", func(ctx context.Context, q *queries) ([]string, error) {
		var ids []string
		var seqs []int64
		for id, seq := range marks {
			ids, seqs = append(ids, id), append(seqs, seq)
		}
		if !s.Exclusive() {
			return Rows(ctx, q.tx, One[string], raiseFree, ids, seqs)
		}
		for i := range ids {
			if _, err := q.tx.ExecContext(ctx, raiseDelivered, ids[i], seqs[i]); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

// LastSeqs are the numbers of the sessions' newest events; a session that
// isn't there is left out.
func (s *Store) LastSeqs(ctx context.Context, sessionIDs []string) (map[string]int64, error) {
	return read(ctx, s, "last numbers", func(ctx context.Context, q *queries) (map[string]int64, error) {
		out := make(map[string]int64, len(sessionIDs))
		if !s.Exclusive() {
			_, err := Rows(ctx, q.tx, func(r *sql.Rows) (struct{}, error) {
				var id string
				var seq int64
				err := r.Scan(&id, &seq)
				out[id] = seq
				return struct{}{}, err
			}, lastSeqs, sessionIDs)
			return out, err
		}
		for _, id := range sessionIDs {
			head, err := q.Head(ctx, id)
			switch {
			case err == nil:
				out[id] = head.LastSeq
			case !errors.Is(err, sql.ErrNoRows):
				return nil, err
			}
		}
		return out, nil
	})
}
