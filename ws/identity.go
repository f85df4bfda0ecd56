package ws

import (
	"context"
	"errors"
	"sync"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
)

// signIn checks a token and that the session is its user's; otherwise it
// closes the socket. A socket that is signed in may say hello without one.
func (c *conn) signIn(ctx context.Context, token string) bool {
	check := c.server.cfg.AuthFunc
	if check == nil || token == "" && c.now().who != nil {
		return true
	}
	who, err := c.server.proved(check(ctx, token))
	if err == nil && who.Nobody() {
		err = fault.New(fault.Unauthenticated, "")
	}
	first := c.now().who == nil
	if err == nil && first {
		err = c.lookUp(ctx)
	}
	switch {
	case err != nil && fault.Of(err) == fault.Unavailable:
		c.refuse(Header{}, err)
		c.end(CloseBackend, "backend away")
		return false
	case fault.Of(err) == fault.Unauthenticated:
		c.log().Info("sign-in refused", "error", err)
		c.refuse(Header{}, fault.New(fault.Unauthenticated, ""))
		c.end(CloseBadToken, "unauthenticated")
		return false
	case err != nil, !c.isFor(who):
		// The same words whether the session is another's or is not there.
		c.refuse(Header{}, fault.New(fault.SessionNotFound, ""))
		c.end(CloseForbidden, "forbidden")
		return false
	case first && c.server.note(ctx, who, c.owner, c.sessionID) != nil:
		c.end(CloseBackend, "backend away")
		return false
	}
	if first {
		giveBack, err := c.server.place(ctx, callerOf("", who))
		if err != nil {
			c.refuse(Header{}, err)
			c.end(CloseRate, "too many connections")
			return false
		}
		c.places = append(c.places, giveBack)
	}
	c.signedInAs(who)
	return true
}

// lookUp finds the session of a socket that was opened by nobody.
func (c *conn) lookUp(ctx context.Context) error {
	p, err := c.server.cfg.Positions.Position(ctx, c.sessionID)
	if fault.Of(err) == fault.Internal && err != nil {
		c.log().Error("open socket", "error", err)
		return fault.Wrap(fault.Unavailable, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.user, c.owner, c.language = p.Session.UserID, p.Session.UserID, p.Session.Language
	return err
}

// proved refuses a key that is not for giving commands.
func (s *Server) proved(who auth.Identity, err error) (auth.Identity, error) {
	if err == nil && !who.May(auth.Write) {
		err = fault.Wrap(fault.Unauthenticated, errors.New("the API key is for reading only"))
	}
	if err != nil && fault.Of(err) != fault.Unavailable {
		err = errors.Join(fault.New(fault.Unauthenticated, ""), err)
	}
	return who, err
}

// permits tells whether the policy lets somebody do this in a session of that
// user.
func permits(who auth.Identity, action policy.Action, userKey string) bool {
	owner, err := policy.Decide(who, action)
	return err == nil && owner.Touches(userKey)
}

// may asks the policy for a command to the socket's session. Who signs in by one
// proves who they are with it.
func (c *conn) may(action policy.Action) bool {
	if c.server.cfg.AuthFunc == nil || action == policy.Public {
		return true
	}
	who := c.now().who
	return who != nil && permits(*who, action, c.owner)
}

// note writes down that somebody talks in another's session. Who can't be written
// down is not let in.
func (s *Server) note(ctx context.Context, who auth.Identity, userKey, sessionID string) error {
	if s.cfg.NoteFunc == nil || !policy.Beyond(who, userKey) {
		return nil
	}
	e := policy.Access(who, policy.Talk, userKey, "socket", map[string]string{"session_id": sessionID})
	if err := s.cfg.NoteFunc(ctx, e); err != nil {
		s.cfg.Logger.Error("audit", "error", err)
		return fault.Wrap(fault.Unavailable, err)
	}
	return nil
}

// isFor tells whether the socket may go on as this user's: the one it was
// signed in by, or the session's owner.
func (c *conn) isFor(who auth.Identity) bool {
	if mine := c.now().who; mine != nil {
		return mine.Same(who)
	}
	return permits(who, policy.Talk, c.owner)
}

func (c *conn) signedInAs(who auth.Identity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.user, c.who = who.UserID, &who
}

// Revoke ends the sockets of this node whose sign-in was taken back.
func (s *Server) Revoke(revokedFunc func(auth.Identity) bool) {
	var ends sync.WaitGroup
	for _, c := range s.registry.list() {
		if who := c.now().who; who != nil && revokedFunc(*who) {
			ends.Go(func() { c.end(CloseRevoked, "revoked") })
		}
	}
	ends.Wait()
}
