package document

import (
	"testing"
	"time"
)

// Stamps are compared as texts: a tenth of a second must not look later than
// a hundredth more.
func TestStampsAreOrderedAsTexts(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 16, 3, 51, 410_000_000, time.UTC)
	for range 1000 {
		next := at.Add(time.Millisecond)
		if a, b := at.Format(stampLayout), next.Format(stampLayout); a >= b {
			t.Fatalf("%s is not before %s", a, b)
		}
		at = next
	}
}
