// Package sqlite keeps Madang's data in one file of a directory: the store
// of a single process, with nothing to install. One connection writes, a
// few read beside it; a second process that wants to own the same directory is
// refused.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/madang-dev/madang/store/sqlc"
)

// ErrInUse is returned by Open when another process has the directory.
var ErrInUse = errors.New("sqlite: the data directory is in use by another process")

const (
	fileName = "madang.db"
	lockName = "madang.lock"

	// busyTimeout is how long a statement waits for a lock that a backup
	// or an inspecting tool holds.
	busyTimeout = 5 * time.Second
)

// DB is an open data directory.
type DB struct {
	writer *writer
	reader *statements
	// migrate is a pool of its own, because the migration tool wants to
	// take and give back connections.
	migrate *sql.DB
	// scrubber has no connection but while it works, and gives way soon.
	scrubber *sql.DB
	// closers end what was opened, the latest first: what is held of the directory
	// is given back last.
	closers []func() error
}

// Open takes the directory for this process, creating it where needed.
func Open(ctx context.Context, dir string) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make data directory: %w", err)
	}
	return opened(func(db *DB) error {
		if err := db.takeLock(ctx, filepath.Join(dir, lockName)); err != nil {
			return err
		}
		folder, err := hold(dir)
		if err != nil {
			return err
		}
		if folder != nil { // nil where folders can't be held
			db.closers = append(db.closers, folder.Close)
		}
		return db.open(ctx, filepath.Join(dir, fileName), os.O_CREATE)
	})
}

// OpenBeside opens a directory without taking it, whoever has it. Its writes
// wait for those of the process that has it, and it for them, for at most
// busyTimeout: they have to be short.
func OpenBeside(ctx context.Context, dir string) (*DB, error) {
	return opened(func(db *DB) error { return db.open(ctx, filepath.Join(dir, fileName), 0) })
}

func opened(open func(*DB) error) (*DB, error) {
	db := &DB{}
	if err := open(db); err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

func (db *DB) open(ctx context.Context, path string, create int) error {
	// Made here and not by SQLite, so that only the owner can read it; the
	// files beside it inherit this.
	f, err := os.OpenFile(path, create|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("open database file: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("open database file: %w", err)
	}

	db.migrate, err = db.pool(path, "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)")
	if err != nil {
		return err
	}
	db.migrate.SetMaxOpenConns(1)
	db.migrate.SetMaxIdleConns(0)
	if db.scrubber, err = db.pool(path, "busy_timeout(200)"); err != nil {
		return err
	}
	db.scrubber.SetMaxIdleConns(0)
	write, err := db.pool(path, "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		// What is deleted is overwritten, not left in free pages.
		"secure_delete(1)",
		// The log is copied to the file less often than by default, as
		// the same pages are written again and again. It is cut back
		// after that, so that one large commit doesn't leave a large
		// file for ever.
		"journal_size_limit(67108864)", "wal_autocheckpoint(4000)", "cache_size(-32000)")
	if err != nil {
		return err
	}
	if db.writer, err = newWriter(ctx, write); err != nil {
		return fmt.Errorf("open database file: %w", err)
	}
	db.closers = append(db.closers, db.writer.close)
	read, err := db.pool(path, "query_only(1)", "cache_size(-8000)")
	if err != nil {
		return err
	}
	n := max(4, runtime.GOMAXPROCS(0))
	read.SetMaxOpenConns(n)
	read.SetMaxIdleConns(n)
	db.reader = &statements{db: read}
	db.closers = append(db.closers, db.reader.close)
	return nil
}

// takeLock holds an exclusive transaction on an empty database of its own:
// the operating system frees it when the process ends, however it ends.
func (db *DB) takeLock(ctx context.Context, path string) error {
	pool, err := db.pool(path)
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("lock data directory: %w", err)
	}
	db.closers = append(db.closers, conn.Close)
	for _, q := range []string{"PRAGMA busy_timeout = 0", "BEGIN EXCLUSIVE"} {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			if code(err) == sqlite3.SQLITE_BUSY {
				return ErrInUse
			}
			return fmt.Errorf("lock data directory: %w", err)
		}
	}
	return nil
}

func (db *DB) pool(path string, pragmas ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", filepath.Base(path), err)
	}
	v := url.Values{"_txlock": {"immediate"}}
	// busy_timeout comes first, so that the next pragmas wait too.
	v.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()))
	for _, p := range pragmas {
		v.Add("_pragma", p)
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), OmitHost: true, RawQuery: v.Encode()}
	connector, err := driver.NewConnector(u.String())
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", filepath.Base(path), err)
	}
	pool := sql.OpenDB(connector)
	db.closers = append(db.closers, pool.Close)
	return pool, nil
}

// Reader runs queries beside the writer, each on the newest commit.
func (db *DB) Reader() sqlc.DBTX { return db.reader }

// Tx runs f in the one write transaction of the moment. Unlike on a server,
// an error always means that nothing was written: sent is false.
func (db *DB) Tx(ctx context.Context, f func(sqlc.DBTX) error) (sent bool, err error) {
	return false, db.writer.tx(ctx, f)
}

// Migrator is the connection that migrations run on.
func (db *DB) Migrator() *sql.DB { return db.migrate }

// Now is the clock of this machine, which is the database's too.
func (db *DB) Now(context.Context) (time.Time, error) { return time.Now(), nil }

// Ping reads from the file. While the newest write has failed for want of room,
// or of a disk that takes it, that is its error.
func (db *DB) Ping(ctx context.Context) error {
	if err := db.writer.refused.Load(); err != nil {
		return *err
	}
	var n int
	return db.reader.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&n)
}

// Close gives the directory back. It waits for the running transaction.
func (db *DB) Close() error {
	var errs []error
	for _, end := range slices.Backward(db.closers) {
		errs = append(errs, end())
	}
	db.closers = nil // closed again it does nothing
	return errors.Join(errs...)
}

// QuickCheck reads every page and tells what is wrong, nothing where all is well.
func (db *DB) QuickCheck(ctx context.Context) (found []string, err error) {
	rows, err := db.migrate.QueryContext(ctx, "PRAGMA quick_check(10)")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		if line != "ok" {
			found = append(found, line)
		}
	}
	return found, rows.Err()
}
