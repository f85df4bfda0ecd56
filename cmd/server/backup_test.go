package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// A copy that is older than an erasure tells nothing of the erased.
func TestBackupForgetsWhoIsErased(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys, data, copies := filepath.Join(dir, "keys"), filepath.Join(dir, "data"), filepath.Join(dir, "copies")
	if err := seal.Create(keys); err != nil {
		t.Fatal(err)
	}
	ask := func(data string, args ...string) (int, string) {
		var out, errs bytes.Buffer
		env := []string{"MADANG_DATA_DIR=" + data, "MADANG_ENCRYPTION_KEYSET=" + keys}
		code := run(t.Context(), args, console{in: os.Stdin, out: &out, err: &errs, env: env})
		return code, out.String() + errs.String()
	}
	s, err := store.Open(t.Context(), store.Config{DataDir: data, Keyset: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, user := range []string{"minji", "jun"} {
		if _, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "adviser", UserID: user, Title: "of " + user}); err != nil {
			t.Fatal(err)
		}
	}
	code, said := ask(data, "backup", copies) // while the store is open
	if code != exitOK {
		t.Fatalf("backup: %d, %s", code, said)
	}
	older, err := filepath.Glob(filepath.Join(copies, "*.db"))
	if err != nil || len(older) != 1 {
		t.Fatalf("%v, %v", older, err)
	}
	wrapped, err := os.ReadFile(filepath.Join(copies, store.KeysFile))
	if err != nil || len(wrapped) < 100 {
		t.Fatalf("keys: %s, %v", wrapped, err)
	}
	if _, err := s.EraseUser(t.Context(), store.Server(), "minji"); err != nil {
		t.Fatal(err)
	}
	if code, said := ask(data, "backup", copies); code != exitOK {
		t.Fatalf("second backup: %d, %s", code, said)
	}
	if code, said := ask(data, "restore", older[0]); code != exitFailed {
		t.Errorf("restored over a database: %d, %s", code, said)
	}
	again := filepath.Join(dir, "again")
	if code, said := ask(again, "restore", older[0]); code != exitOK {
		t.Fatalf("restore: %d, %s", code, said)
	}
	restored, err := store.Open(t.Context(), store.Config{DataDir: again, Keyset: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	sessions, err := restored.Sessions(t.Context(), store.Server(), store.SessionFilter{})
	if err != nil || len(sessions) != 1 || sessions[0].Title != "of jun" {
		t.Errorf("%+v, %v", sessions, err)
	}
	broken := filepath.Join(copies, "broken.db")
	if err := os.WriteFile(broken, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := ask(filepath.Join(dir, "none"), "restore", broken); code != exitFailed {
		t.Errorf("a broken file: %d, %s", code, said)
	}
}

// What docs/operations.md says of Postgres.
func TestDumpForgetsWhoIsErased(t *testing.T) {
	t.Parallel()
	dir, old, fresh := t.TempDir(), testdb.Postgres(t), testdb.Postgres(t)
	for _, tool := range []string{"pg_dump", "pg_restore", "psql"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s has to be installed, as it is with Postgres: %v", tool, err)
		}
	}
	keys := filepath.Join(dir, "keys")
	if err := seal.Create(keys); err != nil {
		t.Fatal(err)
	}
	do := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
	}
	s, err := store.Open(t.Context(), store.Config{DatabaseURL: old, MaxConns: 4, Keyset: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, user := range []string{"minji", "jun"} {
		if _, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "adviser", UserID: user, Title: "of " + user}); err != nil {
			t.Fatal(err)
		}
	}
	dump, rest := filepath.Join(dir, "madang.dump"), filepath.Join(dir, "keys.sql")
	do("pg_dump", "-Fc", "--exclude-table-data=*.user_keys", "-f", dump, old)
	if _, err := s.EraseUser(t.Context(), store.Server(), "minji"); err != nil {
		t.Fatal(err)
	}
	do("pg_dump", "--data-only", "-t", "user_keys", "-f", rest, old)
	do("pg_restore", "--no-owner", "-d", fresh, dump)
	do("psql", "-v", "ON_ERROR_STOP=1", "-d", fresh, "-f", rest)
	var out, errs bytes.Buffer
	env := []string{"DATABASE_URL=" + fresh, "MADANG_DB_MAX_CONNS=4", "MADANG_ENCRYPTION_KEYSET=" + keys, "MADANG_DATA_DIR=" + dir}
	if code := run(t.Context(), []string{"restore"}, console{in: os.Stdin, out: &out, err: &errs, env: env}); code != exitOK {
		t.Fatalf("restore: %d, %s%s", code, &out, &errs)
	}
	restored, err := store.Open(t.Context(), store.Config{DatabaseURL: fresh, MaxConns: 4, Keyset: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	sessions, err := restored.Sessions(t.Context(), store.Server(), store.SessionFilter{})
	if err != nil || len(sessions) != 1 || sessions[0].Title != "of jun" {
		t.Errorf("%+v, %v", sessions, err)
	}
}
