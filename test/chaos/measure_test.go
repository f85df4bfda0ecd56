package chaos

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/test/chaos/checker"
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

// bound is what a time has to keep in a full run: what is promised, and what is
// held instead where the machine's host gave a part of it to others. A short run
// shares its cores with other tests and only measures: it fails by what happened,
// not by how long that took.
type bound struct{ promised, shared time.Duration }

// maxStolen is the part of the machine that its host may have given to others
// since a cluster began, and what is promised is held all the same.
const maxStolen = 0.05

// keeps tells whether a time is within the bound, with that part of the machine
// given to others, in a full run or a short one.
func (b bound) keeps(took time.Duration, stolen float64, full bool) bool {
	return took <= b.promised || took <= b.shared && stolen > maxStolen || took < patience && !full
}

// holds holds a time against its bound. A promise that was kept only as on a
// shared machine is told where CHAOS_SHARED names a file.
func (c *cluster) holds(what string, took time.Duration, b bound) {
	c.t.Helper()
	stolen := stolenSince(c.began)
	said := fmt.Sprintf("%s took %s, promised %s; others had %.0f %%", what, took, b.promised, 100*stolen)
	path := os.Getenv("CHAOS_SHARED")
	switch {
	case !b.keeps(took, stolen, long()):
		c.t.Error(said)
	case took > b.promised && path != "":
		tell(c.t, path, c.t.Name()+": "+said+"\n")
	}
}

func TestBound(t *testing.T) {
	t.Parallel()
	b := bound{time.Second, 3 * time.Second}
	for name, c := range map[string]struct {
		took   time.Duration
		stolen float64
		full   bool
		keeps  bool
	}{
		"promised":              {time.Second, 0, true, true},
		"alone":                 {time.Second + 1, maxStolen, true, false},
		"others had a part":     {3 * time.Second, maxStolen + .01, true, true},
		"too much for that too": {3*time.Second + 1, .9, true, false},
		"a short run":           {time.Minute, 0, false, true},
		"too much for that":     {patience, 0, false, false},
	} {
		if b.keeps(c.took, c.stolen, c.full) != c.keeps {
			t.Errorf("%s: not %v", name, c.keeps)
		}
	}
}

// tell adds a line to a file.
func tell(t *testing.T, path, line string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(line); err != nil {
		t.Error(err)
	}
}

// ticks is the machine's time since it started, in whatever unit it counts.
type ticks struct{ stolen, all float64 }

// machine reads the time so far; none where the system doesn't tell.
func machine() (now ticks) {
	raw, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(raw), "\n")
	// cpu user nice system idle iowait irq softirq steal, then parts of these
	for i, f := range strings.Fields(line) {
		if i == 0 || i > 8 {
			continue
		}
		n, _ := strconv.ParseFloat(f, 64)
		now.all += n
		if i == 8 {
			now.stolen = n
		}
	}
	return now
}

// stolenSince is the part of the machine that its host has given to others.
func stolenSince(began ticks) float64 {
	now := machine()
	if now.all <= began.all {
		return 0
	}
	return (now.stolen - began.stolen) / (now.all - began.all)
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
