package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/store/sqlite"
)

// inspectTimeout bounds a look at every page of a database file.
const inspectTimeout = 10 * time.Minute

// Inspect reads every page of a SQLite file and tells by ErrDamaged what is not as
// it was written. Of Postgres, which looks after its pages itself, it asks nothing.
func (s *Store) Inspect(ctx context.Context) error {
	db, ok := s.db.(*sqlite.DB)
	if !ok {
		return nil
	}
	bound, cancel := context.WithTimeout(ctx, inspectTimeout)
	defer cancel()
	found, err := db.QuickCheck(bound)
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("inspect: %w: %s", ErrDamaged, strings.Join(found, "; "))
	}
	return s.wrap(ctx, "inspect", err)
}

// LastWritten is when the newest conversation was gone on with, by the clock of
// whoever wrote it; zero where there is none.
func (s *Store) LastWritten(ctx context.Context) (time.Time, error) {
	return read(ctx, s, "last written", func(ctx context.Context, _ *queries) (time.Time, error) {
		var at int64
		err := s.db.Reader().QueryRowContext(ctx, "SELECT coalesce(max(updated_at), 0) FROM sessions").Scan(&at)
		return fromMillis(at), err
	})
}
