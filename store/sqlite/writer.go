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
	conn *sql.Conn
	stmt map[string]*sql.Stmt
	done bool
	// refused is why the disk did not take the newest transaction; nil is that it did.
	refused atomic.Pointer[error]
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{turn: make(chan struct{}, 1), conn: conn, stmt: map[string]*sql.Stmt{}}
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
	if _, err := w.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	committed := false
	defer func() {
		if !committed { // also when f panics
			err = errors.Join(err, w.rollback(ctx))
		}
	}()
	if err := f(w); err != nil {
		return err
	}
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
	for _, s := range w.stmt {
		_ = s.Close()
	}
	return w.conn.Close()
}

// prepared keeps every statement text that the store uses; they are a fixed
// few, because batches come in sizes of powers of two.
func (w *writer) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := w.stmt[query]; ok {
		return s, nil
	}
	s, err := w.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(w.stmt) < maxStatements {
		w.stmt[query] = s
	}
	return s, nil
}

// maxStatements bounds what assistants' own writes can add.
const maxStatements = 256

// ExecContext runs a statement of the transaction.
func (w *writer) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx = context.WithoutCancel(ctx)
	s, err := w.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if _, kept := w.stmt[query]; !kept {
		defer s.Close()
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext runs a query of the transaction; close its rows before the
// next statement.
func (w *writer) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx = context.WithoutCancel(ctx)
	s, err := w.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if _, kept := w.stmt[query]; !kept {
		_ = s.Close()
		return w.conn.QueryContext(ctx, query, args...)
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext is QueryContext for one row.
func (w *writer) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = context.WithoutCancel(ctx)
	s, err := w.prepared(ctx, query)
	if err != nil {
		return w.conn.QueryRowContext(ctx, query, args...) // reports err
	}
	if _, kept := w.stmt[query]; !kept {
		_ = s.Close()
		return w.conn.QueryRowContext(ctx, query, args...)
	}
	return s.QueryRowContext(ctx, args...)
}

// PrepareContext prepares a statement that the caller closes.
func (w *writer) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return w.conn.PrepareContext(ctx, query)
}
