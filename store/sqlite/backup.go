package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Keys are users' wrapped keys by id.
type Keys map[string][]byte

// Backup writes a consistent copy of the database to a file that is not there yet,
// while others write, and returns the users' keys, which the copy is without.
func (db *DB) Backup(ctx context.Context, path string) (Keys, error) {
	if _, err := db.migrate.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return nil, fmt.Errorf("copy database: %w", err)
	}
	// It holds what users said: nobody else on the machine is to read it.
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, fmt.Errorf("copy database: %w", err)
	}
	keys := Keys{}
	err := file(path, func(copied *sql.DB) error {
		rows, err := copied.QueryContext(ctx, "SELECT id, wrapped FROM user_keys")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id string
			var wrapped []byte
			if err := rows.Scan(&id, &wrapped); err != nil {
				return err
			}
			keys[id] = wrapped
		}
		// Closed here and not only by the defer: the update waits for the one connection.
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		// The keys travel apart: an erased user's comes back with no old copy, and who has a
		// copy alone reads nothing that is sealed.
		if _, err := copied.ExecContext(ctx, "UPDATE user_keys SET wrapped = x''"); err != nil {
			return err
		}
		_, err = copied.ExecContext(ctx, "VACUUM") // no page has a key left
		return err
	})
	return keys, err
}

// Restore makes a data directory of a copy and of keys. One that has a database is
// an error; so is a copy that is damaged.
func Restore(ctx context.Context, dir, path string, keys Keys) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make data directory: %w", err)
	}
	to := filepath.Join(dir, fileName)
	if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there: restore into an empty data directory", to)
	}
	// Under another name until it is whole: what a crash leaves here must not be taken
	// for a database by the next start.
	half := to + ".restoring"
	if err := duplicate(path, half); err != nil {
		return errors.Join(err, os.Remove(half))
	}
	err := file(half, func(copied *sql.DB) error {
		var found string
		if err := copied.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&found); err != nil || found != "ok" {
			return errors.Join(fmt.Errorf("%s is damaged: %s", path, found), err)
		}
		for id, wrapped := range keys {
			if _, err := copied.ExecContext(ctx, "UPDATE user_keys SET wrapped = ? WHERE id = ?", wrapped, id); err != nil {
				return fmt.Errorf("put keys back: %w", err)
			}
		}
		return nil
	})
	if err != nil {
		return errors.Join(err, os.Remove(half))
	}
	return os.Rename(half, to)
}

// file opens a database that nobody else has, without a log beside it.
func file(path string, f func(*sql.DB) error) error {
	db := &DB{}
	pool, err := db.pool(path, "journal_mode(DELETE)", "secure_delete(1)")
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	return errors.Join(f(pool), db.Close())
}

func duplicate(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	_, err = io.Copy(out, in)
	// On the disk before it gets its name.
	return errors.Join(err, out.Sync(), out.Close())
}
