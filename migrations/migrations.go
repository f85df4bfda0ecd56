// Package migrations holds the steps that bring a database to the shape
// this build works on: one set of SQL files that SQLite and Postgres both
// understand, applied in the order of their numbers by store.Migrate.
package migrations

import "embed"

// FS holds the migration files at its root.
//
//go:embed *.sql
var FS embed.FS
