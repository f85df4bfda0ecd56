package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// page is an existing client: it knows section 1 of docs/protocol.md and
// nothing else. Its input is locked from a query to the terminal event, an
// execution_start adds a card, frames it does not know are ignored, and when
// its socket ends it comes back unless the code says that it was meant to
// end (1000, 1005). It asks for nothing then.
type page struct {
	t    testing.TB
	addr string
	id   string
	conn *websocket.Conn
	in   chan arrival
	over bool // the socket has ended

	locked  bool
	ended   int       // terminal events
	cards   int       // execution_start
	intents []string  // of plans and cards
	shown   []string  // types, since the page was opened
	last    pageFrame // the newest terminal event
}

// arrival is a frame, or how the socket ended.
type arrival struct {
	raw []byte
	err error
}

// pageFrame is all that a page reads of a frame.
type pageFrame struct {
	Type      string     `json:"type"`
	SessionID string     `json:"session_id"`
	Message   string     `json:"message"`
	Error     string     `json:"error"`
	Intent    string     `json:"intent"`
	Steps     []pageStep `json:"execution_steps"`
	Response  struct {
		Type    string `json:"type"`
		Answer  string `json:"answer"`
		Message string `json:"message"`
		Error   string `json:"error"`
	} `json:"response"`
}

type pageStep struct {
	StepID string `json:"step_id"`
	Status string `json:"status"`
}

func (s *server) page() *page {
	p := &page{t: s.t, addr: s.addr, id: s.session(nil)}
	p.open()
	return p
}

// open dials and reads the greeting.
func (p *page) open() {
	p.t.Helper()
	p.dial()
	if f, err := p.read(); err != nil || f.Type != "connected" || f.SessionID != p.id {
		p.t.Fatalf("greeted with %+v, %v", f, err)
	}
}

func (p *page) dial() {
	p.t.Helper()
	conn, res, err := websocket.DefaultDialer.DialContext(p.t.Context(), "ws://"+p.addr+"/api/v1/chat/ws/"+p.id, http.Header{})
	if err != nil {
		p.t.Fatalf("dial: %v", err)
	}
	res.Body.Close()
	p.t.Cleanup(func() { conn.Close() })
	// A browser answers pings while the page is busy, and does not mind
	// that it can't.
	conn.SetPingHandler(func(data string) error {
		_ = conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(time.Second))
		return nil
	})
	p.over = false
	p.conn, p.in = conn, make(chan arrival, 4096)
	go listen(conn, p.in)
}

// listen reads all the time, as browsers do.
func listen(conn *websocket.Conn, in chan<- arrival) {
	for {
		_, raw, err := conn.ReadMessage()
		in <- arrival{raw, err}
		if err != nil {
			return
		}
	}
}

// reopen is open on the server's next life, when what came of the last one
// has been shown.
func (p *page) reopen(s *server) {
	p.t.Helper()
	for !p.over {
		_, _ = p.read()
	}
	p.addr = s.addr
	p.open()
}

func (p *page) say(query string) {
	p.t.Helper()
	if p.locked {
		p.t.Fatal("the input is locked")
	}
	p.locked = true
	p.write(map[string]any{"type": "query", "query": query, "enable_checkpointing": true})
}

func (p *page) write(v any) {
	p.t.Helper()
	if err := p.conn.WriteJSON(v); err != nil {
		p.t.Fatal(err)
	}
}

// read shows the next frame.
func (p *page) read() (pageFrame, error) {
	var f pageFrame
	select {
	case a := <-p.in:
		if a.err != nil {
			p.over = true
			return f, a.err
		}
		if err := json.Unmarshal(a.raw, &f); err != nil {
			return f, err
		}
	case <-time.After(patience):
		p.over = true
		return f, fmt.Errorf("nothing came for %s", patience)
	}
	p.shown = append(p.shown, f.Type)
	switch f.Type {
	case "execution_start":
		p.cards++
		p.intents = append(p.intents, f.Intent)
	case "plan_ready":
		p.intents = append(p.intents, f.Intent)
	case "final_response", "error":
		p.locked, p.last = false, f
		p.ended++
	}
	return f, nil
}

// await reads until the input is open again.
func (p *page) await() pageFrame {
	p.t.Helper()
	for p.locked {
		if _, err := p.read(); err != nil {
			p.t.Fatalf("%v with the input locked; shown %q", err, p.shown)
		}
	}
	return p.last
}

// readSome reads n frames, fewer when the terminal event comes first.
func (p *page) readSome(n int) {
	p.t.Helper()
	for ; n > 0 && p.locked; n-- {
		if _, err := p.read(); err != nil {
			p.t.Fatal(err)
		}
	}
}

// drain shows what is still on its way and returns the code that the
// socket ended with.
func (p *page) drain() int {
	p.t.Helper()
	for {
		_, err := p.read()
		var closed *websocket.CloseError
		switch {
		case errors.As(err, &closed):
			return closed.Code
		case err != nil:
			p.t.Fatalf("the socket ended with %v", err)
		}
	}
}

// leave closes the socket as a browser does: what had been sent is read.
func (p *page) leave() {
	p.t.Helper()
	_ = p.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, ""), time.Now().Add(time.Second))
	p.drain()
	p.conn.Close()
}

// hangUp ends the connection without a close frame; what had been sent is
// read.
func (p *page) hangUp() {
	p.t.Helper()
	if err := p.conn.NetConn().(*net.TCPConn).CloseWrite(); err != nil {
		p.t.Fatal(err)
	}
	p.drain()
	p.conn.Close()
}

// nothingWaits asks something small; all that the page is shown must be of
// that, for older events would come first.
func (p *page) nothingWaits() {
	p.t.Helper()
	before, ended := len(p.shown), p.ended
	p.say("안녕")
	p.await()
	if got := p.shown[before:]; len(got) != 2 || got[0] != "planning_start" || got[1] != "final_response" || p.ended != ended+1 {
		p.t.Errorf("shown again: %q", got)
	}
}
