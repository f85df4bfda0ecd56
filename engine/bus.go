package engine

import (
	"context"
	"encoding/json"
	"time"

	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/failpoint"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// Bus carries wake-ups, controls and committed events between nodes. What it
// loses is found in the store a little later.
type Bus interface {
	Run(ctx context.Context, h bus.Handler) error
	// Offer wakes one node for each run.
	Offer(ctx context.Context, runIDs ...string) error
	Tell(ctx context.Context, nodeID string, w bus.Control) error
	// Publish, Subscribe and Unsubscribe never wait.
	Publish(sessionID string, payload []byte)
	Subscribe(sessionID string)
	Unsubscribe(sessionID string)
}

// busWait bounds one call of the bus.
const busWait = time.Second

// broadcast sends events to the other nodes that have watchers of the session.
func (e *Engine) broadcast(sessionID string, events []*state.Event) {
	if e.cfg.Bus == nil || !e.peers.Load() || len(events) == 0 {
		return
	}
	payload, err := json.Marshal(events)
	if err != nil {
		e.cfg.Logger.Error("encode events for other nodes", "session_id", sessionID, "error", err)
		return
	}
	e.cfg.Bus.Publish(sessionID, payload)
}

// showFrames hands frames that are not stored to who watches the session, here and
// on other nodes.
func (e *Engine) showFrames(sessionID string, frames []*state.Event) {
	for _, frame := range frames {
		e.hub.emit(frame)
	}
	e.broadcast(sessionID, frames)
}

// publish sends durable events to who watches the session, here and on the
// other nodes.
func (e *Engine) publish(sessionID string, events []*state.Event) {
	if failpoint.Hit(failpoint.PublishBefore) == nil {
		e.hub.publish(sessionID, events)
		e.broadcast(sessionID, events)
	}
	_ = failpoint.Hit(failpoint.PublishAfter)
}

// receive takes events of another node. An empty payload says that there is
// something to look for in the store.
func (e *Engine) receive(sessionID string, payload []byte) {
	var sent []state.Event
	if len(payload) == 0 || json.Unmarshal(payload, &sent) != nil {
		e.hub.look(sessionID)
		return
	}
	var stored []*state.Event
	for i := range sent {
		ev := &sent[i]
		ev.SessionID = sessionID
		if ev.Seq == 0 { // what is not stored travels apart from what is
			e.hub.emit(ev)
			continue
		}
		ev.ID = state.EventID(sessionID, ev.Seq)
		stored = append(stored, ev)
	}
	e.hub.publish(sessionID, stored)
}

// listen runs the bus until ctx ends.
func (e *Engine) listen(ctx context.Context) error {
	if e.cfg.Bus == nil {
		return nil
	}
	return e.cfg.Bus.Run(ctx, bus.Handler{
		RunOfferedFunc: e.launch,
		ToldFunc: func(w bus.Control) {
			e.grant(store.Control{RunID: w.RunID, Kind: w.Kind, Arg: w.Arg})
		},
		HeardFunc: e.receive,
		LostFunc:  func() { e.hub.lookAll() },
	})
}

// offer wakes other nodes for runs that this one does not take.
func (e *Engine) offer(runIDs ...string) {
	if e.cfg.Bus == nil || len(runIDs) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), busWait)
	defer cancel()
	if err := e.cfg.Bus.Offer(ctx, runIDs...); err != nil {
		e.cfg.Logger.Warn("offer runs", "runs", len(runIDs), "error", err) // sweepers find them
	}
}
