package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// busy is the time that all cores together have worked since the machine's
// start, and what its host has taken from it.
func busy() time.Duration {
	raw, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(raw), "\n")
	var ticks int64
	// cpu user nice system idle iowait irq softirq steal …
	for i, f := range strings.Fields(line) {
		if i == 0 || i == 4 || i == 5 || i > 8 {
			continue
		}
		n, _ := strconv.ParseInt(f, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * tick
}

// quiet is the share of the machine that others may have: a figure of a
// loaded machine is the load's.
const quiet = .1

// quietly measures a scenario, again and again while others disturb it and
// there is patience left, and returns the least disturbed figures.
func (b *bench) quietly(ctx context.Context, sc scenario, s *stand) (best figures, err error) {
	for {
		if err := b.awaitQuiet(ctx); err != nil {
			return nil, err
		}
		started := time.Now()
		f, err := sc.run(ctx, b, s)
		if err != nil {
			return nil, err
		}
		if best == nil || f[othersCPU] < best[othersCPU] {
			best = f
		}
		if best[othersCPU] < 100*quiet || b.patience <= 0 {
			return best, nil
		}
		b.patience -= time.Since(started)
	}
}

// awaitQuiet waits until little else is at work.
func (b *bench) awaitQuiet(ctx context.Context) error {
	const look = 500 * time.Millisecond
	for b.patience > 0 {
		before, own := busy(), b.own()
		select {
		case <-time.After(look):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		others := busy() - before - (b.own() - own)
		if share(others, look) < quiet {
			return nil
		}
		b.patience -= look
	}
	return nil
}

// own is the time of what belongs to the benchmark besides a contestant.
func (b *bench) own() time.Duration { return cpu(os.Getpid(), false) + b.db.cpu() }

// share of all cores.
func share(used, of time.Duration) float64 {
	return max(float64(used)/float64(of)/float64(runtime.NumCPU()), 0)
}

// machine names what was measured on.
func machine() string {
	raw, _ := os.ReadFile("/proc/cpuinfo")
	model := "unknown processor"
	for line := range strings.Lines(string(raw)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%d cores of %s, %s", runtime.NumCPU(), model, runtime.Version())
}
