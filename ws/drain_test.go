package ws

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// TestDrainGivesEverySocketACode: none may end with 1000, 1005 or nothing,
// because existing clients would not come back.
func TestDrainGivesEverySocketACode(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.MaxPerUser, c.DrainRate = -1, 200 })
	var clients []*client
	for i := range 40 {
		if i%2 == 0 {
			clients = append(clients, d.base(t))
		} else {
			clients = append(clients, d.extended(t))
		}
	}
	began := time.Now()
	if err := d.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < 100*time.Millisecond {
		t.Errorf("40 sockets at 200 a second took %v", took)
	}
	for i, c := range clients {
		want := CloseRestart
		if i%2 == 1 {
			want = CloseDraining
		}
		if code := c.closeCode(); code != want {
			t.Errorf("client %d: %d, want %d", i, code, want)
		}
	}
	if codes := d.closedCodes(); d.sockets() != 0 || codes[CloseRestart] != 20 {
		t.Errorf("%d sockets are left, closed with %v", d.sockets(), codes)
	}
}

// TestOtherNodesKnowWhatABaseClientHasBeforeItIsClosed: it is back on another
// node at once, says nothing of what it has, and would be shown the answer again.
func TestOtherNodesKnowWhatABaseClientHasBeforeItIsClosed(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.CloseWait = time.Minute })
	c := d.base(t)
	e.steps(3)
	e.emit(sessionID, "run-1", state.EventFinalResponse, state.FinalResponse{})
	c.expectSeqs(1, 4) // long before the server asks whether the end arrived
	go func() { _ = d.Drain(context.Background()) }()
	if code := c.closeCode(); code != CloseRestart {
		t.Errorf("closed with %d", code)
	}
	if got := e.flushed(sessionID); got != 4 {
		t.Errorf("event %d is known to have been shown, want 4", got)
	}
}

// TestNobodyWaitsForOneWhoIsGone: a client that never confirms keeps a node from
// its end as long as it is there, and no longer.
func TestNobodyWaitsForOneWhoIsGone(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.CloseWait = time.Hour })
	deaf := d.dialDeaf(t, dialing{})
	e.awaitStreams(t, sessionID, 1)
	e.steps(3)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_ = d.Drain(context.Background())
	}()
	await(t, "the drain", d.anyEnding)
	_ = deaf.conn.Close()
	select {
	case <-drained:
	case <-time.After(time.Minute):
		t.Error("it waits for a client that is gone")
	}
}

// TestDrainThatIsCutShortStillSendsCodes: with no time at all the sockets
// are closed at once, also those of clients that don't answer.
func TestDrainThatIsCutShortStillSendsCodes(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.DrainRate, c.CloseWait = 1, 100*time.Millisecond })
	var deaf []*client
	for range 5 {
		deaf = append(deaf, d.dialDeaf(t, dialing{}))
	}
	await(t, "sockets", func() bool { return d.sockets() == 5 })
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := d.Drain(ctx); !errors.Is(err, context.DeadlineExceeded) && err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
	for _, c := range deaf {
		c.listen()
		if code := c.closeCode(); code != CloseRestart {
			t.Errorf("closed with %d", code)
		}
	}
}

// soon is when the token "kim-soon" ends: late enough for a full machine to have
// refreshed it before.
const soon = 3 * time.Second

// authenticate knows two users; "late" is a token that ends at once, "soon" one
// that can be refreshed before.
func authenticate(_ context.Context, token string) (auth.Identity, error) {
	switch token {
	case "kim":
		return auth.Identity{UserID: "user-kim", TokenID: "kim-1"}, nil
	case "kim-late":
		return auth.Identity{UserID: "user-kim", Expires: time.Now().Add(60 * time.Millisecond)}, nil
	case "kim-soon":
		return auth.Identity{UserID: "user-kim", Expires: time.Now().Add(soon)}, nil
	case "kim-reads":
		return auth.Identity{UserID: "user-kim", KeyID: "k", Scopes: []auth.Scope{auth.Read}}, nil
	case "lee":
		return auth.Identity{UserID: "user-lee"}, nil
	case "away":
		return auth.Identity{}, fault.Wrap(fault.Unavailable, errors.New("no keys"))
	}
	return auth.Identity{}, errors.New("unknown token")
}

// bearer shows the token of a header.
func bearer(ctx context.Context, r *http.Request) (auth.Identity, error) {
	token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !given {
		return auth.Identity{}, nil
	}
	return authenticate(ctx, token)
}

func openWithAuth(t *testing.T, change ...func(*Config)) *door {
	e := newInMem(sessionID)
	e.sessions[sessionID].session.UserID = "user-kim"
	return open(t, e, func(c *Config) {
		c.AuthFunc, c.RequestFunc, c.HelloWait = authenticate, bearer, time.Minute
		for _, f := range change {
			f(c)
		}
	})
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, first, then string
		code              int
	}{
		{"no hello", "", "", CloseHelloLate},
		{"a command instead", `{"type":"query","query":"a"}`, "", CloseBadToken},
		{"hello without a token", `{"type":"hello"}`, "", CloseBadToken},
		{"bad token", `{"type":"hello","token":"x"}`, "", CloseBadToken},
		{"key for reading", `{"type":"hello","token":"kim-reads"}`, "", CloseBadToken},
		{"provider away", `{"type":"hello","token":"away"}`, "", CloseBackend},
		{"another's session", `{"type":"hello","token":"lee"}`, "", CloseForbidden},
		{"token that ends", `{"type":"hello","token":"kim-late"}`, "", CloseTokenOld},
		{"refresh for another", `{"type":"hello","token":"kim"}`, `{"type":"refresh","token":"lee"}`, CloseForbidden},
	}
	for _, test := range tests {
		d := openWithAuth(t)
		if test.first == "" {
			d = openWithAuth(t, func(c *Config) { c.HelloWait = 50 * time.Millisecond })
		}
		c := d.dial(t, dialing{protocol: Subprotocol})
		if test.first != "" {
			c.say(test.first)
		}
		if test.then != "" {
			c.say(test.then)
		}
		if code := c.closeCode(); code != test.code {
			t.Errorf("%s: closed with %d, want %d", test.name, code, test.code)
		}
	}
}

func TestRefreshKeepsASocketAlive(t *testing.T) {
	t.Parallel()
	d := openWithAuth(t)
	c := d.dial(t, dialing{})
	c.say(`{"type":"hello","token":"kim-soon"}`)
	if r := c.expect("connected"); r.text("user") != "user-kim" {
		t.Errorf("got %v", r)
	}
	c.expect("resumed")
	c.say(`{"type":"refresh","token":"kim","id":"r-1"}`)
	if r := c.expect("ack"); r.text("id") != "r-1" {
		t.Errorf("got %v", r)
	}
	<-time.After(soon + 100*time.Millisecond) // the first token has ended
	c.say(`{"type":"ping"}`)
	c.expect("pong")
	d.Revoke(func(who auth.Identity) bool { return who.UserID == "user-lee" })
	d.Revoke(func(who auth.Identity) bool { return who.TokenID == "kim-1" })
	if code := c.closeCode(); code != CloseRevoked {
		t.Errorf("closed with %d", code)
	}
}

func TestBearerToken(t *testing.T) {
	t.Parallel()
	d := openWithAuth(t)
	c := d.dial(t, dialing{token: "kim"})
	c.expect("connected") // without hello
	for token, status := range map[string]int{"x": http.StatusUnauthorized, "lee": http.StatusNotFound} {
		_, response, err := d.tryDial(dialing{token: token}, sessionID)
		if err == nil || response.StatusCode != status {
			t.Errorf("%s: %v %v", token, response, err)
		}
	}
}

func TestHeartbeatKeepsAnIdleSocket(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.PingEvery, c.PongWait = 500*time.Millisecond, 2500*time.Millisecond })
	c := d.dialDeaf(t, dialing{})
	pings := make(chan struct{}, 100)
	answer := c.conn.PingHandler()
	c.conn.SetPingHandler(func(p string) error { pings <- struct{}{}; return answer(p) })
	c.listen()
	c.expect("connected")
	for range 10 { // twice the time in which a dead one is found
		<-pings
	}
	c.say(`{"type":"ping"}`)
	c.expect("pong")
	if d.sockets() != 1 {
		t.Errorf("%d sockets", d.sockets())
	}
}
