package ws

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

const sessionID = "session-1"

// door is a Server over HTTP with what happened to its sockets.
type door struct {
	*Server
	engine *inMem
	url    string
	closed chan int

	mu    sync.Mutex
	codes map[int]int // how many sockets ended with which code
}

// open starts a door over the engine; change adjusts its settings.
func open(t testing.TB, e *inMem, change ...func(*Config)) *door {
	t.Helper()
	d := &door{engine: e, closed: make(chan int, 10_000), codes: map[int]int{}}
	cfg := Config{
		Runs: e, Controls: e, Positions: e, WatchFunc: e.watch,
		CloseWait: 500 * time.Millisecond, HelloWait: time.Hour,
		Hooks: Hooks{SocketClosedFunc: func(code int) {
			d.mu.Lock()
			d.codes[code]++
			d.mu.Unlock()
			d.closed <- code
		}},
	}
	for _, f := range change {
		f(&cfg)
	}
	d.Server = New(cfg)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/chat/ws/{session_id}", func(w http.ResponseWriter, r *http.Request) { d.Handle(w, r, r.PathValue("session_id")) })
	server := httptest.NewServer(mux)
	d.url = "ws" + strings.TrimPrefix(server.URL, "http") + "/api/v1/chat/ws/"
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := d.Drain(ctx); err != nil {
			t.Errorf("drain: %v", err)
		}
		server.Close()
	})
	return d
}

// wasClosed waits for a socket's end and gives its code.
func (d *door) wasClosed(t *testing.T) int {
	t.Helper()
	select {
	case code := <-d.closed:
		return code
	case <-time.After(10 * time.Second):
		t.Fatal("no socket was closed")
		return 0
	}
}

// client is the other side of a socket.
type client struct {
	t    *testing.T
	conn *websocket.Conn
	in   chan input
}

type input struct {
	kind int
	body []byte
	err  error
}

func (c *client) listen() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			kind, body, err := c.conn.ReadMessage()
			c.in <- input{kind, body, err}
			if err != nil {
				return
			}
		}
	}()
	c.t.Cleanup(func() { _ = c.conn.Close(); <-done })
}

type dialing struct {
	protocol, query, token, origin string
	from                           string // the client's own address
}

func (d *door) tryDial(how dialing, session string) (*websocket.Conn, *http.Response, error) {
	dialer := websocket.Dialer{HandshakeTimeout: 5 * time.Second}
	header := http.Header{}
	if how.from != "" {
		own := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(how.from)}}
		dialer.NetDialContext = own.DialContext
	}
	if how.protocol != "" {
		dialer.Subprotocols = []string{how.protocol}
	}
	if how.token != "" {
		header.Set("Authorization", "Bearer "+how.token)
	}
	if how.origin != "" {
		header.Set("Origin", how.origin)
	}
	return dialer.Dial(d.url+session+how.query, header)
}

// dialDeaf is a client that does not read until it listens.
func (d *door) dialDeaf(t *testing.T, how dialing) *client {
	t.Helper()
	conn, response, err := d.tryDial(how, sessionID)
	if err != nil {
		t.Fatalf("dial: %v (%v)", err, response)
	}
	_ = response.Body.Close()
	c := &client{t: t, conn: conn, in: make(chan input, 10_000)}
	t.Cleanup(func() { _ = conn.Close() })
	return c
}

// dial is a client that reads, and so answers pings, as a browser does.
func (d *door) dial(t *testing.T, how dialing) *client {
	t.Helper()
	c := d.dialDeaf(t, how)
	c.listen()
	return c
}

// base is a client that knows only the base contract, already greeted.
func (d *door) base(t *testing.T) *client {
	t.Helper()
	c := d.dial(t, dialing{})
	c.expect("connected")
	return c
}

// extended is a greeted client of madang.v1.
func (d *door) extended(t *testing.T) *client {
	t.Helper()
	c := d.dial(t, dialing{protocol: Subprotocol})
	c.say(`{"type":"hello"}`)
	c.expect("connected")
	c.expect("resumed")
	return c
}

func (c *client) say(text string) {
	c.t.Helper()
	if err := c.conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.t.Fatalf("write %.80q: %v", text, err)
	}
}

// received is a frame as a client sees it.
type received map[string]any

func (r received) seq() int64 {
	n, _ := r["seq"].(float64)
	return int64(n)
}

func (r received) text(name string) string {
	s, _ := r[name].(string)
	return s
}

func (c *client) read() (received, error) {
	var got input
	select {
	case got = <-c.in:
	case <-time.After(10 * time.Second):
		return nil, errors.New("nothing came")
	}
	kind, body, err := got.kind, got.body, got.err
	if err != nil {
		return nil, err
	}
	if kind != websocket.TextMessage {
		c.t.Fatalf("frame of kind %d", kind)
	}
	var r received
	if err := json.Unmarshal(body, &r); err != nil {
		c.t.Fatalf("frame %s: %v", body, err)
	}
	if _, err := time.Parse(time.RFC3339, r.text("timestamp")); err != nil {
		c.t.Fatalf("frame %s: %v", body, err)
	}
	return r, nil
}

func (c *client) next() received {
	c.t.Helper()
	r, err := c.read()
	if err != nil {
		c.t.Fatalf("read: %v", err)
	}
	return r
}

func (c *client) expect(frameType string) received {
	c.t.Helper()
	r := c.next()
	if r.text("type") != frameType {
		c.t.Fatalf("got %v, want a frame of type %s", r, frameType)
	}
	return r
}

// expectSeqs reads events and checks their numbers.
func (c *client) expectSeqs(from, to int64) {
	c.t.Helper()
	for seq := from; seq <= to; seq++ {
		if r := c.next(); r.seq() != seq {
			c.t.Fatalf("got %v, want event %d", r, seq)
		}
	}
}

// closeCode reads until the socket is closed.
func (c *client) closeCode() int {
	c.t.Helper()
	for {
		_, err := c.read()
		if err == nil {
			continue
		}
		var closing *websocket.CloseError
		if !errors.As(err, &closing) {
			c.t.Fatalf("ended without a close frame: %v", err)
		}
		return closing.Code
	}
}

// bye closes the socket as a browser does.
func (c *client) bye() {
	c.t.Helper()
	_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, ""), time.Now().Add(time.Second))
	_ = c.conn.Close()
}

// closedCodes counts the sockets that have ended, by their codes.
func (d *door) closedCodes() map[int]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.codes)
}

func (d *door) sockets() int {
	n, _ := d.Count()
	return n
}
