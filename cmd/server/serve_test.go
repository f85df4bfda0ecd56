package main

import (
	"log/slog"
	"os"
	"runtime/debug"
	"testing"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// The limit is the process's, so it runs alone.
func TestMemoryIsLimited(t *testing.T) { //nolint:paralleltest // see above
	for _, name := range []string{"GOMEMLIMIT", "AUTOMEMLIMIT"} {
		t.Setenv(name, "") // and back when it ends
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	limitMemory(memlimit.Limit(1000<<20), slog.New(slog.DiscardHandler))
	if got := debug.SetMemoryLimit(-1); got != 800<<20 {
		t.Errorf("limit is %d", got)
	}
}
