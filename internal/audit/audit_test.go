package audit_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// onBoth runs a test on each database.
func onBoth(t *testing.T, run func(t *testing.T, y *yard)) {
	for name, config := range map[string]func(t *testing.T) store.Config{
		"SQLite":   func(t *testing.T) store.Config { return store.Config{DataDir: storetest.SQLite(t)} },
		"Postgres": func(t *testing.T) store.Config { return store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := store.Open(t.Context(), config(t))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			run(t, &yard{Store: s, t: t})
		})
	}
}

type yard struct {
	*store.Store
	t *testing.T
}

func (y *yard) must(err error) {
	y.t.Helper()
	if err != nil {
		y.t.Fatal(err)
	}
}

// running is a run that can commit.
func (y *yard) running() state.Run {
	y.t.Helper()
	ctx := y.t.Context()
	session, err := y.CreateSession(ctx, store.Server(), state.Session{Assistant: "company", UserID: "E021"})
	y.must(err)
	done, err := storetest.Submit(ctx, y.Store, store.Submission{At: noon, Run: state.Run{SessionID: session.ID, Kind: state.RunQuery, Query: "q", Deadline: noon}})
	y.must(err)
	y.must(y.Heartbeat(ctx, "node", noon, noon.Add(time.Hour)))
	run, _, err := y.Claim(ctx, done.Run.ID, "node", noon)
	y.must(err)
	return run
}

// commit is what a run commits with entries.
func commit(run state.Run, effects ...func(context.Context, store.Tx) error) *store.Commit {
	return &store.Commit{
		SessionID: run.SessionID, RunID: run.ID, Owner: run.Owner, Fence: run.Fence,
		Status: state.RunRunning, At: noon, Effects: effects,
	}
}

func entry(tenant string, n int) audit.Entry {
	return audit.Entry{
		Tenant: tenant, At: noon.Add(time.Duration(n) * time.Second), Actor: audit.User("E021"), Action: "document.checked",
		Subject: fmt.Sprint("document:", n), Details: map[string]any{"verdict": "fail", "rules": []string{"R-1", "<R&2>"}, "a": n, "share": 0.25},
	}
}

// tamper changes the rows behind the chain's back.
func (y *yard) tamper(query string, args ...any) {
	y.t.Helper()
	run := y.running()
	y.must(storetest.Apply(y.t.Context(), y.Store, []*store.Commit{commit(run, func(ctx context.Context, tx store.Tx) error {
		result, err := tx.ExecContext(ctx, query, args...)
		if err == nil {
			if n, _ := result.RowsAffected(); n == 0 {
				return fmt.Errorf("%s changed nothing", query)
			}
		}
		return err
	})})[0])
}

func (y *yard) verify(tenant string) audit.Report {
	y.t.Helper()
	report, err := audit.Verify(y.t.Context(), y.Store, tenant)
	y.must(err)
	return report
}

func (y *yard) rows(tenant string) (all []audit.Row) {
	y.t.Helper()
	y.must(audit.Each(y.t.Context(), y.Store, tenant, func(row *audit.Row) (bool, error) {
		all = append(all, *row)
		return false, nil
	}))
	return all
}

func TestRowsAreThereWithTheirCommitOrNotAtAll(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		ctx, run := t.Context(), y.running()
		y.must(storetest.Apply(ctx, y.Store, []*store.Commit{commit(run, audit.Write(entry("b", 1), entry("a", 1), entry("b", 2)))})[0])
		fails := func(context.Context, store.Tx) error { return fmt.Errorf("no: %w", store.ErrConflict) }
		if storetest.Apply(ctx, y.Store, []*store.Commit{commit(run, audit.Write(entry("a", 2)), fails)})[0] == nil {
			t.Error("a commit that fails went through")
		}
		late := run
		late.Fence--
		if storetest.Apply(ctx, y.Store, []*store.Commit{commit(late, audit.Write(entry("a", 3)))})[0] == nil {
			t.Error("a late writer's commit went through")
		}
		a, b := y.rows("a"), y.rows("b")
		if len(a) != 1 || len(b) != 2 || b[0].Subject != "document:1" || b[1].PrevHash != b[0].Hash || b[0].PrevHash != "" {
			t.Errorf("rows %+v and %+v", a, b)
		}
		if got := string(b[0].Details); got != `{"a":1,"rules":["R-1","\u003cR\u00262\u003e"],"share":0.25,"verdict":"fail"}` {
			t.Errorf("details %s", got)
		}
		tenants, err := audit.Tenants(ctx, y.Store)
		if err != nil || strings.Join(tenants, " ") != "a b" {
			t.Errorf("tenants %v, %v", tenants, err)
		}
		for tenant, want := range map[string]int64{"a": 1, "b": 2, "none": 0} {
			if got := y.verify(tenant); !got.Whole() || got.Rows != want {
				t.Errorf("%s: %+v", tenant, got)
			}
		}
	})
}

// A statement writes many rows of a tenant, and one chain goes through all of them.
func TestManyEntriesAreOneChain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		var entries []audit.Entry
		for n := range 150 {
			entries = append(entries, entry([]string{"a", "b"}[n%10/9], n))
		}
		run := y.running()
		for range 2 {
			y.must(storetest.Apply(t.Context(), y.Store, []*store.Commit{commit(run, audit.Write(entries...))})[0])
		}
		a, b := y.verify("a"), y.verify("b")
		if !a.Whole() || !b.Whole() || a.Rows != 270 || b.Rows != 30 {
			t.Errorf("%+v and %+v", a, b)
		}
		if rows := y.rows("a"); rows[134].Subject != "document:148" || rows[135].Subject != "document:0" || rows[135].Actor != rows[0].Actor {
			t.Errorf("rows %+v and %+v", rows[134], rows[135])
		}
	})
}

func TestAnEntryMustBeWhole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		run := y.running()
		for name, change := range map[string]func(*audit.Entry){
			"tenant":  func(e *audit.Entry) { e.Tenant = "" },
			"actor":   func(e *audit.Entry) { e.Actor = "" },
			"action":  func(e *audit.Entry) { e.Action = "" },
			"time":    func(e *audit.Entry) { e.At = time.Time{} },
			"details": func(e *audit.Entry) { e.Details = func() {} },
		} {
			e := entry("a", 1)
			change(&e)
			if storetest.Apply(t.Context(), y.Store, []*store.Commit{commit(run, audit.Write(e))})[0] == nil {
				t.Errorf("an entry without its %s was written", name)
			}
		}
		if got := y.verify("a"); !got.Whole() || got.Rows != 0 {
			t.Errorf("after refusals: %+v", got)
		}
	})
}

// A user is written under a pseudonym, the same in all rows; erased, the rows stay
// whole and are nobody's.
func TestAnErasedUserLeavesTheChainWhole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, y *yard) {
		ctx, run := t.Context(), y.running()
		about := entry("a", 2)
		about.Actor, about.Subject = "system:planner", audit.User("E021")
		y.must(storetest.Apply(ctx, y.Store, []*store.Commit{commit(run, audit.Write(entry("a", 1), about))})[0])
		before := y.rows("a")
		if before[0].Actor == audit.User("E021") || !strings.HasPrefix(before[0].Actor, "person:") || before[1].Subject != before[0].Actor || before[1].Actor != "system:planner" {
			t.Errorf("written as %+v", before)
		}
		if _, err := y.EraseUser(ctx, store.Server(), "E021"); err != nil {
			t.Fatal(err)
		}
		run = y.running()
		y.must(storetest.Apply(ctx, y.Store, []*store.Commit{commit(run, audit.Write(entry("a", 3)))})[0])
		after := y.rows("a")
		if got := y.verify("a"); !got.Whole() || got.Rows != 3 || after[2].Actor == before[0].Actor {
			t.Errorf("%+v, and then written as %q", got, after[2].Actor)
		}
	})
}

func TestVerifyFindsTheFirstBrokenRow(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		query string
		want  int64
	}{
		"another actor":          {`UPDATE audit_rows SET actor = 'system:x' WHERE tenant = 'a' AND seq = 2`, 2},
		"another time":           {`UPDATE audit_rows SET at = at + 1 WHERE tenant = 'a' AND seq = 3`, 3},
		"other details":          {`UPDATE audit_rows SET details = '{"verdict":"pass"}' WHERE tenant = 'a' AND seq = 4`, 4},
		"the details respaced":   {`UPDATE audit_rows SET details = ' ' || details WHERE tenant = 'a' AND seq = 4`, 4},
		"details that are none":  {`UPDATE audit_rows SET details = '{' WHERE tenant = 'a' AND seq = 4`, 4},
		"a hash of its own":      {`UPDATE audit_rows SET hash = 'x' WHERE tenant = 'a' AND seq = 1`, 1},
		"a row removed":          {`DELETE FROM audit_rows WHERE tenant = 'a' AND seq = 3`, 3},
		"the first removed":      {`DELETE FROM audit_rows WHERE tenant = 'a' AND seq = 1`, 1},
		"the last removed":       {`DELETE FROM audit_rows WHERE tenant = 'a' AND seq = 5`, 5},
		"all removed":            {`DELETE FROM audit_rows WHERE tenant = 'a'`, 1},
		"a row of another chain": {`UPDATE audit_rows SET tenant = 'b' WHERE tenant = 'a' AND seq = 5`, 5},
		"the head removed":       {`DELETE FROM audit_heads WHERE tenant = 'a'`, 1},
		"the head put back":      {`UPDATE audit_heads SET seq = 4 WHERE tenant = 'a'`, 5},
		"a row forged behind": {`INSERT INTO audit_rows (tenant, seq, at, actor, action, subject, details, prev_hash, hash)
			SELECT tenant, 7, at, actor, action, subject, details, prev_hash, hash FROM audit_rows WHERE tenant = 'a' AND seq = 5`, 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, y *yard) {
				run := y.running()
				for n := range 5 {
					y.must(storetest.Apply(t.Context(), y.Store, []*store.Commit{commit(run, audit.Write(entry("a", n)))})[0])
				}
				if got := y.verify("a"); !got.Whole() || got.Rows != 5 || got.Head != y.rows("a")[4].Hash {
					t.Fatalf("as it was written: %+v", got)
				}
				y.tamper(test.query)
				if got := y.verify("a"); got.BrokenAt != test.want || got.Why == "" {
					t.Errorf("%+v, not broken at %d", got, test.want)
				}
			})
		})
	}
}

// Runs on several nodes write to the same chains at once, in both orders.
func TestChainsOverNodes(t *testing.T) {
	t.Parallel()
	url := testdb.Postgres(t)
	var group sync.WaitGroup
	for n := range 3 {
		s, err := store.Open(t.Context(), store.Config{DatabaseURL: url, MaxConns: 8})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		if n == 0 {
			if _, err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		y := &yard{Store: s, t: t}
		for _, tenants := range [][]string{{"a", "b"}, {"b", "a"}} {
			run := y.running()
			group.Go(func() {
				for i := range 20 {
					effects := audit.Write(entry(tenants[0], i), entry(tenants[1], i))
					if err := storetest.Apply(t.Context(), s, []*store.Commit{commit(run, effects)})[0]; err != nil {
						t.Error(err)
					}
				}
			})
		}
		if n == 2 {
			group.Wait()
			for _, tenant := range []string{"a", "b"} {
				if got := y.verify(tenant); !got.Whole() || got.Rows != 120 {
					t.Errorf("%+v", got)
				}
			}
		}
	}
}
