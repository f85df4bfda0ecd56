package sqlite

import (
	"context"
	"time"
)

// scrubTries bounds how often one call looks for a moment without readers. Writers
// wait meanwhile, at most for the scrubber's busy_timeout at a time.
const (
	scrubTries = 5
	scrubPause = 50 * time.Millisecond
)

// Scrub brings the write-ahead log into the file, whose freed pages are overwritten,
// and empties it: until then it has the rows that were removed. A reader of an
// earlier state, such as a backup, keeps it from that; the next call does it.
func (db *DB) Scrub(ctx context.Context) error {
	for try := range scrubTries {
		var busy, pages, done int
		err := db.scrubber.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &done)
		if err != nil && !Temporary(err) || err == nil && busy == 0 {
			return err
		}
		if try+1 < scrubTries {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(scrubPause):
			}
		}
	}
	return nil
}
