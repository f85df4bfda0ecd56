package ws

import (
	"testing"

	"github.com/madang-dev/madang/engine"
)

// Whatever position a client claims, what it is played next has no hole that it
// is not told of, and nothing before what is kept.
func FuzzPosition(f *testing.F) {
	for _, claimed := range []string{"0", "5", "9", "-1", "", "x", "1e3", "9223372036854775807", "9223372036854775808", "٣"} {
		f.Add(claimed, "", int64(1), int64(9), int64(4), true)
	}
	f.Add("3", "another", int64(3), int64(9), int64(0), true)
	f.Add("3", "", int64(0), int64(9), int64(9), false)
	f.Fuzz(func(t *testing.T, claimed, epoch string, first, last, delivered int64, given bool) {
		if last < 0 || first < 0 || first > last || delivered < 0 || delivered > last {
			t.Skip("no session's position")
		}
		p := engine.Position{FirstSeq: first, LastSeq: last, DeliveredSeq: delivered, Epoch: "e"}
		w := resumeFrom{hello: true, epoch: epoch}
		if at := position(claimed); given {
			w.lastSeq = &at
		}
		c := choose(p, w, 1_000)
		switch {
		case c.after < 0 || c.after > last:
			t.Fatalf("played after %d of %d", c.after, last)
		case c.reason != "" && (c.after != last || c.confirmed):
			t.Fatalf("%s, and played after %d of %d", c.reason, c.after, last)
		case c.reason == "" && c.after < prunedUpTo(p):
			t.Fatalf("played after %d, kept from %d", c.after, first)
		case c.confirmed && (!given || c.after != *w.lastSeq):
			t.Fatalf("%q is believed as %d", claimed, c.after)
		}
		if r := newResumed(p, c); r.Recovered == (r.Snapshot != nil) || r.Seq != last {
			t.Fatalf("resumed %+v", r)
		}
	})
}
