package store

import (
	"context"
	"database/sql"
)

// Tx is the transaction that an assistant's own writes join; the SQL is of
// the common subset that both databases understand. On Postgres writes go together:
// one's error may be told by what follows it, and a table is not made for a write behind it.
type Tx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Rows are the rows of a query as a function scans them, an empty list where there
// are none.
func Rows[T any](
	ctx context.Context, tx Tx, scan func(*sql.Rows) (T, error), query string, args ...any,
) ([]T, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// One scans a row of one column.
func One[T any](r *sql.Rows) (v T, err error) {
	err = r.Scan(&v)
	return v, err
}
