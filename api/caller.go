package api

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/limit"
)

// everybody stands in lists of origins and of hosts for all of them.
const everybody = "*"

// allows tells whether pages of the origin may call.
func (d *door) allows(origin string) bool {
	return slices.Contains(d.cfg.AllowedOrigins, everybody) || slices.Contains(d.cfg.AllowedOrigins, origin)
}

// addressOf finds the address of who asks: that of the connection, or what
// trusted proxies say of it. Everybody else's X-Forwarded-For is made up.
func addressOf(proxies []netip.Prefix) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		p = p.Masked()
		trust = append(trust, echo.TrustIPRange(&net.IPNet{
			IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}

// refuseHosts stops pages whose own name was made to lead here (DNS
// rebinding): their origin is the server's by all other signs. An address is
// nobody's name, so it can't be made to lead anywhere.
func (d *door) refuseHosts() echo.HandlerFunc {
	names := map[string]bool{"localhost": true}
	all := append(slices.Clone(d.cfg.AllowedHosts), d.cfg.AllowedOrigins...)
	for _, entry := range all {
		if u, err := url.Parse(entry); err == nil && u.Host != "" {
			entry = u.Host
		}
		names[hostName(entry)] = true
	}
	return func(c echo.Context) error {
		host := hostName(c.Request().Host)
		_, err := netip.ParseAddr(host)
		if names[everybody] || err == nil || names[host] || strings.HasSuffix(host, ".localhost") {
			return nil
		}
		return forbidden{errors.Join(invalid{"host", "is no name of this server (setting allowed_hosts)"}, errHost)}
	}
}

var errHost = errors.New("api: host not allowed")

// hostName is a Host header without its port, in small letters.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// limitAddress refuses an address that asks too often.
func (d *door) limitAddress(c echo.Context) error {
	if isProbe(c.Request()) {
		return nil
	}
	return d.take(c, "request", d.cfg.Limits.Requests)
}

// limitCaller refuses who is signed in and, over all addresses, asks too often.
func (d *door) limitCaller(c echo.Context) error {
	id := who(c)
	if id.UserID == "" {
		return nil
	}
	of := limit.Caller{User: policy.Key(id), Company: id.Tenant}
	return d.cfg.Limiter.TakeAll(c.Request().Context(), "request", of, d.cfg.Limits.RequestsOf)
}

// isProbe tells whether an orchestrator asks: it must never be told to wait.
func isProbe(r *http.Request) bool { return r.URL.Path == "/livez" || r.URL.Path == "/readyz" }

// take counts one of the kind for the address that asks.
func (d *door) take(c echo.Context, kind string, r limit.Rate) error {
	return d.cfg.Limiter.Take(c.Request().Context(), kind, limit.Address(c.RealIP()), r)
}
