// Package sample is a fictional pharmaceutical sales company: its people and a
// database of 24 months of sales, visits, targets and expenses, made by rules
// without chance, and the catalogue through which questions about it are
// answered. It stands in for a company's own database until one is configured.
package sample

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver of the file
)

const (
	// Company is the id of the sample company.
	Company = "demo"
	// DefaultPerson asks where nobody else was chosen: a manager.
	DefaultPerson = "E021"

	fileName = "company.db"
	// version counts the generator's changes; a file of another is made anew.
	version = 1
)

// Catalogue is the file that says what the sample's database means.
func Catalogue() fs.FS { return files }

// Ensure makes the sample database in a folder where it is missing or of
// another version of the generator, and returns its path. It is written beside
// its place and moved there whole, so that a crash leaves no half of it.
func Ensure(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, fileName)
	if current(ctx, path) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("sample: %w", err)
	}
	made, err := os.CreateTemp(dir, fileName+".*")
	if err != nil {
		return "", fmt.Errorf("sample: %w", err)
	}
	defer os.Remove(made.Name()) // nothing is left there once it was moved
	if err := made.Close(); err != nil {
		return "", fmt.Errorf("sample: %w", err)
	}
	if err := write(ctx, made.Name()); err != nil {
		return "", fmt.Errorf("sample: make %s: %w", path, err)
	}
	if err := os.Rename(made.Name(), path); err != nil {
		return "", fmt.Errorf("sample: %w", err)
	}
	return path, nil
}

// current tells whether a file is there and of this version.
func current(ctx context.Context, path string) bool {
	if _, err := os.Stat(path); err != nil {
		return false
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro")
	if err != nil {
		return false
	}
	defer db.Close()
	var v int
	return db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v) == nil && v == version
}

func write(ctx context.Context, path string) error {
	// The file is thrown away if the machine stops here: nothing has to be
	// on disk before the end.
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_pragma=synchronous(OFF)&_pragma=journal_mode(MEMORY)")
	if err != nil {
		return err
	}
	defer db.Close()
	if err := Install(ctx, db); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}

// Install makes the sample's tables and rows in an empty database, SQLite or
// Postgres, in one transaction.
func Install(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	m := maker{values: shipped()}
	for _, t := range m.tables() {
		if err := t.write(ctx, tx); err != nil {
			return fmt.Errorf("table %s: %w", t.name, err)
		}
	}
	return tx.Commit()
}

func (t table) write(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, t.ddl()); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, t.insert())
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, row := range t.rows {
		if _, err := insert.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return nil
}
