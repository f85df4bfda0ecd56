package api

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/store"
)

var tokenSecret = []byte(strings.Repeat("s", 32))

// gateOf asks for tokens by HS256.
func gateOf(t *testing.T, c *Config) *auth.Gate {
	t.Helper()
	return auth.New(auth.Config{Store: c.Store, CookieSecret: tokenSecret, Secret: tokenSecret, Clock: c.Clock})
}

// tokenOf is a token of a user, good for an hour from noon.
func tokenOf(t *testing.T, user string, roles ...string) string {
	t.Helper()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": user, "roles": roles, "exp": noon.Add(time.Hour).Unix(),
	}).SignedString(tokenSecret)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// Nobody gets anything below /api/ but the way to sign in; what a token says
// counts, not what the body says.
func TestIdentityIsProvedFirst(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	f := newFixture(t, func(c *Config) {
		c.Gate, c.Logger = gateOf(t, c), slog.New(slog.NewTextHandler(&logged, nil))
	})
	for path, want := range map[string]int{
		base + "/sessions": 401, extension + "/assistants": 401, base + "/nothing/here": 401,
		authPath: 200, "/health": 200, "/livez": 200, "/": 200,
	} {
		if got := f.call("GET", path, "").Code; got != want {
			t.Errorf("%s without a token: %d, not %d", path, got, want)
		}
	}
	for name, refusal := range map[string]struct{ header, why string }{
		"bad": {"Bearer x", "malformed"}, "basic": {"Basic a2ltOmtpbQ==", "not one Bearer"}, "empty": {"Bearer ", "malformed"},
		"long":        {"Bearer " + strings.Repeat("a", 64<<10), "more than 8192"},
		"alg none":    {"Bearer eyJhbGciOiJub25lIn0.e30.", "none"},
		"unknown key": {"Bearer mdk_aaaaaaaaaaaa_bbbb", "key"},
	} {
		logged.Reset()
		header := refusal.header
		w := f.call("GET", base+"/sessions", "", "Authorization", header)
		if w.Code != 401 || !strings.Contains(w.Body.String(), `"error_code":"unauthenticated"`) || strings.Contains(w.Body.String(), "token") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if line := logged.String(); !strings.Contains(line, "sign-in refused") || !strings.Contains(line, refusal.why) || len(line) > 1_000 {
			t.Errorf("%s is logged as %.1000s", name, line)
		}
	}
	f.token = tokenOf(t, "kim", "reviewer")
	var me identityReply
	f.must(json.Unmarshal(f.call("GET", authPath, "").Body.Bytes(), &me))
	if !me.Required || !me.SignedIn || me.UserID != "kim" || len(me.Roles) != 2 {
		t.Errorf("got %+v", me)
	}
	var started startReply
	f.must(json.Unmarshal(f.call("POST", base+"/start", `{"user_id":"lee"}`).Body.Bytes(), &started))
	session, err := f.store.Session(t.Context(), store.Server(), started.SessionID)
	f.must(err)
	if session.UserID != "kim" {
		t.Errorf("the session is %q's", session.UserID)
	}
}

// A ticket opens once, and a key only what it is for.
func TestTicketsAndKeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Gate = gateOf(t, c) })
	if got := f.call("POST", authPath+"/ticket", "").Code; got != 401 {
		t.Errorf("a ticket for nobody: %d", got)
	}
	var ticket ticketReply
	f.must(json.Unmarshal(f.call("POST", authPath+"/ticket", "", "Authorization", "Bearer "+tokenOf(t, "kim")).Body.Bytes(), &ticket))
	for n, want := range []int{200, 401} {
		if got := f.call("GET", base+"/sessions?ticket="+ticket.Ticket, "").Code; got != want {
			t.Errorf("use %d: %d, not %d", n, got, want)
		}
	}
	text, kept, err := auth.NewKey("robot", "", "test", nil, []auth.Scope{auth.Read}, noon, time.Time{})
	f.must(err)
	f.must(f.store.PutAPIKey(t.Context(), kept))
	over, late, err := auth.NewKey("robot", "", "test", nil, []auth.Scope{auth.Read}, noon.Add(-time.Hour), noon.Add(-time.Minute))
	f.must(err)
	f.must(f.store.PutAPIKey(t.Context(), late))
	secret := text[strings.LastIndex(text, "_")+1:]
	if strings.Contains(f.stored(), secret) {
		t.Error("a key stands in the database as it is")
	}
	for name, key := range map[string]string{"another secret": strings.TrimSuffix(text, secret) + secret[1:] + "a", "no secret": strings.TrimSuffix(text, secret), "over": over} {
		if got := f.call("GET", base+"/sessions", "", "Authorization", "Bearer "+key).Code; got != 401 {
			t.Errorf("%s: %d", name, got)
		}
	}
	f.token = text
	if got := f.call("GET", base+"/sessions", "").Code; got != 200 {
		t.Errorf("read: %d", got)
	}
	if got := f.call("POST", base+"/start", `{}`).Code; got != 401 {
		t.Errorf("write with a key for reading: %d", got)
	}
	f.must(f.store.RevokeAPIKey(t.Context(), kept.ID, store.KeySubject(kept.ID), noon, noon.Add(time.Hour)))
	if got := f.call("GET", base+"/sessions", "").Code; got != http.StatusUnauthorized {
		t.Errorf("revoked: %d", got)
	}
}
