// Package postgres keeps Madang's data in a Postgres server, which several
// nodes can share.
package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/madang-dev/madang/store/sqlc"
)

// ErrURL is returned for an address that can't be understood. It doesn't
// repeat the address, which may hold a password.
var ErrURL = errors.New("postgres: the database url is not valid")

const connectTimeout = 5 * time.Second

// idleSetting has the server end a transaction in which nothing happens: of a
// process that was stopped in the middle of one, whose locks would else keep
// other nodes off its sessions for as long. It is shorter than a lease.
const idleSetting = `SET idle_in_transaction_session_timeout = '3s'`

// DB is a pool of connections to one database.
type DB struct {
	pool *pgxpool.Pool
	db   *sql.DB
}

// Scrub has nothing to do: dead rows and the log are the server's own to reuse.
func (db *DB) Scrub(context.Context) error { return nil }

// Open connects with up to maxConns connections; 0 is eight a processor,
// at least 16 (the driver's own default of four starves a busy node).
func Open(ctx context.Context, url string, maxConns int) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, ErrURL
	}
	if maxConns <= 0 {
		maxConns = max(16, 8*runtime.GOMAXPROCS(0))
	}
	cfg.MaxConns = int32(min(maxConns, 10_000))
	cfg.ConnConfig.ConnectTimeout = cmp.Or(cfg.ConnConfig.ConnectTimeout, connectTimeout)
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = "madang"
	}
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.PgConn().Exec(ctx, idleSetting).ReadAll()
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	db := &DB{pool: pool, db: stdlib.OpenDBFromPool(pool)}
	if err := db.Ping(ctx); err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// Reader runs queries, each on the newest commit.
func (db *DB) Reader() sqlc.DBTX { return db.db }

// Tx runs f in a transaction. sent tells that COMMIT was on its way when an
// error came, so that the transaction may have happened or not.
func (db *DB) Tx(ctx context.Context, f func(sqlc.DBTX) error) (sent bool, err error) {
	conn, err := db.db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // nothing to do after Commit
	p := &pipeline{Tx: tx, conn: conn}
	if err := p.end(ctx, f(p)); err != nil {
		return false, err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// Migrator is the pool that migrations run on.
func (db *DB) Migrator() *sql.DB { return db.db }

// Now is the server's clock, the one that all nodes go by.
func (db *DB) Now(ctx context.Context) (time.Time, error) {
	const q = `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)`
	var ms int64
	if err := db.db.QueryRowContext(ctx, q).Scan(&ms); err != nil {
		return time.Time{}, err
	}
	return time.UnixMilli(ms), nil
}

// Ping asks the server for a sign of life.
func (db *DB) Ping(ctx context.Context) error { return db.db.PingContext(ctx) }

// Close closes every connection after its work is done.
func (db *DB) Close() error {
	err := db.db.Close()
	db.pool.Close()
	return err
}
