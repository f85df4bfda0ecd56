//go:build unix

package testdb

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
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

// Database makes an empty database and returns its URL. It goes with the server.
func (s *Server) Database(name string) (url string, err error) {
	return s.databaseLike(name, "template1")
}

// databaseLike makes a copy of another database, to which nobody may be
// connected.
func (s *Server) databaseLike(name, template string) (url string, err error) {
	if err := s.exec(fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY %s", pgx.Identifier{name}.Sanitize(), pgx.Identifier{template}.Sanitize(), s.kind.copyBy)); err != nil {
		return "", fmt.Errorf("testdb: create database: %w", err)
	}
	return s.at(name), nil
}

func (s *Server) at(name string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", user, s.port, name)
}

func (s *Server) exec(statement string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.at("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}
