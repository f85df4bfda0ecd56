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
)

// shared is the Postgres of this test process.
type shared struct {
	once   sync.Once
	server *Server
	err    error
	count  atomic.Int64
}

// The one server a process is what makes a database a test cheap.
var postgres shared

// Postgres is the URL of a fresh, empty database on a server that the tests
// of this process share. For a test that stops its server there is
// NewPostgres.
func Postgres(t testing.TB) (url string) {
	t.Helper()
	postgres.once.Do(func() { postgres.server, postgres.err = start(postgresKind) })
	if postgres.err != nil {
		t.Fatal(postgres.err)
	}
	return postgres.server.database(t, fmt.Sprintf("test_%d", postgres.count.Add(1)))
}

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
