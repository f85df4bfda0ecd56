package api

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/madang-dev/madang/internal/auth/policy"
)

// checkTimeout bounds a look at what the server depends on.
const checkTimeout = 2 * time.Second

// healthRoutes are what an operator's machines ask.
type healthRoutes struct {
	*door
	started time.Time
}

type liveReply struct {
	Status string `json:"status"` // "alive"
}

type readyReply struct {
	Status string       `json:"status" jsonschema:"enum=ready,enum=degraded,enum=unavailable"`
	Checks []checkEntry `json:"checks"`
}

// checkEntry does not say why: an error's text may name what is inside.
type checkEntry struct {
	Name     string `json:"name"`
	Status   string `json:"status" jsonschema:"enum=ok,enum=away"`
	Optional bool   `json:"optional"`
}

type healthReply struct {
	Status  string `json:"status" jsonschema:"enum=healthy,enum=degraded,enum=unhealthy"`
	Service string `json:"service"`
	Version string `json:"version"`
	// Model is the name of the language model that assistants ask; absent
	// where they answer by rules only.
	Model         string    `json:"model,omitempty"`
	UptimeSeconds int64     `json:"uptime_seconds"`
	Timestamp     time.Time `json:"timestamp"`
}

func (h healthRoutes) list() []route {
	routes := []route{
		{method: http.MethodGet, path: "/health", tag: "operations", action: policy.Public, summary: "How the server is, in one word", reply: healthReply{}, handle: h.health},
		{method: http.MethodGet, path: "/livez", tag: "operations", action: policy.Public, summary: "Whether the process is up", reply: liveReply{}, handle: h.live},
		{method: http.MethodGet, path: "/readyz", tag: "operations", action: policy.Public, summary: "Whether queries can be taken", reply: readyReply{}, handle: h.ready},
	}
	if h.cfg.Metrics != nil {
		routes = append(routes, route{method: http.MethodGet, path: "/metrics", tag: "operations", action: policy.Operate, summary: "Figures for Prometheus",
			media: "text/plain", handle: h.metrics})
	}
	return routes
}

func (h healthRoutes) live(*request) (any, error) { return liveReply{"alive"}, nil }

func (h healthRoutes) ready(q *request) (any, error) {
	r := h.look(q.ctx())
	if h.cfg.OpsKey != "" && !showsKey(q.Request(), h.cfg.OpsKey) {
		r.Checks = []checkEntry{}
	}
	if r.Status == "unavailable" {
		return nil, reply(q, http.StatusServiceUnavailable, r)
	}
	return r, nil
}

func (h healthRoutes) health(q *request) (any, error) {
	status, code := "healthy", http.StatusOK
	switch h.look(q.ctx()).Status {
	case "degraded":
		status = "degraded"
	case "unavailable":
		status, code = "unhealthy", http.StatusServiceUnavailable
	}
	now := h.now()
	return nil, reply(q, code, healthReply{status, "madang", h.cfg.Version, h.cfg.Model, int64(now.Sub(h.started).Seconds()), now})
}

func (h healthRoutes) metrics(q *request) (any, error) {
	h.cfg.Metrics.ServeHTTP(q.Response(), q.Request())
	return nil, nil
}

// look asks for every check and sums them up.
func (h healthRoutes) look(ctx context.Context) readyReply {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	checks := h.cfg.ReadyFunc(ctx)
	r := readyReply{Status: "ready", Checks: make([]checkEntry, len(checks))}
	for i, check := range checks {
		r.Checks[i] = checkEntry{check.Name, "ok", check.Optional}
		if check.Err == nil {
			continue
		}
		r.Checks[i].Status = "away"
		h.cfg.Logger.DebugContext(ctx, "check", slog.String("name", check.Name), slog.Any("error", check.Err))
		if !check.Optional {
			r.Status = "unavailable"
		} else if r.Status == "ready" {
			r.Status = "degraded"
		}
	}
	return r
}
