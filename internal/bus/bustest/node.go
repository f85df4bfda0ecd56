package bustest

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/bus"
)

// patience is how long anything may take that is to happen.
const patience = 20 * time.Second

// probe is what Reach sends; Heard leaves it out.
var probe = []byte("probe")

// Node is a running end that remembers what it was called with.
type Node struct {
	Bus
	stop func() time.Duration

	mu      sync.Mutex // guards all below
	offered []string
	told    []bus.Control
	heard   map[string][][]byte
	probes  map[string]int
	lost    int
}

// Start runs an end until the test is over and waits until it is up.
func Start(t testing.TB, b Bus) *Node {
	t.Helper()
	n := &Node{Bus: b, heard: map[string][][]byte{}, probes: map[string]int{}}
	n.Start(t)
	return n
}

// Start runs a stopped node again.
func (n *Node) Start(t testing.TB) {
	t.Helper()
	n.stop = run(t, n.Bus, bus.Handler{
		RunOfferedFunc: func(runID string) { n.note(func() { n.offered = append(n.offered, runID) }) },
		ToldFunc:       func(w bus.Control) { n.note(func() { n.told = append(n.told, w) }) },
		HeardFunc:      n.hear,
		LostFunc:       func() { n.note(func() { n.lost++ }) },
	})
	Until(t, "healthy", n.Healthy)
}

// Stop ends the node's Run and is how long that took.
func (n *Node) Stop(t testing.TB) time.Duration {
	t.Helper()
	return n.stop()
}

// run runs the bus until stop is called or the test is over.
func run(t testing.TB, b Bus, h bus.Handler) (stop func() time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := b.Run(ctx, Whole(h)); err != nil {
			t.Errorf("Run: %v", err)
		}
	}()
	stop = func() time.Duration {
		begun := time.Now()
		cancel()
		<-ended
		return time.Since(begun)
	}
	t.Cleanup(func() { stop() })
	return stop
}

func (n *Node) note(change func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change()
}

func (n *Node) hear(sessionID string, payload []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if bytes.Equal(payload, probe) {
		n.probes[sessionID]++
		return
	}
	n.heard[sessionID] = append(n.heard[sessionID], payload)
}

// Offered is the runs that the node was offered so far.
func (n *Node) Offered() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.offered)
}

// Told is the controls that the node got so far.
func (n *Node) Told() []bus.Control {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.told)
}

// Heard is what the node heard of the session so far.
func (n *Node) Heard(sessionID string) [][]byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.heard[sessionID])
}

// Lost is how often LostFunc was called.
func (n *Node) Lost() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.lost
}

func (n *Node) reached(sessionID string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.probes[sessionID]
}

// Reach publishes for the session until the receiver has heard it.
func Reach(t testing.TB, from, to *Node, sessionID string) {
	t.Helper()
	before := to.reached(sessionID)
	Until(t, "what is published for "+sessionID+" is heard", func() bool {
		from.Publish(sessionID, probe)
		return to.reached(sessionID) > before
	})
}

// Until waits until it is so, and fails the test if that takes too long.
func Until(t testing.TB, what string, isSo func() bool) {
	t.Helper()
	deadline := time.After(patience)
	pause := time.NewTicker(time.Millisecond)
	defer pause.Stop()
	for !isSo() {
		select {
		case <-deadline:
			t.Fatalf("not in time: %s", what)
		case <-pause.C:
		}
	}
}
