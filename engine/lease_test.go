package engine

import (
	"testing"
	"time"
)

// Who has renewed all the time knows the dead from those cut off with it.
func TestWhatALeaseProves(t *testing.T) {
	t.Parallel()
	const term, beat = 5 * time.Second, 1500 * time.Millisecond
	// A renewal each beat up to and with that second.
	steady := func(from, to float64) (all []float64) {
		for at := from; at <= to; at += beat.Seconds() {
			all = append(all, at)
		}
		return all
	}
	for name, c := range map[string]struct {
		renewals []float64 // seconds
		at       float64
		proves   bool
	}{
		"steady":                         {steady(0, 30), 31, true},
		"a beat is late":                 {steady(0, 30), 31.9, true},
		"its own lease might be next":    {steady(0, 30), 32.1, false},
		"begun just now":                 {steady(0, 3), 3.4, false},
		"begun a lease less a beat ago":  {steady(0, 3), 3.6, true},
		"one beat was left out":          {append(steady(0, 30), 33, 34.5), 34.6, true},
		"two were left out":              {append(steady(0, 30), 34.5, 36), 36.1, false},
		"back for long enough":           {append(steady(0, 30), steady(34.5, 42)...), 42.1, true},
		"away again":                     {append(append(steady(0, 30), steady(34.5, 39)...), 43.5, 45), 45.1, false},
		"asleep, and nothing told of it": {steady(0, 30), 3600, false},
		"asleep":                         {append(steady(0, 30), 3600), 3600.1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			moment := func(s float64) time.Time {
				return time.UnixMilli(1_700_000_000_000).Add(time.Duration(s * float64(time.Second)))
			}
			var l lease
			for _, s := range c.renewals {
				l.renew(moment(s), term, beat)
			}
			if got := l.proves(moment(c.at), term, beat); got != c.proves {
				t.Errorf("proves %v", got)
			}
		})
	}
	var never lease
	if never.proves(time.Now(), term, beat) {
		t.Error("a node that never renewed proves something")
	}
}
