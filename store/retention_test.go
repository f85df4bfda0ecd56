package store

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
)

// What goes through a session's past must find it by index however many
// sessions there are, as the statements of a served query do.
func TestHistoryStatementsUseIndexes(t *testing.T) {
	t.Parallel()
	scan := regexp.MustCompile(`Seq Scan on (\w+)|SCAN ([a-z]\w*)\b(?: USING (?:COVERING )?INDEX (\w+))?`)
	both(t, func(t *testing.T, s *Store) {
		c := &counting{database: s.db}
		s.db, s.reads = c, s.queries(c.Reader())
		pastWork(t, s)
		s.db = c.database
		if len(c.texts) < 30 {
			t.Fatalf("only %d statements were seen", len(c.texts))
		}
		if mark, err := s.reads.RetentionMark(t.Context(), "events@t/"); err != nil || mark.FinishedAt == 0 {
			t.Errorf("a tenant without runs goes through everybody's each time: %+v, %v", mark, err)
		}
		byAge := regexp.MustCompile("name: (IdleSessions|OldMemories|DeleteOldDocuments)(Within)? ")
		tenants := 0
		for text := range c.texts {
			if name := byAge.FindStringSubmatch(text); s.dialect == DialectSQLite && len(name) > 2 && name[2] != "" {
				tenants++
				if plan := explain(t, s, text); !strings.Contains(plan, "(user_id>? AND user_id<?)") {
					t.Errorf("others' rows are gone through:\n%s\n%s", text, plan)
				}
			}
			if s.dialect == DialectPostgres && byAge.MatchString(text) {
				continue // their index is for the order, once there are many, as SQLite shows
			}
			for _, found := range scan.FindAllStringSubmatch(explain(t, s, text), -1) {
				// One row a kind of what is removed; and counters of models'
				// use, of which there are none here: Postgres reads so small
				// a table whole.
				if table := found[1] + found[2]; table != "retention" && table != "usage_counters" && found[3] == "" {
					t.Errorf("%s: %s:\n%s", found[0], text, explain(t, s, text))
				}
			}
		}
		if s.dialect == DialectSQLite && tenants != 3 {
			t.Errorf("%d statements about a tenant", tenants)
		}
	})
}

// pastWork uses every statement about a session's past.
func pastWork(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	run := claimed(t, s, 1)[0]
	for range 3 {
		c := transitions([]state.Run{run}, 900)[0]
		if err := s.Apply(ctx, []*Commit{c})[0]; err != nil {
			t.Fatal(err)
		}
	}
	end := transitions([]state.Run{run}, 9)[0]
	end.Status = state.RunCompleted
	if err := s.Apply(ctx, []*Commit{end})[0]; err != nil {
		t.Fatal(err)
	}
	all := Retention{Removed: time.Nanosecond, Checkpoints: time.Nanosecond, Events: time.Nanosecond, Results: time.Nanosecond, Runs: time.Nanosecond}
	all.Tenants = map[string]Retention{"t": {Events: time.Nanosecond, Conversations: time.Nanosecond, Documents: time.Nanosecond, Memories: time.Nanosecond}}
	tomorrow := time.Now().Add(24 * time.Hour)
	id := run.SessionID
	for name, f := range map[string]func() error{
		"copy": func() error { _, err := s.CopySession(ctx, Server(), id, state.Session{}, 0); return err },
		"fork": func() error {
			_, _, err := s.Fork(ctx, Server(), id+".4", state.Session{}, state.Checkpoint{})
			return err
		},
		"before": func() error { _, _, err := s.ForkBefore(ctx, Server(), run.ID, state.Session{}); return err },
		"field":  func() error { _, err := s.FieldHistory(ctx, Server(), id, "v", 0, 9); return err },
		"first":  func() error { _, err := s.FirstSeq(ctx, Server(), id); return err },
	} {
		if err := f(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, f := range []func() error{
		func() error { _, err := s.Prune(ctx, Server(), id, 2); return err },
		func() error { _, err := s.Retain(ctx, tomorrow, all, 9); return err },
		func() error { _, err := s.DeleteCheckpoints(ctx, Server(), id); return err },
		func() error { return s.DeleteSession(ctx, Server(), id, false, time.Now()) },
		func() error { _, err := s.Retain(ctx, tomorrow, all, 9); return err },
	} {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
}
