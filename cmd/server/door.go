package main

import (
	"net"
	"net/netip"

	"github.com/madang-dev/madang/api"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/limit"
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

func apiLimits(l configs.Limits) api.Limits {
	perSecond := func(n float64) limit.Rate { return limit.Rate{PerSecond: n, Burst: int(10*n) + 1} }
	perMinute := func(n int) limit.Rate { return limit.Rate{PerSecond: float64(n) / 60, Burst: n} }
	return api.Limits{
		Requests: perSecond(l.RequestsPerSecond), Handshakes: perSecond(l.HandshakesPerSecond),
		Sessions: perMinute(l.SessionsPerMinute), Copies: perMinute(l.CopiesPerMinute),
	}
}
