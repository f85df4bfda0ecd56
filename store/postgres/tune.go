package postgres

import (
	"context"
	"fmt"
)

// Tune gives the migrated tables what only this database has: room beside
// the rows that are updated all the time, so that an update stays on its
// page and touches no index, and cleaning that keeps up with them; keys
// that are compared byte by byte, whatever the database's language is; and
// a faster compression.
func (db *DB) Tune(ctx context.Context) error {
	for _, statement := range []string{
		`ALTER TABLE heads SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05,
			autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.2)`,
		`ALTER TABLE sessions SET (fillfactor = 80)`,
		`ALTER TABLE runs SET (fillfactor = 80)`,
		`ALTER TABLE events SET (autovacuum_vacuum_insert_scale_factor = 1)`,
		`ALTER TABLE checkpoints SET (autovacuum_vacuum_insert_scale_factor = 1)`,
		`ALTER TABLE messages SET (autovacuum_vacuum_insert_scale_factor = 1)`,
	} {
		if _, err := db.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := db.compareBytes(ctx); err != nil {
		return err
	}
	return db.compressFast(ctx)
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

func (db *DB) compareBytes(ctx context.Context) error {
	const other = `SELECT a.attcollation <> c.oid AND current_setting('lc_collate') NOT IN ('C', 'POSIX')
FROM pg_attribute a, pg_collation c
WHERE a.attrelid = $1::text::regclass AND a.attname = $2 AND c.collname = 'C'`
	return db.alter(ctx, keys(), other, `TYPE text COLLATE "C"`)
}

// alter changes the columns that are other than they should be.
func (db *DB) alter(ctx context.Context, columns [][2]string, other, change string) error {
	for _, c := range columns {
		var differs bool
		if err := db.db.QueryRowContext(ctx, other, c[0], c[1]).Scan(&differs); err != nil {
			return err
		}
		if !differs {
			continue
		}
		statement := fmt.Sprintf(`ALTER TABLE %s ALTER COLUMN %s %s`, c[0], c[1], change)
		if _, err := db.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// long are the columns whose values are often long enough to be compressed.
func long() [][2]string {
	return [][2]string{
		{"events", "payload"}, {"messages", "content"}, {"messages", "data"},
		{"checkpoints", "value"}, {"checkpoints", "journal"},
	}
}

// compressFast has long values compressed by lz4, which takes a fraction of
// the default's time, where the server was built with it.
func (db *DB) compressFast(ctx context.Context) error {
	const known = `SELECT coalesce((SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression'), false)`
	const other = `SELECT attcompression <> 'l' FROM pg_attribute WHERE attrelid = $1::text::regclass AND attname = $2`
	var has bool
	if err := db.db.QueryRowContext(ctx, known).Scan(&has); err != nil || !has {
		return err
	}
	return db.alter(ctx, long(), other, `SET COMPRESSION lz4`)
}
