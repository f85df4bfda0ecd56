package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// houseTables are the house's own, with the file of an archive that tells of a user's
// rows there, or with why none does. Every other table is an assistant's.
var houseTables = map[string]string{
	"sessions": "sessions.jsonl", "messages": "messages.jsonl", "runs": "runs.jsonl", "run_results": "results.jsonl",
	"events": "events.jsonl", "checkpoints": "states.jsonl", "documents": "documents.jsonl", "memories": "memories.jsonl",
	"preferences": "preferences.jsonl", "feedback": "feedback.jsonl", "triggers": "triggers.jsonl",
	"usage_days": "usage_days.jsonl", "usage_runs": "usage_runs.jsonl", "audit_rows": "audit_rows.jsonl", "api_keys": "api_keys.jsonl",
	"audit_people": "- whose pseudonym is whose; erased", "memory_heads": "- a version; erased", "user_keys": "- keys; erased",
	"heads": "- numbers of a session; erased with it", "run_controls": "- wishes to a run, gone with it",
	"auth_tickets": "- half a minute", "auth_revocations": "- until what was revoked has ended", "usage_counters": "- sums until their day is over",
	"nodes": "- nobody's", "retention": "- nobody's", "secrets": "- nobody's", "audit_heads": "- nobody's",
	"knowledge_packs": "- nobody's", "knowledge_sources": "- nobody's", "knowledge_chunks": "- nobody's", "knowledge_vectors": "- nobody's", "knowledge_makers": "- nobody's",
}

// Every table that an assistant has beside the house's is exported, moved with a
// guest and erased: a row put into each of them is found in the archive of the
// account, and behind an erasure nowhere. A new table fails here until it is told of.
func TestNoTableIsForgotten(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]store.Config{"sqlite": {DataDir: t.TempDir()}, "postgres": {DatabaseURL: storetest.Postgres(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := store.Open(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			h := &house{store: s, serves: true}
			t.Cleanup(func() { _ = h.figures.Close() })
			if _, err := h.assistants(t.Context(), configs.Default(), uncounted(), slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			forgetNoTable(t, s)
		})
	}
}

func forgetNoTable(t *testing.T, s *store.Store) {
	ctx := t.Context()
	tables := columnsOf(t, s)
	own := slices.DeleteFunc(slices.Sorted(maps.Keys(tables)), func(table string) bool { return houseTables[table] != "" || strings.HasPrefix(table, "goose_") })
	if len(own) < 15 {
		t.Fatalf("only %v were found", own)
	}
	for _, user := range []string{"guest", "minji", "jun"} { // minji has rows of the same keys, where the user is of the key
		session, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "tutor", UserID: user})
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range own {
			fillTable(t, s, table, tables[table], user, session.ID)
		}
	}
	if _, err := s.MoveUser(ctx, "guest", "minji"); err != nil {
		t.Fatal(err)
	}
	archive := func(user string) map[string][]map[string]any {
		var out bytes.Buffer
		if err := s.ExportUser(ctx, store.Server(), user, time.Now(), &out); err != nil {
			t.Fatal(err)
		}
		return storetest.Archive(t, out.Bytes())
	}
	files := archive("minji")
	for _, table := range own {
		assistant, _, _ := strings.Cut(table, "_")
		rows := fmt.Sprint(files["assistants/"+assistant+"/"+table+".jsonl"])
		if !strings.Contains(rows, "minji") || strings.Contains(rows, "jun") {
			t.Errorf("%s in the archive: %.300s", table, rows)
		}
		if _, beside := mergedTables[table]; !beside && !strings.Contains(rows, "guest-"+table) && !strings.Contains(rows, "guest-company_documents") {
			t.Errorf("%s: what the guest had was not moved: %.300s", table, rows)
		}
	}
	for table, file := range houseTables {
		if _, found := files[file]; !found && !strings.HasPrefix(file, "-") {
			t.Errorf("%s: there is no %s", table, file)
		}
		if tables[table] == nil {
			t.Errorf("there is no table %s", table)
		}
	}
	for _, user := range []string{"minji", "guest"} {
		if _, err := s.EraseUser(ctx, store.Server(), user); err != nil {
			t.Fatal(err)
		}
	}
	for table := range tables {
		if rows := dump(t, s, table); strings.Contains(rows, "minji") || strings.Contains(rows, "guest") {
			t.Errorf("left in %s: %.300s", table, rows)
		} else if slices.Contains(own, table) && !strings.Contains(rows, "jun") {
			t.Errorf("%s: another user's row is gone", table)
		}
	}
}

// mergedTables have one row a user and thing: the account's takes the guest's up.
var mergedTables = map[string]bool{"tutor_learners": true, "tutor_learning_stats": true, "tutor_study_days": true}

// columnsOf are the columns of every table with their types.
func columnsOf(t *testing.T, s *store.Store) map[string]map[string]string {
	query := "SELECT m.name, p.name, p.type FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
	if s.Dialect() == store.DialectPostgres {
		query = "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()"
	}
	tables := map[string]map[string]string{}
	view(t, s, func(ctx context.Context, tx store.Tx) error {
		rows, err := tx.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var table, column, kind string
			if err := rows.Scan(&table, &column, &kind); err != nil {
				return err
			}
			if tables[table] == nil {
				tables[table] = map[string]string{}
			}
			tables[table][column] = kind
		}
		return rows.Err()
	})
	return tables
}

// fillTable puts one row of a user into a table; texts tell whose it is and where.
func fillTable(t *testing.T, s *store.Store, table string, columns map[string]string, user, sessionID string) {
	var names, marks []string
	var args []any
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		kind := strings.ToLower(columns[name])
		var value any = user + "-" + table
		switch {
		case name == "user_id" || name == "owner_id":
			value = user
		case name == "chat_session_id" || name == "session_id" && table == "company_documents":
			value = sessionID
		case name == "company_id":
			value = "demo"
		case name == "study_day":
			value = "2026-03-04"
		case name == "document_id" || name == "id" && table == "company_documents":
			value = user + "-company_documents"
		case strings.Contains(kind, "int"), strings.Contains(kind, "double"):
			value = 1
		case kind == "bytea" || kind == "blob":
			value = []byte(user + "-" + table)
		}
		names, args = append(names, name), append(args, value)
		marks = append(marks, fmt.Sprintf("$%d", len(args)))
	}
	insert := "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(marks, ", ") + ")"
	err := s.Record(t.Context(), "fill "+table, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.ExecContext(ctx, insert, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// dump is all that a table holds, as text.
func dump(t *testing.T, s *store.Store, table string) (text string) {
	view(t, s, func(ctx context.Context, tx store.Tx) error {
		rows, err := tx.QueryContext(ctx, "SELECT * FROM "+table)
		if err != nil {
			return err
		}
		defer rows.Close()
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				return err
			}
			for _, v := range values {
				if raw, ok := v.([]byte); ok {
					v = string(raw)
				}
				text += fmt.Sprintf("%v ", v)
			}
		}
		return rows.Err()
	})
	return text
}

func view(t *testing.T, s *store.Store, f func(ctx context.Context, tx store.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), "test", f); err != nil {
		t.Fatal(err)
	}
}
