package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/state"
)

// subprotocol is offered to the server. One that does not take it has no acks
// and no numbers, by which a question is asked once and nothing is missed.
const subprotocol = "madang.v1"

const (
	handshakeTimeout = 10 * time.Second
	writeTimeout     = 5 * time.Second
	// maxFrame bounds a frame of the server, in bytes.
	maxFrame = 4 << 20
)

// errHole is a missing event; a new connection asks for it again.
var errHole = errors.New("client: an event is missing")

// link is one connection.
type link struct {
	*Client
	conn *websocket.Conn
	// resumeFrom and resumeEpoch are our position when the link was made;
	// the writer reads these, the reader moves the client's own.
	resumeFrom  *int64
	resumeEpoch string
	up          bool // greeted; owned by the reader
}

// connect makes one connection and reads it to its end; up tells whether
// the server greeted.
func (c *Client) connect(ctx context.Context, at string, greeted func()) (up bool, err error) {
	l, err := c.dial(ctx, at)
	if err != nil {
		return false, err
	}
	// The last connection may have taken commands with it: those without an answer go
	// once more, and the server knows them by their client_msg_id.
	c.resend()
	gone := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { l.write(ctx, gone) })
	err = l.read(ctx, greeted)
	close(gone)
	wg.Wait()
	_ = l.conn.Close()
	return l.up, err
}

func (c *Client) dial(ctx context.Context, at string) (*link, error) {
	d := websocket.Dialer{
		HandshakeTimeout: handshakeTimeout,
		Subprotocols:     []string{subprotocol},
		Proxy:            http.ProxyFromEnvironment,
	}
	// gorilla looks at ctx no more once it is connected: a server that is
	// slow to answer the upgrade would hold Close up.
	unwatch := func() bool { return true }
	d.NetDialContext = func(dialing context.Context, network, addr string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(dialing, network, addr)
		if err == nil {
			unwatch = context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
	conn, res, err := d.DialContext(ctx, at, c.config.header())
	unwatch()
	if err != nil {
		if res == nil {
			return nil, err
		}
		// gorilla leaves at most 1 KiB of the refusal in the body.
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if s, bad := strconv.Atoi(res.Header.Get("Retry-After")); bad == nil {
			c.pause = min(time.Duration(s)*time.Second, time.Minute)
		}
		return nil, refused(res.StatusCode, body)
	}
	if conn.Subprotocol() != subprotocol {
		_ = conn.Close()
		return nil, fmt.Errorf("%w: it does not speak %s", ErrDismissed, subprotocol)
	}
	conn.SetReadLimit(maxFrame)
	return &link{Client: c, conn: conn, resumeFrom: c.lastSeq, resumeEpoch: c.epoch}, nil
}

// read hands the frames out until the connection fails.
func (l *link) read(ctx context.Context, greeted func()) error {
	alive := func() { _ = l.conn.SetReadDeadline(time.Now().Add(3 * l.config.PingEvery)) }
	alive()
	l.conn.SetPongHandler(func(string) error { alive(); return nil })
	answer := l.conn.PingHandler()
	l.conn.SetPingHandler(func(text string) error { alive(); return answer(text) })
	for {
		kind, raw, err := l.conn.ReadMessage()
		if err != nil {
			// The server has no such position: to ask for it again would fail in the same way.
			if websocket.IsCloseError(err, closeLost) {
				l.lastSeq, l.epoch = nil, ""
			}
			return err
		}
		alive()
		f, err := decodeFrame(raw)
		if kind != websocket.TextMessage || err != nil {
			continue // what we don't understand is not ours to judge
		}
		fresh, err := l.take(f)
		if err != nil {
			return err
		}
		if f.Type == state.FrameConnected {
			if !l.up {
				l.up = true
				l.config.StatusFunc(Status{Connected: true})
			}
			greeted()
		}
		if !fresh {
			continue
		}
		select {
		case l.frames <- f:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take notes what a frame says of the stream; fresh is false for one that
// the user of the client must not see.
func (l *link) take(f Frame) (fresh bool, err error) {
	switch f.Type {
	case state.FrameConnected, state.FrameResumed, state.FrameServerDraining:
		return true, l.greeted(f)
	case state.FrameAck, state.EventError:
		l.confirm(cmp.Or(f.ClientMsgID, f.ID))
	}
	if f.Seq == 0 {
		return true, nil
	}
	// A replay may begin before what we have: the user is not shown it twice.
	if l.lastSeq != nil && f.Seq <= *l.lastSeq {
		return false, nil
	}
	if l.lastSeq != nil && f.Seq != *l.lastSeq+1 {
		return false, fmt.Errorf("%w: %d came after %d", errHole, f.Seq, *l.lastSeq)
	}
	l.lastSeq = &f.Seq
	return true, nil
}

// greeted notes where the server says that we are, or when to come back.
func (l *link) greeted(f Frame) error {
	var g greeting
	if err := f.Decode(&g); err != nil {
		return err
	}
	switch {
	case f.Type == state.FrameConnected: // its seq is the session's, not our position
		l.epoch = g.Epoch
	case f.Type == state.FrameServerDraining:
		l.pause = min(time.Duration(g.RetryAfterMS)*time.Millisecond, time.Minute)
	case !g.Recovered || l.lastSeq == nil || *l.lastSeq < g.Seq:
		l.lastSeq = &g.Seq
	}
	return nil
}

// write says hello, sends commands as they come and pings, until gone.
func (l *link) write(ctx context.Context, gone <-chan struct{}) {
	ping := time.NewTicker(l.config.PingEvery)
	defer ping.Stop()
	err := l.hello()
	for {
		for cmd := l.next(); err == nil && cmd != nil; cmd = l.next() {
			err = l.send(cmd.body)
		}
		if err != nil {
			_ = l.conn.Close() // wakes the reader, which reports
			return
		}
		select {
		case <-l.wake:
		case <-ping.C:
			err = l.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeTimeout))
		case <-gone:
			return
		case <-ctx.Done():
			bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
			_ = l.conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(writeTimeout))
			_ = l.conn.Close()
			return
		}
	}
}

func (l *link) hello() error {
	return l.send(wire{Type: "hello", Token: l.config.Token, LastSeq: l.resumeFrom, Epoch: l.resumeEpoch}.encode())
}

func (l *link) send(body []byte) error {
	if err := l.conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return l.conn.WriteMessage(websocket.TextMessage, body)
}
