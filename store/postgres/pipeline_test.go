package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/store/postgres"
	"github.com/madang-dev/madang/store/sqlc"
)

// touched writes, and is sure that it was as many rows.
func touched(ctx context.Context, tx sqlc.DBTX, want int64, query string, args ...any) error {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n != want {
		return fmt.Errorf("%q touched %d rows instead of %d: %w", query, n, want, err)
	}
	return nil
}

// Writes that wait are seen by what is read behind them, are counted, and tell their
// error, whoever hears it first.
func TestWritesThatWait(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	db, err := postgres.Open(ctx, testdb.Postgres(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	count := func(q sqlc.DBTX) (n int64) {
		if err := q.QueryRowContext(ctx, "SELECT count(*) FROM held").Scan(&n); err != nil {
			t.Log(err)
			return -1
		}
		return n
	}
	write := func(tx sqlc.DBTX, n int64) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO held VALUES ($1)", n)
		return err
	}
	stop := errors.New("stop")
	for _, c := range []struct {
		name string
		do   func(tx sqlc.DBTX) error
		want func(err error) bool
		rows int64
	}{
		{"made", func(tx sqlc.DBTX) error {
			_, err := tx.ExecContext(ctx, "CREATE TABLE held (n bigint PRIMARY KEY)")
			return err
		}, nil, 0},
		{"read and counted", func(tx sqlc.DBTX) error {
			err := errors.Join(write(tx, 1), write(tx, 2))
			if n := count(tx); n != 2 {
				t.Errorf("a query sees %d rows of two that were written before it", n)
			}
			return errors.Join(err, touched(ctx, tx, 2, "UPDATE held SET n = n + 10"), write(tx, 3))
		}, nil, 3},
		{"undone", func(tx sqlc.DBTX) error { return errors.Join(write(tx, 4), stop) }, func(err error) bool { return errors.Is(err, stop) }, 3},
		{"refused at the end", func(tx sqlc.DBTX) error { return errors.Join(write(tx, 5), write(tx, 3), write(tx, 6)) }, postgres.Taken, 3},
		{"refused before a row", func(tx sqlc.DBTX) error {
			err := write(tx, 3)
			if n := count(tx); n != -1 {
				t.Errorf("%d rows behind a write that was refused", n)
			}
			return errors.Join(err, stop)
		}, postgres.Taken, 3},
		{"refused and gone on", func(tx sqlc.DBTX) error {
			_ = touched(ctx, tx, 1, "INSERT INTO held VALUES (3)")
			return write(tx, 7)
		}, postgres.Taken, 3},
	} {
		sent, err := db.Tx(ctx, c.do)
		if c.want == nil && err != nil || c.want != nil && (sent || err == nil || !c.want(err)) {
			t.Errorf("%s: sent %v, error %v", c.name, sent, err)
		}
		if n := count(db.Reader()); n != c.rows {
			t.Errorf("%s: %d rows are kept instead of %d", c.name, n, c.rows)
		}
	}
}
