package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/madang-dev/madang/store/postgres"
	"github.com/madang-dev/madang/store/sqlc"
	"github.com/madang-dev/madang/store/sqlite"
)

// Config says where the data is. The zero value is SQLite in ./data.
type Config struct {
	// DatabaseURL is a postgres:// address; "" is SQLite in DataDir.
	DatabaseURL string
	// DataDir is the directory of the SQLite file; "" is "data".
	DataDir string
	// MaxConns bounds the Postgres connections of this process; 0 is eight
	// a processor, at least 16. SQLite doesn't need it.
	MaxConns int
	// Keyset names the file of master keys that users' keys are wrapped with;
	// "" seals nothing.
	Keyset string
	// Beside opens a SQLite directory that another process may have, or
	// take, at the same time. It is for what no run touches: ingested
	// knowledge. It does not make or migrate a database.
	Beside bool
}

// The databases that a Store can be on.
const (
	DialectSQLite   = "sqlite"
	DialectPostgres = "postgres"
)

// Store is an open database. It is safe for use by many goroutines.
type Store struct {
	dialect string
	db      database
	vault   *vault
	// userTables are those of the assistants' own, by assistant.
	userTables map[string][]UserTable
	reads      *queries
	kind       errorKind
	// groups is the fast way to write; nil where there is none.
	groups groupWriter
	// damage is the first error of a file that is not what was written: nothing
	// mends it but a restore, so that it stays until the next start.
	damage atomic.Pointer[error]
	// tuneFunc gives new tables what only this database has; nil is nothing.
	tuneFunc func(context.Context) error
}

// database is what the two drivers' rooms offer.
type database interface {
	Reader() sqlc.DBTX
	Tx(ctx context.Context, f func(sqlc.DBTX) error) (sent bool, err error)
	Migrator() *sql.DB
	Now(ctx context.Context) (time.Time, error)
	Ping(ctx context.Context) error
	// Scrub ends what is left of removed rows beside the tables' own pages.
	Scrub(ctx context.Context) error
	Close() error
}

// errorKind sorts a driver's errors.
type errorKind struct {
	temporary func(error) bool
	missing   func(error) bool // what was referred to isn't there
	taken     func(error) bool // the key exists
	collided  func(error) bool // with another transaction: it may go on again
	damaged   func(error) bool // the file is not what was written
}

// Open connects to the database; Migrate has to run before it is used. A
// server that can't be reached is ErrUnavailable, a data directory that
// another process has is ErrInUse. Neither tells the address, which may
// hold a password.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	v, err := openVault(cfg.Keyset)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	switch {
	case cfg.DatabaseURL == "":
		return openSQLite(ctx, cfg, v)
	case strings.HasPrefix(cfg.DatabaseURL, "postgres://"), strings.HasPrefix(cfg.DatabaseURL, "postgresql://"):
		return openPostgres(ctx, cfg, v)
	}
	return nil, errors.New("open store: the database url must begin with postgres://")
}

func openSQLite(ctx context.Context, cfg Config, v *vault) (*Store, error) {
	dir := cmp.Or(cfg.DataDir, "data")
	s := &Store{
		dialect: DialectSQLite, vault: v, userTables: map[string][]UserTable{},
		kind: errorKind{sqlite.Temporary, sqlite.Missing, sqlite.Taken, func(error) bool { return false }, sqlite.Damaged},
	}
	open := sqlite.Open
	if cfg.Beside {
		open = sqlite.OpenBeside
	}
	db, err := open(ctx, dir)
	if errors.Is(err, sqlite.ErrInUse) {
		return nil, fmt.Errorf("open store: %w: %s", ErrInUse, dir)
	}
	if err != nil {
		return nil, s.wrap(ctx, "open store", err)
	}
	s.db, s.reads = db, s.queries(db.Reader())
	return s, nil
}

func openPostgres(ctx context.Context, cfg Config, v *vault) (*Store, error) {
	s := &Store{
		dialect: DialectPostgres, vault: v, userTables: map[string][]UserTable{},
		kind: errorKind{postgres.Temporary, postgres.Missing, postgres.Taken, postgres.Collided, postgres.Damaged},
	}
	db, err := postgres.Open(ctx, cfg.DatabaseURL, cfg.MaxConns)
	if err != nil {
		return nil, s.wrap(ctx, "open store", err)
	}
	s.db, s.reads, s.groups, s.tuneFunc = db, s.queries(db.Reader()), db, db.Tune
	return s, nil
}

// Dialect is DialectSQLite or DialectPostgres.
func (s *Store) Dialect() string { return s.dialect }

// Exclusive tells that no other process can have this database open, so
// that whatever a run's owner was, it is gone.
func (s *Store) Exclusive() bool { return s.dialect == DialectSQLite }

// Now is the database's clock: the one that leases are measured by, so that
// nodes whose clocks differ agree.
func (s *Store) Now(ctx context.Context) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, opTimeout)
	defer cancel()
	t, err := s.db.Now(ctx)
	if err != nil {
		return time.Time{}, s.wrap(ctx, "read clock", err)
	}
	return fromMillis(millis(t)), nil
}

// Ping tells whether the database answers, and is as it was written as far as
// anybody has read: else ErrDamaged.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.damage.Load(); err != nil {
		return *err
	}
	return s.wrap(ctx, "ping", s.db.Ping(ctx))
}

// Close ends every connection after its running call.
func (s *Store) Close() error { return s.db.Close() }
