package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/store"
)

// callbackPath is where the provider sends people back to.
const callbackPath = "/api/v1/auth/callback"

// flow is a sign-in under way: it travels in the browser's own cookie, so that
// any node can end it and nobody else's browser can.
type flow struct {
	State, Nonce, Verifier string
	Until                  time.Time
}

// SignIn begins signing in by authorization code with PKCE: the browser is sent
// to the address, which is the provider's.
func (g *Gate) SignIn(w http.ResponseWriter, r *http.Request) (address string, err error) {
	m, err := g.provider.discover(r.Context(), false)
	if err != nil {
		return "", fault.Wrap(fault.Unavailable, err)
	}
	f := flow{rand.Text(), rand.Text(), rand.Text() + rand.Text(), g.cfg.Clock().Add(flowTTL)}
	value, err := g.seal(flowCookie, f)
	if err != nil {
		return "", err
	}
	http.SetCookie(w, g.cookie(flowCookie, value, flowTTL))
	to, err := url.Parse(m.Authorization)
	if err != nil {
		return "", err
	}
	challenge := sha256.Sum256([]byte(f.Verifier))
	q := to.Query()
	for name, value := range map[string]string{
		"response_type": "code", "client_id": g.cfg.ClientID, "redirect_uri": g.cfg.PublicURL + callbackPath, "scope": "openid profile",
		"state": f.State, "nonce": f.Nonce, "code_challenge": base64.RawURLEncoding.EncodeToString(challenge[:]), "code_challenge_method": "S256",
	} {
		q.Set(name, value)
	}
	to.RawQuery = q.Encode()
	return to.String(), nil
}

// Callback ends signing in: the cookie of the page's session is set, and what
// the browser said as a guest is the account's.
func (g *Gate) Callback(w http.ResponseWriter, r *http.Request) (Identity, error) {
	id, err := g.callback(w, r)
	return g.shown(r.Context(), id, err)
}

func (g *Gate) callback(w http.ResponseWriter, r *http.Request) (id Identity, err error) {
	var f flow
	q := r.URL.Query()
	err = g.unseal(r, flowCookie, &f)
	http.SetCookie(w, g.cookie(flowCookie, "", 0))
	switch {
	case err != nil:
		return id, refused(fmt.Errorf("no sign-in is under way in this browser: %w", err))
	case !g.cfg.Clock().Before(f.Until):
		return id, refused(errors.New("the sign-in took too long"))
	case subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(f.State)) != 1:
		return id, refused(errors.New("the state is not that of this browser's sign-in"))
	case q.Get("error") != "":
		return id, refused(fmt.Errorf("the provider says %.200q", q.Get("error")))
	case q.Has("iss") && q.Get("iss") != g.cfg.Issuer: // RFC 9207
		return id, refused(fmt.Errorf("an answer of issuer %.200q", q.Get("iss")))
	}
	form := url.Values{"code": {q.Get("code")}, "redirect_uri": {g.cfg.PublicURL + callbackPath}, "code_verifier": {f.Verifier}}
	token, err := g.provider.exchange(r.Context(), form, g.cfg.ClientID, g.cfg.ClientSecret)
	if err != nil {
		return id, fault.Wrap(fault.Unavailable, err)
	}
	id, claims, err := g.tokens.check(r.Context(), token)
	if err == nil {
		nonce, _ := claims["nonce"].(string)
		party, given := claims["azp"].(string)
		audience, _ := claims.GetAudience()
		switch {
		case subtle.ConstantTimeCompare([]byte(nonce), []byte(f.Nonce)) != 1:
			err = errors.New("the token's nonce is not that of this sign-in")
		case given && party != g.cfg.ClientID, len(audience) > 1 && !given:
			err = fmt.Errorf("the token was given to %.200q", party)
		}
	}
	if id, err = g.standing(id, err); err != nil {
		return id, err
	}
	return id, g.admit(w, r, &id)
}

// admit makes the page's session of an identity that was proved.
func (g *Gate) admit(w http.ResponseWriter, r *http.Request, id *Identity) error {
	ctx := r.Context()
	if guest, err := g.standing(g.fromCookie(r, guestCookie)); err == nil {
		moved, err := g.cfg.Store.MoveUser(ctx, store.UserKey(guest.Tenant, guest.UserID), store.UserKey(id.Tenant, id.UserID))
		if err != nil {
			return err
		}
		http.SetCookie(w, g.cookie(guestCookie, "", 0))
		g.cfg.Logger.Info("a guest signed in", "conversations", moved)
		g.note(ctx, GuestMoved, guest)
	}
	now := g.cfg.Clock()
	id.TokenID, id.Issued, id.Expires = rand.Text(), now, now.Add(g.cfg.SessionTTL)
	value, err := g.seal(sessionCookie, id)
	if err != nil {
		return err
	}
	http.SetCookie(w, g.cookie(sessionCookie, value, g.cfg.SessionTTL))
	return nil
}

// SignOut ends the page's session, on every node; the address is where the
// browser goes to end the provider's own, "" where it has no such place.
func (g *Gate) SignOut(w http.ResponseWriter, r *http.Request) (address string, err error) {
	id, err := g.standing(g.fromCookie(r, sessionCookie))
	http.SetCookie(w, g.cookie(sessionCookie, "", 0))
	if err != nil {
		return "", nil //nolint:nilerr // whoever is not signed in is signed out
	}
	if err := g.Revoke(r.Context(), TokenSubject(id.TokenID), id.Expires); err != nil {
		return "", err
	}
	g.note(r.Context(), SignedOut, id)
	if g.provider == nil {
		return "", nil
	}
	m, err := g.provider.discover(r.Context(), false)
	if err != nil || m.EndSession == "" {
		return "", nil //nolint:nilerr // here is signed out; the provider's own session goes on
	}
	q := url.Values{"client_id": {g.cfg.ClientID}, "post_logout_redirect_uri": {g.cfg.PublicURL + "/?signed_out=1"}}
	return m.EndSession + "?" + q.Encode(), nil
}
