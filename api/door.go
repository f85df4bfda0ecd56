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
	groups := [][]route{
		sessionRoutes{d}.list(),
		messageRoutes{d}.list(),
		socketRoutes{d}.list(),
		assistantRoutes{d}.list(),
		viewRoutes{d}.list(),
		runRoutes{d}.list(),
		interruptRoutes{d}.list(),
		triggerRoutes{d}.list(),
		feedbackRoutes{d}.list(),
		checkpointRoutes{d}.list(),
		forkRoutes{d}.list(),
		documentRoutes{d}.list(),
		fileRoutes{door: d, turn: make(chan struct{}, filesAtOnce)}.list(),
		userRoutes{d}.list(),
		knowledgeRoutes{d}.list(),
		usageRoutes{d}.list(),
		personRoutes{d}.list(),
		health.list(),
		identityRoutes{d}.list(),
		pageRoutes{d}.list(),
	}
	var all []route
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}
