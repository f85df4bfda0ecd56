package ws

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/fault"
)

// Server makes sockets of requests and ends them all when it is drained.
type Server struct {
	cfg      Config
	registry *registry
	features []string
	upgrader websocket.Upgrader
	// ended is a context that is over: what is asked with it does not wait.
	ended     context.Context
	wroteFunc func() // shared by all sockets
}

// New is a Server; it panics when what it needs is not configured.
func New(cfg Config) *Server {
	if cfg.Runs == nil || cfg.Positions == nil || cfg.WatchFunc == nil {
		panic("ws: Runs, Positions and WatchFunc are needed")
	}
	cfg.setDefaults()
	ended, cancel := context.WithCancelCause(context.Background())
	cancel(engine.ErrNothing)
	return &Server{
		cfg: cfg, registry: newRegistry(), features: features(&cfg), ended: ended,
		wroteFunc: func() { cfg.Hooks.FrameFunc("out") },
		upgrader: websocket.Upgrader{
			HandshakeTimeout: cfg.WriteWait,
			ReadBufferSize:   1 << 8, // made, and not used
			WriteBufferPool:  &sync.Pool{},
			Subprotocols:     []string{Subprotocol},
			Error:            refuseUpgrade,
			// The origin was checked before the session was looked up.
			CheckOrigin: func(*http.Request) bool { return true },
			// With compression the read limit would not hold: a frame of
			// 64 KiB can unfold to a thousand times that.
			EnableCompression: false,
		},
	}
}

func features(cfg *Config) []string {
	list := []string{"resume", "client_msg_id", "on_busy", "cancel", "todo_skip", "ping"}
	if cfg.Retries != nil {
		list = append(list, "retry")
	}
	if cfg.Feedbacks != nil {
		list = append(list, "feedback")
	}
	if cfg.Replies != nil {
		list = append(list, "interrupt")
	}
	if cfg.AuthFunc != nil {
		list = append(list, "auth")
	}
	return list
}

// ServeHTTP is Handle for the session that SessionIDFunc finds.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Handle(w, r, s.cfg.SessionIDFunc(r))
}

// Handle makes the request a socket of the session and returns at once, so
// that the request's memory is freed; the socket lives on until it ends or
// the server is drained. What can't be served is refused in the upgrade:
// an existing client would take a socket that is closed right away for a
// lost network, and come back for ever.
func (s *Server) Handle(w http.ResponseWriter, r *http.Request, sessionID string) {
	position, user, until, err := s.admit(r, sessionID)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	account := position.Session.UserID
	if account == "" {
		account = sessionID
	}
	if err := s.registry.reserve(account, s.cfg.MaxConnections, s.cfg.MaxPerUser); err != nil {
		s.refuse(w, r, err)
		return
	}
	socket, err := s.upgrader.Upgrade(w, r, nil)
	if err != nil {
		s.registry.release(account)
		s.cfg.Logger.Debug("upgrade", "error", err)
		return
	}
	// The handshake is all that gorilla is asked for: it keeps buffers for
	// each connection, of which most are idle.
	c := newConn(s, position, account)
	c.attach(socket.NetConn())
	if user != "" {
		c.user, c.signedIn = user, true
		if !until.IsZero() {
			c.until.Store(until.UnixMilli())
		}
	}
	s.open(c, socket.Subprotocol() == Subprotocol, r.URL.Query(), position)
}

// open starts the socket's goroutine.
func (s *Server) open(c *conn, extended bool, query url.Values, p engine.Position) {
	c.extended.Store(extended)
	first := &wish{}
	switch {
	case s.cfg.AuthFunc != nil && !c.signedIn:
		first = nil
	case query.Has("last_seq"):
		last := position(query.Get("last_seq"))
		first = &wish{hello: true, lastSeq: &last, epoch: query.Get("epoch")}
	case extended:
		first = nil
	}
	s.cfg.Hooks.SocketOpenedFunc()
	if !s.registry.add(c) {
		defer s.farewell(c)
	}
	if first != nil {
		// Here and not in run: the stack that this takes is given back
		// with the request's goroutine, and most sockets are idle.
		c.begin(context.Background(), *first, &p)
	}
	go c.run()
}

func (s *Server) closed(c *conn, code int) {
	s.registry.remove(c, code)
	s.cfg.Hooks.SocketClosedFunc(code)
	s.registry.release(c.account)
}

// admit decides whether the request may become a socket of the session.
func (s *Server) admit(r *http.Request, sessionID string) (p engine.Position, user string, until time.Time, err error) {
	if !s.allowed(r) {
		return p, "", until, errOrigin
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.CommandWait)
	defer cancel()
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if s.cfg.AuthFunc != nil && bearer {
		user, until, err = s.cfg.AuthFunc(ctx, token)
		if err != nil {
			return p, "", until, errors.Join(fault.New(fault.Unauthenticated, ""), err)
		}
	}
	p, err = s.cfg.Positions.Position(ctx, sessionID)
	if err == nil && user != "" && p.Session.UserID != "" && p.Session.UserID != user {
		err = fault.New(fault.SessionNotFound, "")
	}
	return p, user, until, err
}

var errOrigin = errors.New("ws: origin not allowed")

// allowed checks the origin; a request without one is not a browser's.
func (s *Server) allowed(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	for _, o := range s.cfg.AllowedOrigins {
		if o == "*" || strings.EqualFold(o, origin) {
			return true
		}
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// refuse answers a request that does not become a socket.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errOrigin) {
		refuseUpgrade(w, r, http.StatusForbidden, errors.New("Origin not allowed"))
		return
	}
	code := fault.Of(err)
	switch code {
	case fault.SessionNotFound:
		refuseUpgrade(w, r, http.StatusNotFound, errors.New("Session not found"))
		return
	case fault.Internal:
		s.cfg.Logger.Error("open socket", "error", err)
	case fault.Draining, fault.Unavailable, fault.TooManyConnections:
		w.Header().Set("Retry-After", "2")
	}
	refuseUpgrade(w, r, fault.HTTPStatus(code), errors.New(sentence(code, fault.Detail(err), "en")))
}

// refuseUpgrade writes a refusal in the REST routes' shape.
func refuseUpgrade(w http.ResponseWriter, _ *http.Request, status int, reason error) {
	body, _ := json.Marshal(struct {
		Detail string `json:"detail"`
	}{reason.Error()}) // a string can always be encoded
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// Stats counts this node's sockets.
func (s *Server) Stats() Stats { return s.registry.stats() }
