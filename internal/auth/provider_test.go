package auth_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// idp is an OpenID provider: discovery, keys, the authorization and the token
// endpoint with PKCE.
type idp struct {
	t    *testing.T
	http *httptest.Server
	rsa  *rsa.PrivateKey
	ec   *ecdsa.PrivateKey
	ed   ed25519.PrivateKey

	asked atomic.Int64 // how often for the keys
	mu    sync.Mutex
	kid   string // of the RSA key
	lie   func(w http.ResponseWriter)
	hangs bool
	codes map[string]url.Values // of the authorization requests
	nonce string                // in place of the right one
}

func newIDP(t *testing.T) *idp {
	t.Helper()
	p := &idp{t: t, kid: "r1", codes: map[string]url.Values{}}
	var err error
	if p.rsa, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	if p.ec, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	if _, p.ed, err = ed25519.GenerateKey(rand.Reader); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("/keys", p.keys)
	mux.HandleFunc("/authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	p.http = httptest.NewServer(mux)
	t.Cleanup(p.http.Close)
	return p
}

func (p *idp) discovery(w http.ResponseWriter, _ *http.Request) {
	_ = json.NewEncoder(w).Encode(map[string]string{
		"issuer": p.http.URL, "authorization_endpoint": p.http.URL + "/authorize", "token_endpoint": p.http.URL + "/token",
		"jwks_uri": p.http.URL + "/keys", "end_session_endpoint": p.http.URL + "/end",
	})
}

func (p *idp) set(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

func (p *idp) keys(w http.ResponseWriter, r *http.Request) {
	p.asked.Add(1)
	p.mu.Lock()
	kid, lie, hangs := p.kid, p.lie, p.hangs
	p.mu.Unlock()
	if hangs {
		<-r.Context().Done()
		return
	}
	if lie != nil {
		lie(w)
		return
	}
	b64 := base64.RawURLEncoding.EncodeToString
	point, err := p.ec.PublicKey.Bytes()
	if err != nil {
		p.t.Error(err)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"keys": []map[string]string{
		{"kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": b64(p.rsa.N.Bytes()), "e": b64(big.NewInt(int64(p.rsa.E)).Bytes())},
		{"kty": "EC", "kid": "e1", "crv": "P-256", "x": b64(point[1:33]), "y": b64(point[33:])},
		{"kty": "OKP", "kid": "d1", "crv": "Ed25519", "x": b64(p.ed.Public().(ed25519.PublicKey))},
		{"kty": "oct", "kid": "o1", "k": "c2VjcmV0"},
	}})
}

func (p *idp) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("response_type") != "code" || q.Get("client_id") != "chat" || q.Get("code_challenge_method") != "S256" {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	code := rand.Text()
	p.set(func() { p.codes[code] = q })
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"code": {code}, "state": {q.Get("state")}}.Encode(), http.StatusFound)
}

func (p *idp) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	q, found := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code"))
	nonce := p.nonce
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if !found || base64.RawURLEncoding.EncodeToString(sum[:]) != q.Get("code_challenge") || r.FormValue("redirect_uri") != q.Get("redirect_uri") {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	if nonce == "" {
		nonce = q.Get("nonce")
	}
	_ = json.NewEncoder(w).Encode(map[string]string{"id_token": p.sign("RS256", jwt.MapClaims{"nonce": nonce}, nil)})
}

// sign is a token that is good but for what claims and head say; a nil value
// takes a claim out.
func (p *idp) sign(alg string, claims jwt.MapClaims, head map[string]any) string {
	p.t.Helper()
	p.mu.Lock()
	key := map[string]crypto.PrivateKey{"RS256": p.rsa, "ES256": p.ec, "EdDSA": p.ed}[alg]
	kid := map[string]string{"RS256": p.kid, "ES256": "e1", "EdDSA": "d1"}[alg]
	p.mu.Unlock()
	token := jwt.NewWithClaims(jwt.GetSigningMethod(alg), p.claims(claims))
	token.Header["kid"] = kid
	for name, v := range head {
		if token.Header[name] = v; v == nil {
			delete(token.Header, name)
		}
	}
	text, err := token.SignedString(key)
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

func (p *idp) claims(change jwt.MapClaims) jwt.MapClaims {
	all := jwt.MapClaims{
		"iss": p.http.URL, "aud": "chat", "sub": "kim", "company_id": "acme", "roles": []string{"reviewer"},
		"iat": noon.Unix(), "exp": noon.Add(time.Hour).Unix(), "jti": "t1",
	}
	maps.Copy(all, change)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	return all
}

// clock is a time that tests set.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(noon.UnixNano())
	return c
}
func (c *clock) now() time.Time           { return time.Unix(0, c.at.Load()) }
func (c *clock) advance(by time.Duration) { c.at.Add(int64(by)) }

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// newGate is a gate of the provider.
func newGate(p *idp, s *store.Store, c *clock) *auth.Gate {
	return auth.New(auth.Config{
		Store: s, CookieSecret: []byte("cookie secret"), Issuer: p.http.URL, ClientID: "chat", PublicURL: "http://chat.test",
		Skew: 30 * time.Second, Guests: true, Clock: c.now,
	})
}
