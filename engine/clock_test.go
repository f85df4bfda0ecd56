package engine

import (
	"testing"
	"time"
)

func TestAClockThatIsSetMovesNothing(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, step := range []time.Duration{time.Hour, -time.Hour, 2 * time.Second, -2 * time.Second} {
		c := newClock()
		if got := c.now(reading{wall: noon.Add(step)}); !got.Equal(noon.Add(step)) {
			t.Errorf("nobody was asked, and the clock tells %s", got)
		}
		c.latest.Store(0)
		c.set(noon, reading{wall: noon})
		for ran := time.Second; ran < 3*time.Second; ran += 100 * time.Millisecond {
			wall := noon.Add(ran)
			if ran >= 2*time.Second {
				wall = wall.Add(step)
			}
			if got := c.now(reading{wall, ran}); !got.Equal(noon.Add(ran)) {
				t.Fatalf("set by %s, the clock tells %s after %s", step, got, ran)
			}
		}
		if n := len(c.moved); n != 1 {
			t.Fatalf("set by %s, the beat was woken %d times", step, n)
		}
		<-c.moved
		c.set(noon.Add(3*time.Second), reading{noon.Add(3*time.Second + step), 3 * time.Second})
		if got := c.now(reading{noon.Add(4*time.Second + step), 4 * time.Second}); !got.Equal(noon.Add(4 * time.Second)) {
			t.Errorf("set by %s and asked anew, the clock tells %s", step, got)
		}
		if len(c.moved) != 0 {
			t.Errorf("set by %s and asked anew, the beat was woken again", step)
		}
	}
}

// A network's delay is no difference, and what it changes is not seen as a
// step back; a database whose own clock was set back is followed.
func TestTheClockGoesBackOnlyWithTheDatabase(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	c := newClock()
	for _, look := range []struct{ says, want time.Duration }{
		{0, 0},
		{-400 * time.Millisecond, 0}, // late by the network
		{-600 * time.Millisecond, 0}, // not gone back to
		{-maxStep - time.Second, -maxStep - time.Second}, // set back
		{0, 0},
		{time.Hour, time.Hour},
	} {
		r := reading{wall: noon}
		c.set(noon.Add(look.says), r)
		if got := c.now(r); !got.Equal(noon.Add(look.want)) {
			t.Errorf("the database says %s, the clock tells %s", look.says, got.Sub(noon))
		}
	}
	if len(c.moved) != 0 {
		t.Error("the beat was woken")
	}
}
