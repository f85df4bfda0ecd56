package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// door is what all routes share.
type door struct {
	cfg    Config
	routes []route
}

// New is the whole door as one handler; it panics when cfg lacks what is
// needed.
func New(cfg Config) http.Handler {
	router, _ := build(cfg)
	return headAsGet(router)
}

// headAsGet lets every GET route answer HEAD; net/http leaves the body out
// because the request that it knows still says HEAD.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(r.Context())
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

func build(cfg Config) (*echo.Echo, *door) {
	cfg.setDefaults()
	d := &door{cfg: cfg}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = addressOf(d.cfg.TrustedProxies)
	e.HTTPErrorHandler = d.refuse
	d.use(e)

	d.routes = d.table()
	if !d.cfg.Operators {
		d.routes = append(d.routes, d.describe(d.routes)...)
	}
	for _, r := range d.routes {
		e.Add(r.method, r.path, d.guard(r))
	}
	return e, d
}

// table lists every route but those that describe the table itself.
func (d *door) table() []route {
	health := healthRoutes{door: d, started: d.cfg.Clock()}
	if d.cfg.Operators {
		return health.list()
	}
	s := d.cfg.Store
	groups := [][]route{
		sessionRoutes{door: d, store: s, care: s}.list(),
		messageRoutes{door: d, sessions: s, messages: s, memories: s}.list(),
		socketRoutes{door: d}.list(),
		assistantRoutes{door: d}.list(),
		viewRoutes{door: d, sessions: s}.list(),
		runRoutes{door: d, sessions: s, store: s, checkpoints: s}.list(),
		interruptRoutes{door: d, sessions: s, store: s, runs: s}.list(),
		triggerRoutes{door: d, store: s}.list(),
		feedbackRoutes{door: d, runs: runRoutes{door: d, sessions: s, store: s, checkpoints: s}, store: s}.list(),
		checkpointRoutes{door: d, sessions: s, store: s, past: s}.list(),
		forkRoutes{door: d, sessions: s, care: s, runs: s, points: s, store: s}.list(),
		thinningRoutes{door: d, sessions: s, store: s}.list(),
		documentRoutes{door: d, sessions: s, store: s}.list(),
		fileRoutes{door: d, turn: make(chan struct{}, filesAtOnce)}.list(),
		userRoutes{door: d, memories: s, exchanges: s, preferences: s}.list(),
		knowledgeRoutes{door: d, knowledge: s}.list(),
		usageRoutes{door: d, sessions: s, store: s}.list(),
		personRoutes{door: d, store: s}.list(),
		health.list(),
		identityRoutes{door: d}.list(),
		pageRoutes{door: d}.list(),
	}
	var all []route
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}
