//go:build unix

package testdb

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// prepared are the copies of one database, which tests have one after another: each
// copy makes and removes hundreds of files, and that takes longer than most tests do.
type prepared struct {
	once sync.Once
	err  error
	// clear empties the tables that nothing was written to before the copy, and
	// shape asks for what tells whether all the rest is as it was copied.
	clear, shape, copied string

	mu   sync.Mutex
	free []string // names of copies that are empty again
}

const (
	template = "prepared"
	// The oids below 16384 are Postgres' own.
	clearSQL = `SELECT 'SET session_replication_role = replica; ' || string_agg(format('DELETE FROM %s', oid::regclass), '; ')
FROM pg_class WHERE relkind = 'r' AND oid >= 16384 AND pg_relation_size(oid) = 0`
	// A row that is written anew has a newer xmin.
	shapeSQL = `SELECT 'SELECT ' || string_agg(format('(SELECT (count(*), max(xmin::text::bigint))::text FROM %s)', oid::regclass), ' || ')
FROM pg_class WHERE relkind = 'r' AND (oid >= 16384 AND pg_relation_size(oid) > 0 OR oid IN ('pg_class'::regclass,
	'pg_attribute'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_namespace'::regclass,
	'pg_proc'::regclass, 'pg_statistic'::regclass, 'pg_trigger'::regclass))`
	// goneAfter is how long a connection may take to go once it was closed.
	goneAfter = time.Second
)

// make has the template prepared and learns how its copies are emptied.
func (p *prepared) make(s *Server, prepare func(url string) error) error {
	at, err := s.Database(template)
	if err != nil {
		return err
	}
	if err := prepare(at); err != nil {
		return err
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, at)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, q := range []struct {
		sql  string
		into *string
	}{{clearSQL, &p.clear}, {shapeSQL, &p.shape}} {
		if err := conn.QueryRow(ctx, q.sql).Scan(q.into); err != nil {
			return err
		}
	}
	return conn.QueryRow(ctx, p.shape).Scan(&p.copied)
}

// take is a copy that nobody has.
func (p *prepared) take(s *shared) (name string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		name, p.free = p.free[n-1], p.free[:n-1]
		return name, nil
	}
	name = s.name()
	_, err = s.server.databaseLike(name, template)
	return name, err
}

// giveBack empties a copy for the next test. One that isn't as it was copied is
// dropped, and so is that of a test that failed or left a connection open: it may
// still be written to.
func (p *prepared) giveBack(t testing.TB, s *Server, name string) {
	if t.Failed() || !p.emptied(s, name) {
		s.drop(t, name)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, name)
}

// emptied tells whether a copy is empty and nobody else's any more.
func (p *prepared) emptied(s *Server, name string) bool {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.at(name))
	if err != nil {
		return false
	}
	defer conn.Close(ctx)
	if !alone(ctx, conn) {
		return false
	}
	// A test that reads what the server counts would find what the last one did.
	if _, err := conn.Exec(ctx, p.clear+"; SELECT pg_stat_reset()"); err != nil {
		return false
	}
	var shape string
	err = conn.QueryRow(ctx, p.shape, pgx.QueryExecModeSimpleProtocol).Scan(&shape)
	return err == nil && shape == p.copied
}

// alone waits until no other connection is to a database.
func alone(ctx context.Context, conn *pgx.Conn) bool {
	const others = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
	for began := time.Now(); time.Since(began) < goneAfter; <-time.After(time.Millisecond) {
		var n int
		if err := conn.QueryRow(ctx, others).Scan(&n); err != nil {
			return false
		}
		if n == 0 {
			return true
		}
	}
	return false
}
