package store

import (
	"errors"
	"testing"
)

func TestCutNumber(t *testing.T) {
	t.Parallel()
	for cells, want := range map[string]int64{
		"0\x1f": 0, "1795316875000\x1frest": 1795316875000, "-62135596800000\x1f": -62135596800000, "999999999999999999\x1f": 999999999999999999,
	} {
		n, rest, ok := cutNumber([]byte(cells))
		if !ok || n != want || cells[len(cells)-len(rest)-1:] != "\x1f"+string(rest) {
			t.Errorf("%q: %d, %q, %t", cells, n, rest, ok)
		}
	}
	for _, cells := range []string{"", "-", "12", "\x1f", "-\x1f", "1a\x1f", " 1\x1f", "+1\x1f", "1000000000000000000\x1f"} {
		if n, rest, ok := cutNumber([]byte(cells)); ok {
			t.Errorf("%q: %d, %q", cells, n, rest)
		}
	}
	var c ListedCheckpoint
	if err := c.read([]byte("run\x1f\x1fnode\x1fnext\x1fphase\x1fstatus\x1f1\x1f1\x1fx\x1f0\x1flabel")); !errors.Is(err, errCells) {
		t.Errorf("read: %v", err)
	}
}
