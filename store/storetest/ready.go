package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/madang-dev/madang/internal/seal"
	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/store"
)

// fileName is what a data directory's database is called.
const fileName = "madang.db"

// migrated is the file of an empty SQLite database of this build's shape. To
// migrate one for each test takes longer than most tests do.
var migrated = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "madang-shape-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := migrate(store.Config{DataDir: dir}); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, fileName))
})

// SQLite is a data directory of the test's own whose database is empty and
// needs no migration.
func SQLite(t testing.TB) (dir string) {
	t.Helper()
	file, err := migrated()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Postgres is the URL of a database of the test's own that is empty and needs
// no migration.
func Postgres(t testing.TB) (url string) {
	t.Helper()
	return testdb.PostgresLike(t, func(url string) error { return migrate(store.Config{DatabaseURL: url}) })
}

func migrate(cfg store.Config) error {
	s, err := store.Open(context.Background(), cfg)
	if err != nil {
		return err
	}
	if _, err := s.Migrate(context.Background()); err != nil {
		s.Close()
		return err
	}
	return s.Close()
}

// Keyset is a new file of master keys: a store with it seals what users say.
func Keyset(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "keys.json")
	if err := seal.Create(path); err != nil {
		t.Fatal(err)
	}
	return path
}
