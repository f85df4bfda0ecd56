package main

import (
	"context"
	"net"
	"net/netip"

	"github.com/madang-dev/madang/api"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/ws"
)

// allowedHosts are the names of this server that its settings know.
func allowedHosts(s configs.Settings) []string {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil || host == "" {
		return s.AllowedHosts
	}
	return append([]string{host}, s.AllowedHosts...)
}

// trustedProxies are networks; the settings are checked.
func trustedProxies(s configs.Settings) (nets []netip.Prefix) {
	for _, text := range s.TrustedProxies {
		if p, err := netip.ParsePrefix(text); err == nil {
			nets = append(nets, p)
		}
	}
	return nets
}

// perSecond lets ten times as many come at once.
func perSecond(n float64) limit.Rate { return limit.Rate{PerSecond: n, Burst: int(10*n) + 1} }

func apiLimits(l configs.Limits) api.Limits {
	perMinute := func(n int) limit.Rate { return limit.Rate{PerSecond: float64(n) / 60, Burst: n} }
	return api.Limits{
		Requests: perSecond(l.RequestsPerSecond), Handshakes: perSecond(l.HandshakesPerSecond),
		Sessions: perMinute(l.SessionsPerMinute), Copies: perMinute(l.CopiesPerMinute),
		RequestsOf: limit.Rates{User: perSecond(l.UserRequestsPerSecond), Company: perSecond(l.CompanyRequestsPerSecond)},
	}
}

func socketLimits(l configs.Limits) ws.Limits {
	return ws.Limits{
		Handshakes: limit.Rates{User: perSecond(l.UserHandshakesPerSecond), Company: perSecond(l.CompanyHandshakesPerSecond)},
		Commands: limit.Rates{
			Address: perSecond(l.AddressCommandsPerSecond), User: perSecond(l.UserCommandsPerSecond), Company: perSecond(l.CompanyCommandsPerSecond),
		},
		Sockets: limit.Most{Address: l.MaxConnectionsPerAddress, User: l.MaxConnectionsPerUser, Company: l.MaxConnectionsPerCompany},
	}
}

// boundRuns has the engine work on no more questions of an address, a user or a
// company than may be, over all nodes. Without identity a user is who they say,
// and only the address is counted.
func (h *house) boundRuns(cfg *engine.Config, s configs.Settings) {
	const kind = "run"
	l := s.Limits
	most := limit.Most{Address: l.MaxRunsPerAddress, User: l.MaxRunsPerUser, Company: l.MaxRunsPerCompany}
	of := func(userKey, address string) limit.Caller {
		if !s.Auth.On() {
			return limit.Caller{Address: address}
		}
		return limit.Caller{Address: address, User: userKey, Company: store.TenantOf(userKey)}
	}
	cfg.AdmitFunc = func(ctx context.Context, userKey, address string) (func(), error) {
		return h.limiter.HoldAll(ctx, kind, of(userKey, address), most)
	}
	cfg.AtWorkFunc = func(userKey, address string) func() {
		return h.limiter.Count(kind, of(userKey, address), most)
	}
}
