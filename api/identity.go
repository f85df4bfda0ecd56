package api

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
)

const (
	authPath    = extension + "/auth"
	identityKey = "identity"
)

// who is who sends the request; on a server without identity, anybody.
func who(c echo.Context) auth.Identity {
	id, _ := c.Get(identityKey).(auth.Identity)
	return id
}

// identify proves who asks before anything is done for them. The socket's door
// does so itself, once.
func (d *door) identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if d.cfg.Gate == nil {
			c.Set(identityKey, auth.Identity{Open: true})
			return next(c)
		}
		r := c.Request()
		path := r.URL.Path
		if c.Path() == socketPath || !strings.HasPrefix(path, "/api/") && path != "/" && path != "/metrics" {
			return next(c)
		}
		id, err := d.cfg.Gate.Request(r.Context(), r)
		need := auth.Write
		if r.Method == http.MethodGet {
			need = auth.Read
		}
		open := path == "/" || path == authPath || strings.HasPrefix(path, authPath+"/")
		switch {
		case err != nil:
			d.cfg.Logger.InfoContext(r.Context(), "sign-in refused", "request_id", requestID(c), "error", err)
			return fault.New(fault.Of(err), "") // why is nobody's business
		case !open && id.Nobody(), !id.May(need):
			return fault.New(fault.Unauthenticated, "")
		}
		c.Set(identityKey, id)
		return next(c)
	}
}

// identityRoutes tell who one is, and sign people in and out on the page.
type identityRoutes struct{ *door }

type identityReply struct {
	// Required tells that people have to say who they are.
	Required bool        `json:"required"`
	SignedIn bool        `json:"signed_in"`
	Guest    bool        `json:"guest"`
	UserID   string      `json:"user_id,omitempty"`
	Name     string      `json:"name,omitempty"`
	Tenant   string      `json:"company_id,omitempty"`
	Roles    []auth.Role `json:"roles,omitempty"`
	Expires  *time.Time  `json:"expires_at,omitempty"`
	// SignInURL is where the page goes to sign in, "" where it can't.
	SignInURL string `json:"sign_in_url,omitempty"`
}

type signedOutReply struct {
	// URL is where the page goes to end the provider's session too.
	URL string `json:"url"`
}

type ticketReply struct {
	Ticket  string    `json:"ticket"`
	Expires time.Time `json:"expires_at"`
}

func (i identityRoutes) list() []route {
	routes := []route{{method: http.MethodGet, path: authPath, tag: "identity", action: policy.Public, summary: "Who asks, and whether they have to say it",
		reply: identityReply{}, handle: i.me}}
	if i.cfg.Gate == nil {
		return routes
	}
	routes = append(routes, route{method: http.MethodPost, path: authPath + "/ticket", tag: "identity", action: policy.Public,
		summary: "A single-use ticket for a socket's address (?ticket=)", reply: ticketReply{}, handle: i.ticket})
	if i.cfg.Gate.SignsIn() {
		routes = append(routes,
			route{method: http.MethodGet, path: authPath + "/login", tag: "identity", action: policy.Public, summary: "Go to the identity provider to sign in",
				status: http.StatusFound, media: "text/html", handle: i.signIn},
			route{method: http.MethodGet, path: authPath + "/callback", tag: "identity", action: policy.Public, summary: "Where the identity provider sends people back to",
				status: http.StatusFound, media: "text/html", handle: i.callback},
			route{method: http.MethodPost, path: authPath + "/logout", tag: "identity", action: policy.Public, summary: "End the page's session on every node",
				reply: signedOutReply{}, handle: i.signOut})
	}
	return routes
}

func (i identityRoutes) me(c echo.Context) error {
	id := who(c)
	reply := identityReply{
		Required: i.cfg.Gate != nil, SignedIn: id.UserID != "" && !id.Guest, Guest: id.Guest,
		UserID: id.UserID, Name: id.Name, Tenant: id.Tenant, Roles: id.Roles,
	}
	if !id.Expires.IsZero() {
		reply.Expires = &id.Expires
	}
	if i.cfg.Gate != nil && i.cfg.Gate.SignsIn() {
		reply.SignInURL = authPath + "/login"
	}
	return ok(c, reply)
}

func (i identityRoutes) ticket(c echo.Context) error {
	id := who(c)
	if id.Nobody() {
		return fault.New(fault.Unauthenticated, "")
	}
	ticket, until, err := i.cfg.Gate.Ticket(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return ok(c, ticketReply{ticket, until.UTC()})
}

func (i identityRoutes) signIn(c echo.Context) error {
	to, err := i.cfg.Gate.SignIn(c.Response(), c.Request())
	if err != nil {
		return i.unproved(c, err)
	}
	return c.Redirect(http.StatusFound, to)
}

func (i identityRoutes) callback(c echo.Context) error {
	if _, err := i.cfg.Gate.Callback(c.Response(), c.Request()); err != nil {
		return i.unproved(c, err)
	}
	return c.Redirect(http.StatusFound, "/")
}

// unproved logs why, and answers with the code alone.
func (i identityRoutes) unproved(c echo.Context, err error) error {
	if code := fault.Of(err); code != fault.Internal {
		i.cfg.Logger.WarnContext(c.Request().Context(), "sign-in refused", "request_id", requestID(c), "error", err)
		return fault.New(code, "")
	}
	return err
}

func (i identityRoutes) signOut(c echo.Context) error {
	to, err := i.cfg.Gate.SignOut(c.Response(), c.Request())
	if err != nil {
		return err
	}
	if to == "" {
		to = "/?signed_out=1"
	}
	return ok(c, signedOutReply{to})
}

// front is the page for who may see it: a browser that shows nothing becomes a
// guest, or goes to sign in; who has just signed out stays.
func (d *door) front(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		gate := d.cfg.Gate
		if gate == nil || !who(c).Nobody() {
			return next(c)
		}
		if gate.Guests() {
			if err := gate.Welcome(c.Response()); err != nil {
				return err
			}
		} else if gate.SignsIn() && !c.QueryParams().Has("signed_out") {
			return c.Redirect(http.StatusFound, authPath+"/login")
		}
		return next(c)
	}
}
