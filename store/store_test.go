package store_test

import (
	"path/filepath"
	"testing"

	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

func open(t testing.TB, cfg store.Config) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.Store {
		return open(t, store.Config{DataDir: t.TempDir()})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DataDir: storetest.SQLite(t)})
	})
}

// With keys everything is as without.
func TestSealedSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.Store {
		return open(t, store.Config{DataDir: t.TempDir(), Keyset: keyset(t)})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DataDir: storetest.SQLite(t), Keyset: keyset(t)})
	})
}

func TestSealedPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: testdb.Postgres(t), MaxConns: 8, Keyset: keyset(t)})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8, Keyset: keyset(t)})
	})
}

// keyset is a new file of master keys.
func keyset(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := seal.Create(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: testdb.Postgres(t), MaxConns: 8})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8})
	})
}
