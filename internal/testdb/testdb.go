//go:build unix

// Package testdb gives tests a real Postgres and a real Redis, started from
// the binaries of this machine on free ports and gone with the test process,
// however that ends. A machine without the binaries fails the test: run
// `make tools` there.
package testdb

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// shared is the Postgres of this test process.
type shared struct {
	once   sync.Once
	server *Server
	err    error
	count  atomic.Int64

	prepared prepared
}

// The one server a process is what makes a database a test cheap.
var postgres shared

// Postgres is the URL of a fresh, empty database on a server that the tests
// of this process share. For a test that stops its server there is
// NewPostgres.
func Postgres(t testing.TB) (url string) {
	t.Helper()
	server, name := postgres.running(t), postgres.name()
	t.Cleanup(func() { server.drop(t, name) })
	return server.database(t, name)
}

// PostgresLike is Postgres with what prepare has made in an empty database: it
// is called once a process, so each caller gives the same, and its database is
// copied, or was by a test that is over and has been emptied. It leaves no
// connection open.
func PostgresLike(t testing.TB, prepare func(url string) error) (url string) {
	t.Helper()
	server, p := postgres.running(t), &postgres.prepared
	p.once.Do(func() { p.err = p.make(server, prepare) })
	if p.err != nil {
		t.Fatal(p.err)
	}
	name, err := p.take(&postgres)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.giveBack(t, server, name) })
	return server.at(name)
}

// drop removes the database of a test that is over: hundreds of them, of nine megabytes
// each, have filled a disk.
func (s *Server) drop(t testing.TB, name string) {
	if err := s.exec(fmt.Sprintf("DROP DATABASE IF EXISTS %s WITH (FORCE)", pgx.Identifier{name}.Sanitize())); err != nil {
		t.Errorf("testdb: drop database: %v", err)
	}
}

// running is the server, started by whoever asks first.
func (s *shared) running(t testing.TB) *Server {
	t.Helper()
	s.once.Do(func() { s.server, s.err = start(sharedKind) })
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.server
}

// name is one that no database has yet.
func (s *shared) name() string { return fmt.Sprintf("test_%d", s.count.Add(1)) }

// NewPostgres is a Postgres of the test's own, stopped when it ends; its
// URL names an empty database.
func NewPostgres(t testing.TB) *Server {
	t.Helper()
	s := own(t, postgresKind)
	s.url = s.database(t, "test")
	return s
}

// Redis is the URL of a Redis of the test's own, so that keys, channels and
// FLUSHALL are too.
func Redis(t testing.TB) (url string) {
	t.Helper()
	return NewRedis(t).URL()
}

// NewRedis is a Redis of the test's own, stopped when it ends.
func NewRedis(t testing.TB) *Server {
	t.Helper()
	s := own(t, redisKind)
	s.url = s.redisURL()
	return s
}

func (s *Server) redisURL() string { return fmt.Sprintf("redis://127.0.0.1:%d/0", s.port) }

func own(t testing.TB, k kind) *Server {
	t.Helper()
	s, err := start(k)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

// database makes an empty database.
func (s *Server) database(t testing.TB, name string) (url string) {
	t.Helper()
	url, err := s.Database(name)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// user is the superuser of the test servers.
const user = "madang"
