package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/test/chaos/checker"
)

// client behaves as an app does: it keeps one socket open, comes back by the
// rules of the close codes, resumes at its last event, and gives a query out
// again until it is acknowledged. It records everything it is shown. A base
// client knows none of that but to come back.
type client struct {
	t       testing.TB
	name    string
	session string
	base    bool
	nodes   []*node
	ctx     context.Context
	stop    context.CancelFunc

	mu    sync.Mutex
	rng   *rand.Rand
	rec   checker.Recording
	at    int // its node's place
	seq   int64
	epoch string
	asks  []*ask
	ends  map[string]string // terminal events by run
	// questions are those of runs that nobody is known to have answered.
	questions []*question
	answering manner
	// commands go out on the connection of now, once.
	commands []map[string]any
	// sock is the connection of now, lives counts them, greeted tells that
	// the server has spoken on it.
	sock    *websocket.Conn
	lives   int
	greeted bool
	// dismissed is why it will not come back, "" is that it will.
	dismissed string
	waits     []wait
}

// wait is a pause before a return, with the close code that it was for.
type wait struct {
	code int
	took time.Duration
	at   time.Time
}

// ask is one query of a client on its way.
type ask struct {
	id, query string
	runID     string
	sent      time.Time // first given out
	acked     time.Time
	next      time.Time // not again before
	sentIn    int       // the connection that it went out on last; 0 is none
	refusals  []string  // codes
	given     bool      // given up: the server wants it no more
	ended     bool      // base: its terminal event was shown
}

// join adds a client of a session that begins at a node.
func (c *cluster) join(session string, home int, base bool) *client {
	c.t.Helper()
	cl := &client{
		t: c.t, session: session, base: base, nodes: c.nodes, at: home % len(c.nodes),
		name: fmt.Sprintf("client%d", len(c.clients)), ends: make(map[string]string),
		rng: rand.New(rand.NewPCG(c.rng.Uint64(), c.rng.Uint64())),
	}
	cl.rec = checker.Recording{Client: cl.name, SessionID: session, Base: base}
	cl.ctx, cl.stop = context.WithCancel(context.WithoutCancel(c.t.Context()))
	c.clients = append(c.clients, cl)
	c.clientsFinished.Go(cl.live)
	return cl
}

// converse adds n clients that each have a session of their own, spread
// over the nodes.
func (c *cluster) converse(n int, base bool) []*client {
	c.t.Helper()
	out := make([]*client, n)
	for i := range out {
		home := i % len(c.nodes)
		out[i] = c.join(c.nodes[home].session(), home, base)
	}
	for _, cl := range out {
		cl.present()
	}
	return out
}

// present waits until the server has greeted the client.
func (c *client) present() {
	c.t.Helper()
	poll(c.t, c.name+" to be greeted", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.greeted
	})
}

// ask gives out a query and goes on at once.
func (c *client) ask(query string) *ask { return c.askAs("", query) }

// askAs gives the query an id that others may use too; "" makes one up.
func (c *client) askAs(id, query string) *ask {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.give(id, query)
}

// give is askAs for who holds the lock.
func (c *client) give(id, query string) *ask {
	if id == "" {
		id = c.uuid()
	}
	a := &ask{query: query, id: id}
	c.asks = append(c.asks, a)
	sent := checker.Sent{ClientMsgID: a.id, Query: query, At: time.Now()}
	if c.base {
		sent.ClientMsgID = ""
	}
	c.rec.Sent = append(c.rec.Sent, sent)
	return a
}

// uuid is made of the client's own chance, so that a seed gives the same.
func (c *client) uuid() string {
	a, b := c.rng.Uint64(), c.rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0xfff, b&0xffffffffffff)
}

// over tells whether a query's terminal event was shown, or will not be.
func (c *client) over(a *ask) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return a.given || a.ended || a.runID != "" && c.ends[a.runID] != ""
}

// answered waits for a query's terminal event and returns its type.
func (c *client) answered(a *ask) string {
	c.t.Helper()
	for deadline := time.Now().Add(patience); !c.over(a); pause(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			// The verdict tells more, so that the test goes on to it.
			c.t.Errorf("%s: no answer within %s: run %q, refusals %v", c.name, patience, c.run(a), a.refusals)
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ends[a.runID]
}

// acked waits for the acknowledgement and returns how long it took.
func (c *client) acked(a *ask) time.Duration {
	c.t.Helper()
	poll(c.t, c.name+" to be acknowledged", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return a.runID != "" || a.given
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	return a.acked.Sub(a.sent)
}

// run is the run that a query became, "" before the ack.
func (c *client) run(a *ask) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return a.runID
}

// owes tells whether a query is neither acknowledged nor given up.
func (c *client) owes() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dismissed == "" && slices.ContainsFunc(c.asks, func(a *ask) bool {
		return !a.given && (c.base && !a.ended || !c.base && a.runID == "")
	})
}

// debts are the queries that are neither acknowledged nor given up.
func (c *client) debts() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []string
	for _, a := range c.asks {
		if !a.given && !a.ended && a.runID == "" {
			out = append(out, fmt.Sprintf("%s: sent on connection %d of %d, refused %v", a.id, a.sentIn, c.lives, a.refusals))
		}
	}
	return strings.Join(out, "; ")
}

// has tells whether the client has seen the session up to its last event.
func (c *client) has(last int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dismissed != "" || c.base || c.seq >= last
}

func (c *client) where(last int64) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprintf("saw event %d of %d, %d connections, greeted %t", c.seq, last, c.lives, c.greeted)
}

// cancel asks for the session's current run to be ended.
func (c *client) cancel() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.commands = append(c.commands, map[string]any{"type": "cancel"})
}

// reset breaks the connection off with a TCP reset; false without one.
func (c *client) reset() bool {
	c.mu.Lock()
	sock := c.sock
	c.mu.Unlock()
	if sock == nil {
		return false
	}
	tcp, ok := sock.NetConn().(*net.TCPConn)
	if !ok || tcp.SetLinger(0) != nil {
		return false
	}
	return tcp.Close() == nil
}

// leave ends the client; it is complete when it was there to the end.
func (c *client) leave() {
	c.mu.Lock()
	if c.ctx.Err() == nil {
		c.rec.Complete = c.greeted
	}
	c.mu.Unlock()
	c.stop()
}

// recording is what the client has seen; it must have ended.
func (c *client) recording() checker.Recording {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rec
}

// conns is a copy of the connections so far.
func (c *client) conns() []checker.Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.rec.Conns)
}

// pauses are the waits before returns.
func (c *client) pauses() []wait {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.waits)
}
