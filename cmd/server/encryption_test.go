package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func TestMasterKeysByCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys := filepath.Join(dir, "keys.json")
	env := []string{"MADANG_DATA_DIR=" + filepath.Join(dir, "data"), "MADANG_ENCRYPTION_KEYSET=" + keys}
	ask := func(env []string, args ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"encryption"}, args...), console{in: os.Stdin, out: &out, err: &errs, env: env})
		return code, out.String() + errs.String()
	}
	for _, bad := range [][]string{nil, {"break"}, {"status", "--stage"}, {"init", "more"}} {
		if code, said := ask(env, bad...); code != exitUsage {
			t.Errorf("%v: %d, %s", bad, code, said)
		}
	}
	if code, said := ask(env[:1], "status"); code != exitFailed || !strings.Contains(said, "encryption.keyset") {
		t.Errorf("without a setting: %d, %s", code, said)
	}
	if code, said := ask(env, "init"); code != exitOK {
		t.Fatalf("init: %d, %s", code, said)
	}
	s, err := store.Open(t.Context(), store.Config{DataDir: filepath.Join(dir, "data"), Keyset: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "adviser", UserID: "minji"}); err != nil {
		t.Fatal(err)
	}
	_, before := ask(env, "status")
	if code, said := ask(env, "rotate"); code != exitOK {
		t.Fatalf("rotate: %d, %s", code, said)
	}
	code, after := ask(env, "status") // while the database is in use
	if code != exitOK || before == after || !strings.Contains(after, `:1}`) {
		t.Errorf("status %d: %s, before %s", code, after, before)
	}
	if code, said := ask(env, "init"); code != exitFailed {
		t.Errorf("a second init: %d, %s", code, said)
	}
}
