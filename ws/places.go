package ws

import (
	"context"
	"net"
	"net/http"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
)

// callerOf is whom somebody's sockets and commands are counted for: user and
// company only where they are proved, for who is believed could be anybody.
func callerOf(address string, who auth.Identity) limit.Caller {
	c := limit.Caller{Address: address}
	if who.UserID != "" {
		c.User, c.Company = policy.Key(who), who.Tenant
	}
	return c
}

// addressOf is from where a request comes; who stands before this door has put
// there what proxies say that are trusted.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	return limit.Address(host)
}

// place takes a place for a socket; it must be given back.
func (s *Server) place(ctx context.Context, c limit.Caller) (giveBack func(), err error) {
	byOthers := s.cfg.Limits.Handshakes
	byOthers.Address = limit.Rate{} // was counted already
	if err := s.cfg.Limiter.TakeAll(ctx, "handshake", c, byOthers); err != nil {
		return nil, err
	}
	giveBack, err = s.cfg.Limiter.HoldAll(ctx, "socket", c, s.cfg.Limits.Sockets)
	if err != nil {
		return nil, fault.Wrap(fault.TooManyConnections, err)
	}
	return giveBack, nil
}

// leave gives back the socket's places.
func (c *conn) leave() {
	for _, giveBack := range c.places {
		giveBack()
	}
}

// takeCommand refuses a command of who, or whose company or address, gives too many
// over all sockets.
func (c *conn) takeCommand(ctx context.Context) error {
	var who auth.Identity
	if proved := c.now().who; proved != nil {
		who = *proved
	}
	return c.server.cfg.Limiter.TakeAll(ctx, "command", callerOf(c.address, who), c.server.cfg.Limits.Commands)
}
