package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

const (
	// streamBuffer and streamBytes bound what a stream holds for a slow
	// reader, in deliveries and in bytes of their payload; beyond either
	// the reader is sent to the store. What a look into the store leaves for it
	// to read has the same bound.
	streamBuffer = 256
	streamBytes  = 256 << 10
	// refillBatch is how many events one look into the store brings.
	refillBatch = 200
)

// ErrNothing is what a stream with OnReady answers while nothing is at hand.
var ErrNothing = errors.New("engine: nothing at hand")

// Stream is a session's events from a position on, in order and without a
// hole: from the store first, then live. One goroutine reads it.
type Stream struct {
	engine    *Engine
	sessionID string

	// after and queue belong to the reader.
	after int64
	queue []*state.Event
	// over is the run whose end was given last.
	over string
	// from is where after began; changes is nil but for who wants them.
	from    int64
	changes *changes

	mu     sync.Mutex
	buffer []Delivery
	held   int // bytes of payload in buffer
	// behind tells that the buffer does not hold all that came.
	behind bool
	// changed tells that the state may have changed.
	changed bool
	wake    chan struct{}
	// readyFunc is told that something may be at hand; nil is nobody.
	readyFunc func()
}

// Watch is the stream of a session's events with a number above after.
func (e *Engine) Watch(sessionID string, after int64) *Stream {
	s := &Stream{engine: e, sessionID: sessionID, after: after, from: after, behind: true, wake: make(chan struct{}, 1)}
	e.hub.add(s)
	return s
}

// Close ends the stream; Next must not be called after it.
func (s *Stream) Close() { s.engine.hub.remove(s) }

// OnReady has f called whenever something may be at hand. It is called by
// those who commit: it must not wait, nor call the stream's methods itself.
// From then on Next does not wait either: it answers ErrNothing.
func (s *Stream) OnReady(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readyFunc = f
}

// offer is called by the hub and never waits; notify comes after it.
func (s *Stream) offer(d Delivery) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed = s.changed || !d.Ephemeral
	switch {
	case len(s.buffer) < streamBuffer && s.held+len(d.Event.Payload) <= streamBytes:
		s.buffer = append(s.buffer, d)
		s.held += len(d.Event.Payload)
	case !d.Ephemeral:
		// All of it goes, not only what came last: what the store brings now has to begin
		// right behind what the reader was given.
		clear(s.buffer)
		s.buffer, s.held, s.behind = s.buffer[:0], 0, true
	}
}

// notify tells the reader that something may be at hand.
func (s *Stream) notify() {
	s.mu.Lock()
	// Called without the lock: who is told takes locks of its own, in which it may be
	// asking this stream.
	ready := s.readyFunc
	s.mu.Unlock()
	if ready != nil {
		ready()
		return
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Next waits for what comes next; after OnReady it does not wait. An error
// of the store is returned; the stream can be asked again after it.
func (s *Stream) Next(ctx context.Context) (Delivery, error) {
	for {
		if c := s.changes; c != nil && len(c.queue) > 0 {
			d := c.queue[0]
			c.queue = c.queue[1:]
			return d, nil
		}
		if len(s.queue) > 0 {
			ev := s.queue[0]
			s.queue = s.queue[1:]
			if ev.Seq > s.after {
				s.give(ev)
				return Delivery{Event: ev}, nil
			}
			continue
		}
		d, refill, ok := s.take()
		if ok {
			return d, nil
		}
		if refill {
			if ctx.Err() != nil { // a look needs a ctx that lasts
				return Delivery{}, ctx.Err()
			}
			if err := s.refill(ctx); err != nil {
				return Delivery{}, err
			}
			continue
		}
		if s.changesDue() {
			if ctx.Err() != nil {
				return Delivery{}, ctx.Err()
			}
			s.lookForChanges(ctx)
			continue
		}
		if s.waitless() {
			return Delivery{}, ErrNothing
		}
		if err := s.wait(ctx); err != nil {
			return Delivery{}, err
		}
	}
}

func (s *Stream) waitless() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.readyFunc != nil
}

// take gives the next delivery of the buffer; refill tells that events in
// between are only in the store.
func (s *Stream) take() (d Delivery, refill, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.behind {
		return d, true, false
	}
	for len(s.buffer) > 0 {
		d = s.buffer[0]
		// A hole: the bus brought a later event first, or lost one in between.
		if !d.Ephemeral && d.Event.Seq > s.after+1 {
			s.behind = true
			return d, true, false
		}
		s.buffer[0] = Delivery{} // the array would keep it
		s.buffer = s.buffer[1:]
		s.held -= len(d.Event.Payload)
		switch {
		case d.Ephemeral && d.Event.RunID != "" && d.Event.RunID == s.over:
			// It came before the end, which the store has given meanwhile.
		case d.Ephemeral:
			return d, false, true
		case d.Event.Seq == s.after+1:
			s.give(d.Event)
			return d, false, true
		}
	}
	return d, false, false
}

// give notes that the reader gets an event.
func (s *Stream) give(ev *state.Event) {
	s.after = ev.Seq
	if state.TerminalEvent(ev.Type) {
		s.over = ev.RunID
	}
}

// refill reads from the store what comes after the last event given.
func (s *Stream) refill(ctx context.Context) error {
	s.mu.Lock()
	// Before the look and not after it: an overflow while the store is read would be
	// forgotten, and with it events.
	s.behind = false
	s.mu.Unlock()
	events, err := s.engine.cfg.Store.Events(ctx, store.Server(), s.sessionID, s.after, refillBatch)
	if err != nil {
		s.setBehind()
		return fmt.Errorf("read events of %s: %w", s.sessionID, err)
	}
	bytes := 0
	for i := range events {
		if bytes += len(events[i].Payload); i > 0 && bytes > streamBytes {
			clear(events[i:]) // the array would keep them
			s.setBehind()
			return nil
		}
		s.queue = append(s.queue, &events[i])
	}
	if len(events) == refillBatch {
		s.setBehind()
	}
	return nil
}

func (s *Stream) setBehind() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind, s.changed = true, true
}

func (s *Stream) wait(ctx context.Context) error {
	select {
	case <-s.wake:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
