package ws

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/limit"
)

// Sockets, handshakes and commands of an address, a user and a company are limited
// over all their sockets, and who is over a limit is told when to come back.
func TestLimitsOfACaller(t *testing.T) {
	t.Parallel()
	rare := limit.Rate{PerSecond: 0.01, Burst: 2}
	for name, limits := range map[string]Limits{
		"sockets of an address":    {Sockets: limit.Most{Address: 2}},
		"sockets of a user":        {Sockets: limit.Most{User: 2}},
		"sockets of a company":     {Sockets: limit.Most{Company: 2}},
		"handshakes of a user":     {Handshakes: limit.Rates{User: rare}},
		"handshakes of a company":  {Handshakes: limit.Rates{Company: rare}},
		"commands of an address":   {Commands: limit.Rates{Address: rare}},
		"commands of a user":       {Commands: limit.Rates{User: rare}},
		"commands of a company":    {Commands: limit.Rates{Company: rare}},
		"handshakes are not asked": {Handshakes: limit.Rates{Address: rare}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := openGuarded(t)
			g.cfg.Limits = limits
			token := g.token(t, auth.Identity{UserID: "ann", Tenant: "acme"}, g.secret, time.Now().Add(time.Hour))
			one, two := g.dial(t, dialing{token: token}), g.dial(t, dialing{token: token})
			for _, c := range []*client{one, two} {
				c.expect("connected")
				c.say(tries[CommandPing])
				c.expect("pong")
			}
			_, response, err := g.tryDial(dialing{token: token}, sessionID)
			switch {
			case strings.HasPrefix(name, "commands"):
				two.say(tries[CommandPing])
				if r := two.expect("error"); r.text("code") != "rate_limited" || r["retry_after_ms"].(float64) < 1_000 {
					t.Errorf("a third command: %v", r)
				}
			case strings.HasSuffix(name, "asked"):
				if err != nil {
					t.Errorf("counted twice: %v", err)
				}
			default:
				if err == nil || response.StatusCode != http.StatusTooManyRequests || response.Header.Get("Retry-After") == "" {
					t.Fatalf("a third socket: %v", response)
				}
				if body, _ := io.ReadAll(response.Body); !strings.Contains(string(body), `"retry_after_ms":`) {
					t.Errorf("refused with %s", body)
				}
				if strings.HasPrefix(name, "sockets") {
					one.bye()
					g.wasClosed(t)
					await(t, "the place that was given back", func() bool {
						conn, _, err := g.tryDial(dialing{token: token}, sessionID)
						if err == nil {
							_ = conn.Close()
						}
						return err == nil
					})
				}
			}
		})
	}
}

// Who signs in by hello takes a place then.
func TestAPlaceIsTakenByHello(t *testing.T) {
	t.Parallel()
	g := openGuarded(t)
	g.cfg.Limits = Limits{Sockets: limit.Most{User: 1}}
	hello := `{"type":"hello","token":"` + g.token(t, auth.Identity{UserID: "ann", Tenant: "acme"}, g.secret, time.Now().Add(time.Hour)) + `"}`
	one, two := g.dial(t, dialing{}), g.dial(t, dialing{})
	one.say(hello)
	one.expect("connected")
	two.say(hello)
	if r := two.expect("error"); r.text("code") != "too_many_connections" || r["retry_after_ms"] == nil {
		t.Errorf("got %v", r)
	}
	if code := two.closeCode(); code != CloseRate {
		t.Errorf("closed with %d", code)
	}
}
