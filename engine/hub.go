package engine

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// hub hands committed events to the streams of this node and remembers what
// reached a socket.
type hub struct {
	store *store.Store
	log   *slog.Logger

	mu      sync.Mutex
	streams map[string]map[*Stream]struct{} // by session
	// marks are delivered positions that the store may not have yet.
	marks map[string]int64
	dirty map[string]int64
}

func newHub(s *store.Store, log *slog.Logger) *hub {
	return &hub{
		store: s, log: log,
		streams: make(map[string]map[*Stream]struct{}),
		marks:   make(map[string]int64),
		dirty:   make(map[string]int64),
	}
}

func (h *hub) add(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	set := h.streams[s.sessionID]
	if set == nil {
		set = make(map[*Stream]struct{})
		h.streams[s.sessionID] = set
	}
	set[s] = struct{}{}
}

func (h *hub) remove(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams[s.sessionID], s)
	if len(h.streams[s.sessionID]) == 0 {
		delete(h.streams, s.sessionID)
	}
}

// publish hands durable events to the session's streams.
func (h *hub) publish(sessionID string, events []*state.Event) {
	if len(events) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.streams[sessionID] {
		for _, ev := range events {
			s.offer(Delivery{Event: ev})
		}
	}
}

// emit hands a frame that is not stored to those who watch now.
func (h *hub) emit(ev *state.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.streams[ev.SessionID] {
		s.offer(Delivery{Event: ev, Ephemeral: true})
	}
}

// mark raises what is known to have reached a socket of the session.
func (h *hub) mark(sessionID string, seq int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if seq > h.marks[sessionID] {
		h.marks[sessionID] = seq
		h.dirty[sessionID] = seq
	}
}

func (h *hub) delivered(sessionID string) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.marks[sessionID]
}

// flushEvery is how long a mark may be only in memory. A crash in between
// can show a client once more what it saw last, never less.
const flushEvery = 100 * time.Millisecond

// flushDelivered writes marks to the store until ctx ends, and once more.
func (h *hub) flushDelivered(ctx context.Context) error {
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			h.flush(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
			defer cancel()
			h.flush(last)
			return nil
		}
	}
}

func (h *hub) flush(ctx context.Context) {
	h.mu.Lock()
	dirty := maps.Clone(h.dirty)
	clear(h.dirty)
	h.mu.Unlock()
	for sessionID, seq := range dirty {
		if err := h.store.MarkDelivered(ctx, sessionID, seq); err != nil {
			h.log.Warn("mark delivered", "session_id", sessionID, "error", err)
			h.keep(sessionID, seq)
			continue
		}
		h.forget(sessionID, seq)
	}
}

// keep puts a mark back that could not be written.
func (h *hub) keep(sessionID string, seq int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dirty[sessionID] = max(h.dirty[sessionID], seq)
}

// forget drops a written mark of a session that nobody watches, so that
// the table does not grow with every session ever seen.
func (h *hub) forget(sessionID string, seq int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.streams[sessionID]) == 0 && h.marks[sessionID] == seq {
		delete(h.marks, sessionID)
	}
}
