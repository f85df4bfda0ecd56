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

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: testdb.Postgres(t), MaxConns: 8})
	}, func(t *testing.T) *store.Store {
		return open(t, store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8})
	})
}
