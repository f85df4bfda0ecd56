package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/madang-dev/madang/store/sqlc"
)

// errInDoubt marks an error after which a transaction may have happened.
var errInDoubt = errors.New("store: answer to commit lost")

// doubt names a transaction by a mark that it leaves on a run. The mark
// stays there at least until the run's next commit, which its writer
// doesn't make before it knows about this one.
type doubt struct {
	runID string
	mark  int64
}

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

// resolve tells whether the transaction is in the database. The caller's
// context may be what broke it, so this has its own time.
func (s *Store) resolve(ctx context.Context, d *doubt) (arrived bool, err error) {
	ctx = context.WithoutCancel(ctx)
	err = s.write(ctx, "settle commit", func(ctx context.Context, q *sqlc.Queries) error {
		mark, err := q.RunMark(ctx, d.runID)
		arrived = mark == d.mark
		return err
	})
	if errors.Is(err, ErrNotFound) { // the session was removed
		return false, nil
	}
	return arrived, err
}
