package store

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/sqlc"
)

// both runs a test on each database, migrated.
func both(t *testing.T, run func(t *testing.T, s *Store)) {
	for dialect, config := range map[string]func(testing.TB) Config{
		DialectSQLite:   func(t testing.TB) Config { return Config{DataDir: t.TempDir()} },
		DialectPostgres: func(t testing.TB) Config { return Config{DatabaseURL: testdb.Postgres(t), MaxConns: 8} },
	} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			run(t, migrated(t, config(t)))
		})
	}
}

func migrated(t testing.TB, cfg Config) *Store {
	t.Helper()
	s, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMigrationsGoDownAndUpAgain(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *Store) {
		p, err := s.migrator()
		if err != nil {
			t.Fatal(err)
		}
		down, err := p.DownTo(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		up, err := s.Migrate(t.Context())
		if err != nil || up != len(down) || up == 0 {
			t.Errorf("%d down, %d up, %v", len(down), up, err)
		}
	})
}

// The hot statements must find their rows by index from the first row on:
// Postgres keeps a plan that it made on an empty table.
func TestHotStatementsUseIndexes(t *testing.T) {
	t.Parallel()
	statements := map[string]string{
		"fence 1":    fenceRuns[0],
		"fence 64":   fenceRuns[6],
		"advance 1":  advanceSessions[0],
		"advance 64": advanceSessions[6],
	}
	scan := regexp.MustCompile(`(?i)Seq Scan on (runs|sessions)|SCAN (runs|sessions)\b`)
	both(t, func(t *testing.T, s *Store) {
		for name, text := range statements {
			plan := explain(t, s, text)
			if scan.MatchString(plan) {
				t.Errorf("%s reads the whole table:\n%s", name, plan)
			}
		}
	})
}

// explain asks for the plan of a statement whose arguments aren't known.
func explain(t *testing.T, s *Store, text string) string {
	t.Helper()
	var lines []string
	_, err := s.db.Tx(t.Context(), func(tx sqlc.DBTX) error {
		if s.dialect == DialectPostgres {
			for _, q := range []string{"SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE p AS " + text} {
				if _, err := tx.ExecContext(t.Context(), q); err != nil {
					return err
				}
			}
			nulls := strings.TrimSuffix(strings.Repeat("NULL,", strings.Count(text, "$")), ",")
			err := scanAll(t.Context(), tx, "EXPLAIN EXECUTE p("+nulls+")", nil, func(r *sql.Rows) error {
				var line string
				err := r.Scan(&line)
				lines = append(lines, line)
				return err
			})
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(t.Context(), "DEALLOCATE p")
			return err
		}
		return scanAll(t.Context(), tx, "EXPLAIN QUERY PLAN "+text, make([]any, strings.Count(text, "$")), func(r *sql.Rows) error {
			var a, b, c int
			var line string
			err := r.Scan(&a, &b, &c, &line)
			lines = append(lines, line)
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// counting counts the statements of transactions.
type counting struct {
	database
	statements atomic.Int64
}

func (c *counting) Tx(ctx context.Context, f func(sqlc.DBTX) error) (bool, error) {
	return c.database.Tx(ctx, func(tx sqlc.DBTX) error {
		return f(countingTx{DBTX: tx, n: &c.statements})
	})
}

type countingTx struct {
	sqlc.DBTX
	n *atomic.Int64
}

func (c countingTx) ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error) {
	c.n.Add(1)
	return c.DBTX.ExecContext(ctx, q, args...)
}

func (c countingTx) QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error) {
	c.n.Add(1)
	return c.DBTX.QueryContext(ctx, q, args...)
}

func (c countingTx) QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row {
	c.n.Add(1)
	return c.DBTX.QueryRowContext(ctx, q, args...)
}

// Five statements write a batch of up to 128 commits, whatever its size.
func TestStatementsPerBatch(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *Store) {
		runs := claimed(t, s, 64)
		c := &counting{database: s.db}
		s.db = c
		for _, size := range []int{1, 64} {
			c.statements.Store(0)
			for _, err := range s.Apply(t.Context(), transitions(runs[:size], 900)) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if n := c.statements.Load(); n != 5 {
				t.Errorf("%d commits took %d statements, want 5", size, n)
			}
		}
	})
}

// claimed makes sessions with a running run each.
func claimed(t testing.TB, s *Store, n int) []state.Run {
	t.Helper()
	now := time.Now()
	if err := s.Heartbeat(t.Context(), "a", now, now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	runs := make([]state.Run, n)
	for i := range runs {
		session, err := s.CreateSession(t.Context(), state.Session{})
		if err != nil {
			t.Fatal(err)
		}
		out, err := s.Submit(t.Context(), Submission{
			Run:     state.Run{SessionID: session.ID, Query: "전세금 5% 인상 가능해?"},
			Message: &state.Message{Role: state.RoleUser, Content: "전세금 5% 인상 가능해?"},
			At:      now,
		})
		if err != nil {
			t.Fatal(err)
		}
		if runs[i], err = s.Claim(t.Context(), out.Run.ID, "a", now); err != nil {
			t.Fatal(err)
		}
	}
	return runs
}

// transitions are one commit a run with two events and a state of a size.
func transitions(runs []state.Run, size int) []*Commit {
	value := fmt.Sprintf(`{"v":%q}`, strings.Repeat("x", size))
	out := make([]*Commit, len(runs))
	for i, r := range runs {
		out[i] = &Commit{
			SessionID: r.SessionID, RunID: r.ID, Owner: r.Owner, Fence: r.Fence,
			Status: state.RunRunning, NextNode: "teams", At: time.Now(),
			Checkpoints: []*state.Checkpoint{{Node: "n", Phase: "p", Label: "l", State: []byte(value)}},
			Events:      []*state.Event{{Type: "todo_updated", Payload: []byte(value)}, {Type: "todo_updated", Payload: []byte(value)}},
			Messages:    []*state.Message{{Role: state.RoleAssistant, Content: "답"}},
		}
	}
	return out
}
