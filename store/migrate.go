package store

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/madang-dev/madang/migrations"
)

// lockRetry is how long a node waits between two tries while another one
// migrates; lockTries of them are five minutes.
const (
	lockRetry = 1 // seconds
	lockTries = 300

	migrateTimeout = 10 * time.Minute
)

// Migrate brings the database to the shape of this build and tells how many
// steps that took. Several nodes may call it at once: one works, the others
// wait for it.
func (s *Store) Migrate(ctx context.Context) (applied int, err error) {
	return s.migrate(ctx, migrations.FS, goose.DefaultTablename)
}

// MigrateTables does the same for the tables of an assistant, after Migrate:
// files are its migrations, at the root. They have version numbers of their
// own, so that assistants never wait for each other's.
func (s *Store) MigrateTables(ctx context.Context, assistant string, files fs.FS) (applied int, err error) {
	return s.migrate(ctx, files, goose.DefaultTablename+"_"+assistant)
}

func (s *Store) migrate(ctx context.Context, files fs.FS, versions string) (applied int, err error) {
	p, err := s.migrator(files, versions)
	if err != nil {
		return 0, err
	}
	bound, cancel := context.WithTimeout(ctx, migrateTimeout)
	defer cancel()
	done, err := p.Up(bound)
	if err == nil && len(done) > 0 && s.tuneFunc != nil {
		err = s.tuneFunc(bound)
	}
	return len(done), s.wrap(ctx, "migrate", err)
}

// Version is the number of the newest migration that the database has.
func (s *Store) Version(ctx context.Context) (int64, error) {
	p, err := s.migrator(migrations.FS, goose.DefaultTablename)
	if err != nil {
		return 0, err
	}
	bound, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	v, err := p.GetDBVersion(bound)
	return v, s.wrap(ctx, "read version", err)
}

// Newest is the number of the newest migration of this build.
func Newest() int64 {
	files, _ := fs.Glob(migrations.FS, "*.sql") // the pattern is a good one
	n, _ := strconv.ParseInt(files[len(files)-1][:5], 10, 64)
	return n
}

// migrator isn't closed: that would close the pool under it.
func (s *Store) migrator(files fs.FS, versions string) (*goose.Provider, error) {
	dialect := goose.DialectSQLite3
	opts := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithTableName(versions),
		// A database that was made between two releases may have a later number first.
		goose.WithAllowOutofOrder(true)}
	if s.dialect == DialectPostgres {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockRetry, lockTries))
		if err != nil {
			return nil, fmt.Errorf("migrate: %w", err)
		}
		opts = append(opts, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(dialect, s.db.Migrator(), files, opts...)
	if err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	return p, nil
}
