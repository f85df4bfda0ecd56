package ws

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// elsewhere is a stream whose events are committed by another node: nothing
// is handed over, only a look into the store is due now and then.
type elsewhere struct {
	opened chan struct{} // closed once somebody asked to be told

	mu        sync.Mutex
	readyFunc func()
	due       bool
	after     int64
	stored    int64
	looks     int
	asking    bool
	twice     bool // asked by two at once
}

func (s *elsewhere) WantChanges() {}

func (s *elsewhere) OnReady(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readyFunc = f
	close(s.opened)
}

func (s *elsewhere) Close() {}

// commit is another node's; the notice of it comes as often as it likes.
func (s *elsewhere) commit(events int64, notices int) {
	<-s.opened // hello is answered before the stream is
	s.mu.Lock()
	s.stored += events
	s.due = true
	f := s.readyFunc
	s.mu.Unlock()
	for range notices {
		f()
	}
}

func (s *elsewhere) Next(ctx context.Context) (engine.Delivery, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.twice = s.twice || s.asking
	s.asking = true
	defer func() { s.asking = false }()
	switch {
	case s.due && ctx.Err() != nil:
		return engine.Delivery{}, ctx.Err()
	case s.due:
		s.looks++
		s.due = s.after+1 < s.stored
	case s.after >= s.stored:
		return engine.Delivery{}, engine.ErrNothing
	}
	if s.after >= s.stored {
		return engine.Delivery{}, engine.ErrNothing
	}
	s.after++
	return engine.Delivery{Event: &state.Event{
		SessionID: sessionID, Seq: s.after, RunID: "run-1", Type: state.EventTodoUpdated, Payload: []byte(`{}`), CreatedAt: time.Now(),
	}}, nil
}

func TestEventsOfAnotherNode(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	s := &elsewhere{opened: make(chan struct{})}
	d := open(t, e, func(c *Config) { c.WatchFunc = func(string, int64) Stream { return s } })
	c := d.base(t)
	last := int64(0)
	for n := range int64(20) {
		s.commit(n%3, int(n%4)+1) // also notices of nothing
		last += n % 3
		c.expectSeqs(last-n%3+1, last)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.twice || s.looks == 0 {
		t.Errorf("asked by two at once: %v; %d looks", s.twice, s.looks)
	}
}

// A look into the store that hangs holds neither the socket's commands nor
// its end up.
func TestStoreThatHangs(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	hanging := make(chan struct{}, 10)
	d := open(t, e, func(c *Config) {
		c.WatchFunc = func(string, int64) Stream { return hung{hanging} }
		c.CommandWait = time.Hour
	})
	c := d.base(t)
	<-hanging
	c.say(`{"type":"ping"}`)
	c.expect("pong")
	c.bye()
	d.wasClosed(t)
}

// hung is a stream over a store that does not answer.
type hung struct{ asked chan struct{} }

func (hung) WantChanges() {}

func (hung) OnReady(func()) {}
func (hung) Close()         {}
func (h hung) Next(ctx context.Context) (engine.Delivery, error) {
	if ctx.Err() == nil {
		h.asked <- struct{}{}
		<-ctx.Done()
	}
	return engine.Delivery{}, errors.New("no answer")
}
