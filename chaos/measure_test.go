package chaos

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/chaos/checker"
)

// times are measurements of one thing.
type times []time.Duration

// at is the value that this part of the measurements does not exceed.
func (m times) at(part float64) time.Duration {
	if len(m) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(m))
	return s[min(len(s)-1, int(float64(len(s))*part))]
}

func (m times) String() string {
	ms := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	return fmt.Sprintf("%d measured, median %s, p99 %s, most %s", len(m), ms(m.at(0.5)), ms(m.at(0.99)), ms(m.at(1)))
}

// deliveries are how long after its time stamp each numbered event reached
// the client on a connection that was open before it happened, from a
// moment on. They grow by the clocks' difference, which is none here.
func (c *client) deliveries(since time.Time) (out times) {
	for _, conn := range c.conns() {
		for _, f := range conn.Frames {
			var h heard
			if json.Unmarshal(f.Raw, &h) != nil || h.Seq == 0 || h.Type == "connected" || h.Type == "resumed" {
				continue
			}
			if h.Timestamp.Before(since) || h.Timestamp.Before(conn.Opened) {
				continue
			}
			out = append(out, max(0, f.At.Sub(h.Timestamp)))
		}
	}
	return out
}

// toEnd is how long after its event of a type each of these runs had its last
// one, by their time stamps. Those are left out whose node died under them since
// they were answered: they had to wait for its lease.
func toEnd(db *checker.Database, runs []string, typ string) (out times) {
	from, end := map[string]time.Time{}, map[string]time.Time{}
	for _, e := range db.Events {
		if e.Type == typ {
			from[e.RunID] = e.At
		}
		if e.At.After(end[e.RunID]) {
			end[e.RunID] = e.At
		}
	}
	for _, r := range db.Runs {
		if slices.Contains(runs, r.ID) && r.Attempt <= 1 {
			out = append(out, end[r.ID].Sub(from[r.ID]))
		}
	}
	return out
}
