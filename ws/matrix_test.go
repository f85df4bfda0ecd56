package ws

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// tries are what each command is tried with.
var tries = map[string]string{
	CommandHello:     `{"type":"hello","id":"x"}`,
	CommandQuery:     `{"type":"query","id":"x","query":"전세금 5%?"}`,
	CommandCancel:    `{"type":"cancel","id":"x","run_id":"run-1"}`,
	CommandTodoSkip:  `{"type":"todo_skip","id":"x","run_id":"run-1","todo_id":"step_0"}`,
	CommandRetry:     `{"type":"retry","id":"x","run_id":"run-1"}`,
	CommandFeedback:  `{"type":"feedback","id":"x","run_id":"run-1","rating":"positive"}`,
	CommandPing:      `{"type":"ping","id":"x"}`,
	CommandRefresh:   `{"type":"refresh","id":"x","token":"TOKEN"}`,
	CommandInterrupt: `{"type":"interrupt_response","id":"x","interrupt_id":"i","action":"approve"}`,
}

// strangers are who tries them in a session of ann's of acme.
var strangers = map[string]auth.Identity{
	"another user":            {UserID: "bob", Tenant: "acme"},
	"another tenant":          {UserID: "ann", Tenant: "umbra"},
	"another tenant's admin":  {UserID: "root", Tenant: "umbra", Roles: []auth.Role{auth.Admin}},
	"a wrong role":            {UserID: "bob", Tenant: "acme", Roles: []auth.Role{auth.Reviewer, auth.Operator}},
	"the same name elsewhere": {UserID: "ann"},
	"a made-up name":          {UserID: "@acme/ann"},
}

// counted counts how often a session is looked up.
type counted struct {
	*inMem
	looks atomic.Int64
}

func (c *counted) Position(ctx context.Context, id string) (engine.Position, error) {
	c.looks.Add(1)
	return c.inMem.Position(ctx, id)
}

// guardedDoor asks for tokens by HS256; its only session is ann's of acme.
type guardedDoor struct {
	*door
	looks  *counted
	gate   *auth.Gate
	secret []byte
}

func openGuarded(t *testing.T) *guardedDoor {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	g := &guardedDoor{looks: &counted{inMem: newInMem(sessionID)}, secret: []byte(strings.Repeat("s", 32))}
	g.looks.sessions[sessionID].session.UserID = store.UserKey("acme", "ann")
	g.gate = auth.New(auth.Config{Store: s, CookieSecret: g.secret, Secret: g.secret, Guests: true})
	g.door = open(t, g.looks.inMem, func(c *Config) {
		c.AllowedOrigins = []string{"*"}
		c.Positions, c.AuthFunc, c.RequestFunc, c.MaxPerUser = g.looks, g.gate.Token, g.gate.Request, -1
	})
	return g
}

func (g *guardedDoor) token(t *testing.T, id auth.Identity, secret []byte, ends time.Time) string {
	t.Helper()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": id.UserID, "company_id": id.Tenant, "roles": id.Roles, "exp": ends.Unix(),
	}).SignedString(secret)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// told is all that a caller can see of a try, and what it cost.
type told struct {
	Upgrade int
	Frames  []received
	Code    int
	Looks   int64
}

// attempt says hello with the token and then the command, in one session.
func (g *guardedDoor) attempt(t *testing.T, session, token, command string) (seen told) {
	t.Helper()
	before := g.looks.looks.Load()
	conn, _, err := g.tryDial(dialing{}, session)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, conn: conn, in: make(chan input, 100)}
	c.listen()
	if token != "" {
		c.say(`{"type":"hello","token":"` + token + `"}`)
	}
	_ = conn.WriteMessage(websocket.TextMessage, []byte(strings.ReplaceAll(command, "TOKEN", cmp.Or(token, "x"))))
	for {
		r, err := c.read()
		var closing *websocket.CloseError
		switch {
		case errors.As(err, &closing):
			seen.Code, seen.Looks = closing.Code, g.looks.looks.Load()-before
			return seen
		case err != nil:
			t.Fatal(err)
		}
		delete(r, "timestamp")
		seen.Frames = append(seen.Frames, r)
	}
}

// knock shows the token on the upgrade.
func (g *guardedDoor) knock(t *testing.T, session, token string) (seen told) {
	t.Helper()
	before := g.looks.looks.Load()
	_, response, err := g.tryDial(dialing{token: token}, session)
	if err == nil {
		t.Fatal("let in")
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	r := received{}
	if err := json.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	return told{Upgrade: response.StatusCode, Frames: []received{r}, Looks: g.looks.looks.Load() - before}
}

// Every command of the table is tried in another's session by everybody whose it
// is not: it answers as in a session that is not there, after as many looks, and
// reaches nobody.
func TestCommandMatrix(t *testing.T) {
	t.Parallel()
	g := openGuarded(t)
	tokens := map[string]string{"nobody": "", "nonsense": "x.y.z"}
	for name, id := range strangers {
		tokens[name] = g.token(t, id, g.secret, time.Now().Add(time.Hour))
	}
	ann := auth.Identity{UserID: "ann", Tenant: "acme"}
	tokens["expired"] = g.token(t, ann, g.secret, time.Now().Add(-time.Hour))
	tokens["forged"] = g.token(t, ann, []byte(strings.Repeat("f", 32)), time.Now().Add(time.Hour))
	for name, token := range tokens {
		for _, kind := range commands() {
			say, known := tries[kind]
			if !known {
				t.Fatalf("the command %s is not tried", kind)
			}
			theirs, none := g.attempt(t, sessionID, token, say), g.attempt(t, "session-none", token, say)
			if !reflect.DeepEqual(theirs, none) {
				t.Errorf("%s, %s: another's session %+v, none %+v", name, kind, theirs, none)
			}
			want := CloseBadToken
			if _, is := strangers[name]; is {
				want = CloseForbidden
			}
			if theirs.Code != want {
				t.Errorf("%s, %s: closed with %d, want %d", name, kind, theirs.Code, want)
			}
		}
		if token == "" {
			continue
		}
		theirs, none := g.knock(t, sessionID, token), g.knock(t, "session-none", token)
		if !reflect.DeepEqual(theirs, none) {
			t.Errorf("%s on the upgrade: another's session %+v, none %+v", name, theirs, none)
		}
	}
	if calls, asked := g.engine.called(), g.engine.queries(); len(calls) > 0 || len(asked) > 0 {
		t.Errorf("strangers reached %q, %v", calls, asked)
	}
}

// The owner reaches all that the matrix refuses, and an administrator of the
// company all but what is put to the user.
func TestCommandsOfTheirOwn(t *testing.T) {
	t.Parallel()
	g := openGuarded(t)
	for name, id := range map[string]auth.Identity{
		"the owner": {UserID: "ann", Tenant: "acme"}, "an administrator": {UserID: "root", Tenant: "acme", Roles: []auth.Role{auth.Admin}},
	} {
		token := g.token(t, id, g.secret, time.Now().Add(time.Hour))
		c := g.dial(t, dialing{token: token, protocol: Subprotocol})
		for _, kind := range append([]string{CommandHello}, commands()...) {
			if kind == CommandHello {
				c.say(tries[kind])
				c.expect("connected")
				c.expect("resumed")
				continue
			}
			c.say(strings.ReplaceAll(tries[kind], "TOKEN", token))
			r := c.next()
			for r.text("id") != "x" {
				r = c.next()
			}
			refused := name == "an administrator" && kind == CommandInterrupt
			if (r.text("type") == "error") != refused || refused && r.text("code") != "interrupt_not_pending" {
				t.Errorf("%s, %s: %v", name, kind, r)
			}
		}
	}
	if replies := strings.Count(strings.Join(g.engine.called(), "\n"), "reply "); replies != 1 {
		t.Errorf("%d answers came through: %q", replies, g.engine.called())
	}
}

// A cookie that another site's page has the browser send opens nothing, where
// every page may call too; a ticket opens one socket.
func TestCookiesAndTickets(t *testing.T) {
	t.Parallel()
	g := openGuarded(t)
	w := httptest.NewRecorder()
	if err := g.gate.Welcome(w); err != nil {
		t.Fatal(err)
	}
	cookie := w.Result().Cookies()[0]
	page := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	page.AddCookie(cookie)
	guest, err := g.gate.Request(t.Context(), page)
	if err != nil {
		t.Fatal(err)
	}
	g.looks.sessions[sessionID].session.UserID = store.UserKey("", guest.UserID)
	own := "http://" + strings.Split(strings.TrimPrefix(g.url, "ws://"), "/")[0]
	for origin, want := range map[string]string{own: "connected", "http://evil.example": "error"} {
		conn, _, err := websocket.DefaultDialer.Dial(g.url+sessionID, http.Header{"Origin": {origin}, "Cookie": {cookie.Name + "=" + cookie.Value}})
		if err != nil {
			t.Fatal(err)
		}
		c := &client{t: t, conn: conn, in: make(chan input, 100)}
		c.listen()
		c.say(tries[CommandPing])
		if c.expect(want); want == "error" && c.closeCode() != CloseBadToken {
			t.Errorf("%s gives commands", origin)
		}
	}
	ticket, _, err := g.gate.Ticket(t.Context(), guest)
	if err != nil {
		t.Fatal(err)
	}
	g.dial(t, dialing{query: "?ticket=" + ticket}).expect("connected")
	if _, response, err := g.tryDial(dialing{query: "?ticket=" + ticket}, sessionID); err == nil || response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the ticket again: %v %v", response, err)
	}
}

// commands are the types of all of them.
func commands() []string { return slices.Sorted(maps.Keys(kinds)) }
