package sqlite

import (
	"context"
	"database/sql"
	"sync"
)

// statements runs queries that stay prepared, on the connection that writes or on
// the pool of those that only read.
type statements struct {
	db conn
	// whole statements run to their end, whatever becomes of their context.
	whole bool

	mu   sync.RWMutex
	kept map[string]*sql.Stmt
}

// conn is what a connection and a pool of them have in common.
type conn interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	Close() error
}

// maxStatements bounds what assistants' own statements can add. The store's are a
// fixed few.
const maxStatements = 256

// prepared is a statement that is kept, nil when there are too many.
func (s *statements) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	s.mu.RLock()
	known, full := s.kept[query], len(s.kept) >= maxStatements
	s.mu.RUnlock()
	if known != nil || full {
		return known, nil
	}
	made, err := s.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.kept[query]; known != nil { // another goroutine was faster
		return known, made.Close()
	}
	if s.kept == nil {
		s.kept = map[string]*sql.Stmt{}
	}
	s.kept[query] = made
	return made, nil
}

func (s *statements) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, kept := range s.kept {
		_ = kept.Close()
	}
	clear(s.kept)
	return s.db.Close()
}

func (s *statements) lasting(ctx context.Context) context.Context {
	if s.whole {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// ExecContext runs a statement; on a connection that only reads a write fails.
func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx = s.lasting(ctx)
	stmt, err := s.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return s.db.ExecContext(ctx, query, args...)
	}
	return stmt.ExecContext(ctx, args...)
}

// QueryContext runs a query; within a transaction its rows are closed before the
// next statement.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	ctx = s.lasting(ctx)
	stmt, err := s.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return s.db.QueryContext(ctx, query, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext is QueryContext for one row.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	ctx = s.lasting(ctx)
	stmt, err := s.prepared(ctx, query)
	if err != nil || stmt == nil {
		return s.db.QueryRowContext(ctx, query, args...) // reports err
	}
	return stmt.QueryRowContext(ctx, args...)
}

// PrepareContext prepares a statement that the caller closes.
func (s *statements) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	return s.db.PrepareContext(ctx, query)
}
