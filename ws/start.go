package ws

import (
	"context"
	"sync"
	"time"
)

// start is one playing of the session's stream from a position on.
type start struct {
	// after is where it starts, sent what this socket was played before.
	after int64
	sent  span
	// resumed is sent once the event with its Seq was played; nil is not.
	resumed *Resumed
	done    chan struct{} // closed when it is no longer played

	mu      sync.Mutex
	stopped bool
	cancel  context.CancelFunc // of the beat that is being played
}

// beat is a context for the time until the next heartbeat; false when the
// playing was stopped. There is one per beat and not one per event, and it
// has no parent: a tree of contexts would double an idle socket's memory.
func (s *start) beat(wait time.Duration) (context.Context, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel()
	}
	if s.stopped {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	s.cancel = cancel
	return ctx, true
}

// stop ends the playing; done tells when it has ended.
func (s *start) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	if s.cancel != nil {
		s.cancel()
	}
}

func (s *start) isStopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopped
}

// span is the events (from, to] that a socket has been played.
type span struct{ from, to int64 }

func (s span) holds(seq int64) bool { return seq > s.from && seq <= s.to }

// begin notes that events above after are going to be played.
func (s span) begin(after int64) span {
	if after > s.to {
		return span{after, after}
	}
	return s
}

// add notes that the events (after, pos] were played.
func (s span) add(after, pos int64) span {
	if pos >= s.from {
		return span{min(s.from, after), max(s.to, pos)}
	}
	return s
}
