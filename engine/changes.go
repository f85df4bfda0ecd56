package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/madang-dev/madang/internal/redaction"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

const (
	// maxMissed is how many transitions from before it was opened a stream shows
	// the changes of: each is read by itself.
	maxMissed = 20
	// maxNew is how many transitions one look shows the changes of.
	maxNew = 100
)

// changes is what a stream has shown of how the session's state changed. It
// reads that from the store, so that it is the same on every node, and costs
// only those who asked. All of it belongs to the stream's reader.
type changes struct {
	placed bool // step is known
	step   int64
	// sensitive are the fields that nobody is shown; nil is not known.
	sensitive []string
	queue     []Delivery
}

// WantChanges has the stream bring a frame state_changed for each transition
// that comes after the stream's position, the newest 20 of those that were
// there before, without what is personal; it is not stored. Call it before
// Next.
func (s *Stream) WantChanges() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes, s.changed = &changes{}, true
}

// markChanged tells the session's streams that want to know that its state has
// changed without an event, which would have told them.
func (h *hub) markChanged(sessionID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a := h.sessions[sessionID]
	if a == nil {
		return
	}
	for s := range a.streams {
		s.mu.Lock()
		s.changed = true
		wanted := s.changes != nil
		s.mu.Unlock()
		if wanted {
			s.notify()
		}
	}
}

// changesDue tells whether the state may have changed since the last look.
func (s *Stream) changesDue() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changes != nil && s.changed
}

// lookForChanges queues what has changed. A look that fails costs the events
// nothing: the next one brings what it would have.
func (s *Stream) lookForChanges(ctx context.Context) {
	s.mu.Lock()
	s.changed = false
	s.mu.Unlock()
	err := s.readChanges(ctx)
	if err != nil && !errors.Is(err, store.ErrNotFound) && ctx.Err() == nil {
		s.engine.cfg.Logger.Warn("changes of the state", "session_id", s.sessionID, "error", err)
	}
}

func (s *Stream) readChanges(ctx context.Context) (err error) {
	c, db := s.changes, s.engine.cfg.Store
	if c.sensitive == nil {
		if c.sensitive, err = s.sensitive(ctx); err != nil {
			return err
		}
	}
	points, err := db.Checkpoints(ctx, store.Server(), s.sessionID, "", 0, maxNew)
	if err != nil {
		return err
	}
	if !c.placed {
		c.place(points, s.from)
	}
	for _, listed := range slices.Backward(points) {
		if listed.StepNo <= c.step {
			continue
		}
		p, err := db.Checkpoint(ctx, store.Server(), listed.ID)
		if err != nil {
			return err
		}
		if err := c.show(&p); err != nil {
			return err
		}
		c.step = p.StepNo
	}
	return nil
}

// place finds the step of an event among the newest, which come first. A fork's
// first state is before every event: what changed from its parent, in another
// session, is not told.
func (c *changes) place(points []state.Checkpoint, seq int64) {
	for i, p := range points {
		if p.Seq <= seq || i == maxMissed {
			c.step = p.StepNo
			break
		}
	}
	c.placed = true
}

// show queues a transition, unless it is a first state or only went on.
func (c *changes) show(p *state.Checkpoint) error {
	if len(p.Changes) == 0 {
		return nil
	}
	shown := redaction.New(c.sensitive, p.State).Changes(p.Changes)
	payload, err := state.Encode(state.StateChanged{Changes: shown})
	if err != nil {
		return err
	}
	c.queue = append(c.queue, Delivery{Ephemeral: true, Event: &state.Event{
		SessionID: p.SessionID, RunID: p.RunID, Type: state.EventStateChanged, Payload: payload, CreatedAt: p.CreatedAt,
	}})
	return nil
}

// errUnknownAssistant is an assistant of whose states this node knows nothing: what of
// them is personal can't be told, so none is shown.
var errUnknownAssistant = errors.New("engine: the assistant is not known here")

func (s *Stream) sensitive(ctx context.Context) ([]string, error) {
	session, err := s.engine.cfg.Store.Session(ctx, store.Server(), s.sessionID)
	if err != nil {
		return nil, err
	}
	a := s.engine.assistants[session.Assistant]
	if a == nil {
		return nil, errUnknownAssistant
	}
	return append([]string{}, a.Sensitive()...), nil
}
