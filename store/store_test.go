package store_test

import (
	"testing"

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
		return open(t, store.Config{DataDir: t.TempDir(), Keyset: storetest.Keyset(t)})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DataDir: storetest.SQLite(t), Keyset: storetest.Keyset(t)})
	})
}

func TestSealedPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: testdb.Postgres(t), MaxConns: 8, Keyset: storetest.Keyset(t)})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8, Keyset: storetest.Keyset(t)})
	})
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: testdb.Postgres(t), MaxConns: 8})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8})
	})
}
