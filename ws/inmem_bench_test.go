package ws

import (
	"context"
	"sync"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// quickEngine is an engine for benchmarks: it does as little as an engine
// can and keeps no events, so that what is measured is the door.
type quickEngine struct {
	runs     // what is not asked for here
	controls // likewise
	mu       sync.Mutex
	sessions map[string]*quickSession
}

type quickSession struct {
	id string

	mu       sync.Mutex
	last     int64
	marked   int64
	watchers []*quickStream
}

func (e *quickEngine) session(id string) *quickSession {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.sessions[id]
	if s == nil {
		s = &quickSession{id: id}
		e.sessions[id] = s
	}
	return s
}

// publish numbers the events and hands them to all that watch.
func (e *quickEngine) publish(sessionID string, events []state.Event) {
	s := e.session(sessionID)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for i := range events {
		s.last++
		d := engine.Delivery{Event: &state.Event{
			SessionID: s.id, Seq: s.last, RunID: "run-1", Type: events[i].Type, Payload: events[i].Payload, CreatedAt: now,
		}}
		if len(s.watchers) > 1 {
			d.Memo = new(engine.Memo)
		}
		for _, w := range s.watchers {
			w.offer(d)
		}
	}
}

func (e *quickEngine) Accept(_ context.Context, q engine.Query) (engine.Accepted, error) {
	return engine.Accepted{
		Ack:       engine.Ack{RunID: "run-1", SessionID: q.SessionID},
		StartFunc: func() { e.publish(q.SessionID, burstOf8) },
	}, nil
}

func (e *quickEngine) Position(_ context.Context, sessionID string) (engine.Position, error) {
	s := e.session(sessionID)
	s.mu.Lock()
	defer s.mu.Unlock()
	return engine.Position{FirstSeq: min(s.last, 1), LastSeq: s.last, DeliveredSeq: s.last, Session: state.Session{ID: s.id, Language: "ko"}}, nil
}

func (e *quickEngine) Delivered(sessionID string, seq int64) {
	s := e.session(sessionID)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marked = max(s.marked, seq)
}

func (*quickEngine) FlushDelivered(context.Context) {}

func (e *quickEngine) watch(sessionID string, _ int64) Stream {
	s := e.session(sessionID)
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &quickStream{}
	s.watchers = append(s.watchers, w)
	return w
}

// quickStream is never closed before its server's process ends.
type quickStream struct {
	mu        sync.Mutex
	queue     []engine.Delivery
	readyFunc func()
}

func (w *quickStream) OnReady(f func()) { w.readyFunc = f }
func (w *quickStream) Close()           {}
func (w *quickStream) WantChanges()     {}

func (w *quickStream) offer(d engine.Delivery) {
	w.mu.Lock()
	w.queue = append(w.queue, d)
	w.mu.Unlock()
	w.readyFunc()
}

func (w *quickStream) Next(context.Context) (engine.Delivery, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) == 0 {
		w.queue = nil
		return engine.Delivery{}, engine.ErrNothing
	}
	d := w.queue[0]
	w.queue = w.queue[1:]
	return d, nil
}
