//go:build !failpoint

package failpoint

import "time"

// Enabled tells whether this build has failpoints.
const Enabled = false

// Hit passes a place; in this build nothing happens there.
func Hit(string) error { return nil }

// Now is the wall clock's time.
func Now() time.Time { return time.Now() }
