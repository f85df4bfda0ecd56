package api

import (
	"cmp"
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
func (d *door) identify(c echo.Context) error {
	if d.cfg.Gate == nil {
		c.Set(identityKey, auth.Identity{Open: true})
		return nil
	}
	r := c.Request()
	path := r.URL.Path
	if c.Path() == socketPath || !strings.HasPrefix(path, "/api/") && path != "/" && path != "/metrics" {
		return nil
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
	return nil
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

func (i identityRoutes) me(q *request) (any, error) {
	id := who(q)
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
	return reply, nil
}

func (i identityRoutes) ticket(q *request) (any, error) {
	id := who(q)
	if id.Nobody() {
		return nil, fault.New(fault.Unauthenticated, "")
	}
	ticket, until, err := i.cfg.Gate.Ticket(q.ctx(), id)
	return ticketReply{ticket, until.UTC()}, err
}

func (i identityRoutes) signIn(q *request) (any, error) {
	to, err := i.cfg.Gate.SignIn(q.Response(), q.Request())
	if err != nil {
		return nil, i.unproved(q, err)
	}
	return nil, q.Redirect(http.StatusFound, to)
}

func (i identityRoutes) callback(q *request) (any, error) {
	if _, err := i.cfg.Gate.Callback(q.Response(), q.Request()); err != nil {
		return nil, i.unproved(q, err)
	}
	return nil, q.Redirect(http.StatusFound, "/")
}

// unproved logs why, and answers with the code alone.
func (i identityRoutes) unproved(q *request, err error) error {
	if code := fault.Of(err); code != fault.Internal {
		i.cfg.Logger.WarnContext(q.ctx(), "sign-in refused", "request_id", requestID(q), "error", err)
		return fault.New(code, "")
	}
	return err
}

func (i identityRoutes) signOut(q *request) (any, error) {
	to, err := i.cfg.Gate.SignOut(q.Response(), q.Request())
	return signedOutReply{cmp.Or(to, "/?signed_out=1")}, err
}

// front is the page for who may see it: a browser that shows nothing becomes a
// guest, or goes to sign in; who has just signed out stays.
func (p pageRoutes) front(q *request) (any, error) {
	if gate := p.cfg.Gate; gate != nil && who(q).Nobody() {
		if gate.Guests() {
			if err := gate.Welcome(q.Response()); err != nil {
				return nil, err
			}
		} else if gate.SignsIn() && !q.QueryParams().Has("signed_out") {
			return nil, q.Redirect(http.StatusFound, authPath+"/login")
		}
	}
	return p.page(q, "index.html")
}
