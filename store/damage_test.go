package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// damagedDir is a SQLite database whose messages are partly overwritten, as by a
// failing disk.
func damagedDir(t *testing.T) (dir, sessionID string) {
	t.Helper()
	dir = t.TempDir()
	s, err := store.Open(t.Context(), store.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	session, err := s.CreateSession(t.Context(), store.Server(), state.Session{UserID: "kim"})
	if err != nil {
		t.Fatal(err)
	}
	word := strings.Repeat("canary ", 500)
	for range 20 {
		_, err := s.Submit(t.Context(), store.Submission{
			Run:     state.Run{SessionID: session.ID, Kind: state.RunQuery, Query: word, Deadline: time.Now()},
			Message: &state.Message{Role: state.RoleUser, Content: word}, At: time.Now(),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "madang.db")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	hit := 0
	for at := page; at+page <= len(data); at += page {
		if strings.Contains(string(data[at:at+page]), "canary") {
			copy(data[at:], strings.Repeat("\xee", page))
			hit++
		}
	}
	if hit == 0 {
		t.Fatal("no page of messages is in the file")
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, session.ID
}

// Whoever reads a damaged page makes the whole server not ready, and a look at
// all pages finds it before anybody does.
func TestDamageIsTold(t *testing.T) {
	t.Parallel()
	dir, sessionID := damagedDir(t)
	s, err := store.Open(t.Context(), store.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("before anybody read it: %v", err)
	}
	if err := s.Inspect(t.Context()); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("inspected: %v", err)
	}
	if _, err := s.Messages(t.Context(), store.Server(), sessionID, 100, 0); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("read: %v", err)
	}
	if err := s.Ping(t.Context()); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("ready after that: %v", err)
	}
}

func TestASoundFileIsInspected(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), store.Config{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Inspect(t.Context()); err != nil {
		t.Error(err)
	}
	at, err := s.LastWritten(t.Context())
	if err != nil || !at.IsZero() {
		t.Errorf("written at %s, %v", at, err)
	}
}
