package sqlite

import (
	"errors"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// code is SQLite's primary result code, 0 for another error.
func code(err error) int { return extended(err) & 0xff }

// Temporary tells whether the same call may work later: a lock, a full or
// failing disk.
func Temporary(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL,
		sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY,
		sqlite3.SQLITE_NOMEM:
		return true
	}
	return false
}

// refusal tells whether the disk did not take a write.
func refusal(err error) bool {
	switch code(err) {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY:
		return true
	}
	return false
}

// Damaged tells whether the file, or a page of it, is not what was written.
func Damaged(err error) bool {
	return code(err) == sqlite3.SQLITE_CORRUPT || code(err) == sqlite3.SQLITE_NOTADB
}

// Missing tells whether a row that was referred to is not there.
func Missing(err error) bool {
	return extended(err) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// Taken tells whether a key exists already.
func Taken(err error) bool {
	c := extended(err)
	return c == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || c == sqlite3.SQLITE_CONSTRAINT_UNIQUE
}

func extended(err error) int {
	var e *driver.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code()
}
