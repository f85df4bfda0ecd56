package auth_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// site is a page that signs people in.
type site struct {
	gate  *auth.Gate
	store *store.Store
	http  *httptest.Server
	err   error // of the last callback
}

func newSite(t *testing.T, p *idp, c *clock) *site {
	t.Helper()
	s := &site{store: openStore(t)}
	mux := http.NewServeMux()
	s.http = httptest.NewServer(mux)
	t.Cleanup(s.http.Close)
	s.gate = auth.New(auth.Config{
		Store: s.store, CookieSecret: []byte("cookie secret"), Issuer: p.http.URL, ClientID: "chat", PublicURL: s.http.URL, Guests: true, Clock: c.now,
	})
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		id, err := s.gate.Request(r.Context(), r)
		if err == nil && id.Nobody() {
			err = s.gate.Welcome(w)
		}
		if err != nil {
			t.Error(err)
		}
		_, _ = w.Write([]byte(id.UserID))
	})
	mux.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		to, err := s.gate.SignIn(w, r)
		if err != nil {
			t.Error(err)
		}
		http.Redirect(w, r, to, http.StatusFound)
	})
	mux.HandleFunc("/api/v1/auth/callback", func(w http.ResponseWriter, r *http.Request) {
		if _, s.err = s.gate.Callback(w, r); s.err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		http.Redirect(w, r, "/", http.StatusFound)
	})
	mux.HandleFunc("/logout", func(w http.ResponseWriter, r *http.Request) {
		to, err := s.gate.SignOut(w, r)
		if err != nil || !strings.HasPrefix(to, p.http.URL+"/end?") {
			t.Errorf("signed out to %q, %v", to, err)
		}
	})
	return s
}

// browser keeps cookies; get is the answer's text.
func browser(t *testing.T) (b *http.Client, get func(address string) string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	b = &http.Client{Jar: jar}
	return b, func(address string) string {
		t.Helper()
		res := fetch(t, b, address)
		defer func() { _ = res.Body.Close() }()
		text := new(strings.Builder)
		if err := res.Write(text); err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(text.String(), "\r\n\r\n")
		return body
	}
}

func fetch(t *testing.T, b *http.Client, address string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := b.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// A guest talks, signs in, has the talk in the account, signs out, and the
// cookie of then is worth nothing on another node.
func TestSigningIn(t *testing.T) {
	t.Parallel()
	p, c := newIDP(t), newClock()
	s := newSite(t, p, c)
	b, get := browser(t)
	get(s.http.URL)
	guest := get(s.http.URL)
	if !strings.HasPrefix(guest, "guest-") {
		t.Fatalf("got %q", guest)
	}
	ctx := t.Context()
	if _, err := s.store.CreateSession(ctx, store.Server(), state.Session{
		ID: "session-1", Epoch: "e", UserID: guest, Title: "t", CreatedAt: noon, UpdatedAt: noon, LastActivity: noon, ExpiresAt: noon.Add(time.Hour),
	}); err != nil {
		t.Fatal(err)
	}
	if who := get(s.http.URL + "/login"); who != "kim" {
		t.Fatalf("signed in as %q: %v", who, s.err)
	}
	if session, err := s.store.Session(ctx, store.Server(), "session-1"); err != nil || session.UserID != store.UserKey("acme", "kim") {
		t.Errorf("the talk is %q's: %v", session.UserID, err)
	}
	home, err := url.Parse(s.http.URL)
	if err != nil {
		t.Fatal(err)
	}
	kept := b.Jar.Cookies(home)
	get(s.http.URL + "/logout")
	other := newGate(p, s.store, c)
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, s.http.URL, nil)
	for _, cookie := range kept {
		r.AddCookie(cookie)
	}
	before, err := other.Request(ctx, r)
	if err != nil || before.UserID != "kim" {
		t.Errorf("the other node has not read of it: %+v, %v", before, err)
	}
	if err := other.Revoke(ctx, auth.TokenSubject("another"), time.Time{}); err != nil { // reads what all revoked
		t.Fatal(err)
	}
	if !other.Revoked(before) {
		t.Error("another node takes the cookie of who signed out")
	}
	if id, err := other.Request(ctx, r); err != nil || !id.Nobody() {
		t.Errorf("got %+v, %v", id, err)
	}
}

// A sign-in that this browser did not begin, or that was answered wrongly, ends
// in nothing.
func TestSignInRefused(t *testing.T) {
	t.Parallel()
	p, c := newIDP(t), newClock()
	s := newSite(t, p, c)
	stop := func(b *http.Client) { // before the provider sends back
		b.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
			if r.URL.Path == "/api/v1/auth/callback" {
				return http.ErrUseLastResponse
			}
			return nil
		}
	}
	begin := func(b *http.Client) string {
		stop(b)
		res := fetch(t, b, s.http.URL+"/login")
		_ = res.Body.Close()
		b.CheckRedirect = nil
		return res.Header.Get("Location")
	}
	mine, _ := browser(t)
	other, _ := browser(t)
	for name, test := range map[string]struct {
		b      *http.Client
		change func(address string) string
	}{
		"another's browser": {other, func(a string) string { return a }},
		"another state":     {mine, func(a string) string { return strings.Replace(a, "state=", "state=x", 1) }},
		"another code":      {mine, func(a string) string { return strings.Replace(a, "code=", "code=x", 1) }},
		"an error":          {mine, func(a string) string { return a + "&error=access_denied" }},
		"another issuer":    {mine, func(a string) string { return a + "&iss=https%3A%2F%2Fevil.example" }},
		"too late":          {mine, func(a string) string { c.advance(11 * time.Minute); return a }},
		"another nonce":     {mine, func(a string) string { p.set(func() { p.nonce = "x" }); return a }},
	} {
		res := fetch(t, test.b, test.change(begin(mine)))
		_ = res.Body.Close()
		p.set(func() { p.nonce = "" })
		if code := fault.Of(s.err); res.StatusCode != http.StatusUnauthorized || code != fault.Unauthenticated && code != fault.Unavailable {
			t.Errorf("%s: %d, %v", name, res.StatusCode, s.err)
		}
	}
}
