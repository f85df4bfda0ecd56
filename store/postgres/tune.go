package postgres

import (
	"context"
	"fmt"
)

// Tune gives the migrated tables what only this database has: in heads, whose rows
// are updated all the time, room for an update on its own page, which touches no
// index, and cleaning that keeps up; and keys that are compared byte by byte,
// whatever the database's language is.
func (db *DB) Tune(ctx context.Context) error {
	const heads = `ALTER TABLE heads SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05,
	autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.2)`
	if _, err := db.db.ExecContext(ctx, heads); err != nil {
		return err
	}
	return db.compareBytes(ctx)
}

// keys are the columns by which rows are found; a database of a language
// would compare them by its rules, which is several times slower.
func keys() [][2]string {
	return [][2]string{
		{"sessions", "id"}, {"heads", "session_id"}, {"runs", "id"}, {"runs", "session_id"}, {"runs", "client_msg_id"},
		{"events", "session_id"}, {"messages", "session_id"}, {"checkpoints", "session_id"},
		{"sessions", "user_id"}, {"memories", "user_id"}, {"documents", "user_id"}, // found by how they begin, too
	}
}

// compareBytes changes the keys that are compared otherwise.
func (db *DB) compareBytes(ctx context.Context) error {
	const other = `SELECT a.attcollation <> c.oid AND current_setting('lc_collate') NOT IN ('C', 'POSIX')
FROM pg_attribute a, pg_collation c
WHERE a.attrelid = $1::text::regclass AND a.attname = $2 AND c.collname = 'C'`
	for _, c := range keys() {
		var differs bool
		if err := db.db.QueryRowContext(ctx, other, c[0], c[1]).Scan(&differs); err != nil {
			return err
		}
		if !differs {
			continue
		}
		statement := fmt.Sprintf(`ALTER TABLE %s ALTER COLUMN %s TYPE text COLLATE "C"`, c[0], c[1])
		if _, err := db.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
