package store

import (
	"context"
	"database/sql"
)

// Tx is the transaction that an assistant's own writes join; the SQL is of
// the common subset that both databases understand.
type Tx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
