//go:build !failpoint

package failpoint_test

import (
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/failpoint"
)

// A build for users has no failpoints, whatever its environment says.
func TestNothingHappensWithoutTheTag(t *testing.T) {
	t.Setenv("MADANG_FAILPOINT", "commit.after=error")
	t.Setenv("MADANG_CLOCK_SKEW", "1h")
	if failpoint.Enabled {
		t.Error("failpoints are on")
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := failpoint.Hit(failpoint.CommitAfter); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("a place costs %v allocations", n)
	}
	if d := time.Until(failpoint.Now()).Abs(); d > time.Minute {
		t.Errorf("the clock is off by %s", d)
	}
}

func BenchmarkHit(b *testing.B) {
	for b.Loop() {
		_ = failpoint.Hit(failpoint.CommitAfter)
	}
}
