package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/store/sqlc"
)

// opTimeout bounds one call, the wait for a connection included, so that a
// database that swallows packets can't hold a caller for ever.
const opTimeout = 10 * time.Second

// read runs a query; what names it in errors.
func read[T any](ctx context.Context, s *Store, what string, f func(context.Context, *sqlc.Queries) (T, error)) (T, error) {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	v, err := f(bound, s.reads)
	if err != nil {
		var zero T
		return zero, s.wrap(ctx, what, err)
	}
	return v, nil
}

// write runs f in a transaction; what names it in errors.
func (s *Store) write(ctx context.Context, what string, f func(context.Context, *sqlc.Queries) error) error {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	_, err := s.db.Tx(bound, func(tx sqlc.DBTX) error { return f(bound, sqlc.New(tx)) })
	return s.wrap(ctx, what, err)
}

// settled is write for a transaction that leaves a mark: when the answer to
// its COMMIT is lost, the mark tells what became of it.
func (s *Store) settled(ctx context.Context, what string, mark *doubt, f func(context.Context, *sqlc.Queries) error) error {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	sent, err := s.db.Tx(bound, func(tx sqlc.DBTX) error { return f(bound, sqlc.New(tx)) })
	if err != nil && sent {
		err = s.settle(ctx, mark, err)
	}
	return s.wrap(ctx, what, err)
}

// writeOne is write for a statement that must hit a row, else ErrNotFound.
func (s *Store) writeOne(ctx context.Context, what string, f func(context.Context, *sqlc.Queries) (int64, error)) error {
	return s.write(ctx, what, func(ctx context.Context, q *sqlc.Queries) error {
		n, err := f(ctx, q)
		if err == nil && n == 0 {
			return ErrNotFound
		}
		return err
	})
}

// wrap is the one gate where drivers' errors become this package's. ctx is
// the caller's own: when it is alive, a timeout was the database's.
func (s *Store) wrap(ctx context.Context, what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("%s: %w", what, ErrNotFound)
	case s.kind.missing(err):
		return fmt.Errorf("%s: %w: %w", what, ErrNotFound, err)
	case s.kind.taken(err):
		return fmt.Errorf("%s: %w: %w", what, ErrConflict, err)
	case s.kind.temporary(err), errors.Is(err, sql.ErrConnDone),
		errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return fmt.Errorf("%s: %w: %w", what, ErrUnavailable, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}
