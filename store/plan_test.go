package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/migrations"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store/postgres"
	"github.com/madang-dev/madang/store/sqlc"
)

// both runs a test on each database, migrated.
func both(t *testing.T, run func(t *testing.T, s *Store)) {
	for dialect, config := range map[string]func(testing.TB) Config{
		DialectSQLite:   func(t testing.TB) Config { return Config{DataDir: t.TempDir()} },
		DialectPostgres: func(t testing.TB) Config { return Config{DatabaseURL: migratedURL(t), MaxConns: 8} },
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

// migratedURL is a Postgres database that needs no migration; storetest, which imports
// this package, has the same for others.
func migratedURL(t testing.TB) string {
	t.Helper()
	return testdb.PostgresLike(t, func(url string) error {
		s, err := Open(context.Background(), Config{DatabaseURL: url})
		if err != nil {
			return err
		}
		_, err = s.Migrate(context.Background())
		return errors.Join(err, s.Close())
	})
}

// Tables that an assistant took over from the house stand in older databases
// already, and the migration that made them is gone.
func TestTablesThatMovedToAnAssistant(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *Store) {
		const table = "-- +goose Up\nCREATE TABLE IF NOT EXISTS moved (id text NOT NULL PRIMARY KEY);\n"
		older := fstest.MapFS{"00009_moved.sql": {Data: []byte(table)}}
		p, err := s.migrator(older, goose.DefaultTablename)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = p.ApplyVersion(t.Context(), 9, true); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Migrate(t.Context()); n != 0 || err != nil {
			t.Errorf("the house: %d migrations, %v", n, err)
		}
		for want := 1; want >= 0; want-- {
			n, err := s.MigrateTables(t.Context(), "moved", fstest.MapFS{"00001_moved.sql": {Data: []byte(table)}})
			if n != want || err != nil {
				t.Errorf("the assistant: %d migrations, not %d, %v", n, want, err)
			}
		}
	})
}

func TestMigrationsGoDownAndUpAgain(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *Store) {
		p, err := s.migrator(migrations.FS, goose.DefaultTablename)
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

// Statements must find their rows by index from the first row on: Postgres
// keeps a plan that it made on an empty table.
func TestStatementsUseIndexes(t *testing.T) {
	t.Parallel()
	scan := regexp.MustCompile(`Seq Scan on (\w+)|SCAN ([a-z]\w*)\b(?: USING INDEX (\w+))?`)
	// Few rows, of which all are wanted; v is the values of an array. The
	// list of everybody's sessions has no condition to find them by: its
	// index is for the order, once there are many.
	small := map[string]bool{"nodes": true, "v": true, "s": true, "CONSTANT": true}
	both(t, func(t *testing.T, s *Store) {
		c := &counting{database: s.db}
		s.db, s.reads = c, s.queries(c.Reader())
		workload(t, s)
		if len(c.texts) < 40 {
			t.Fatalf("only %d statements were seen", len(c.texts))
		}
		s.db = c.database
		for text := range c.texts {
			if strings.Contains(text, "name: AllSessions") && s.dialect == DialectPostgres {
				continue
			}
			for _, found := range scan.FindAllStringSubmatch(explain(t, s, text), -1) {
				if !small[found[1]+found[2]] && found[3] == "" {
					t.Errorf("%s: %s:\n%s", found[0], text, explain(t, s, text))
				}
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
			execute := "EXPLAIN EXECUTE p"
			if n := parameters(text); n > 0 {
				execute += "(" + strings.TrimSuffix(strings.Repeat("NULL,", n), ",") + ")"
			}
			var err error
			if lines, err = Rows(t.Context(), tx, One[string], execute); err != nil {
				return err
			}
			_, err = tx.ExecContext(t.Context(), "DEALLOCATE p")
			return err
		}
		var err error
		lines, err = Rows(t.Context(), tx, func(r *sql.Rows) (line string, err error) {
			var a, b, c int
			err = r.Scan(&a, &b, &c, &line)
			return line, err
		}, "EXPLAIN QUERY PLAN "+text, make([]any, parameters(text))...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// parameters is the highest number of a statement's parameters.
func parameters(text string) (highest int) {
	for _, found := range regexp.MustCompile(`\$(\d+)`).FindAllStringSubmatch(text, -1) {
		if n, err := strconv.Atoi(found[1]); err == nil {
			highest = max(highest, n)
		}
	}
	return highest
}

// counting counts the statements of transactions.
type counting struct {
	database
	statements atomic.Int64

	mu    sync.Mutex
	texts map[string]bool
}

func (c *counting) seen(text string) {
	c.statements.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.texts == nil {
		c.texts = map[string]bool{}
	}
	c.texts[text] = true
}

// Reader is the database's, counted too.
func (c *counting) Reader() sqlc.DBTX { return countingTx{DBTX: c.database.Reader(), c: c} }

func (c *counting) Tx(ctx context.Context, f func(sqlc.DBTX) error) (bool, error) {
	return c.database.Tx(ctx, func(tx sqlc.DBTX) error {
		return f(countingTx{DBTX: tx, c: c})
	})
}

type countingTx struct {
	sqlc.DBTX
	c *counting
}

func (c countingTx) ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error) {
	c.c.seen(q)
	return c.DBTX.ExecContext(ctx, q, args...)
}

func (c countingTx) QueryContext(ctx context.Context, q string, args ...any) (*sql.Rows, error) {
	c.c.seen(q)
	return c.DBTX.QueryContext(ctx, q, args...)
}

func (c countingTx) QueryRowContext(ctx context.Context, q string, args ...any) *sql.Row {
	c.c.seen(q)
	return c.DBTX.QueryRowContext(ctx, q, args...)
}

// countingGroups counts groups.
type countingGroups struct {
	groupWriter
	n atomic.Int64
}

func (c *countingGroups) WriteGroup(ctx context.Context, g *postgres.Group) (bool, error) {
	c.n.Add(1)
	return c.groupWriter.WriteGroup(ctx, g)
}

// A batch is one round trip to Postgres, whatever its size; on SQLite it is
// a statement a row and one for the head.
func TestStatementsPerBatch(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *Store) {
		runs := claimed(t, s, 64)
		c := &counting{database: s.db}
		g := &countingGroups{groupWriter: s.groups}
		s.db = c
		if s.groups != nil {
			s.groups = g
		}
		for _, size := range []int{1, 64} {
			c.statements.Store(0)
			g.n.Store(0)
			commits := transitions(runs[:size], 900)
			for i, c := range commits {
				head, err := s.Head(t.Context(), Server(), c.SessionID)
				if err != nil {
					t.Fatal(err)
				}
				commits[i].Head = head
				commits[i].Results = []Result{{Key: fmt.Sprint("search-", size), Value: []byte(`{}`)}}
			}
			for _, err := range s.Apply(t.Context(), commits) {
				if err != nil {
					t.Fatal(err)
				}
			}
			statements, groups := int64(6*size), int64(0)
			if s.groups != nil {
				statements, groups = 0, 1
			}
			if c.statements.Load() != statements || g.n.Load() != groups {
				t.Errorf("%d commits took %d statements and %d groups", size, c.statements.Load(), g.n.Load())
			}
		}
	})
}

// A head's update stays on its page and touches no index.
func TestHeadsAreUpdatedInPlace(t *testing.T) {
	t.Parallel()
	s := migrated(t, Config{DatabaseURL: migratedURL(t), MaxConns: 8})
	runs := claimed(t, s, 64)
	heads := make([]Head, len(runs))
	const turns = 20
	for turn := range turns {
		commits := transitions(runs, 10)
		for i, c := range commits {
			if c.Head = heads[i]; turn == 0 {
				c.Head = Head{LastMessageID: 1, OpenRuns: 1}
			}
		}
		for i, err := range s.Apply(t.Context(), commits) {
			if err != nil {
				t.Fatal(err)
			}
			heads[i] = commits[i].Head
		}
	}
	const counts = `SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'heads'`
	deadline := time.Now().Add(20 * time.Second)
	for { // the server tells with some delay
		var all, inPlace int64
		if err := s.db.Reader().QueryRowContext(t.Context(), counts).Scan(&all, &inPlace); err != nil {
			t.Fatal(err)
		}
		if all >= turns*int64(len(runs)) {
			// With an index on what changes it would be none. Not all:
			// others' transactions keep old versions on the page.
			if inPlace < all/2 {
				t.Errorf("%d of %d updates stayed in place", inPlace, all)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("only %d updates are counted", all)
		}
		<-time.After(50 * time.Millisecond)
	}
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
		session, err := s.CreateSession(t.Context(), Server(), state.Session{})
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
		if runs[i], _, err = s.Claim(t.Context(), out.Run.ID, "a", now); err != nil {
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
