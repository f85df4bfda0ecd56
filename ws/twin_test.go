package ws

import (
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// together has all sockets of a page count as opened within a moment.
func together(c *Config) { c.TwinWait = time.Hour }

// page is a browser's socket of a client that knows only the base contract.
func (d *door) page(t *testing.T) *client {
	t.Helper()
	origin, _, _ := strings.Cut("http"+strings.TrimPrefix(d.url, "ws"), "/api")
	c := d.dial(t, dialing{origin: origin})
	c.expect("connected")
	return c
}

// hasNothing fails if something was written to the socket: a pong comes behind it.
func (c *client) hasNothing() {
	c.t.Helper()
	ponged := make(chan struct{})
	c.conn.SetPongHandler(func(string) error { close(ponged); return nil })
	if err := c.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second)); err != nil {
		c.t.Fatal(err)
	}
	select {
	case <-ponged:
	case got := <-c.in:
		c.t.Fatalf("shown %s (%v)", got.body, got.err)
	case <-time.After(10 * time.Second):
		c.t.Fatal("no pong")
	}
}

func TestNewestSocketOfAPageReplacesItsTwin(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, together)
	leaked, newer := d.page(t), d.page(t)
	newest := d.page(t)
	e.steps(3)
	newest.expectSeqs(1, 3)
	e.awaitDelivered(t, sessionID, 3)
	leaked.hasNothing()
	newer.hasNothing()
}

// Had they been two tabs, the one that was set aside loses nothing.
func TestTwinThatSpeaksIsPlayedAgain(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, together)
	older, newer := d.page(t), d.page(t)
	e.steps(3)
	newer.expectSeqs(1, 3)
	older.say(`{"type":"query","query":"안녕"}`)
	older.expectSeqs(1, 3)
	e.steps(1)
	older.expectSeqs(4, 4)
	newer.hasNothing()
	newer.say(`{"type":"query","query":"안녕"}`)
	newer.expectSeqs(4, 4)
	e.steps(1)
	older.expectSeqs(5, 5)
	newer.expectSeqs(5, 5)
}

func TestTwinIsPlayedAgainWhenTheNewestLeaves(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, together)
	older, newer := d.page(t), d.page(t)
	newer.bye()
	d.wasClosed(t)
	e.steps(2)
	older.expectSeqs(1, 2)
}

func TestTabsStayInStep(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*Config)
		first  func(c *client) // what the first did before the second came
		second func(d *door) *client
	}{
		"opened later": {change: func(c *Config) { c.TwinWait = time.Nanosecond }},
		"the first has spoken": {first: func(c *client) {
			c.say(`{"type":"query","query":"안녕"}`)
			c.hasNothing() // the query was read before the ping
		}},
		"another origin": {second: func(d *door) *client { return d.dial(t, dialing{origin: "https://elsewhere.example"}) }},
		"no browser":     {second: func(d *door) *client { return d.dial(t, dialing{}) }},
		"a client that says what it has": {second: func(d *door) *client {
			c := d.dial(t, dialing{origin: "http://" + strings.Split(strings.TrimPrefix(d.url, "ws://"), "/")[0], query: "?last_seq=0"})
			return c
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newInMem(sessionID)
			d := open(t, e, together, func(cfg *Config) { cfg.AllowedOrigins = []string{"*"} })
			if c.change != nil {
				d = open(t, e, c.change)
			}
			first := d.page(t)
			if c.first != nil {
				c.first(first)
			}
			var second *client
			if c.second == nil {
				second = d.page(t)
			} else {
				second = c.second(d)
				second.expect("connected")
			}
			e.steps(2)
			for _, tab := range []*client{first, second} {
				for seq := int64(1); seq <= 2; {
					if tab.next().seq() == seq { // who says what it has is told resumed, too
						seq++
					}
				}
			}
		})
	}
}
