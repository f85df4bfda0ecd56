package store

import (
	"context"
	"strings"

	"github.com/madang-dev/madang/store/sqlc"
)

// sealIn seals a row with the key of a session's user.
func (q *queries) sealIn(ctx context.Context, sessionID string, row any) error {
	key, err := q.keyOfSession(ctx, sessionID)
	if err != nil {
		return err
	}
	return key.sealRow(row)
}

// sealRow seals a row, which must be one that can be stored.
func (k *userKey) sealRow(row any) error {
	if err := storable(row); err != nil {
		return err
	}
	return k.seal(sealedIn(row))
}

// putIn writes what belongs to a session, putOf what belongs to a user, sealed.
func putIn[P any](ctx context.Context, q *queries, sessionID string, write func(context.Context, P) error, p P) error {
	if err := q.sealIn(ctx, sessionID, &p); err != nil {
		return err
	}
	return write(ctx, p)
}

func putOf[P any](ctx context.Context, q *queries, userID string, write func(context.Context, P) error, p P) error {
	key, err := q.keyOfUser(ctx, userID)
	if err == nil {
		err = key.sealRow(&p)
	}
	if err != nil {
		return err
	}
	return write(ctx, p)
}

// moveIn is putIn for a statement that brings something, which is opened.
func moveIn[P, R any](ctx context.Context, q *queries, sessionID string, write statement[P, R], p P) (R, error) {
	if err := q.sealIn(ctx, sessionID, &p); err != nil {
		var none R
		return none, err
	}
	return one(ctx, q, write, p)
}

// copied is how many rows a copy reads at a time where they have to be sealed anew.
const copied = 200

// CopyMessages seals the copies for their new place.
func (q *queries) CopyMessages(ctx context.Context, p sqlc.CopyMessagesParams) (n int64, err error) {
	if q.vault.master == nil {
		return q.Queries.CopyMessages(ctx, p)
	}
	for after := int64(0); ; {
		rows, err := many(ctx, q, q.CopyableMessages, sqlc.CopyableMessagesParams{
			FromSession: p.FromSession, LastMessageID: p.LastMessageID, After: after,
			RunSeq: p.RunSeq, LastReplyID: p.LastReplyID, Count: copied,
		})
		if err != nil || len(rows) == 0 {
			return n, err
		}
		for i := range rows {
			m := sqlc.InsertMessageParams(rows[i])
			after, n = m.ID, n+1
			m.SessionID, m.ID = p.ToSession, n
			if err := putIn(ctx, q, m.SessionID, q.InsertMessage, m); err != nil {
				return n, err
			}
		}
	}
}

// CopyCheckpoints does the same.
func (q *queries) CopyCheckpoints(ctx context.Context, p sqlc.CopyCheckpointsParams) (n int64, err error) {
	if q.vault.master == nil {
		return q.Queries.CopyCheckpoints(ctx, p)
	}
	for after := int64(0); ; {
		rows, err := many(ctx, q, q.CopyableCheckpoints, sqlc.CopyableCheckpointsParams{
			SessionID: p.FromSession, After: after, LastStep: p.LastStep, Count: copied,
		})
		if err != nil || len(rows) == 0 {
			return n, err
		}
		for i := range rows {
			c := sqlc.InsertCheckpointParams(rows[i])
			after, n = c.StepNo, n+1
			if rest, own := strings.CutPrefix(c.ParentID, p.FromSession+"."); own {
				c.ParentID = p.ToSession + "." + rest
			}
			// The copy has none of the source's events: its stream begins at 1.
			c.SessionID, c.Seq = p.ToSession, 0
			if err := putIn(ctx, q, c.SessionID, q.InsertCheckpoint, c); err != nil {
				return n, err
			}
		}
	}
}
