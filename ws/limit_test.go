package ws

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

func TestOversizedQueryIsAReplyAndOversizedFrameTheEnd(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e)
	c := d.base(t)
	c.say(queryOf(64<<10 + 1))
	if r := c.expect("error"); r.text("code") != "query_too_large" {
		t.Errorf("got %v", r)
	}
	c.say(queryOf(64 << 10))
	await(t, "the query", func() bool { return len(e.queries()) == 1 })
	c.say(strings.Repeat("x", 128<<10))
	if r := c.expect("error"); r.text("error") != "Invalid JSON format" {
		t.Errorf("got %v", r)
	}
	// The write may fail: the server hangs up at the frame's header.
	_ = c.conn.WriteMessage(websocket.TextMessage, []byte(strings.Repeat("x", 128<<10+1)))
	if code := c.closeCode(); code != CloseTooBig {
		t.Errorf("closed with %d", code)
	}
}

func TestBinaryFrame(t *testing.T) {
	t.Parallel()
	c := open(t, newInMem(sessionID)).base(t)
	if err := c.conn.WriteMessage(websocket.BinaryMessage, []byte(`{"type":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	c.expect("error")
	if code := c.closeCode(); code != CloseUnsupported {
		t.Errorf("closed with %d", code)
	}
}

// RFC 6455, 8.1: who sends text that is none is told, and the socket ends.
func TestTextThatIsNotUTF8(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"전세\xff\xfe", "\xec\xa0", "\xed\xa0\x80", "\xc0\x80"} {
		e := newInMem(sessionID)
		c := open(t, e).base(t)
		if err := c.conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"query","query":"`+text+`"}`)); err != nil {
			t.Fatal(err)
		}
		if r := c.expect("error"); r.text("code") != string(fault.InvalidEncoding) {
			t.Errorf("%q: got %v", text, r)
		}
		if code := c.closeCode(); code != CloseNotText || len(e.queries()) > 0 {
			t.Errorf("%q: closed with %d, %d queries", text, code, len(e.queries()))
		}
	}
}

func TestTooManyErrorsInARow(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.Rate, c.Burst, c.MaxErrors = 1e6, 1e6, 3 })
	c := d.base(t)
	for range 5 { // a good frame in between forgives
		c.say(`{`)
		c.expect("error")
		c.say(`{"type":"ping"}`)
		c.expect("pong")
	}
	for range 3 {
		c.say(`{`)
		c.expect("error")
	}
	if code := c.closeCode(); code != CloseManyErrors {
		t.Errorf("closed with %d", code)
	}
}

func TestRate(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.Rate, c.Burst, c.MaxThrottled = 0.5, 3, 4 })
	c := d.dial(t, dialing{})
	c.expect("connected")
	for range 3 {
		c.say(`{"type":"ping"}`)
		c.expect("pong")
	}
	c.say(`{"type":"query","query":"a","id":"q-4"}`)
	r := c.expect("error")
	after, _ := r["retry_after_ms"].(float64)
	if r.text("code") != string(fault.RateLimited) || r.text("id") != "q-4" || after <= 0 || after > 2_000 {
		t.Errorf("got %v", r)
	}
	for range 4 {
		c.say(`{"type":"ping"}`)
		c.expect("error")
	}
	if code := c.closeCode(); code != CloseRate {
		t.Errorf("closed with %d", code)
	}
}

func TestControlPingsAreAnsweredAndTheirFloodEndsTheSocket(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.Rate, c.Burst, c.MaxThrottled = 0.1, 2, 3 })
	c := d.dialDeaf(t, dialing{})
	pongs := make(chan string, 10)
	c.conn.SetPongHandler(func(p string) error { pongs <- p; return nil })
	c.listen()
	c.expect("connected")
	for range 7 {
		_ = c.conn.WriteControl(websocket.PingMessage, []byte("hi"), time.Now().Add(time.Second))
	}
	if code := c.closeCode(); code != CloseRate {
		t.Errorf("closed with %d", code)
	}
	if got := <-pongs; got != "hi" {
		t.Errorf("pong %q", got)
	}
}

func TestFloodOfEmptyFragments(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.ReadLimit = 4 << 10 })
	c := d.dial(t, dialing{})
	c.expect("connected")
	begin := []byte{0x01, 0x80, 0, 0, 0, 0} // text, not final, masked, empty
	flood := []byte(strings.Repeat("\x00\x80\x00\x00\x00\x00", 1000))
	_, err := c.conn.NetConn().Write(begin)
	for err == nil {
		_ = c.conn.NetConn().SetWriteDeadline(time.Now().Add(5 * time.Second))
		_, err = c.conn.NetConn().Write(flood)
		select {
		case code := <-d.closed:
			if code != CloseRate {
				t.Errorf("closed with %d", code)
			}
			return
		default:
		}
	}
	if code := d.wasClosed(t); code != CloseRate {
		t.Errorf("closed with %d", code)
	}
}

func TestProtocolBreachesEndWith1002(t *testing.T) {
	t.Parallel()
	mask := "\x00\x00\x00\x00"
	breaches := map[string]string{
		"reserved bit":          "\xc1\x80" + mask,
		"unknown opcode":        "\x83\x80" + mask,
		"unknown control":       "\x8b\x80" + mask,
		"not masked":            "\x81\x02{}",
		"fragmented ping":       "\x09\x80" + mask,
		"long ping":             "\x89\xfe\x00\x7e" + mask,
		"lone continuation":     "\x80\x80" + mask,
		"bad close code":        "\x88\x82" + mask + "\x03\xed",
		"bad UTF-8 in a close":  "\x88\x83" + mask + "\x03\xe8\xff",
		"new text in a message": "\x01\x80" + mask + "\x81\x80" + mask,
	}
	for name, raw := range breaches {
		d := open(t, newInMem(sessionID), func(c *Config) { c.CloseWait = 50 * time.Millisecond })
		c := d.dial(t, dialing{})
		c.expect("connected")
		if _, err := c.conn.NetConn().Write([]byte(raw)); err != nil {
			t.Fatal(err)
		}
		if code := c.closeCode(); code != CloseProtocol {
			t.Errorf("%s: closed with %d", name, code)
		}
		d.wasClosed(t)
	}
}

func TestHeaderThatDeclares2To63IsRefused(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID))
	for _, length := range []string{"\x7f\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xff", "\x80\x00\x00\x00\x00\x00\x00\x00"} {
		c := d.dial(t, dialing{})
		c.expect("connected")
		if _, err := c.conn.NetConn().Write([]byte("\x81\xff" + length + "\x00\x00\x00\x00")); err != nil {
			t.Fatal(err)
		}
		if code := c.closeCode(); code != CloseTooBig && code != CloseProtocol {
			t.Errorf("closed with %d", code)
		}
	}
}

func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID, "session-2", "session-3"), func(c *Config) { c.MaxConnections, c.MaxPerUser = 3, 2 })
	refused := func(session string) int {
		_, response, err := d.tryDial(dialing{}, session)
		if err == nil {
			t.Fatal("accepted")
		}
		_ = response.Body.Close()
		return response.StatusCode
	}
	first := d.base(t)
	d.base(t)
	if status := refused(sessionID); status != http.StatusTooManyRequests {
		t.Errorf("third of a session: %d", status)
	}
	// Who gives the same name at another address has places of its own.
	other, _, err := d.tryDial(dialing{from: "127.0.0.2"}, sessionID)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if status := refused("session-3"); status != http.StatusServiceUnavailable {
		t.Errorf("fourth of the node: %d", status)
	}
	first.bye()
	d.wasClosed(t)
	d.base(t) // the place is free again
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID), func(c *Config) { c.AllowedOrigins = []string{"http://localhost:3000"}; c.MaxPerUser = -1 })
	own := "http://" + strings.Split(strings.TrimPrefix(d.url, "ws://"), "/")[0]
	for _, origin := range []string{"", "http://localhost:3000", own} {
		conn, _, err := d.tryDial(dialing{origin: origin}, sessionID)
		if err != nil {
			t.Fatalf("%q: %v", origin, err)
		}
		_ = conn.Close()
	}
	for _, origin := range []string{"http://evil.example", "http://localhost:3001", "null", own + ".evil.example"} {
		_, response, err := d.tryDial(dialing{origin: origin}, sessionID)
		if err == nil || response.StatusCode != http.StatusForbidden {
			t.Fatalf("%q: %v %v", origin, response, err)
		}
		body, _ := io.ReadAll(response.Body)
		if string(body) != `{"detail":"Origin not allowed"}` {
			t.Errorf("%q: %s", origin, body)
		}
	}
}

// TestSlowReader fills the pipes of a client that does not read. When it
// reads again in time it finds whole frames and the close code.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.WriteWait, c.CloseWait = 150*time.Millisecond, 5*time.Second })
	quick := d.base(t)
	slow := d.dialDeaf(t, dialing{})
	e.awaitStreams(t, sessionID, 2)
	text := strings.Repeat("느", 64<<10)
	written := int64(0)
	for stalled := false; !stalled; {
		e.emit(sessionID, "run-1", state.EventPlanningStart, state.PlanningStart{Message: text})
		written++
		quick.expectSeqs(written, written) // is not held up
		for _, c := range d.registry.list() {
			stalled = stalled || c.now().ending
		}
		if written > 2_000 {
			t.Fatal("the slow socket takes everything")
		}
	}
	slow.listen()
	slow.expect("connected")
	last := int64(0)
	for {
		r, err := slow.read()
		if err != nil {
			if !websocket.IsCloseError(err, CloseSlow) {
				t.Errorf("after %d events: %v", last, err)
			}
			break
		}
		last++
		if r.seq() != last {
			t.Fatalf("got event %d after %d", r.seq(), last-1)
		}
	}
	if code := d.wasClosed(t); code != CloseSlow {
		t.Errorf("counted as %d", code)
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID))
	c := d.base(t)
	d.base(t)
	c.bye()
	d.wasClosed(t)
	sockets, sessions := d.Count()
	if codes := d.closedCodes(); sockets != 1 || sessions != 1 || codes[CloseGoingAway] != 1 {
		t.Errorf("%d sockets of %d sessions, closed with %v", sockets, sessions, codes)
	}
}

func TestPlainRequestIsRefusedWithADetail(t *testing.T) {
	t.Parallel()
	d := open(t, newInMem(sessionID))
	response, err := http.Get("http" + strings.TrimPrefix(d.url, "ws") + sessionID)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusBadRequest || !strings.HasPrefix(string(body), `{"detail":`) {
		t.Errorf("got %d %s", response.StatusCode, body)
	}
	if d.sockets() != 0 || len(d.closedCodes()) != 0 {
		t.Error("it was counted as a socket")
	}
}
