// Package migrations holds the tutor's tables: what it keeps of finished
// learning sessions.
package migrations

import "embed"

// FS holds the migration files at its root.
//
//go:embed *.sql
var FS embed.FS
