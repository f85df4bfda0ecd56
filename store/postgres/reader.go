package postgres

import (
	"cmp"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// maxReaders is how many connections a foreign database is asked by.
	maxReaders = 8
	// readTimeout is how long a statement may take there, in milliseconds; who
	// asks sets less.
	readTimeout = "10000"
)

// OpenReader is somebody else's database, which is only read: each transaction
// is read-only, whatever its role may do, and a statement has a time limit. It
// connects when it is first asked. Error: ErrURL.
func OpenReader(url string) (*sql.DB, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, ErrURL
	}
	cfg.ConnectTimeout = cmp.Or(cfg.ConnectTimeout, connectTimeout)
	cfg.RuntimeParams["application_name"] = "madang"
	cfg.RuntimeParams["default_transaction_read_only"] = "on"
	cfg.RuntimeParams["statement_timeout"] = readTimeout
	db := stdlib.OpenDB(*cfg)
	db.SetMaxOpenConns(maxReaders)
	return db, nil
}
