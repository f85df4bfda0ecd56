package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/store/postgres"
	"github.com/madang-dev/madang/store/sqlc"
)

// A process that stops in the middle of a transaction must not keep its locks:
// the server gives them back before its lease is over.
func TestAnIdleTransactionGivesItsLocksBack(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	url := testdb.Postgres(t)
	db, err := postgres.Open(ctx, url, 4)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(context.WithoutCancel(ctx))
	if _, err := other.Exec(ctx, "CREATE TABLE held (n bigint); INSERT INTO held VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	_, err = db.Tx(ctx, func(tx sqlc.DBTX) error {
		if err := touched(ctx, tx, 1, "UPDATE held SET n = 2"); err != nil {
			return err
		}
		began := time.Now()
		if _, err := other.Exec(ctx, "UPDATE held SET n = 3"); err != nil {
			return err
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("the lock was kept for %v, as long as a lease", took)
		}
		_, err := tx.ExecContext(ctx, "UPDATE held SET n = 4")
		return err
	})
	if err == nil || !postgres.Temporary(err) {
		t.Errorf("the transaction that was idle: %v", err)
	}
}
