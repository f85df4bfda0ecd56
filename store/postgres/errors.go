package postgres

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Temporary tells whether the same call may work later: the server is away,
// full, starting, stopping or became read-only, or two transactions met.
func Temporary(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return temporaryCode(pg.Code)
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, driver.ErrBadConn) ||
		pgconn.SafeToRetry(err)
}

// temporaryCode knows the classes 08 connection, 53 resources, 57P server
// stopping or starting, 40 rollback, 25006 read-only, and 25P03 idle for too
// long in a transaction.
func temporaryCode(code string) bool {
	for _, class := range []string{"08", "53", "57P", "40", "25006", "25P03"} {
		if strings.HasPrefix(code, class) {
			return true
		}
	}
	return false
}

// Missing tells whether a row that was referred to is not there.
func Missing(err error) bool { return sqlState(err) == "23503" }

// Taken tells whether a key exists already.
func Taken(err error) bool { return sqlState(err) == "23505" }

// Collided tells whether two transactions met and this one was given up, by
// a deadlock or a serialisation failure.
func Collided(err error) bool { return strings.HasPrefix(sqlState(err), "40") }

// Damaged tells whether a page, or an index, is not what was written.
func Damaged(err error) bool {
	state := sqlState(err)
	return state == "XX001" || state == "XX002"
}

func sqlState(err error) string {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return ""
	}
	return pg.Code
}
