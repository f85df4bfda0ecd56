// Package migrations holds the company assistant's tables: documents with
// their versions and checks, and what is filed. Every row has its company.
package migrations

import "embed"

// FS holds the migration files at its root.
//
//go:embed *.sql
var FS embed.FS
