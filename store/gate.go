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
func read[T any](ctx context.Context, s *Store, what string, f func(context.Context, *queries) (T, error)) (T, error) {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	v, err := f(bound, s.reads)
	if err != nil {
		var zero T
		return zero, s.wrap(ctx, what, err)
	}
	return v, nil
}

// get reads the row of a query.
func get[P, R any](ctx context.Context, s *Store, what string, query statement[P, R], p P) (R, error) {
	return read(ctx, s, what, func(ctx context.Context, q *queries) (R, error) { return one(ctx, q, query, p) })
}

// fetch reads the rows of a query, list gives each of them as f makes it.
func fetch[P, R any](ctx context.Context, s *Store, what string, query statement[P, []R], p P) ([]R, error) {
	return read(ctx, s, what, func(ctx context.Context, q *queries) ([]R, error) { return many(ctx, q, query, p) })
}

func list[P, R, T any](ctx context.Context, s *Store, what string, query statement[P, []R], p P, f func(R) T) ([]T, error) {
	found, err := fetch(ctx, s, what, query, p)
	return each(found, f), err
}

// listOf is list of what belongs to a user, for who may touch it.
func listOf[P, R, T any](ctx context.Context, s *Store, owner Owner, userID, what string, query statement[P, []R], p P, f func(R) T) ([]T, error) {
	if err := owner.only(what, userID); err != nil {
		return nil, err
	}
	return list(ctx, s, what, query, p, f)
}

// write runs f in a transaction, and anew where that met another one; what names it
// in errors.
func (s *Store) write(ctx context.Context, what string, f func(context.Context, *queries) error) error {
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	return s.retried(bound, func() error {
		sent, err := s.db.Tx(bound, func(tx sqlc.DBTX) error { return f(bound, s.queries(tx)) })
		return s.wrap(ctx, what, outcome(sent, err))
	})
}

// change is write for a transaction that brings a value, none with an error.
func change[T any](ctx context.Context, s *Store, what string, f func(context.Context, *queries) (T, error)) (T, error) {
	var v T
	err := s.write(ctx, what, func(ctx context.Context, q *queries) (err error) {
		v, err = f(ctx, q)
		return err
	})
	if err != nil {
		var zero T
		return zero, err
	}
	return v, nil
}

// outcome is the error of a transaction; sent tells that its COMMIT was.
func outcome(sent bool, err error) error {
	if err != nil && sent {
		return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrUnknown, err)
	}
	return err
}

// writeOne is write for a statement that must hit a row, else ErrNotFound.
func (s *Store) writeOne(ctx context.Context, what string, f func(context.Context, *queries) (int64, error)) error {
	return s.write(ctx, what, func(ctx context.Context, q *queries) error {
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
	case s.kind.damaged(err):
		err = fmt.Errorf("%s: %w: %w", what, ErrDamaged, err)
		s.damage.CompareAndSwap(nil, &err)
		return err
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
