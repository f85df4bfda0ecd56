package bustest

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"github.com/madang-dev/madang/internal/bus"
)

// What an InMem keeps at most.
const (
	maxOffers = 10_000 // for all nodes together; the oldest go first
	maxInbox  = 4_096  // for one node; beyond it the node has lost something
)

// InMem joins nodes of one process, as tests of several engines need it. The
// zero value is ready; it is safe for concurrent use.
type InMem struct {
	mu      sync.Mutex // guards all below and the nodes' own state
	running []*Member
	offers  []string // taken by whichever running node comes first
}

// Member is one node's end of an InMem.
type Member struct {
	hub  *InMem
	id   string
	wake chan struct{} // holds one signal

	// Guarded by the hub's mutex.
	up       bool
	lost     bool
	sessions map[string]struct{}
	inbox    []func(bus.Handler)
}

// Node is a new end for the node of that id; it hears nothing before Run.
func (m *InMem) Node(nodeID string) *Member {
	return &Member{hub: m, id: nodeID, wake: make(chan struct{}, 1), sessions: map[string]struct{}{}}
}

// Run brings what arrives to the handler until ctx ends.
func (n *Member) Run(ctx context.Context, h bus.Handler) error {
	if !n.join() {
		return bus.ErrRunning
	}
	defer n.leave()
	h = Whole(h)
	for ctx.Err() == nil {
		if call := n.next(); call != nil {
			call(h)
			continue
		}
		select {
		case <-ctx.Done():
		case <-n.wake:
		}
	}
	return nil
}

func (n *Member) join() bool {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	if n.up {
		return false
	}
	n.up, n.lost = true, true
	n.hub.running = append(n.hub.running, n)
	return true
}

func (n *Member) leave() {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	n.up, n.inbox = false, nil
	n.hub.running = slices.DeleteFunc(n.hub.running, func(other *Member) bool { return other == n })
}

// next is what is to be called now, or nil.
func (n *Member) next() func(bus.Handler) {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	switch {
	case n.lost:
		n.lost = false
		return func(h bus.Handler) { h.LostFunc() }
	case len(n.inbox) > 0:
		call := n.inbox[0]
		n.inbox = n.inbox[1:]
		return call
	case len(n.hub.offers) > 0:
		runID := n.hub.offers[0]
		n.hub.offers = n.hub.offers[1:]
		return func(h bus.Handler) { h.RunOfferedFunc(runID) }
	}
	return nil
}

// put reports whether there was room; the hub's mutex is held.
func (n *Member) put(call func(bus.Handler)) bool {
	fits := len(n.inbox) < maxInbox
	if fits {
		n.inbox = append(n.inbox, call)
	} else {
		n.lost = true
	}
	n.signal()
	return fits
}

func (n *Member) signal() {
	select {
	case n.wake <- struct{}{}:
	default: // a signal waits already
	}
}

// Offer wakes one node for each run.
func (n *Member) Offer(ctx context.Context, runIDs ...string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	n.hub.offers = append(n.hub.offers, runIDs...)
	if over := len(n.hub.offers) - maxOffers; over > 0 {
		n.hub.offers = n.hub.offers[over:]
	}
	for _, node := range n.hub.running {
		node.signal()
	}
	return nil
}

// Tell brings a control to the named node.
func (n *Member) Tell(ctx context.Context, nodeID string, w bus.Control) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	heard := false
	for _, node := range n.hub.running {
		if node.id == nodeID && node.put(func(h bus.Handler) { h.ToldFunc(w) }) {
			heard = true
		}
	}
	if !heard {
		return bus.ErrUnheard
	}
	return nil
}

// Publish brings a copy of the payload to the session's other subscribers.
func (n *Member) Publish(sessionID string, payload []byte) {
	sent := bytes.Clone(bus.Fit(payload))
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	for _, node := range n.hub.running {
		if _, subscribed := node.sessions[sessionID]; !subscribed || node.id == n.id {
			continue
		}
		node.put(func(h bus.Handler) { node.hear(h, sessionID, bytes.Clone(sent)) })
	}
}

// hear leaves out what came before an Unsubscribe.
func (n *Member) hear(h bus.Handler, sessionID string, payload []byte) {
	n.hub.mu.Lock()
	_, subscribed := n.sessions[sessionID]
	n.hub.mu.Unlock()
	if subscribed {
		h.HeardFunc(sessionID, payload)
	}
}

// Subscribe lets the node hear what others publish for the session.
func (n *Member) Subscribe(sessionID string) {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	n.sessions[sessionID] = struct{}{}
}

// Unsubscribe undoes any number of Subscribes.
func (n *Member) Unsubscribe(sessionID string) {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	delete(n.sessions, sessionID)
}

// Healthy tells whether Run is under way.
func (n *Member) Healthy() bool {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	return n.up
}

// Whole is the handler with functions that do nothing in place of missing
// ones.
func Whole(h bus.Handler) bus.Handler {
	if h.RunOfferedFunc == nil {
		h.RunOfferedFunc = func(string) {}
	}
	if h.ToldFunc == nil {
		h.ToldFunc = func(bus.Control) {}
	}
	if h.HeardFunc == nil {
		h.HeardFunc = func(string, []byte) {}
	}
	if h.LostFunc == nil {
		h.LostFunc = func() {}
	}
	return h
}
