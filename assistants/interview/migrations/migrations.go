// Package migrations holds the interviewer's tables: what it keeps of practice
// interviews.
package migrations

import "embed"

// FS holds the migration files at its root.
//
//go:embed *.sql
var FS embed.FS
