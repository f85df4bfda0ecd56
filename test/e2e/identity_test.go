package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/internal/testdb"
)

const tokenSecret = "0123456789abcdef0123456789abcdef"

// tokenOf is a user's token that is good for so long.
func tokenOf(t *testing.T, user string, life time.Duration) string {
	t.Helper()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": user, "company_id": "acme", "exp": time.Now().Add(life).Unix(),
	}).SignedString([]byte(tokenSecret))
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// as is a request of who shows the token.
func (s *server) as(token, method, path, body string, out any) int {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.addr+path, bytes.NewReader([]byte(body)))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	if out != nil {
		if err := json.NewDecoder(res.Body).Decode(out); err != nil {
			s.t.Fatal(err)
		}
	}
	return res.StatusCode
}

// knock opens a socket with what the header and the query show, or is how it was
// refused.
func (s *server) knock(sessionID, query, token string) (*socket, int, []byte) {
	s.t.Helper()
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	conn, res, err := websocket.DefaultDialer.DialContext(s.t.Context(), "ws://"+s.addr+"/api/v1/chat/ws/"+sessionID+query, header)
	if err == nil {
		s.t.Cleanup(func() { conn.Close() })
		return &socket{t: s.t, Conn: conn}, res.StatusCode, nil
	}
	if res == nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	var body bytes.Buffer
	_, _ = body.ReadFrom(res.Body)
	return nil, res.StatusCode, body.Bytes()
}

func (s *server) opened(sessionID, query, token string) *socket {
	s.t.Helper()
	c, status, body := s.knock(sessionID, query, token)
	if c == nil {
		s.t.Fatalf("refused: %d %s", status, body)
	}
	return c
}

// Expiry, refresh, revocation, tickets and the places of a user hold on whichever
// of two nodes they are met.
func TestIdentityOnTwoNodes(t *testing.T) {
	t.Parallel()
	env := []string{
		"DATABASE_URL=" + testdb.Postgres(t), "REDIS_URL=" + testdb.Redis(t),
		"MADANG_AUTH_MODE=jwt", "MADANG_AUTH_JWT_SECRET=" + tokenSecret,
	}
	args := []string{"--probe=true", "--assistants", "probe", "--max-runs-per-user", "2", "--max-runs-per-address", "3"}
	a, b := start(t, args, env), start(t, args, env)
	kim, lee := tokenOf(t, "kim", time.Hour), tokenOf(t, "lee", time.Hour)
	var begun struct {
		SessionID string `json:"session_id"`
	}
	if code := a.as(kim, "POST", "/api/v1/chat/start", `{}`, &begun); code != 200 {
		t.Fatalf("start: %d", code)
	}
	id := begun.SessionID
	keys := func(args ...string) string {
		d := madang(t, env, "", append([]string{"keys"}, args...)...)
		d.expect(t, 0, nil, nil)
		return strings.TrimSpace(d.out)
	}

	// Before: who waits for its end is opened first.
	brief := tokenOf(t, "kim", 10*time.Second)
	expiring, refreshed := b.opened(id, "", brief), a.opened(id, "", brief)
	refreshed.send(map[string]any{"type": "refresh", "token": kim})

	other := b.opened(id, "", kim)
	other.send(map[string]any{"type": "refresh", "token": lee})
	if code := other.closeCode(); code != 4503 {
		t.Errorf("refreshed for another: %d", code)
	}
	if code := expiring.closeCode(); code != 4004 {
		t.Errorf("expired: %d", code)
	}
	refreshed.send(map[string]any{"type": "ping"})
	for f := refreshed.must(); f.Type != "pong"; {
		f = refreshed.must()
	}

	key := keys("make", "--user", "kim", "--company", "acme")
	held := map[string]*socket{"a": a.opened(id, "", key), "b": b.opened(id, "", key)}
	began := time.Now()
	keys("revoke", strings.Split(key, "_")[1])
	for node, c := range held {
		if code := c.closeCode(); code != 4506 {
			t.Errorf("revoked, on node %s: %d", node, code)
		}
	}
	t.Logf("both nodes ended what was revoked %v after the command was begun", time.Since(began).Round(10*time.Millisecond))
	for _, s := range []*server{a, b} {
		if code := s.as(key, "GET", "/api/v1/chat/sessions", "", nil); code != 401 {
			t.Errorf("a revoked key: %d", code)
		}
		for name, token := range map[string]string{"lee": lee, "nobody": ""} {
			if c, status, body := s.knock(id, "", token); name == "lee" && (c != nil || status != 404) {
				t.Errorf("%s on another's session: %d %s", name, status, body)
			}
		}
	}

	var ticket struct {
		Ticket string `json:"ticket"`
	}
	if code := a.as(kim, "POST", "/api/v1/auth/ticket", "", &ticket); code != 200 {
		t.Fatalf("ticket: %d", code)
	}
	b.opened(id, "?ticket="+ticket.Ticket, "").Close()
	if c, status, _ := a.knock(id, "?ticket="+ticket.Ticket, ""); c != nil || status != 401 {
		t.Errorf("the ticket again, on the other node: %d", status)
	}
	runsOf(t, a, b, kim, lee)
	placesOf(t, a, b, id, kim)
}

// runsOf finds two of a user's questions worked on at once, and three of an
// address, on both nodes together.
func runsOf(t *testing.T, a, b *server, kim, lee string) {
	t.Helper()
	open := func(s *server, token string) *socket {
		var begun struct {
			SessionID string `json:"session_id"`
		}
		if code := s.as(token, "POST", "/api/v1/chat/start", `{"assistant":"probe"}`, &begun); code != 200 {
			t.Fatalf("start: %d", code)
		}
		return s.opened(begun.SessionID, "", token)
	}
	// ask is how long to come back in, 0 when the question is worked on.
	ask := func(c *socket) int64 {
		c.send(map[string]any{"type": "query", "query": `{"steps":1,"step_ms":60000}`})
		f := c.must()
		for f.Type == "connected" {
			f = c.must()
		}
		var why struct {
			RetryAfterMS int64 `json:"retry_after_ms"`
		}
		if err := json.Unmarshal(f.Raw, &why); err != nil {
			t.Fatal(err)
		}
		if f.Type == "error" && (f.Code != "rate_limited" || why.RetryAfterMS <= 0) {
			t.Fatalf("refused with %s", f.Raw)
		}
		return why.RetryAfterMS
	}
	first, second, third := open(a, kim), open(b, kim), open(a, kim)
	other, fourth := open(b, lee), open(a, lee)
	if ask(first) != 0 || ask(second) != 0 || ask(other) != 0 {
		t.Fatal("two questions of one and one of another are too many")
	}
	if ask(third) == 0 {
		t.Error("a user's third question at once")
	}
	if ask(fourth) == 0 {
		t.Error("an address's fourth question at once")
	}
	stop := func(c *socket) {
		c.send(map[string]any{"type": "cancel"})
		c.answer()
	}
	stop(other)
	await(t, "a place for the address's next question", func() bool { return ask(fourth) == 0 })
	for _, c := range []*socket{first, second, fourth} {
		stop(c)
	}
	await(t, "a place for the user's next question", func() bool { return ask(third) == 0 })
	stop(third)
	for _, c := range []*socket{first, second, third, other, fourth} {
		c.Close()
	}
}

// placesOf finds ten places for a user's sockets on both nodes together.
func placesOf(t *testing.T, a, b *server, id, token string) {
	t.Helper()
	var open []*socket
	var status int
	var body []byte
	for n := 0; ; n++ {
		var c *socket
		if c, status, body = []*server{a, b}[n%2].knock(id, "", token); c == nil {
			break
		}
		if open = append(open, c); len(open) > 10 {
			t.Fatal("an eleventh socket of one user")
		}
	}
	var why struct {
		RetryAfterMS int64 `json:"retry_after_ms"`
	}
	if err := json.Unmarshal(body, &why); err != nil || status != 429 || why.RetryAfterMS <= 0 {
		t.Errorf("refused with %d %s", status, body)
	}
	// One more was open before: the one that was refreshed.
	if len(open) < 8 {
		t.Errorf("only %d sockets", len(open))
	}
	open[0].Close()
	await(t, "the place that was given back, on the other node", func() bool {
		c, _, _ := b.knock(id, "", token)
		return c != nil
	})
}
