package chaos

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

// soakFor is how long the load lasts.
func soakFor(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("CHAOS_SOAK")
	if text == "" {
		return pick(20*time.Second, time.Minute)
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 10*time.Second {
		t.Fatalf("CHAOS_SOAK=%s: %v; at least 10s", text, err)
	}
	return d
}

// sample is one look at a node: its resident memory, the size of the heap at
// which it collects next (what is alive, times a constant) and its goroutines.
type sample struct{ memory, heap, goroutines float64 }

// settles is how long a load must last before the resident memory tells of
// more than how many collections there have been, and the heap of more than
// what was made while one of them, short of cores, took its time: all of that
// counts as alive.
const settles = 10 * time.Minute

// Reliability 32: under a load that goes on, memory and goroutines stay
// flat, and when it has gone so have its goroutines.
func TestSoak(t *testing.T) {
	t.Parallel()
	lasts := soakFor(t)
	c := newCluster(t, plan{})
	pause(time.Second) // what a node starts on its own
	baseline := make([]float64, len(c.nodes))
	for i, n := range c.nodes {
		baseline[i] = n.metric("go_goroutines")
	}
	s := &soak{cluster: c, every: lasts / 80, samples: make([][]sample, len(c.nodes))}
	began := time.Now()
	// Conversations end and others begin, so that what is kept for one has
	// to go with it.
	for time.Since(began) < lasts {
		s.round(min(lasts/2, 30*time.Second, lasts-time.Since(began)))
	}
	for len(s.samples[0]) < enough { // a slow machine looks less often
		s.round(lasts / 4)
	}
	t.Logf("%d queries in %s", s.queries, time.Since(began).Round(time.Second))
	goroutines := measured{"goroutines", func(s sample) float64 { return s.goroutines }, 10, 1, true}
	c.flat("all nodes", s.together(), goroutines) // clients go from one to the other
	amount := 48.0 * (1 << 20)
	if lasts >= settles {
		amount = 16 << 20
	}
	for i, n := range c.nodes {
		c.flat(n.name, s.samples[i],
			measured{"memory, MiB", func(s sample) float64 { return s.memory }, amount, 1 << 20, lasts >= settles},
			measured{"heap, MiB", func(s sample) float64 { return s.heap }, amount, 1 << 20, long()})
		poll(t, n.name+"'s goroutines to be gone", func() bool {
			return n.metric("go_goroutines") <= baseline[i]+8
		})
	}
}

// soak is a load in rounds, with a look at the nodes now and then.
type soak struct {
	*cluster
	every   time.Duration
	looked  time.Time
	samples [][]sample
	queries int
}

// round is a load with conversations of its own, and the verdict on them.
func (s *soak) round(lasts time.Duration) {
	s.t.Helper()
	clients := append(s.converse(8, false), s.converse(2, true)...)
	asks := make([]*ask, len(clients))
	for began := time.Now(); time.Since(began) < lasts; pause(20 * time.Millisecond) {
		for i, cl := range clients {
			if asks[i] != nil && !cl.over(asks[i]) {
				continue
			}
			if s.queries++; s.queries%25 == 0 {
				cl.reset()
			}
			asks[i] = cl.ask(work(1+s.rng.IntN(4), 10*time.Millisecond, s.rng.IntN(2) == 0))
		}
		s.look()
	}
	s.verdict()
	s.clients = nil
}

func (s *soak) look() {
	s.t.Helper()
	if time.Since(s.looked) < s.every {
		return
	}
	s.looked = time.Now()
	for i, n := range s.nodes {
		s.samples[i] = append(s.samples[i], sample{
			memory: n.metric("process_resident_memory_bytes"), heap: n.metric("go_memstats_next_gc_bytes"),
			goroutines: n.metric("go_goroutines"),
		})
	}
}

// together are the nodes' samples of each look added up.
func (s *soak) together() []sample {
	sums := slices.Clone(s.samples[0])
	for _, node := range s.samples[1:] {
		for i, one := range node {
			sums[i].memory += one.memory
			sums[i].heap += one.heap
			sums[i].goroutines += one.goroutines
		}
	}
	return sums
}

// measured is a part of a sample; a growth by a tenth and amount is no leak.
type measured struct {
	name         string
	of           func(sample) float64
	amount, unit float64
	judged       bool
}

// enough samples give each quarter a middle that one odd look doesn't move.
const enough = 20

// flat compares the last quarter with the second: the first is for caches
// to fill.
func (c *cluster) flat(name string, samples []sample, of ...measured) {
	c.t.Helper()
	quarter := len(samples) / 4
	middle := func(part []sample, of func(sample) float64) float64 {
		values := make([]float64, len(part))
		for i, s := range part {
			values[i] = of(s)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	for _, what := range of {
		early := middle(samples[quarter:2*quarter], what.of)
		late := middle(samples[len(samples)-quarter:], what.of)
		line := fmt.Sprintf("%s: %s: %.1f, later %.1f", name, what.name, early/what.unit, late/what.unit)
		c.t.Log(line)
		if what.judged && late > early*1.1+what.amount {
			c.t.Errorf("not flat: %s", line)
		}
	}
}
