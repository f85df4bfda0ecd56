package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// records is what is kept for all nodes.
type records interface {
	APIKey(ctx context.Context, id string) (store.APIKey, error)
	PutTicket(ctx context.Context, hash, identity string, now, until time.Time) error
	TakeTicket(ctx context.Context, hash string) (identity string, until time.Time, err error)
	Revoke(ctx context.Context, subject string, at, until time.Time) error
	Revocations(ctx context.Context, now time.Time) (map[string]time.Time, error)
	MoveUser(ctx context.Context, giver, receiver string) (sessions int64, err error)
}

// Config is what a Gate is made of.
type Config struct {
	Store records // needed
	// CookieSecret signs cookies; all nodes have the same. Needed.
	CookieSecret []byte
	// Secret is of tokens by HS256. Without it their keys are the provider's:
	// those at JWKSURL, or that Issuer tells of.
	Secret          []byte
	Issuer, JWKSURL string
	Audience        string // "" with ClientID is that
	TenantClaim     string // company_id
	RolesClaim      string // roles
	Skew            time.Duration
	ClientID        string // "" has no page sign in
	ClientSecret    string
	PublicURL       string // scheme://host of the page
	SessionTTL      time.Duration
	Guests          bool
	HTTP            *http.Client     // to the provider; nil is http.DefaultTransport's
	Clock           func() time.Time // nil is time.Now
	Logger          *slog.Logger
	// NoteFunc is told of what an audit keeps; nil is nobody.
	NoteFunc func(ctx context.Context, action string, id Identity) error
}

// What a Gate notes. SignedIn comes with each time that a proof is shown.
const (
	SignedIn   = "user.signed_in"
	SignedOut  = "user.signed_out"
	GuestMoved = "guest.moved"  // the identity is the guest's
	Refused    = "user.refused" // of nobody
)

// Gate tells who asks, and refuses whose proof is not good. Its errors carry
// Unauthenticated, or Unavailable where that can't be told now; the reason is
// for the log alone.
type Gate struct {
	cfg      Config
	tokens   *tokens
	provider *provider
	revoked  *revocations
}

// New is a Gate; Run keeps it up to date.
func New(cfg Config) *Gate {
	if cfg.Store == nil || len(cfg.CookieSecret) == 0 {
		panic("auth: Store and CookieSecret are needed")
	}
	cfg.TenantClaim = cmp.Or(cfg.TenantClaim, "company_id")
	cfg.RolesClaim = cmp.Or(cfg.RolesClaim, "roles")
	cfg.Audience = cmp.Or(cfg.Audience, cfg.ClientID)
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	cfg.SessionTTL = cmp.Or(cfg.SessionTTL, 12*time.Hour)
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	if cfg.NoteFunc == nil {
		cfg.NoteFunc = func(context.Context, string, Identity) error { return nil }
	}
	g := &Gate{cfg: cfg, revoked: &revocations{}}
	var keys *keySet
	if len(cfg.Secret) == 0 {
		g.provider = newProvider(cfg.Issuer, cfg.JWKSURL, cfg.HTTP)
		keys = &keySet{fetchFunc: g.provider.publicKeys, now: cfg.Clock, log: cfg.Logger}
	}
	g.tokens = newTokens(&g.cfg, keys)
	return g
}

// note tells the audit. Who could not be written down comes in all the same: the
// audit must not be a way to keep everybody out.
func (g *Gate) note(ctx context.Context, action string, id Identity) {
	if err := g.cfg.NoteFunc(ctx, action, id); err != nil {
		g.cfg.Logger.Error("audit", "action", action, "error", err)
	}
}

// shown notes what became of a proof.
func (g *Gate) shown(ctx context.Context, id Identity, err error) (Identity, error) {
	switch {
	case err == nil:
		g.note(ctx, SignedIn, id)
	case fault.Of(err) == fault.Unauthenticated:
		g.note(ctx, Refused, Identity{})
	}
	return id, err
}

// refused is a proof that is not good, with the reason for the log.
func refused(why error) error {
	if fault.Of(why) == fault.Unavailable || errors.Is(why, store.ErrUnavailable) {
		return fault.Wrap(fault.Unavailable, why)
	}
	return fault.Wrap(fault.Unauthenticated, why)
}

// Token is who shows a token: a JSON Web Token, an API key or a ticket.
func (g *Gate) Token(ctx context.Context, text string) (id Identity, err error) {
	switch {
	case strings.HasPrefix(text, keyPrefix):
		id, err = g.key(ctx, text)
	case strings.HasPrefix(text, ticketPrefix):
		id, err = g.redeem(ctx, text)
	default:
		id, _, err = g.tokens.check(ctx, text)
	}
	id, err = g.standing(id, err)
	return g.shown(ctx, id, err)
}

// standing refuses what was revoked or is over.
func (g *Gate) standing(id Identity, err error) (Identity, error) {
	now := g.cfg.Clock()
	switch {
	case err != nil:
	case !id.Expires.IsZero() && !now.Before(id.Expires.Add(g.cfg.Skew)):
		err = fmt.Errorf("over since %s", id.Expires)
	case g.Revoked(id):
		err = errors.New("revoked")
	}
	if err != nil {
		return Identity{}, refused(err)
	}
	return id, nil
}

// Request is who sends a request, by its Authorization header, a ticket in its
// address (the parameter "ticket"), or a cookie; the zero Identity when it shows
// none of them. A cookie that is not good counts as none, so that the page can
// be asked for to sign in again.
func (g *Gate) Request(ctx context.Context, r *http.Request) (Identity, error) {
	if shown := r.Header.Values("Authorization"); len(shown) > 0 {
		kind, token, _ := strings.Cut(shown[0], " ")
		if len(shown) > 1 || !strings.EqualFold(kind, "Bearer") {
			return g.shown(ctx, Identity{}, refused(errors.New("an Authorization header that is not one Bearer token")))
		}
		return g.Token(ctx, strings.TrimSpace(token))
	}
	if ticket := r.URL.Query().Get("ticket"); ticket != "" {
		id, err := g.standing(g.redeem(ctx, ticket))
		return g.shown(ctx, id, err)
	}
	if g.foreign(r) {
		return Identity{}, nil
	}
	for _, name := range []string{sessionCookie, guestCookie} {
		id, err := g.standing(g.fromCookie(r, name))
		if err == nil {
			return id, nil
		}
		if !errors.Is(err, http.ErrNoCookie) {
			g.cfg.Logger.Info("cookie refused", "cookie", name, "error", err)
		}
	}
	return Identity{}, nil
}

// foreign tells whether another site's page sends the request: the cookies that
// the browser adds are not that page's to use.
func (g *Gate) foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != g.cfg.PublicURL {
		u, err := url.Parse(origin)
		return err != nil || !strings.EqualFold(u.Host, r.Host)
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && r.Header.Get("Sec-Fetch-Mode") != "navigate"
}

// Guests tells whether people may talk before they sign in.
func (g *Gate) Guests() bool { return g.cfg.Guests }

// SignsIn tells whether the page can sign people in.
func (g *Gate) SignsIn() bool { return g.cfg.ClientID != "" && g.provider != nil }
