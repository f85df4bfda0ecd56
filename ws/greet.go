package ws

import (
	"context"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/fault"
	"github.com/madang-dev/madang/state"
)

// begin greets the client and plays to it from where it wishes.
// A second hello begins again; what this socket was played already is not
// played to it twice. known spares a look at the session's position.
func (c *conn) begin(ctx context.Context, w wish, known *engine.Position) {
	c.beginMu.Lock()
	defer c.beginMu.Unlock()
	again := c.playing.Load() != nil
	if again && !w.hello {
		return
	}
	p, err := c.position(ctx, known)
	if err != nil {
		c.log().Warn("session position", "error", err)
		if fault.Of(err) == fault.SessionNotFound {
			c.end(CloseForbidden, "session not found")
			return
		}
		c.end(CloseBackend, "backend away")
		return
	}
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

func (c *conn) greet(p engine.Position, w wish, choice choice, sent span) {
	next := &player{conn: c, after: choice.after, pos: choice.after, sent: span{choice.after, choice.after}}
	if c.playing.Load() != nil {
		next.sent = sent.begin(choice.after)
	}
	frames := []any{c.connected(p)}
	if w.hello {
		next.resumed = newResumed(p, choice)
		if next.resumed.Seq <= next.after {
			frames, next.resumed = append(frames, next.resumed), nil
		}
	}
	c.send(frames...)
	next.open()
	c.playing.Store(next)
	if c.isEnding() {
		next.stop() // end may have looked before it was there
	}
	next.rouse()
	c.arm(c.nextBeat())
}

func (c *conn) connected(p engine.Position) *Connected {
	return &Connected{
		Frame: frame(state.FrameConnected), SessionID: c.sessionID,
		Assistant: p.Session.Assistant, Epoch: p.Epoch, Seq: p.LastSeq,
		User: c.user, Features: c.server.features,
	}
}

// halt stops what is being played and tells what was.
func (c *conn) halt() span {
	if p := c.playing.Load(); p != nil {
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

// hello makes the client one of the extension and begins where it wishes.
func (c *conn) hello(ctx context.Context, h *Hello) {
	if !c.signIn(ctx, h.Token) {
		return
	}
	capabilities := slices.Clone(h.Capabilities)
	c.capabilities.Store(&capabilities)
	c.extended.Store(true)
	c.begin(ctx, wish{hello: true, lastSeq: h.LastSeq, epoch: h.Epoch}, nil)
}

// signIn checks a token and that the session is its user's; otherwise it
// closes the socket. A socket that is signed in may say hello without one.
func (c *conn) signIn(ctx context.Context, token string) bool {
	auth := c.server.cfg.AuthFunc
	if auth == nil || token == "" && c.isSignedIn() {
		return true
	}
	user, until, err := auth(ctx, token)
	switch {
	case fault.Of(err) == fault.Unavailable && err != nil:
		c.refuse(Header{}, err)
		c.end(CloseBackend, "backend away")
		return false
	case err != nil:
		c.log().Info("sign-in refused", "error", err)
		c.refuse(Header{}, fault.New(fault.Unauthenticated, ""))
		c.end(CloseBadToken, "unauthenticated")
		return false
	case c.user != "" && user != c.user:
		// The same words as for a session that is not there.
		c.refuse(Header{}, fault.New(fault.SessionNotFound, ""))
		c.end(CloseForbidden, "forbidden")
		return false
	}
	c.beginMu.Lock()
	defer c.beginMu.Unlock()
	c.user, c.signedIn = user, true
	c.until.Store(0)
	if !until.IsZero() {
		c.until.Store(until.UnixMilli())
	}
	return true
}

// isSignedIn tells whether the client may give commands.
func (c *conn) isSignedIn() bool {
	c.beginMu.Lock()
	defer c.beginMu.Unlock()
	return c.server.cfg.AuthFunc == nil || c.signedIn
}
