package ws

import (
	"cmp"
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
	"github.com/madang-dev/madang/internal/auth"
	"github.com/madang-dev/madang/internal/auth/policy"
	"github.com/madang-dev/madang/internal/fault"
)

// Server makes sockets of requests and ends them all when it is drained.
type Server struct {
	cfg      Config
	registry *registry
	features []string
	upgrader websocket.Upgrader
	// ended is a context that is over: what is asked with it does not wait.
	ended context.Context
}

// New is a Server; it panics when what it needs is not configured.
func New(cfg Config) *Server {
	if cfg.Runs == nil || cfg.Controls == nil || cfg.Positions == nil || cfg.WatchFunc == nil {
		panic("ws: Runs, Controls, Positions and WatchFunc are needed")
	}
	cfg.setDefaults()
	ended, cancel := context.WithCancelCause(context.Background())
	cancel(engine.ErrNothing)
	return &Server{
		cfg: cfg, registry: newRegistry(), features: features(&cfg), ended: ended,
		upgrader: websocket.Upgrader{
			HandshakeTimeout: cfg.WriteWait,
			// Most sockets are idle most of the time: little for each of
			// them, and what a writer needs is shared.
			ReadBufferSize:  512,
			WriteBufferSize: 4 << 10,
			WriteBufferPool: &sync.Pool{},
			Subprotocols:    []string{Subprotocol},
			Error:           refuseUpgrade,
			// The origin was checked before the session was looked up.
			CheckOrigin: func(*http.Request) bool { return true },
			// With compression the read limit would not hold: a frame of
			// 64 KiB can unfold to a thousand times that.
			EnableCompression: false,
		},
	}
}

func features(cfg *Config) []string {
	list := []string{"resume", "client_msg_id", "on_busy", "cancel", "todo_skip", "ping", "retry", "feedback", "interrupt"}
	if cfg.AuthFunc != nil {
		list = append(list, "auth")
	}
	return list
}

// Handle makes the request a socket of the session and returns at once, so
// that the request's memory is freed; the socket lives on until it ends or
// the server is drained. What can't be served is refused in the upgrade:
// an existing client would take a socket that is closed right away for a
// lost network, and come back for ever.
func (s *Server) Handle(w http.ResponseWriter, r *http.Request, sessionID string) {
	position, who, err := s.admit(r, sessionID)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	address := addressOf(r)
	account := cmp.Or(position.Session.UserID, sessionID)
	switch {
	case s.cfg.AuthFunc != nil && who.Nobody():
		// Sockets that have proved nothing yet must not take its user's.
		account = "unproved " + sessionID
	case s.cfg.AuthFunc == nil:
		// Anybody may give any name: who does so elsewhere must not take its places.
		account += " at " + address
	}
	// The node's own count costs nothing; the one over all nodes may ask Redis.
	if err := s.registry.reserve(account, s.cfg.MaxConnections, s.cfg.MaxPerUser); err != nil {
		s.refuse(w, r, err)
		return
	}
	giveBack, err := s.place(r.Context(), callerOf(address, who))
	if err != nil {
		s.registry.release(account)
		s.refuse(w, r, err)
		return
	}
	c := newConn(s, sessionID, position, account)
	c.address, c.places = address, []func(){giveBack}
	socket, err := s.upgrader.Upgrade(hijacker{w, &c.w.line}, r, nil)
	if err != nil {
		c.leave()
		s.registry.release(account)
		s.cfg.Logger.Debug("upgrade", "error", err)
		return
	}
	c.attach(socket)
	c.page = pageOf(r, c.extended)
	if !who.Nobody() {
		c.signedInAs(who)
	}
	s.open(c, socket.Subprotocol() == Subprotocol, r.URL.Query(), position)
}

// open starts the socket's goroutine.
func (s *Server) open(c *conn, extended bool, query url.Values, p engine.Position) {
	first := &resumeFrom{}
	switch {
	case s.cfg.AuthFunc != nil && c.now().who == nil:
		first = nil
	case query.Has("last_seq"):
		last := position(query.Get("last_seq"))
		first = &resumeFrom{hello: true, lastSeq: &last, epoch: query.Get("epoch")}
	case extended:
		first = nil
	}
	s.cfg.Hooks.SocketOpenedFunc()
	older, running := s.registry.add(c)
	if !running {
		defer s.farewell(context.Background(), c)
	}
	if older != nil {
		c.older = older
		older.setAside()
	}
	if first != nil {
		// Here and not in run: the stack that this takes is given back
		// with the request's goroutine, and most sockets are idle.
		c.begin(context.Background(), *first, &p)
	}
	go c.run()
}

func (s *Server) closed(c *conn, code int) {
	s.registry.remove(c)
	c.leavePage()
	s.cfg.Hooks.SocketClosedFunc(code)
	c.leave()
	s.registry.release(c.account)
}

// admit decides whether the request may become a socket of the session.
func (s *Server) admit(r *http.Request, sessionID string) (p engine.Position, who auth.Identity, err error) {
	if !s.allowed(r) {
		return p, who, errOrigin
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.CommandWait)
	defer cancel()
	if s.cfg.AuthFunc != nil {
		// Nobody is told which sessions there are: theirs is looked up with the
		// token of their hello.
		if who, err = s.proved(s.cfg.RequestFunc(ctx, r)); err != nil || who.Nobody() {
			return p, who, err
		}
	}
	p, err = s.cfg.Positions.Position(ctx, sessionID)
	switch {
	case err != nil, who.Nobody():
	case !permits(who, policy.Talk, p.Session.UserID):
		err = fault.New(fault.SessionNotFound, "")
	default:
		err = s.note(ctx, who, p.Session.UserID, sessionID)
	}
	return p, who, err
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
	case fault.Unauthenticated:
		s.cfg.Logger.Info("sign-in refused", "error", err)
		err = fault.New(code, "") // why is nobody's business
	case fault.SessionNotFound:
		refuseUpgrade(w, r, http.StatusNotFound, errors.New("Session not found"))
		return
	case fault.Internal:
		s.cfg.Logger.Error("open socket", "error", err)
	}
	wait := retryAfter(err)
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
	}
	refuseWith(w, fault.HTTPStatus(code), refusal{sentence(code, fault.Detail(err), "en"), wait.Milliseconds()})
}

// refusal is a request that becomes no socket, in the REST routes' shape.
type refusal struct {
	Detail       string `json:"detail"`
	RetryAfterMS int64  `json:"retry_after_ms,omitempty"`
}

// refuseUpgrade is refuseWith as the upgrader knows it.
func refuseUpgrade(w http.ResponseWriter, _ *http.Request, status int, reason error) {
	refuseWith(w, status, refusal{Detail: reason.Error()})
}

func refuseWith(w http.ResponseWriter, status int, why refusal) {
	body, _ := json.Marshal(why) // a string and a number can always be encoded
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// Count counts this node's sockets, and the sessions that have one.
func (s *Server) Count() (sockets, sessions int) { return s.registry.count() }
