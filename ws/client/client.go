package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
)

// Errors of a Client.
var (
	// ErrNoSession is returned for a session that the server does not know
	// or does not show to this user.
	ErrNoSession = errors.New("client: no such session")
	// ErrSignIn is returned when the server does not accept the token.
	ErrSignIn = errors.New("client: sign-in refused")
	// ErrLost is why a Client ended that nobody closed.
	ErrLost = errors.New("client: connection lost")
)

// subprotocol is offered to the server. One that does not take it has no acks, by
// which a question's run is known.
const subprotocol = "madang.v1"

const (
	handshakeTimeout = 10 * time.Second
	writeTimeout     = 5 * time.Second
	// maxFrame bounds a frame of the server, in bytes.
	maxFrame = 4 << 20
)

// Client is a connection to one session. Its methods are safe for concurrent use;
// Close ends it and waits for its goroutine.
type Client struct {
	conn   *websocket.Conn
	frames chan Frame
	done   chan struct{} // closed by Close
	ended  chan struct{} // closed when read has ended
	err    error         // why; to be read once it has

	mu      sync.Mutex // guards writes
	closing sync.Once
}

// Dial connects to Config.SessionID and says hello. ctx bounds only the dialing.
func Dial(ctx context.Context, cfg Config) (*Client, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	at, err := cfg.socketURL()
	if err != nil {
		return nil, err
	}
	d := websocket.Dialer{HandshakeTimeout: handshakeTimeout, Subprotocols: []string{subprotocol}, Proxy: http.ProxyFromEnvironment}
	// gorilla looks at ctx no more once it is connected: a server that is slow to
	// answer the upgrade would hold who has given up.
	unwatch := func() bool { return true }
	d.NetDialContext = func(dialing context.Context, network, addr string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(dialing, network, addr)
		if err == nil {
			unwatch = context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
	conn, res, err := d.DialContext(ctx, at, cfg.header())
	unwatch()
	if err != nil {
		return nil, dialError(res, err)
	}
	c := &Client{conn: conn, frames: make(chan Frame, 256), done: make(chan struct{}), ended: make(chan struct{})}
	if conn.Subprotocol() != subprotocol {
		_ = conn.Close()
		return nil, fmt.Errorf("%w: it does not speak %s", ErrLost, subprotocol)
	}
	conn.SetReadLimit(maxFrame)
	if err := c.send(wire{Type: "hello", Token: cfg.Token}); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("%w: %w", ErrLost, err)
	}
	go c.read(cfg.Silence)
	return c, nil
}

// dialError says why there is no connection; res is the server's refusal, if any.
func dialError(res *http.Response, err error) error {
	if res == nil {
		return err
	}
	body, _ := io.ReadAll(res.Body) // gorilla leaves at most 1 KiB
	_ = res.Body.Close()
	err = refused(res.StatusCode, body)
	switch res.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		return errors.Join(ErrNoSession, err)
	case http.StatusUnauthorized, http.StatusForbidden:
		return errors.Join(ErrSignIn, err)
	}
	return err
}

// Frames are the server's frames. The channel is closed when the connection has
// ended; Err says why.
func (c *Client) Frames() <-chan Frame { return c.frames }

// Err is why the client ended; nil while it has not.
func (c *Client) Err() error {
	select {
	case <-c.ended:
		return c.err
	default:
		return nil
	}
}

// Close ends the client.
func (c *Client) Close() error {
	c.closing.Do(func() {
		close(c.done)
		bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
		_ = c.conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(writeTimeout))
		_ = c.conn.Close()
	})
	<-c.ended
	return nil
}

// read hands the frames out until the connection ends.
func (c *Client) read(silence time.Duration) {
	defer close(c.frames)
	defer close(c.ended) // first: who finds no more frames asks Err
	alive := func() { _ = c.conn.SetReadDeadline(time.Now().Add(silence)) }
	answer := c.conn.PingHandler()
	c.conn.SetPingHandler(func(text string) error { alive(); return answer(text) })
	for alive(); ; alive() {
		kind, raw, err := c.conn.ReadMessage()
		if err != nil {
			c.err = fmt.Errorf("%w: %w", ErrLost, err)
			return
		}
		f, err := decodeFrame(raw)
		if kind != websocket.TextMessage || err != nil {
			continue // what we don't understand is not ours to judge
		}
		select {
		case c.frames <- f:
		case <-c.done:
			c.err = ErrLost
			return
		}
	}
}

// Query is a question.
type Query struct {
	Text     string
	Language string // ko | en; "" lets the text decide
	// ReviewPlan asks to be shown the plan before it is carried out: the
	// run then waits for a Reply.
	ReviewPlan bool
}

// wire is a command as it is sent.
type wire struct {
	Type        string          `json:"type"`
	ID          string          `json:"id,omitempty"`
	Query       string          `json:"query,omitempty"`
	ClientMsgID string          `json:"client_msg_id,omitempty"`
	Language    string          `json:"language,omitempty"`
	ReviewPlan  bool            `json:"review_plan,omitempty"`
	RunID       string          `json:"run_id,omitempty"`
	InterruptID string          `json:"interrupt_id,omitempty"`
	Action      string          `json:"action,omitempty"`
	Payload     json.RawMessage `json:"payload,omitempty"`
	Token       string          `json:"token,omitempty"`
}

func (c *Client) send(w wire) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return c.conn.WriteJSON(w)
}

// Query sends a question and returns its client_msg_id: the ack that names it
// tells the run.
func (c *Client) Query(q Query) (string, error) {
	id := uuid.Must(uuid.NewV7()).String()
	return id, c.send(wire{Type: "query", ID: id, ClientMsgID: id, Query: q.Text, Language: q.Language, ReviewPlan: q.ReviewPlan})
}

// Cancel asks that a run be ended.
func (c *Client) Cancel(runID string) error { return c.send(wire{Type: "cancel", RunID: runID}) }

// Reply answers a question with an action (state.ActionApprove and its like) and a
// payload (JSON, nil for none). It returns the reply's id, which the server's ack or
// error carries.
func (c *Client) Reply(interruptID, action string, payload json.RawMessage) (string, error) {
	id := uuid.Must(uuid.NewV7()).String()
	return id, c.send(wire{Type: "interrupt_response", ID: id, InterruptID: interruptID, Action: action, Payload: payload})
}
