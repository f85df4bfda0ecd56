package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth/policy"
)

const socketPath = base + "/ws/:session_id"

// socketRoutes hand a request over to the other door.
type socketRoutes struct{ *door }

type socketStats struct {
	ActiveConnections int64     `json:"active_connections"`
	ActiveSessions    int64     `json:"active_sessions"`
	Timestamp         time.Time `json:"timestamp"`
}

func (s socketRoutes) list() []route {
	var routes []route
	if s.cfg.WebSocket != nil {
		routes = append(routes, route{method: http.MethodGet, path: socketPath, tag: "websocket", action: policy.Public, missing: true,
			summary: "Upgrade to the conversation's WebSocket", status: http.StatusSwitchingProtocols, handle: s.upgrade})
	}
	if s.cfg.AsyncAPIFunc != nil {
		routes = append(routes, route{method: http.MethodGet, path: "/asyncapi.json", tag: "pages", action: policy.Public,
			summary: "The description of the WebSocket's frames", media: "application/json", handle: s.describe})
	}
	if s.cfg.SocketsFunc != nil {
		routes = append(routes, route{method: http.MethodGet, path: base + "/stats/websockets", tag: "operations", action: policy.Operate,
			summary: "Count the open WebSockets of this node", reply: socketStats{}, handle: s.stats})
	}
	return routes
}

func (s socketRoutes) upgrade(c echo.Context) error {
	id, err := sessionID(c, "session_id")
	if err != nil {
		return err
	}
	if err := s.take(c, "handshake", s.cfg.Limits.Handshakes); err != nil {
		return err
	}
	// The bare writer: what echo wraps around it would live as long as the
	// socket does.
	r := c.Request()
	r.RemoteAddr = c.RealIP() // that door knows no proxies
	s.cfg.WebSocket(c.Response().Writer, r, id)
	c.Response().Committed = true
	return nil
}

func (s socketRoutes) stats(c echo.Context) error {
	open := s.cfg.SocketsFunc()
	return ok(c, socketStats{open.Connections, open.Sessions, s.now()})
}

func (s socketRoutes) describe(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", s.cfg.AsyncAPIFunc())
}
