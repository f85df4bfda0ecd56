package engine

import (
	"sync/atomic"
	"time"

	"github.com/madang-dev/madang/internal/failpoint"
)

// clock tells the database's time, so that nodes whose clocks differ don't end
// each other's runs too early or too late. The database is asked with each
// beat; in between it is the time gone since that counts, which nobody can
// set: a machine's clock that is moved moves nothing here.
type clock struct {
	began  time.Time // for what is gone since
	anchor atomic.Pointer[anchor]
	latest atomic.Int64 // what now told last, unix ms
	// moved wakes the beat, to ask the database anew.
	moved chan struct{}
}

// anchor is what the clocks said when the database was asked.
type anchor struct {
	reading
	// skew is how far the database's clock is ahead of this machine's.
	skew time.Duration
	// warned tells that the clocks went apart since.
	warned atomic.Bool
}

// reading is what a machine's clocks say at a moment: that of the wall, which
// may be set, and the time that the program has run, which stands still while
// the machine sleeps.
type reading struct {
	wall time.Time
	ran  time.Duration
}

func newClock() *clock {
	return &clock{began: time.Now(), moved: make(chan struct{}, 1)}
}

func (c *clock) read() reading {
	return reading{failpoint.Now().Round(0), time.Since(c.began)}
}

// maxSkew is the difference of clocks that is taken for a network's delay.
const maxSkew = 500 * time.Millisecond

// set learns the database's time.
func (c *clock) set(now time.Time, r reading) {
	a := &anchor{reading: r, skew: now.Sub(r.wall)}
	if a.skew.Abs() < maxSkew {
		a.skew = 0
	}
	c.anchor.Store(a)
}

// maxStep is how far back a clock may be set without being followed, so that
// what comes later seldom has the earlier time.
const maxStep = time.Minute

// now is the time by the database's clock, to the millisecond. It does not
// go back by less than maxStep.
func (c *clock) now(r reading) time.Time {
	now := c.estimate(r).UTC().Truncate(time.Millisecond)
	for {
		last := c.latest.Load()
		back := time.Duration(last-now.UnixMilli()) * time.Millisecond
		if back > 0 && back < maxStep {
			return time.UnixMilli(last).UTC()
		}
		if c.latest.CompareAndSwap(last, now.UnixMilli()) {
			return now
		}
	}
}

// estimate goes on from the anchor. Where the clocks have gone apart since,
// one was set or the machine has slept, and only the database knows.
func (c *clock) estimate(r reading) time.Time {
	a := c.anchor.Load()
	if a == nil {
		return r.wall
	}
	gone := r.ran - a.ran
	if apart := r.wall.Sub(a.wall) - gone; apart.Abs() > maxSkew && a.warned.CompareAndSwap(false, true) {
		select {
		case c.moved <- struct{}{}:
		default: // the beat is about to ask
		}
	}
	return a.wall.Add(gone + a.skew)
}

// now is the time by the database's clock.
func (e *Engine) now() time.Time { return e.clock.now(e.clock.read()) }
