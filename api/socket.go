package api

import (
	"net/http"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
)

const socketPath = base + "/ws/:session_id"

// socketRoutes hand a request over to the other door.
type socketRoutes struct{ *door }

type socketStats struct {
	ActiveConnections int       `json:"active_connections"`
	ActiveSessions    int       `json:"active_sessions"`
	Timestamp         time.Time `json:"timestamp"`
}

func (s socketRoutes) list() []route {
	return []route{
		{method: http.MethodGet, path: socketPath, tag: "websocket", action: policy.Public, summary: "Upgrade to the conversation's WebSocket",
			status: http.StatusSwitchingProtocols, missing: true, handle: s.upgrade},
		{method: http.MethodGet, path: "/asyncapi.json", tag: "pages", action: policy.Public, summary: "The description of the WebSocket's frames",
			media: "application/json", handle: s.describe},
		{method: http.MethodGet, path: base + "/stats/websockets", tag: "operations", action: policy.Operate, summary: "Count the open WebSockets of this node",
			reply: socketStats{}, handle: s.stats},
	}
}

func (s socketRoutes) upgrade(q *request) (any, error) {
	id := q.sessionID()
	if err := s.take(q, "handshake", s.cfg.Limits.Handshakes); err != nil {
		return nil, err
	}
	// The bare writer: what echo wraps around it would live as long as the
	// socket does.
	r := q.Request()
	r.RemoteAddr = q.RealIP() // that door knows no proxies
	s.cfg.WebSocket(q.Response().Writer, r, id)
	q.Response().Committed = true
	return nil, nil
}

func (s socketRoutes) stats(*request) (any, error) {
	sockets, sessions := s.cfg.SocketsFunc()
	return socketStats{sockets, sessions, s.now()}, nil
}

func (s socketRoutes) describe(q *request) (any, error) {
	return nil, send(q, http.StatusOK, s.cfg.AsyncAPIFunc())
}
