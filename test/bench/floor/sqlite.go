package main

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite"
)

const sqliteTable = `CREATE TABLE IF NOT EXISTS history (
	session_id text NOT NULL, kind integer NOT NULL, n integer NOT NULL,
	run integer NOT NULL, created_at integer NOT NULL, payload blob NOT NULL,
	PRIMARY KEY (session_id, kind, n))`

// sqlite is one writer: SQLite has no more.
type sqlite struct {
	conn *sql.Conn
	in   chan *inserting
	// inserts are statements for 1, 4 and 16 rows.
	inserts map[int]*sql.Stmt
	args    []any
}

var sizes = [...]int{16, 4, 1}

type inserting struct {
	rows []row
	done chan error
}

func openSQLite(dir string) (history, error) {
	ctx := context.Background()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "floor.db")+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-16000)")
	if err != nil {
		return nil, err
	}
	s := &sqlite{in: make(chan *inserting, most), inserts: map[int]*sql.Stmt{}}
	if s.conn, err = db.Conn(ctx); err != nil {
		return nil, err
	}
	if _, err := s.conn.ExecContext(ctx, sqliteTable); err != nil {
		return nil, fmt.Errorf("make table: %w", err)
	}
	for _, n := range sizes {
		values := strings.TrimSuffix(strings.Repeat("(?,?,?,?,?,?),", n), ",")
		if s.inserts[n], err = s.conn.PrepareContext(ctx, "INSERT INTO history VALUES "+values); err != nil {
			return nil, err
		}
	}
	go s.write(ctx)
	return s, nil
}

func (s *sqlite) commit(rows []row) error {
	c := &inserting{rows: rows, done: make(chan error, 1)}
	s.in <- c
	return <-c.done
}

// write gathers who has come while the last transaction was under way.
func (s *sqlite) write(ctx context.Context) {
	var (
		group []*inserting
		rows  []row
	)
	for first := range s.in {
		group, rows = append(group[:0], first), append(rows[:0], first.rows...)
		for more := true; more && len(group) < most; {
			select {
			case c := <-s.in:
				group, rows = append(group, c), append(rows, c.rows...)
			default:
				more = false
			}
		}
		err := s.insert(ctx, rows)
		for _, c := range group {
			c.done <- err
		}
	}
}

func (s *sqlite) insert(ctx context.Context, rows []row) error {
	if _, err := s.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, size := range sizes {
		for ; len(rows) >= size; rows = rows[size:] {
			s.args = s.args[:0]
			for _, r := range rows[:size] {
				s.args = append(s.args, r.session, r.kind, r.n, r.run, r.at, payload(r.payload))
			}
			if _, err := s.inserts[size].ExecContext(ctx, s.args...); err != nil {
				_, _ = s.conn.ExecContext(ctx, "ROLLBACK")
				return err
			}
		}
	}
	_, err := s.conn.ExecContext(ctx, "COMMIT")
	return err
}

// payload is empty and not NULL for rows that have none.
func payload(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
