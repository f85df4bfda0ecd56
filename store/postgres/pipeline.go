package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// pipeline is a transaction whose writes wait and go to the server together: with the
// next read, when somebody asks how many rows one touched, or before COMMIT. Most of what
// a transaction writes is single rows that nobody asks about, and a round trip costs more
// than a row. An error is told by what sends them; nothing can follow it.
type pipeline struct {
	*sql.Tx
	conn   *sql.Conn
	writes pgx.Batch
	err    error
}

// ExecContext keeps its arguments until they are sent.
func (p *pipeline) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	var touched int64
	p.writes.Queue(query, args...).Exec(func(tag pgconn.CommandTag) error {
		touched = tag.RowsAffected()
		return nil
	})
	return affected(func() (int64, error) {
		err := p.send(ctx)
		return touched, err
	}), p.err
}

func (p *pipeline) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := p.send(ctx); err != nil {
		return nil, err
	}
	return p.Tx.QueryContext(ctx, query, args...)
}

func (p *pipeline) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	_ = p.send(ctx) // a row can't tell it: the server refuses the query, and end tells why
	return p.Tx.QueryRowContext(ctx, query, args...)
}

// send sends what waits.
func (p *pipeline) send(ctx context.Context) error {
	if p.err != nil || p.writes.Len() == 0 {
		return p.err
	}
	p.err = p.conn.Raw(func(driver any) error {
		return driver.(*stdlib.Conn).Conn().SendBatch(ctx, &p.writes).Close()
	})
	p.writes = pgx.Batch{}
	return p.err
}

// end is the transaction's error after f's own: the first that the server told, of
// which f may have heard only that nothing goes any more.
func (p *pipeline) end(ctx context.Context, err error) error {
	if err == nil {
		err = p.send(ctx)
	}
	if p.err != nil {
		return p.err
	}
	return err
}

// affected asks how many rows a write touched.
type affected func() (int64, error)

func (a affected) RowsAffected() (int64, error) { return a() }

func (a affected) LastInsertId() (int64, error) { return 0, errors.ErrUnsupported }
