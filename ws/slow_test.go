package ws

import (
	"strings"
	"testing"
	"time"
)

// Who sends a byte now and then is sent away, wherever in a message it is, and
// pings between its fragments win no time.
func TestFramesByDrops(t *testing.T) {
	t.Parallel()
	mask := "\x00\x00\x00\x00"
	ping := "\x89\x80" + mask
	for name, c := range map[string]struct{ first, drop string }{
		"head":      {"\x81", "\xfe"},
		"body":      {"\x81\xfe\x10\x00" + mask + "{", " "},
		"fragments": {"\x01\x81" + mask + "{", ping},
		"a ping":    {"\x89\xfd" + mask, " "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := open(t, newInMem(sessionID), func(c *Config) {
				c.FrameWait, c.PingEvery, c.Rate, c.Burst = 200*time.Millisecond, time.Hour, 1e6, 1e6
			})
			to := d.dial(t, dialing{})
			to.expect("connected")
			_, err := to.conn.NetConn().Write([]byte(c.first))
			for err == nil {
				select {
				case code := <-d.closed:
					if code != CloseHeartbeat {
						t.Errorf("closed with %d", code)
					}
					return
				case <-time.After(20 * time.Millisecond):
				}
				if c.drop != "" {
					_, err = to.conn.NetConn().Write([]byte(c.drop))
				}
				if name == "head" {
					c.drop = "" // more would make it whole
				}
			}
			if code := d.wasClosed(t); code != CloseHeartbeat {
				t.Errorf("closed with %d", code)
			}
		})
	}
}

// A large message over a bad network has the time that its bytes take, and the
// heartbeat's time counts again behind it.
func TestALargeMessageMayTakeLonger(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.FrameWait = 300 * time.Millisecond })
	c := d.base(t)
	text := queryOf(60 << 10)
	head := "\x81\xfe" + string([]byte{byte(len(text) >> 8), byte(len(text))}) + "\x00\x00\x00\x00"
	for _, part := range []string{head + text[:50<<10], text[50<<10:]} {
		if _, err := c.conn.NetConn().Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * 300 * time.Millisecond) // what a small one may not take
	}
	await(t, "the query", func() bool { return len(e.queries()) == 1 })
	c.say(`{"type":"ping"}`)
	c.expect("pong")
	if got := e.queries(); !strings.HasPrefix(text, `{"type":"query"`) || len(got) != 1 {
		t.Errorf("got %d queries", len(got))
	}
}
