package engine

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
)

const (
	// streamBuffer bounds what a stream holds for a slow reader; beyond it
	// the reader is sent to the store.
	streamBuffer = 256
	// refillBatch is how many events one look into the store brings.
	refillBatch = 200
)

// Stream is a session's events from a position on, in order and without a
// hole: from the store first, then live. One goroutine reads it.
type Stream struct {
	engine    *Engine
	sessionID string
	// poll is how often the store is asked when nothing came, for events
	// of other nodes; 0 is never.
	poll time.Duration

	// after and queue belong to the reader.
	after int64
	queue []*state.Event

	mu     sync.Mutex
	buffer []Delivery
	// behind tells that the buffer does not hold all that came.
	behind bool
	wake   chan struct{}
}

// Watch is the stream of a session's events with a number above after.
func (e *Engine) Watch(sessionID string, after int64) *Stream {
	s := &Stream{engine: e, sessionID: sessionID, after: after, behind: true, wake: make(chan struct{}, 1)}
	if !e.cfg.Store.Exclusive() {
		s.poll = e.cfg.Sweep
	}
	e.hub.add(s)
	return s
}

// Close ends the stream; Next must not be called after it.
func (s *Stream) Close() { s.engine.hub.remove(s) }

// offer is called by the hub and never waits.
func (s *Stream) offer(d Delivery) {
	s.mu.Lock()
	switch {
	case len(s.buffer) < streamBuffer:
		s.buffer = append(s.buffer, d)
	case !d.Ephemeral:
		s.buffer, s.behind = s.buffer[:0], true
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Next waits for what comes next. An error of the store is returned; the
// stream can be asked again after it.
func (s *Stream) Next(ctx context.Context) (Delivery, error) {
	for {
		if len(s.queue) > 0 {
			ev := s.queue[0]
			s.queue = s.queue[1:]
			if ev.Seq > s.after {
				s.after = ev.Seq
				return Delivery{Event: ev}, nil
			}
			continue
		}
		d, refill, ok := s.take()
		if ok {
			return d, nil
		}
		if refill {
			if err := s.refill(ctx); err != nil {
				return Delivery{}, err
			}
			continue
		}
		if err := s.wait(ctx); err != nil {
			return Delivery{}, err
		}
	}
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
		if !d.Ephemeral && d.Event.Seq > s.after+1 {
			s.behind = true
			return d, true, false
		}
		s.buffer = s.buffer[1:]
		if d.Ephemeral {
			return d, false, true
		}
		if d.Event.Seq == s.after+1 {
			s.after = d.Event.Seq
			return d, false, true
		}
	}
	return d, false, false
}

// refill reads from the store what comes after the last event given.
func (s *Stream) refill(ctx context.Context) error {
	s.mu.Lock()
	s.behind = false
	s.mu.Unlock()
	events, err := s.engine.cfg.Store.Events(ctx, s.sessionID, s.after, refillBatch)
	if err != nil {
		s.setBehind()
		return fmt.Errorf("read events of %s: %w", s.sessionID, err)
	}
	for i := range events {
		s.queue = append(s.queue, &events[i])
	}
	if len(events) == refillBatch {
		s.setBehind()
	}
	return nil
}

func (s *Stream) setBehind() {
	s.mu.Lock()
	s.behind = true
	s.mu.Unlock()
}

func (s *Stream) wait(ctx context.Context) error {
	var poll <-chan time.Time
	if s.poll > 0 {
		timer := time.NewTimer(s.poll)
		defer timer.Stop()
		poll = timer.C
	}
	select {
	case <-s.wake:
	case <-poll:
		// Alone, everything that is committed comes through the hub.
		if s.engine.company.Load() {
			s.setBehind()
		}
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}
