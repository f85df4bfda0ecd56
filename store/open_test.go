package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

func TestDataDirectoryIsExclusive(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "자료 100%?#")
	first, err := store.Open(t.Context(), store.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if !first.Exclusive() || first.Dialect() != store.DialectSQLite {
		t.Errorf("store is %s, exclusive %v", first.Dialect(), first.Exclusive())
	}
	_, err = store.Open(t.Context(), store.Config{DataDir: dir})
	if !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), dir) {
		t.Errorf("a second store: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "madang.lock")); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), store.Config{DataDir: dir}); !errors.Is(err, store.ErrInUse) {
		t.Errorf("a second store when the lock file was deleted: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, store.Config{DataDir: dir})

	info, err := os.Stat(filepath.Join(dir, "madang.db"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the file: %s", info.Mode())
	}
}

func TestSQLiteKeepsDataOverReopening(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, err := store.Open(t.Context(), store.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	want, err := first.CreateSession(t.Context(), store.Server(), state.Session{UserID: "u1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := first.CreateSession(t.Context(), store.Server(), state.Session{}); err == nil {
		t.Error("a closed store takes writes")
	}
	if err := first.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
	again := open(t, store.Config{DataDir: dir})
	if n, err := again.Migrate(t.Context()); err != nil || n != 0 {
		t.Errorf("migrated %d, %v", n, err)
	}
	got, err := again.Session(t.Context(), store.Server(), want.ID)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestErrorsDontTellThePassword(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	for _, url := range []string{
		"postgres://madang:" + secret + "@127.0.0.1:1/db",
		"postgres://madang:" + secret + " %zz@127.0.0.1:1/db",
		"postgres://madang:" + secret + "@127.0.0.1:port/db",
		"postgres://127.0.0.1:1/db?password=" + secret + "&sslmode=maybe",
		"mysql://madang:" + secret + "@127.0.0.1/db",
		secret,
	} {
		_, err := store.Open(t.Context(), store.Config{DatabaseURL: url})
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v", err, err), secret) {
			t.Errorf("error is %v", err)
		}
	}
}

func TestPostgresAwayIsTemporary(t *testing.T) {
	t.Parallel()
	server := testdb.NewPostgres(t)
	s := open(t, store.Config{DatabaseURL: server.URL(), MaxConns: 4})
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s.Exclusive() || s.Dialect() != store.DialectPostgres {
		t.Errorf("store is %s, exclusive %v", s.Dialect(), s.Exclusive())
	}
	session, err := s.CreateSession(t.Context(), store.Server(), state.Session{})
	if err != nil {
		t.Fatal(err)
	}
	server.Stop()
	if err := s.Ping(t.Context()); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("ping: %v", err)
	}
	if _, err := s.Session(t.Context(), store.Server(), session.ID); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("read: %v", err)
	}
	if _, err := s.CreateSession(t.Context(), store.Server(), state.Session{}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("write: %v", err)
	}
	commit := &store.Commit{RunID: "r", SessionID: session.ID, Status: state.RunRunning, At: time.Now()}
	if err := s.Apply(t.Context(), []*store.Commit{commit})[0]; !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("commit: %v", err)
	}
	if _, err := store.Open(t.Context(), store.Config{DatabaseURL: server.URL()}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("open: %v", err)
	}
	server.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		_, err := s.Session(ctx, store.Server(), session.ID)
		if err == nil {
			return
		}
		if !errors.Is(err, store.ErrUnavailable) {
			t.Fatalf("after the restart: %v", err)
		}
	}
}
