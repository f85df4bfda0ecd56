package engine

import (
	"context"
	"log/slog"
	"maps"
	"slices"
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
	bus   Bus // nil without other nodes

	// flushing is held while marks are on their way to the store, so that
	// who finds none left to write knows that they are there.
	flushing sync.Mutex

	mu       sync.Mutex
	sessions map[string]*audience
	// marks are delivered positions that the store may not have yet.
	marks map[string]int64
	dirty map[string]int64
}

// audience are a session's streams on this node.
type audience struct {
	streams map[*Stream]struct{}
	// top is the newest event that all of them were handed or sent to the
	// store for. What one of them has read tells nothing of the others.
	top int64
}

func newHub(s *store.Store, bus Bus, log *slog.Logger) *hub {
	return &hub{
		store: s, bus: bus, log: log,
		sessions: make(map[string]*audience),
		marks:    make(map[string]int64),
		dirty:    make(map[string]int64),
	}
}

func (h *hub) add(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.sessions[s.sessionID]
	if a == nil {
		a = &audience{streams: make(map[*Stream]struct{}, 1)}
		h.sessions[s.sessionID] = a
		// Within the lock: a stream that leaves at the same time would else unsubscribe
		// what this one has just subscribed, and it would hear nothing of other nodes.
		if h.bus != nil {
			h.bus.Subscribe(s.sessionID)
		}
	}
	a.streams[s] = struct{}{}
}

func (h *hub) remove(s *Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.sessions[s.sessionID]
	if a == nil {
		return
	}
	if _, open := a.streams[s]; !open {
		return
	}
	delete(a.streams, s)
	if len(a.streams) == 0 {
		delete(h.sessions, s.sessionID)
		if h.bus != nil {
			h.bus.Unsubscribe(s.sessionID)
		}
	}
}

// publish hands durable events to the session's streams.
func (h *hub) publish(sessionID string, events []*state.Event) {
	if len(events) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.sessions[sessionID]
	if a == nil {
		return
	}
	a.top = max(a.top, events[len(events)-1].Seq)
	for _, ev := range events {
		d := Delivery{Event: ev, Memo: memoFor(len(a.streams))}
		for s := range a.streams {
			s.offer(d)
		}
	}
	// Woken once all are handed over, so that a commit's events leave in one write.
	for s := range a.streams {
		s.notify()
	}
}

// emit hands a frame that is not stored to those who watch now.
func (h *hub) emit(ev *state.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.sessions[ev.SessionID]
	if a == nil {
		return
	}
	d := Delivery{Event: ev, Ephemeral: true, Memo: memoFor(len(a.streams))}
	for s := range a.streams {
		s.offer(d)
		s.notify()
	}
}

// memoFor is a memo where more than one socket will show an event.
func memoFor(streams int) *Memo {
	if streams < 2 {
		return nil
	}
	return &Memo{}
}

// look sends the session's streams to the store.
func (h *hub) look(sessionID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lookLocked(sessionID)
}

func (h *hub) lookLocked(sessionID string) {
	if a := h.sessions[sessionID]; a != nil {
		for s := range a.streams {
			s.setBehind()
			s.notify()
		}
	}
}

// lookAll is look for every session, after the bus may have lost something.
func (h *hub) lookAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for sessionID := range h.sessions {
		h.lookLocked(sessionID)
	}
}

// watched are the sessions that have streams, with the newest event each was
// handed.
func (h *hub) watched() map[string]int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make(map[string]int64, len(h.sessions))
	for id, a := range h.sessions {
		all[id] = a.top
	}
	return all
}

// catchUp asks the store for the newest events of what is watched and sends
// those streams to it that were not handed them: what the bus has lost.
func (h *hub) catchUp(ctx context.Context) error {
	watched := h.watched()
	if len(watched) == 0 {
		return nil
	}
	last, err := h.store.LastSeqs(ctx, slices.Collect(maps.Keys(watched)))
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, seq := range last {
		a := h.sessions[id]
		if a == nil || a.top >= seq {
			continue
		}
		// Once: a stream that is slow to read them would be sent again by every look.
		a.top = seq
		h.lookLocked(id)
	}
	return nil
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

// flush writes marks to the store and counts those that wait, since somebody is
// writing their sessions.
func (h *hub) flush(ctx context.Context) (waiting int) {
	h.flushing.Lock()
	defer h.flushing.Unlock()
	h.mu.Lock()
	if len(h.dirty) == 0 {
		h.mu.Unlock()
		return 0
	}
	// A copy, written without the lock: a database that is slow must not hold up the
	// events of every session.
	dirty := maps.Clone(h.dirty)
	clear(h.dirty)
	h.mu.Unlock()
	busy, err := h.store.MarkDelivered(ctx, dirty)
	if err != nil {
		h.log.Warn("mark delivered", "sessions", len(dirty), "error", err)
		h.keep(dirty)
		return 0
	}
	again := make(map[string]int64, len(busy))
	for _, id := range busy {
		again[id] = dirty[id]
		delete(dirty, id)
	}
	h.keep(again)
	h.forget(dirty)
	return len(busy)
}

// keep puts marks back that could not be written.
func (h *hub) keep(marks map[string]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for sessionID, seq := range marks {
		// A later mark may have come while this one was on its way.
		h.dirty[sessionID] = max(h.dirty[sessionID], seq)
	}
}

// forget drops written marks of sessions that nobody watches, so that the
// table does not grow with every session ever seen.
func (h *hub) forget(marks map[string]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for sessionID, seq := range marks {
		if h.sessions[sessionID] == nil && h.marks[sessionID] == seq {
			delete(h.marks, sessionID)
		}
	}
}
