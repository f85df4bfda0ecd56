// Package clienttest is a chat server that follows a script, for tests of
// the client and of what is built on it. It answers POST
// /api/v1/chat/start (but for the assistant "nobody"), the routes of
// sessions and runs, and the WebSocket of one session.
package clienttest

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/state"
)

// SessionID is the one session that the server knows.
const SessionID = "session-0190a6b2-0000-7000-8000-000000000001"

// timeout bounds every wait of a script.
const timeout = 10 * time.Second

// Server is the scripted server.
type Server struct {
	URL string

	t      *testing.T
	script func(n int, c *Conn)

	mu       sync.Mutex // guards all below
	accepted int
	refusals []int
	runs     []state.Run
	started  []map[string]string
	sessions []map[string]any
}

// New starts a server that ends with the test. script is called for each
// WebSocket connection, n counting from 0; when it returns the connection
// is cut without a close frame unless the script closed it.
func New(t *testing.T, script func(n int, c *Conn)) *Server {
	t.Helper()
	s := &Server{t: t, script: script}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/chat/start", s.start)
	mux.HandleFunc("GET /api/v1/chat/sessions", s.listSessions)
	mux.HandleFunc("GET /api/v1/sessions/{id}/runs", s.listRuns)
	mux.HandleFunc("GET /api/v1/chat/ws/{id}", s.socket)
	h := httptest.NewServer(mux)
	t.Cleanup(h.Close)
	s.URL = h.URL
	return s
}

// Refuse lets the next handshakes fail with these statuses.
func (s *Server) Refuse(statuses ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusals = append(s.refusals, statuses...)
}

// SetSessions is what the list of sessions answers.
func (s *Server) SetSessions(list ...map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions = list
}

// SetRuns is what the routes of runs answer, newest first.
func (s *Server) SetRuns(r ...state.Run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs = r
}

// Started are the bodies of the start calls.
func (s *Server) Started() []map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.started
}

func (s *Server) start(w http.ResponseWriter, r *http.Request) {
	body := map[string]string{}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		s.t.Errorf("start: %v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = append(s.started, body)
	if body["assistant"] == "nobody" {
		w.WriteHeader(http.StatusUnprocessableEntity)
		reply(w, map[string]string{"error_code": "unknown_assistant", "message": "없는 상담 종류입니다."})
		return
	}
	reply(w, map[string]string{"session_id": SessionID})
}

func (s *Server) listSessions(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	reply(w, s.sessions)
}

func (s *Server) listRuns(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.PathValue("id") != SessionID {
		http.NotFound(w, r)
		return
	}
	reply(w, s.runs)
}

func reply(w http.ResponseWriter, v any) {
	_ = json.NewEncoder(w).Encode(v) // a client that has gone is no failure
}

func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if len(s.refusals) > 0 {
		status := s.refusals[0]
		s.refusals = s.refusals[1:]
		s.mu.Unlock()
		http.Error(w, http.StatusText(status), status)
		return
	}
	n := s.accepted
	s.accepted++
	s.mu.Unlock()
	if r.PathValue("id") != SessionID {
		w.WriteHeader(http.StatusNotFound)
		reply(w, map[string]string{"detail": "Session not found"})
		return
	}
	up := websocket.Upgrader{Subprotocols: []string{"madang.v1"}}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		s.t.Errorf("upgrade: %v", err)
		return
	}
	defer func() { _ = ws.Close() }()
	s.script(n, &Conn{ws: ws, t: s.t})
}

// Conn is the server's end of a connection. Its methods tell whether the
// connection still stands.
type Conn struct {
	ws *websocket.Conn
	t  *testing.T
}

// F is a frame under construction.
type F map[string]any

// Send writes frames.
func (c *Conn) Send(frames ...any) bool {
	for _, f := range frames {
		_ = c.ws.SetWriteDeadline(time.Now().Add(timeout))
		if c.ws.WriteJSON(f) != nil {
			return false
		}
	}
	return true
}

// SendText writes one frame as it is.
func (c *Conn) SendText(text string) bool {
	return c.ws.WriteMessage(websocket.TextMessage, []byte(text)) == nil
}

// Recv is the next frame of that type; others are passed over. It is nil
// when the client has gone.
func (c *Conn) Recv(frameType string) F {
	for {
		_ = c.ws.SetReadDeadline(time.Now().Add(timeout))
		var f F
		if err := c.ws.ReadJSON(&f); err != nil {
			if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
				c.t.Errorf("no %s within %v", frameType, timeout)
			}
			return nil
		}
		if f["type"] == frameType {
			return f
		}
	}
}

// Greet says connected, waits for hello and says resumed; seq is the
// session's newest event. It returns the hello.
func (c *Conn) Greet(seq int64) F {
	c.Send(Connected(seq))
	hello := c.Recv("hello")
	c.Send(Connected(seq), F{"type": "resumed", "recovered": true, "seq": seq})
	return hello
}

// Connected is the server's greeting.
func Connected(seq int64) F {
	return F{"type": "connected", "session_id": SessionID, "epoch": "e1", "seq": seq, "assistant": "realestate"}
}

// Ack confirms a query.
func Ack(query F, runID string) F {
	return F{"type": "ack", "id": query["id"], "client_msg_id": query["client_msg_id"], "run_id": runID}
}

// Event is a numbered frame with the fields of body.
func Event(seq int64, runID, eventType string, body any) F {
	f := F{}
	if body != nil {
		text, err := json.Marshal(body)
		if err == nil {
			err = json.Unmarshal(text, &f)
		}
		if err != nil {
			panic("clienttest: event body: " + err.Error())
		}
	}
	f["type"], f["seq"], f["run_id"], f["event_id"] = eventType, seq, runID, "e"
	return f
}

// Close ends the connection with a code.
func (c *Conn) Close(code int) {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(timeout))
	_ = c.ws.SetReadDeadline(time.Now().Add(timeout))
	for { // until the client has closed too: a reset could overtake the code
		if _, _, err := c.ws.ReadMessage(); err != nil {
			return
		}
	}
}

// Drain reads until the client has gone.
func (c *Conn) Drain() { c.Recv("no such type") }
