package auth_test

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/fault"
)

// Each algorithm is taken with its own key, and the claims become the identity.
func TestGoodTokens(t *testing.T) {
	t.Parallel()
	p := newIDP(t)
	gate := newGate(p, openStore(t), newClock())
	for _, alg := range []string{"RS256", "ES256", "EdDSA"} {
		id, err := gate.Token(t.Context(), p.sign(alg, nil, nil))
		if err != nil || id.UserID != "kim" || id.Tenant != "acme" || !id.Has(auth.Reviewer) || !id.Has(auth.User) || id.Has(auth.Admin) {
			t.Errorf("%s: %+v, %v", alg, id, err)
		}
	}
	if id, err := gate.Token(t.Context(), p.sign("RS256", jwt.MapClaims{"roles": "admin, operator"}, map[string]any{"kid": nil})); err != nil || !id.Has(auth.Admin) || !id.Has(auth.Operator) {
		t.Errorf("without kid: %+v, %v", id, err)
	}
}

func TestBadTokens(t *testing.T) {
	t.Parallel()
	p := newIDP(t)
	gate := newGate(p, openStore(t), newClock())
	at := func(d time.Duration) int64 { return noon.Add(d).Unix() }
	public, err := x509.MarshalPKIXPublicKey(&p.rsa.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	signed := func(method jwt.SigningMethod, key any) string {
		token := jwt.NewWithClaims(method, p.claims(nil))
		token.Header["kid"] = "r1"
		text, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	good := p.sign("RS256", nil, nil)
	parts := strings.Split(good, ".")
	for name, token := range map[string]string{
		"empty":               "",
		"no token":            "x.y.z",
		"alg none":            signed(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
		"public key as HMAC":  signed(jwt.SigningMethodHS256, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})),
		"public DER as HMAC":  signed(jwt.SigningMethodHS256, public),
		"RS512":               signed(jwt.SigningMethodRS512, p.rsa),
		"PS256":               signed(jwt.SigningMethodPS256, p.rsa),
		"no signature":        parts[0] + "." + parts[1] + ".",
		"other signature":     parts[0] + "." + parts[1] + "." + strings.Split(p.sign("RS256", jwt.MapClaims{"sub": "lee"}, nil), ".")[2],
		"wrong kid":           p.sign("RS256", nil, map[string]any{"kid": "r9"}),
		"kid of another kind": p.sign("RS256", nil, map[string]any{"kid": "e1"}),
		"kid is a path":       p.sign("RS256", nil, map[string]any{"kid": "../../etc/passwd"}),
		"kid is a number":     p.sign("ES256", nil, map[string]any{"kid": 1, "alg": "RS256"}),
		"critical header":     p.sign("RS256", nil, map[string]any{"crit": []string{"exp"}}),
		"logout token":        p.sign("RS256", nil, map[string]any{"typ": "logout+jwt"}),
		"expired":             p.sign("RS256", jwt.MapClaims{"exp": at(-time.Minute)}, nil),
		"no end":              p.sign("RS256", jwt.MapClaims{"exp": nil}, nil),
		"not yet":             p.sign("RS256", jwt.MapClaims{"nbf": at(time.Minute)}, nil),
		"made in the future":  p.sign("RS256", jwt.MapClaims{"iat": at(time.Minute)}, nil),
		"other issuer":        p.sign("RS256", jwt.MapClaims{"iss": "https://evil.example"}, nil),
		"other audience":      p.sign("RS256", jwt.MapClaims{"aud": "billing"}, nil),
		"no audience":         p.sign("RS256", jwt.MapClaims{"aud": nil}, nil),
		"no subject":          p.sign("RS256", jwt.MapClaims{"sub": nil}, nil),
		"a guest's name":      p.sign("RS256", jwt.MapClaims{"sub": "guest-abc"}, nil),
		"control characters":  p.sign("RS256", jwt.MapClaims{"sub": "kim\x00"}, nil),
		"turned around":       p.sign("RS256", jwt.MapClaims{"sub": "kim\u202e"}, nil),
		"long subject":        p.sign("RS256", jwt.MapClaims{"sub": strings.Repeat("k", 201)}, nil),
		"64 KB":               p.sign("RS256", jwt.MapClaims{"more": strings.Repeat("x", 64<<10)}, nil),
		"unknown API key":     "mdk_aaaaaaaaaaaa_bbbb",
		"half an API key":     "mdk_",
		"unknown ticket":      "mdt_AAAA",
	} {
		id, err := gate.Token(t.Context(), token)
		if fault.Of(err) != fault.Unauthenticated || err == nil || !id.Nobody() {
			t.Errorf("%s: %+v, %v", name, id, err)
		}
	}
	// The clocks of others may be off by the skew.
	for name, claims := range map[string]jwt.MapClaims{
		"just over": {"exp": at(-20 * time.Second)}, "just before": {"nbf": at(20 * time.Second), "iat": at(20 * time.Second)},
	} {
		if _, err := gate.Token(t.Context(), p.sign("RS256", claims, nil)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSecretTokens(t *testing.T) {
	t.Parallel()
	secret := []byte(strings.Repeat("k", 32))
	gate := auth.New(auth.Config{Store: openStore(t), CookieSecret: []byte("c"), Secret: secret, RolesClaim: "realm.roles", Clock: newClock().now})
	sign := func(key []byte) string {
		text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
			"sub": "kim", "exp": noon.Add(time.Hour).Unix(), "realm": map[string]any{"roles": []string{"admin"}},
		}).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if id, err := gate.Token(t.Context(), sign(secret)); err != nil || !id.Has(auth.Admin) {
		t.Errorf("got %+v, %v", id, err)
	}
	if _, err := gate.Token(t.Context(), sign([]byte(strings.Repeat("x", 32)))); fault.Of(err) != fault.Unauthenticated {
		t.Errorf("another secret: %v", err)
	}
	p := newIDP(t)
	if _, err := gate.Token(t.Context(), p.sign("RS256", nil, nil)); fault.Of(err) != fault.Unauthenticated {
		t.Errorf("RS256: %v", err)
	}
}

// A new key is fetched when its first token comes; strangers' key ids do not
// have the provider asked once each.
func TestKeysRotate(t *testing.T) {
	t.Parallel()
	p, c := newIDP(t), newClock()
	gate := newGate(p, openStore(t), c)
	check := func(token string) error {
		_, err := gate.Token(t.Context(), token)
		return err
	}
	old := p.sign("RS256", nil, nil)
	if err := check(old); err != nil {
		t.Fatal(err)
	}
	p.set(func() { p.kid = "r2" })
	var crowd sync.WaitGroup
	c.advance(11 * time.Second)
	for range 50 {
		stranger := p.sign("ES256", nil, map[string]any{"kid": "unknown"})
		crowd.Go(func() {
			if err := check(stranger); fault.Of(err) != fault.Unauthenticated {
				t.Errorf("a stranger's key: %v", err)
			}
		})
	}
	crowd.Wait()
	if asked := p.asked.Load(); asked != 2 {
		t.Errorf("asked %d times, not once more", asked)
	}
	if err := check(p.sign("RS256", nil, nil)); err != nil {
		t.Errorf("the new key: %v", err)
	}
	if err := check(old); err == nil {
		t.Error("the withdrawn key is taken")
	}
}

// While the provider is away, lies or hangs, the last good keys serve for a day;
// without any, nobody is let in and nobody is told that the token is bad.
func TestKeysOutliveTheirProvider(t *testing.T) {
	t.Parallel()
	for name, lie := range map[string]func(w http.ResponseWriter){
		"away":    func(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) },
		"empty":   func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"keys":[]}`)) },
		"no JSON": func(w http.ResponseWriter) { _, _ = w.Write([]byte(`<html>`)) },
		"weak": func(w http.ResponseWriter) {
			_, _ = w.Write([]byte(`{"keys":[{"kty":"RSA","kid":"r1","n":"AQAB","e":"AQAB"}]}`))
		},
		"endless": func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"keys":[` + strings.Repeat(" ", 300<<10) + `]}`)) },
		"elsewhere": func(w http.ResponseWriter) {
			w.Header().Set("Location", "http://127.0.0.1:1/")
			w.WriteHeader(http.StatusFound)
		},
		// An answer that does not come.
		"slow": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, c := newIDP(t), newClock()
			gate := newGate(p, openStore(t), c)
			token := p.sign("RS256", jwt.MapClaims{"exp": noon.Add(72 * time.Hour).Unix()}, nil)
			check := func() fault.Code {
				_, err := gate.Token(t.Context(), token)
				if err == nil {
					return ""
				}
				return fault.Of(err)
			}
			if got := check(); got != "" {
				t.Fatal(got)
			}
			p.set(func() { p.lie, p.hangs = lie, lie == nil })
			c.advance(20 * time.Hour)
			if got := check(); got != "" {
				t.Errorf("after 20 hours: %s", got)
			}
			c.advance(5 * time.Hour)
			if got := check(); got != fault.Unavailable {
				t.Errorf("after 25 hours: %q", got)
			}
			fresh := newGate(p, openStore(t), c)
			if _, err := fresh.Token(t.Context(), token); fault.Of(err) != fault.Unavailable {
				t.Errorf("without any: %v", err)
			}
		})
	}
}

// A request shows one proof; what is not one is refused, and a cookie that
// another site's page has the browser send is none.
func TestRequests(t *testing.T) {
	t.Parallel()
	p := newIDP(t)
	gate := newGate(p, openStore(t), newClock())
	request := func(header ...string) *http.Request {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://chat.test/api/v1/chat/sessions", nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Add(header[i], header[i+1])
		}
		return r
	}
	w := httptest.NewRecorder()
	if err := gate.Welcome(w); err != nil {
		t.Fatal(err)
	}
	cookie := w.Result().Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
		t.Errorf("scripts and other sites can use %+v", cookie)
	}
	pair := cookie.Name + "=" + cookie.Value
	bearer := "Bearer " + p.sign("RS256", nil, nil)
	for name, test := range map[string]struct {
		header []string
		user   string // "" nobody, "guest" a guest
		fails  bool
	}{
		"nothing":         {nil, "", false},
		"bearer":          {[]string{"Authorization", bearer}, "kim", false},
		"small letters":   {[]string{"Authorization", "b" + bearer[1:]}, "kim", false},
		"two":             {[]string{"Authorization", bearer, "Authorization", bearer}, "", true},
		"basic":           {[]string{"Authorization", "Basic a2lt"}, "", true},
		"guest":           {[]string{"Cookie", pair}, "guest", false},
		"own page":        {[]string{"Cookie", pair, "Origin", "http://chat.test", "Sec-Fetch-Site", "same-origin"}, "guest", false},
		"foreign origin":  {[]string{"Cookie", pair, "Origin", "http://evil.test"}, "", false},
		"same site":       {[]string{"Cookie", pair, "Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors"}, "", false},
		"a link":          {[]string{"Cookie", pair, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, "guest", false},
		"changed cookie":  {[]string{"Cookie", cookie.Name + "=x" + cookie.Value}, "", false},
		"another's place": {[]string{"Cookie", "madang_session=" + cookie.Value}, "", false},
	} {
		id, err := gate.Request(t.Context(), request(test.header...))
		who := id.UserID
		if id.Guest {
			who = "guest"
		}
		if who != test.user || (err != nil) != test.fails {
			t.Errorf("%s: %+v, %v", name, id, err)
		}
	}
	if _, err := gate.Request(t.Context(), request("Authorization", "Bearer x")); !errors.As(err, new(*fault.Error)) || fault.Detail(err) != "" {
		t.Errorf("the caller would be told why: %v", err)
	}
}
