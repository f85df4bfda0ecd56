package sqlite

import (
	"context"
	"database/sql"
	"sync"
)

// reader is the pool of read-only connections with its statements.
type reader struct {
	db *sql.DB

	mu   sync.RWMutex
	stmt map[string]*sql.Stmt
}

func newReader(db *sql.DB) *reader {
	return &reader{db: db, stmt: map[string]*sql.Stmt{}}
}

func (r *reader) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	r.mu.RLock()
	s, ok := r.stmt[query]
	r.mu.RUnlock()
	if ok {
		return s, nil
	}
	made, err := r.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.stmt[query]; ok { // another goroutine was faster
		_ = made.Close()
		return s, nil
	}
	r.stmt[query] = made
	return made, nil
}

func (r *reader) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.stmt {
		_ = s.Close()
	}
	clear(r.stmt)
	return nil
}

// ExecContext fails on a write: these connections only read.
func (r *reader) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return r.db.ExecContext(ctx, query, args...)
}

// QueryContext runs a query.
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := r.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext is QueryContext for one row.
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := r.prepared(ctx, query)
	if err != nil {
		return r.db.QueryRowContext(ctx, query, args...) // reports err
	}
	return s.QueryRowContext(ctx, args...)
}

// PrepareContext prepares a statement that the caller closes.
func (r *reader) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return r.db.PrepareContext(ctx, query)
}
