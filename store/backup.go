package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/madang-dev/madang/store/sqlite"
)

// KeysFile is where a folder of backups has the users' keys: those of the newest
// backup alone, so that who was erased since is in no older one either.
const KeysFile = "keys.json"

// Backup writes a consistent copy of a SQLite database into a folder, while it is
// in use, and replaces the folder's KeysFile; it returns the copy's path.
func (s *Store) Backup(ctx context.Context, dir string, now time.Time) (path string, err error) {
	db, ok := s.db.(*sqlite.DB)
	if !ok {
		return "", fmt.Errorf("back up: %w: of Postgres by pg_dump (docs/operations.md)", ErrInvalid)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	path = filepath.Join(dir, "madang-"+now.UTC().Format("20060102T150405.000")+".db")
	keys, err := db.Backup(ctx, path)
	if err != nil {
		return "", fmt.Errorf("back up: %w", errors.Join(err, os.Remove(path)))
	}
	text, err := json.Marshal(keys)
	if err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	half := filepath.Join(dir, KeysFile+".half")
	if err := os.WriteFile(half, text, 0o600); err != nil {
		return "", fmt.Errorf("back up: %w", err)
	}
	return path, os.Rename(half, filepath.Join(dir, KeysFile))
}

// Restore makes a SQLite data directory of a backup, with the keys that stand beside
// it by now. EraseKeyless is to follow.
func Restore(ctx context.Context, dataDir, path string) error {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), KeysFile))
	if err != nil {
		return fmt.Errorf("restore: the keys of the newest backup: %w", err)
	}
	keys := sqlite.Keys{}
	if err := json.Unmarshal(text, &keys); err != nil {
		return fmt.Errorf("restore: %s: %w", KeysFile, err)
	}
	if err := sqlite.Restore(ctx, dataDir, path, keys); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// EraseKeyless erases the users whose keys are gone, of whom a restored database
// tells though they were erased after it was copied, and counts them.
func (s *Store) EraseKeyless(ctx context.Context) (count int, err error) {
	users, err := read(ctx, s, "find users without keys", func(ctx context.Context, q *queries) ([]string, error) {
		return q.KeylessUsers(ctx)
	})
	for _, user := range users {
		if _, err := s.EraseUser(ctx, Server(), user); err != nil {
			return count, err
		}
		count++
	}
	return count, err
}
