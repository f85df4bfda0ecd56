package ws

import (
	"context"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// begin greets the client and plays to it from where it left off.
// A second hello begins again; what this socket was played already is not
// played to it twice. known spares a look at the session's position.
func (c *conn) begin(ctx context.Context, w resumeFrom, known *engine.Position) {
	c.greeting.Lock()
	defer c.greeting.Unlock()
	again := c.now().playing != nil
	if again && !w.hello || c.now().ending {
		return
	}
	p, err := c.position(ctx, known)
	if err != nil {
		c.log().Warn("session position", "error", err)
		if fault.Of(err) == fault.SessionNotFound {
			// Erased meanwhile: a client that is told of a database would come back for ever.
			c.end(CloseForbidden, "session not found")
			return
		}
		c.end(CloseBackend, "backend away")
		return
	}
	// The old player first comes to its end: where the new one begins depends on what was
	// played, and two at once would play events twice.
	sent := c.halt()
	if again {
		p.DeliveredSeq = sent.to // to this socket; without a position it goes on there
	}
	choice := choose(p, w, c.server.cfg.ReplayLimit)
	if choice.confirmed {
		c.server.cfg.Positions.Delivered(c.sessionID, choice.after)
	}
	c.greet(p, w, choice, sent)
}

func (c *conn) greet(p engine.Position, w resumeFrom, choice choice, sent span) {
	next := &player{conn: c, after: choice.after, pos: choice.after, sent: span{choice.after, choice.after}}
	if c.now().playing != nil {
		next.sent = sent.begin(choice.after)
	}
	frames := []any{c.connected(p)}
	if w.hello {
		next.resumed = newResumed(p, choice)
		if next.resumed.Seq <= next.after {
			frames, next.resumed = append(frames, next.resumed), nil
		}
	}
	// Greeted before anything is played: a client takes the numbers that follow as those
	// of the epoch that it was told.
	c.send(frames...)
	next.open()
	c.play(next)
	next.wake()
	c.arm(c.nextBeat())
}

// play makes the player the socket's; one that is ending or set aside plays
// nothing.
func (c *conn) play(next *player) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.playing = next
	if c.ending || c.aside {
		next.stopLocked()
	}
}

func (c *conn) connected(p engine.Position) *Connected {
	return &Connected{
		Frame: frame(state.FrameConnected), SessionID: c.sessionID,
		Assistant: p.Session.Assistant, Epoch: p.Epoch, Seq: p.LastSeq,
		User: c.now().user, Features: c.server.features,
	}
}

// halt stops what is being played and tells what was.
func (c *conn) halt() span {
	if p := c.now().playing; p != nil {
		return p.halt()
	}
	return span{}
}

func (c *conn) position(ctx context.Context, known *engine.Position) (engine.Position, error) {
	if known != nil {
		return *known, nil
	}
	return c.server.cfg.Positions.Position(ctx, c.sessionID)
}

// hello makes the client one of the extension and begins where it left off.
func (c *conn) hello(ctx context.Context, h *Hello) {
	if !c.signIn(ctx, h.Token) {
		return
	}
	c.speaks(h.Capabilities)
	c.begin(ctx, resumeFrom{hello: true, lastSeq: h.LastSeq, epoch: h.Epoch}, nil)
}

// speaks notes that the client speaks the extension, and what it can.
func (c *conn) speaks(capabilities []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.extended, c.capabilities = true, capabilities
}
