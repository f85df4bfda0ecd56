package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/internal/testdb"
)

// database is the Postgres that the contestants share, one at a time, each
// start in a fresh database.
type database struct {
	server *testdb.Server
	pid    int
	conn   *pgx.Conn
	count  int
}

func openDatabase(ctx context.Context) (*database, error) {
	server, err := testdb.StartPostgres()
	if err != nil {
		return nil, err
	}
	d := &database{server: server}
	d.pid, err = server.PID()
	var url string
	if err == nil {
		url, err = server.Database("watch")
	}
	if err == nil {
		d.conn, err = pgx.Connect(ctx, url)
	}
	if err != nil {
		server.Close()
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	return d, nil
}

func (d *database) close(ctx context.Context) {
	_ = d.conn.Close(ctx)
	d.server.Close()
}

// fresh is the URL of an empty database. The checkpoint keeps the copy of
// the template out of what is measured next.
func (d *database) fresh(ctx context.Context) (string, error) {
	d.count++
	url, err := d.server.Database(d.name())
	if err == nil {
		_, err = d.conn.Exec(ctx, "CHECKPOINT")
	}
	return url, err
}

// wal is how many bytes of log the server has written since its birth.
func (d *database) wal(ctx context.Context) (int64, error) {
	var n int64
	err := d.conn.QueryRow(ctx, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint").Scan(&n)
	return n, err
}

// stored is the size of the newest database, tables and indexes.
func (d *database) stored(ctx context.Context) (int64, error) {
	var n int64
	err := d.conn.QueryRow(ctx, "SELECT pg_database_size($1)", d.name()).Scan(&n)
	return n, err
}

func (d *database) name() string { return fmt.Sprintf("bench_%d", d.count) }

func (d *database) cpu() time.Duration { return treeCPU(d.pid) }
