package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/test/chaos/checker"
)

const (
	dialTimeout  = 5 * time.Second
	writeTimeout = 5 * time.Second
	// pingEvery is how often an idle app asks whether the server is still
	// there, silence how long it believes so without a word; a server may
	// take 5 s for one command.
	pingEvery = 1500 * time.Millisecond
	silence   = 9 * time.Second
	// ackPatience is when an app gives a query out again.
	ackPatience = 10 * time.Second
)

// parting is how a connection ended.
type parting struct {
	code   int // close code, 1006 without one
	status int // of a refused handshake
	err    error
	// after is when the server asked to come back.
	after   time.Duration
	greeted bool
}

// mayReturn goes by the ranges, so that it is right for unknown codes.
func (p parting) mayReturn() bool {
	switch {
	case p.status == http.StatusTooManyRequests || p.status >= 500:
		return true
	case p.status >= 400:
		return false
	case p.code >= 4000 && p.code <= 4499:
		return true
	}
	switch p.code {
	case websocket.CloseGoingAway, websocket.CloseAbnormalClosure, websocket.CloseInternalServerErr,
		websocket.CloseServiceRestart, websocket.CloseTryAgainLater:
		return true
	}
	return false
}

// live is the client's goroutine: one connection after the other.
func (c *client) live() {
	tries := 0
	for c.ctx.Err() == nil {
		p := c.connection()
		if c.ctx.Err() != nil {
			return
		}
		if tries++; p.greeted {
			tries = 0
		}
		c.mu.Lock()
		c.sock, c.greeted = nil, false
		if !p.mayReturn() {
			c.dismissed = p.err.Error()
			c.mu.Unlock()
			c.t.Errorf("%s is not wanted any more: %v", c.name, p.err)
			return
		}
		d := p.after
		if d == 0 { // full jitter
			d = time.Duration(c.rng.Int64N(int64(min(time.Second, 50*time.Millisecond<<min(tries, 5)))))
		}
		if n := len(c.nodes); n > 1 {
			c.at = (c.at + 1 + c.rng.IntN(n-1)) % n
		}
		c.waits = append(c.waits, wait{p.code, d, time.Now()})
		c.mu.Unlock()
		select {
		case <-time.After(d):
		case <-c.ctx.Done():
		}
	}
}

// connection is one connection from its dial to its end.
func (c *client) connection() parting {
	c.mu.Lock()
	n := c.nodes[c.at]
	c.mu.Unlock()
	dialer := websocket.Dialer{HandshakeTimeout: dialTimeout}
	if !c.base {
		dialer.Subprotocols = []string{"madang.v1"}
	}
	sock, res, err := dialer.DialContext(c.ctx, "ws://"+n.addr+"/api/v1/chat/ws/"+c.session, nil)
	if err != nil {
		p := parting{code: websocket.CloseAbnormalClosure, err: err}
		if res != nil {
			p.status = res.StatusCode
		}
		return p
	}
	defer sock.Close()
	c.opened(sock, n)
	var writer sync.WaitGroup
	ended := make(chan struct{})
	writer.Go(func() { c.write(sock, ended) })
	farewell := context.AfterFunc(c.ctx, func() {
		_ = sock.WriteControl(websocket.CloseMessage,
			websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
		_ = sock.SetReadDeadline(time.Now().Add(time.Second))
	})
	p := c.read(sock)
	close(ended)
	writer.Wait()
	farewell()
	c.closed(p)
	return p
}

func (c *client) opened(sock *websocket.Conn, n *node) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sock = sock
	c.lives++
	c.rec.Conns = append(c.rec.Conns, checker.Conn{Node: n.name, Opened: time.Now(), LastSeq: c.seq})
}

func (c *client) closed(p parting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	conn := &c.rec.Conns[len(c.rec.Conns)-1]
	conn.Closed, conn.Err = time.Now(), p.err.Error()
	if p.code != websocket.CloseAbnormalClosure {
		conn.CloseCode = p.code
	}
}

// read records frames until the connection ends.
func (c *client) read(sock *websocket.Conn) parting {
	var p parting
	for {
		if !c.base && c.ctx.Err() == nil {
			_ = sock.SetReadDeadline(time.Now().Add(silence))
		}
		_, raw, err := sock.ReadMessage()
		if err != nil {
			p.code, p.err = websocket.CloseAbnormalClosure, err
			var closed *websocket.CloseError
			if errors.As(err, &closed) {
				p.code = closed.Code
			}
			return p
		}
		c.hear(raw, &p)
	}
}

// heard is what a client reads of a frame.
type heard struct {
	Type         string          `json:"type"`
	Seq          int64           `json:"seq"`
	RunID        string          `json:"run_id"`
	ID           string          `json:"id"`
	ClientMsgID  string          `json:"client_msg_id"`
	Epoch        string          `json:"epoch"`
	Code         string          `json:"code"`
	Recoverable  bool            `json:"recoverable"`
	RetryAfterMS int64           `json:"retry_after_ms"`
	Recovered    *bool           `json:"recovered"`
	Snapshot     json.RawMessage `json:"snapshot"`
	Timestamp    time.Time       `json:"timestamp"`
	InterruptID  string          `json:"interrupt_id"`
}

func (c *client) hear(raw []byte, p *parting) {
	now := time.Now()
	var f heard
	_ = json.Unmarshal(raw, &f) // a bad frame is the checker's to find
	c.mu.Lock()
	defer c.mu.Unlock()
	conn := &c.rec.Conns[len(c.rec.Conns)-1]
	conn.Frames = append(conn.Frames, checker.Frame{At: now, Raw: raw})
	switch {
	case f.Type == "connected":
		c.epoch, c.greeted, p.greeted = f.Epoch, true, true
	case f.Type == "resumed":
		if f.Recovered != nil && !*f.Recovered {
			c.seq = f.Seq
		}
	case f.Type == "server_draining":
		p.after = time.Duration(f.RetryAfterMS) * time.Millisecond
	case f.Type == "ack":
		c.onAck(f, now)
	case f.Seq > 0:
		c.seq = max(c.seq, f.Seq)
		c.onEvent(f)
	case f.Type == "error":
		if !c.onLateAnswer(f, now) {
			c.onRefusal(f, now)
		}
	}
}

func (c *client) onAck(f heard, now time.Time) {
	for _, a := range c.asks {
		if a.id == f.ClientMsgID && a.runID == "" {
			a.runID, a.acked = f.RunID, now
		}
	}
}

// onEvent looks for ends. A base client has one query under way, and any
// end is that one's.
func (c *client) onEvent(f heard) {
	c.onQuestion(f)
	if f.Type != "final_response" && f.Type != "error" && f.Type != "run_cancelled" {
		return
	}
	if c.base && c.ends[f.RunID] == "" {
		for _, a := range c.asks {
			if !a.ended && a.sentIn > 0 {
				a.ended, a.runID = true, f.RunID
				break
			}
		}
	}
	c.ends[f.RunID] = f.Type
}

// onRefusal has the query given out again when the server says that it may
// succeed later.
func (c *client) onRefusal(f heard, now time.Time) {
	for _, a := range c.asks {
		mine := a.id == f.ClientMsgID || a.id == f.ID || c.base && a.sentIn > 0 && !a.ended
		if !mine || a.runID != "" || a.given {
			continue
		}
		a.refusals = append(a.refusals, f.Code)
		if !f.Recoverable {
			a.given = true
			return
		}
		later := time.Duration(max(f.RetryAfterMS, 200)) * time.Millisecond
		a.sentIn, a.next = 0, now.Add(later+time.Duration(c.rng.Int64N(int64(later))))
		return
	}
}

// write says hello and gives out queries until the connection has ended.
func (c *client) write(sock *websocket.Conn, ended <-chan struct{}) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	if !c.base {
		c.mu.Lock()
		hello := map[string]any{"type": "hello", "last_seq": c.seq, "capabilities": []string{"state_changed"}}
		if c.epoch != "" {
			hello["epoch"] = c.epoch
		}
		c.mu.Unlock()
		if say(sock, hello) != nil {
			return // the reader sees why
		}
	}
	said := time.Now()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
		}
		for _, command := range c.due() {
			if say(sock, command) != nil {
				return
			}
			said = time.Now()
		}
		if !c.base && time.Since(said) > pingEvery {
			if say(sock, map[string]any{"type": "ping"}) != nil {
				return
			}
			said = time.Now()
		}
	}
}

func say(sock *websocket.Conn, v any) error {
	_ = sock.SetWriteDeadline(time.Now().Add(writeTimeout))
	return sock.WriteJSON(v)
}

// due are the queries to be given out now: those that this connection has
// not carried yet or whose ack is late.
func (c *client) due() (commands []map[string]any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if c.ctx.Err() != nil || c.base && !c.greeted {
		return nil
	}
	if c.greeted {
		commands, c.commands = c.commands, nil
		commands = append(commands, c.answers(now)...)
	}
	for _, a := range c.asks {
		if a.runID != "" || a.given || a.ended {
			continue
		}
		// A base client's query may be on its way although the connection
		// is another: its user asks again only after a while.
		waits := a.sentIn == c.lives || c.base && a.sentIn > 0
		if now.Before(a.next) || waits && now.Sub(a.next) < ackPatience {
			if c.base {
				return commands // its input is locked until then
			}
			continue
		}
		if a.sent.IsZero() {
			a.sent = now
		}
		a.sentIn, a.next = c.lives, now
		command := map[string]any{"type": "query", "query": a.query}
		if !c.base {
			command["id"], command["client_msg_id"] = a.id, a.id
		}
		commands = append(commands, command)
		if c.base {
			return commands
		}
	}
	return commands
}
