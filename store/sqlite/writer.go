package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/madang-dev/madang/store/sqlc"
)

// writer owns the one connection that writes. Transactions wait in line for
// it; statements stay prepared on it.
type writer struct {
	turn chan struct{} // holds one token: the right to use what is below
	*statements
	done bool
	// refused is why the disk did not take the newest transaction; nil is that it did.
	refused atomic.Pointer[error]
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{turn: make(chan struct{}, 1), statements: &statements{db: conn, whole: true}}
	w.turn <- struct{}{}
	return w, nil
}

func (w *writer) take(ctx context.Context) error {
	select {
	case <-w.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	if w.done {
		w.turn <- struct{}{}
		return sql.ErrConnDone
	}
	return nil
}

// tx runs f between BEGIN and COMMIT. ctx bounds the wait for the turn and
// is looked at before COMMIT; a statement is never interrupted, which would
// cost a goroutine for each and could leave a half-ended transaction on the
// only connection.
func (w *writer) tx(ctx context.Context, f func(sqlc.DBTX) error) (err error) {
	if err := w.take(ctx); err != nil {
		return err
	}
	defer func() { w.turn <- struct{}{} }()
	defer func() {
		switch {
		case err == nil:
			w.refused.Store(nil)
		case refusal(err):
			why := err
			w.refused.Store(&why)
		}
	}()
	// IMMEDIATE waits for the lock here: a transaction that read first and then wants to
	// write fails where another process wrote in between.
	if _, err := w.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	committed := false
	defer func() {
		if !committed { // also when f panics
			err = errors.Join(err, w.rollback(ctx))
		}
	}()
	if err := f(w.statements); err != nil {
		return err
	}
	// The last moment at which nothing has happened: behind COMMIT who asked must be
	// told what became of it.
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := w.ExecContext(ctx, "COMMIT"); err != nil {
		return err
	}
	committed = true
	return nil
}

// rollback ends the transaction, unless the error that brought us here has
// ended it already (SQLite does so when the disk is full).
func (w *writer) rollback(ctx context.Context) error {
	_, err := w.ExecContext(ctx, "ROLLBACK")
	if err != nil && code(err) != sqlite3.SQLITE_ERROR {
		return fmt.Errorf("rollback: %w", err)
	}
	return nil
}

func (w *writer) close() error {
	if err := w.take(context.Background()); err != nil {
		return nil // closed before
	}
	defer func() { w.turn <- struct{}{} }()
	w.done = true
	return w.statements.close()
}
