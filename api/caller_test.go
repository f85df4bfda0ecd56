package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/limit"
)

// from asks as a machine of that address, by that name of the server.
func (f *fixture) from(address, host, method, path string, header ...string) *httptest.ResponseRecorder {
	f.t.Helper()
	r := httptest.NewRequestWithContext(f.t.Context(), method, "http://"+host+path, nil)
	r.RemoteAddr = address + ":1234"
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	return w
}

func TestForeignHostsAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) {
		c.AllowedOrigins, c.AllowedHosts = []string{"https://shop.example:8443"}, []string{"chat.example"}
	})
	open := newFixture(t, func(c *Config) { c.AllowedOrigins = []string{"*"} })
	for host, want := range map[string]int{
		"localhost:8000": 200, "madang.localhost": 200, "127.0.0.1:8000": 200, "[::1]:8000": 200, "192.0.2.7": 200,
		"chat.example": 200, "CHAT.example.:8000": 200, "shop.example": 200,
		"rebound.example:8000": 403, "chat.example.evil.example": 403, "evil-localhost": 403,
	} {
		// What a rebound page sends: its own name as host and as origin.
		if got := f.from("192.0.2.1", host, "GET", base+"/sessions", "Origin", "http://"+host).Code; got != want {
			t.Errorf("host %s: %d, want %d", host, got, want)
		}
		if got := open.from("192.0.2.1", host, "POST", base+"/start", "Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site").Code; got != 200 {
			t.Errorf("where every page may call, host %s: %d", host, got)
		}
	}
}

func TestLimitsByAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) {
		c.Limits = Limits{
			Requests: limit.Rate{PerSecond: 0.001, Burst: 12}, Handshakes: limit.Rate{PerSecond: 0.001, Burst: 1},
			Sessions: limit.Rate{PerSecond: 0.001, Burst: 3}, Copies: limit.Rate{PerSecond: 0.001, Burst: 1},
		}
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		c.Limiter = &limit.Limiter{Clock: func() time.Time { return noon }}
	})
	f.session(known)
	times := func(address, method, path string, header ...string) (codes [5]int) {
		for i := range codes {
			codes[i] = f.from(address, "localhost", method, path, header...).Code
		}
		return codes
	}
	if got, want := times("192.0.2.1", "POST", base+"/start"), [5]int{200, 200, 200, 429, 429}; got != want {
		t.Errorf("sessions: %v, want %v", got, want)
	}
	if got, want := times("192.0.2.2", "GET", base+"/ws/"+known), [5]int{418, 429, 429, 429, 429}; got != want {
		t.Errorf("handshakes: %v, want %v", got, want)
	}
	w := f.from("192.0.2.3", "localhost", "POST", extension+"/sessions/"+known+"/copy")
	again := f.from("192.0.2.3", "localhost", "POST", extension+"/sessions/"+known+"/copy")
	if w.Code != http.StatusCreated || again.Code != http.StatusTooManyRequests {
		t.Errorf("copies: %d, %d", w.Code, again.Code)
	}
	var p problem
	if err := json.Unmarshal(again.Body.Bytes(), &p); err != nil || p.RetryAfterMS < 1_000 || again.Header().Get("Retry-After") == "" {
		t.Errorf("when to come back: %v, %s", err, again.Body)
	}
	// A proxy that is trusted speaks for others; everybody else for himself.
	for i := range 20 {
		w = f.from("10.1.1.1", "localhost", "GET", base+"/sessions", "X-Forwarded-For", "198.51.100."+string(rune('0'+i%10)))
		if w.Code != http.StatusOK {
			t.Fatalf("request %d of ten addresses: %d", i, w.Code)
		}
	}
	made := 0
	for i := range 20 {
		if f.from("192.0.2.9", "localhost", "GET", base+"/sessions", "X-Forwarded-For", "198.51.100."+string(rune('0'+i%10))).Code == http.StatusOK {
			made++
		}
	}
	if made != 12 {
		t.Errorf("%d requests of one address that makes others up, want 12", made)
	}
	if got := f.from("192.0.2.9", "localhost", "GET", "/livez").Code; got != http.StatusOK {
		t.Errorf("an orchestrator is told to wait: %d", got)
	}
}

// Who is signed in is counted over all addresses, and with their company.
func TestLimitsOfWhoIsSignedIn(t *testing.T) {
	t.Parallel()
	rare := limit.Rate{PerSecond: 0.001, Burst: 2}
	f := guardedWith(t, func(c *Config) {
		c.Limits.RequestsOf = limit.Rates{User: rare, Company: limit.Rate{PerSecond: 0.001, Burst: 3}}
		c.Limiter = &limit.Limiter{Clock: func() time.Time { return noon }}
	})
	for n, test := range []struct {
		who  string
		want int
	}{
		{"owner", 200}, {"owner", 200}, {"owner", 429}, {"another user", 200},
		{"another tenant", 200}, {"another tenant", 200}, {"a tenant admin", 200}, {"a tenant admin", 429},
	} {
		w := f.from("192.0.2."+string(rune('1'+n)), "localhost", "GET", base+"/sessions", f.by(test.who)...)
		if w.Code != test.want || test.want == 429 && w.Header().Get("Retry-After") == "" {
			t.Errorf("request %d, of %s: %d", n, test.who, w.Code)
		}
	}
}
