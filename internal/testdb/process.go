//go:build unix

package testdb

import (
	"fmt"
	"os/exec"
	"strings"
)

// StartPostgres is a Postgres for a program that is no test, such as the
// benchmarks; it goes with Close or with the process.
func StartPostgres() (*Server, error) { return start(postgresKind) }

// StartRedis is a Redis likewise.
func StartRedis() (*Server, error) {
	s, err := start(redisKind)
	if err == nil {
		s.url = s.redisURL()
	}
	return s, err
}

// Close ends the server and its data.
func (s *Server) Close() { s.remove() }

// PID is the server's first process, the parent of those that serve its
// connections.
func (s *Server) PID() (int, error) { return s.pid() }

// Database makes an empty database and returns its URL. It isn't dropped:
// that would cost a checkpoint, and the whole server is thrown away soon.
func (s *Server) Database(name string) (url string, err error) {
	return s.databaseLike(name, "template1")
}

// databaseLike makes a copy of another database, to which nobody may be
// connected.
func (s *Server) databaseLike(name, template string) (url string, err error) {
	cmd := exec.Command(s.tool("createdb"), "-h", "127.0.0.1", "-p", fmt.Sprint(s.port), "-U", user, "-T", template, name)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("testdb: create database: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", user, s.port, name), nil
}
