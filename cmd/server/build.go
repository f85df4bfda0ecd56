package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/madang-dev/madang/api"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/audit"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/documents"
	"github.com/madang-dev/madang/internal/eval"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/limit"
	"github.com/madang-dev/madang/internal/metrics"
	"github.com/madang-dev/madang/internal/redis"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/knowledge/ingest"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/teams/tools/mcp"
	"github.com/madang-dev/madang/web"
	"github.com/madang-dev/madang/ws"
	"github.com/madang-dev/madang/ws/asyncapi"
)

// house is the program put together: every part is named here.
type house struct {
	store *store.Store
	redis *redis.Client // nil without one
	bus   *redis.Bus    // nil without other nodes
	model *llm.Client   // nil without one
	tools *mcp.Servers  // whose tools the model may call; nil has none
	shelf *knowledge.Shelf
	// making has vectors of the packs made; nil without a model for them.
	making *ingest.BuiltIn
	engine *engine.Engine
	// calendar has the days of a measurement; nil is the clock's and the
	// settings'.
	calendar *eval.Calendar
	// figures are the company assistant's.
	figures *semantic.Layer
	// serves tells that the house is built to serve: it may change the
	// database, and does not wait for what is ingested.
	serves bool
	// migrated is how many steps the database was behind.
	migrated int
	// members are the assistants; replaying holds the one replay at work.
	members []engine.Assistant
	// works are what assistants do besides answering.
	works     []func(context.Context) error
	replaying chan struct{}
	// limiter counts what addresses and users do.
	limiter *limit.Limiter
	// audit writes down who did what outside of runs.
	audit *audit.Recorder
	// gate tells who asks; nil without identity.
	gate    *auth.Gate
	sockets *ws.Server
	door    http.Handler
	ops     http.Handler
}

// build puts the house together and brings its database up to date.
func build(ctx context.Context, settings configs.Settings, log *slog.Logger) (h *house, err error) {
	h = &house{replaying: make(chan struct{}, 1), limiter: &limit.Limiter{}}
	defer func() {
		if err != nil {
			h.close()
		}
	}()
	if h.store, err = openStore(ctx, settings); err != nil {
		return h, err
	}
	meter := metrics.New(metrics.Config{Purposes: purposes(), Version: version(), Logger: log})
	if h.model, err = h.openModel(settings, meter, log); err != nil {
		return h, err
	}
	h.serves = true
	if settings.RedisURL != "" {
		redis.LogTo(log)
		if h.redis, err = redis.Open(settings.RedisURL); err != nil {
			return h, err
		}
	}
	if h.tools, err = openTools(settings.Model, log); err != nil {
		return h, err
	}
	introduced, err := h.assistants(ctx, settings, meter, log)
	if err != nil {
		return h, err
	}
	if err := figuresFit(ctx, h.figures, settings.Company); err != nil {
		return h, err
	}
	h.members = members(introduced)
	for _, a := range introduced {
		if a.Run != nil {
			h.works = append(h.works, a.Run)
		}
		meter.Introduce(a.Name(), a.Teams...)
	}
	nodeID := settings.NodeID
	nodeID = cmp.Or(nodeID, engine.NewNodeID())
	h.making = h.builtIn(settings, log)
	cfg := engineConfig(settings, meter)
	cfg.Store, cfg.Assistants, cfg.NodeID, cfg.Logger = h.store, h.members, nodeID, log
	// A database that only this process has is no other node's.
	if h.redis != nil && !h.store.Exclusive() {
		secret, err := h.store.Secret(ctx, "redis bus")
		if err != nil {
			return h, err
		}
		h.bus = h.redis.Bus(redis.BusConfig{NodeID: nodeID, Secret: secret, Logger: log})
		cfg.Bus = h.bus
	}
	h.boundRuns(&cfg, settings)
	if h.redis != nil {
		h.limiter.Shared, h.limiter.Counts = h.redis.Take, h.redis.Counts(engine.NewNodeID())
	}
	if h.engine, err = engine.New(cfg); err != nil {
		return h, err
	}
	h.audit = audit.NewRecorder(audit.RecorderConfig{Store: h.store})
	if h.gate, err = h.openGate(ctx, settings.Auth, log); err != nil {
		return h, err
	}
	h.sockets = h.socketDoor(settings, meter, log)
	h.door, h.ops = h.restDoors(settings, introductions(introduced), meter, log)
	return h, nil
}

// engineConfig is what the settings say of runs, and who is told of them.
func engineConfig(settings configs.Settings, meter *metrics.Metrics) engine.Config {
	return engine.Config{
		RunDeadline:  settings.Limits.RunDeadline,
		MaxQueued:    settings.Limits.MaxQueuedRuns,
		MaxRuns:      settings.Limits.MaxRuns,
		DrainTimeout: settings.ShutdownTimeout / 2,
		SessionTTL:   settings.Limits.SessionTTL,
		Retention:    retention(&settings.Retention),
		LanguageFunc: planning.ReadLanguage, Proactive: proactive(settings.Proactive),
		Meter: engine.Meter{
			RunStartedFunc: meter.RunStarted, RunEndedFunc: meter.RunEnded,
			FirstEventFunc: meter.FirstEvent,
			CommittedFunc:  meter.Committed, StoreErrorFunc: meter.StoreError,
			QueueDepthFunc: meter.QueueDepth,
		},
	}
}

// retention is the house's with that of each company that has its own.
func retention(s *configs.Retention) store.Retention {
	r := store.Retention{
		Removed: s.Removed, Checkpoints: s.Checkpoints, Events: s.Events, Results: s.Results, Runs: s.Runs,
		Conversations: s.Conversations, Documents: s.Documents, Memories: s.Memories, Tenants: map[string]store.Retention{},
	}
	for name, own := range s.Of() {
		r.Tenants[name] = retention(&own)
	}
	return r
}

// proactive is what the settings, which are checked, say of conversations that
// assistants begin.
func proactive(s configs.Proactive) engine.Proactive {
	from, to, _ := engine.ParseHours(s.QuietHours)
	where, err := time.LoadLocation(s.Timezone)
	if err != nil {
		where = time.UTC
	}
	return engine.Proactive{QuietFrom: from, QuietTo: to, Location: where, PerDay: s.PerDay}
}

// memory is the users' long-term memory.
func (h *house) memory() *memory.Memory {
	cfg := memory.Config{Store: h.store}
	if h.calendar != nil {
		cfg.Store, cfg.Clock = h.calendar.Over(h.store), h.calendar.Today
	}
	return memory.New(cfg)
}

func (h *house) socketDoor(settings configs.Settings, meter *metrics.Metrics, log *slog.Logger) *ws.Server {
	cfg := ws.Config{
		Runs: h.engine, Controls: h.engine, Positions: h.engine,
		WatchFunc: func(sessionID string, after int64) ws.Stream {
			return h.engine.Watch(sessionID, after)
		},
		AllowedOrigins: settings.AllowedOrigins, Logger: log,
		Hooks:          ws.Hooks{SocketOpenedFunc: meter.SocketOpened, SocketClosedFunc: meter.SocketClosed},
		MaxConnections: settings.Limits.MaxConnections, MaxPerUser: settings.Limits.MaxConnectionsPerUser,
		Rate: settings.Limits.CommandsPerSecond, Burst: settings.Limits.Burst,
		Limiter: h.limiter, Limits: socketLimits(settings.Limits),
	}
	if h.gate != nil {
		cfg.AuthFunc, cfg.RequestFunc, cfg.NoteFunc = h.gate.Token, h.gate.Request, h.audit.Seldom
	}
	return ws.New(cfg)
}

// restDoors are the clients' door and the operators'; without an address of
// their own the operators use the clients'.
func (h *house) restDoors(settings configs.Settings, introduced []api.Assistant, meter *metrics.Metrics, log *slog.Logger) (clients, ops http.Handler) {
	cfg := api.Config{
		Store: h.store, Gate: h.gate, NoteFunc: h.audit.Seldom, Assistants: introduced, SensitiveFunc: h.sensitive,
		CancelFunc: h.engine.Cancel, RerunFunc: h.engine.Rerun, SubmitFunc: h.submit, ReplayFunc: h.replay,
		FeedbackFunc: h.engine.Feedback, AnswerFunc: h.engine.Answer, TriggerFunc: h.engine.Trigger, WithdrawFunc: h.engine.Withdraw,
		WebSocket: h.sockets.Handle, AsyncAPIFunc: sync.OnceValue(func() []byte { return asyncapi.Document(version()) }),
		SocketsFunc: h.sockets.Count,
		ExportFunc:  documents.Export, CalendarFunc: documents.ExportCalendar, ReadyFunc: h.ready, Pages: web.FS,
		AllowedOrigins: settings.AllowedOrigins, AllowedHosts: allowedHosts(settings), TrustedProxies: trustedProxies(settings),
		Limiter: h.limiter, Limits: apiLimits(settings.Limits), SessionTTL: settings.Limits.SessionTTL,
		Model: h.model.Name(), Currency: settings.Model.Currency,
		Version: version(), Logger: log, OpsKey: settings.OpsKey,
	}
	if settings.OpsAddr == "" {
		cfg.Metrics = meter.Handler()
		return api.New(cfg), nil
	}
	clients = api.New(cfg)
	ops = api.New(api.Config{
		Operators: true, OpsKey: settings.OpsKey,
		// An operator's machines call by names of their own.
		AllowedHosts: []string{"*"},
		Store:        h.store, SensitiveFunc: h.sensitive, ReadyFunc: h.ready, Metrics: meter.Handler(), Model: h.model.Name(), Version: version(), Logger: log,
	})
	if settings.Probe {
		ops = profiled(ops)
	}
	return clients, api.Keyed(settings.OpsKey, ops)
}

// sensitive are the fields of an assistant's state that the inspector hides.
func (h *house) sensitive(assistant string) []string {
	for _, m := range h.members {
		if m.Name() == assistant {
			return m.Sensitive()
		}
	}
	return nil
}

// submit asks a session something on behalf of a REST client.
func (h *house) submit(ctx context.Context, sessionID, query, language, address string) (runID string, err error) {
	ack, err := h.engine.Submit(ctx, engine.Query{SessionID: sessionID, Text: query, Language: language, Address: address})
	return ack.RunID, err
}

// replay carries a run out again; one at a time, because it is work that
// nobody has to wait for.
func (h *house) replay(ctx context.Context, runID string) (report engine.ReplayReport, err error) {
	select {
	case h.replaying <- struct{}{}:
		defer func() { <-h.replaying }()
	case <-ctx.Done():
		return report, fault.Wrap(fault.Unavailable, ctx.Err())
	}
	report, err = engine.Replay(ctx, engine.ReplayConfig{Store: h.store, Assistants: h.members}, runID)
	switch {
	case errors.Is(err, engine.ErrNotRecorded), errors.Is(err, engine.ErrEventsRemoved), errors.Is(err, store.ErrNotFound):
		err = fault.New(fault.NotFound, "")
	case errors.Is(err, engine.ErrStillOpen):
		err = fault.New(fault.SessionBusy, "")
	}
	return report, err
}

// errBusDown makes a node "degraded": others' events come a little later.
var errBusDown = errors.New("no connection to other nodes")

// errLoading makes a node "degraded": answers tell of the built-in knowledge
// only, and say so.
var errLoading = errors.New("ingested knowledge is still being loaded")

// errToolsAway is an MCP server that is not reached: its tools are not offered.
var errToolsAway = errors.New("the MCP server is away")

// ready looks at what the server depends on.
func (h *house) ready(ctx context.Context) []api.Check {
	checks := []api.Check{{Name: "database", Err: h.store.Ping(ctx)}}
	intake := api.Check{Name: "engine"}
	if h.engine.Draining() {
		intake.Err = fault.New(fault.Draining, "")
	}
	checks = append(checks, intake)
	if h.redis != nil {
		checks = append(checks, api.Check{Name: "redis", Err: h.redis.Ping(ctx), Optional: true})
	}
	if h.bus != nil && !h.bus.Healthy() {
		checks = append(checks, api.Check{Name: "bus", Err: errBusDown, Optional: true})
	}
	if h.shelf.Partial() {
		checks = append(checks, api.Check{Name: "knowledge", Err: errLoading, Optional: true})
	}
	if h.model != nil {
		checks = append(checks, api.Check{Name: "model", Err: h.model.Healthy(), Optional: true})
	}
	for _, name := range h.tools.Away() {
		checks = append(checks, api.Check{Name: "tools of " + name, Err: errToolsAway, Optional: true})
	}
	return checks
}

// close gives back what build took; it may be called on half a house.
func (h *house) close() {
	var errs []error
	if h.redis != nil {
		errs = append(errs, h.redis.Close())
	}
	if h.figures != nil {
		errs = append(errs, h.figures.Close())
	}
	if h.store != nil {
		errs = append(errs, h.store.Close())
	}
	if err := errors.Join(errs...); err != nil {
		slog.Warn("close", "error", err)
	}
}
