package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/madang-dev/madang/store/sqlc"
)

// errInDoubt marks an error after which a transaction may have happened.
var errInDoubt = errors.New("store: answer to commit lost")

// doubt names a transaction by what it leaves: a mark on the heads that it
// moved and the runs that it added. A mark stays at least until the next
// transition of its session, which its writer doesn't make before it knows
// about this one; a run stays. Looking for a mark in vain leaves its
// opposite, so that a group that is still on its way comes too late.
type doubt struct {
	mark     int64
	sessions []string
	runs     []string // the sessions of which are arrivals
	arrivals []string
}

func newDoubt(sessions ...string) *doubt {
	return &doubt{mark: 1 + rand.Int64N(math.MaxInt64), sessions: sessions}
}

func (d *doubt) empty() bool { return len(d.sessions)+len(d.runs) == 0 }

// settle asks at once what became of a transaction whose COMMIT failed: nil
// when it is in the database, cause when it isn't.
func (s *Store) settle(ctx context.Context, d *doubt, cause error) error {
	arrived, err := s.resolve(ctx, d)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w: %w", ErrUnavailable, errInDoubt, cause)
	case arrived:
		return nil
	}
	return cause
}

// resolve tells whether the transaction is in the database: one trace of it
// is enough. The caller's context may be what broke it, so this has its own
// time.
func (s *Store) resolve(ctx context.Context, d *doubt) (arrived bool, err error) {
	ctx = context.WithoutCancel(ctx)
	for i := 0; i < len(d.sessions) && !arrived && err == nil; i++ {
		arrived, err = s.traced(ctx, d.mark, d.sessions[i], func(_ *sqlc.Queries, mark int64) (bool, error) {
			return mark == d.mark, nil
		})
	}
	for i := 0; i < len(d.runs) && !arrived && err == nil; i++ {
		arrived, err = s.traced(ctx, d.mark, d.arrivals[i], func(q *sqlc.Queries, _ int64) (bool, error) {
			_, err := q.Run(ctx, d.runs[i])
			return err == nil, err
		})
	}
	return arrived, err
}

// traced looks for a trace once nobody is at work on the session any more;
// in a session that was removed there is none.
func (s *Store) traced(ctx context.Context, mark int64, sessionID string, look func(*sqlc.Queries, int64) (bool, error)) (found bool, err error) {
	err = s.write(ctx, "settle commit", func(ctx context.Context, q *sqlc.Queries) error {
		left, err := q.SettleHead(ctx, sqlc.SettleHeadParams{Mark: mark, SessionID: sessionID})
		if err != nil {
			return err
		}
		found, err = look(q, left)
		if errors.Is(err, sql.ErrNoRows) { // not there, and that is to stay so
			return nil
		}
		return err
	})
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return found, err
}

// recall fills in what an item that has arrived after all would have been
// told: a commit knows it already.
func (s *Store) recall(ctx context.Context, it *entry) error {
	in := it.submission
	if in == nil || in.Done.Run.ID != "" {
		return nil
	}
	run, err := s.Run(ctx, in.Run.ID)
	if err != nil {
		return err
	}
	head, err := s.Head(ctx, run.SessionID)
	if err != nil {
		return err
	}
	in.Done = Submitted{Run: run, Head: head}
	if in.Message != nil { // nobody but the holder writes one before the run's own
		in.Message.SessionID, in.Message.ID, in.Message.CreatedAt = run.SessionID, head.LastMessageID, run.CreatedAt
		in.Message.RunID = run.ID
	}
	return nil
}
