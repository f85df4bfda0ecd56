// Package sampletest has the sample company in Postgres for tests, behind the
// database's own lock.
package sampletest

import (
	"database/sql"
	_ "embed"
	"net/url"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"github.com/madang-dev/madang/assistants/company/sample"
	"github.com/madang-dev/madang/internal/testdb"
)

//go:embed postgres.sql
var lock string

// The role is the server's, which tests share: two databases that make it at once
// fail on each other's row.
var making sync.Mutex

// Postgres is the address of a database with the sample, as the role
// madang_reader that may read what the settings of a transaction (app.role,
// app.region, …) let the person see.
func Postgres(t testing.TB) string {
	t.Helper()
	owner := testdb.Postgres(t)
	db, err := sql.Open("pgx", owner)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := sample.Install(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	making.Lock()
	_, err = db.ExecContext(t.Context(), lock)
	making.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(owner)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("role", "madang_reader")
	u.RawQuery = q.Encode()
	return u.String()
}
