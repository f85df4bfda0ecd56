package redis_test

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy stands between a client and Redis and can swallow what Redis says on
// the connections that have subscribed to something.
type proxy struct {
	listener net.Listener
	target   string
	work     sync.WaitGroup

	mu    sync.Mutex // guards pipes
	pipes []*pipe
}

type pipe struct {
	client, server    net.Conn
	subscribed, muted atomic.Bool
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: target}
	p.work.Go(p.accept)
	t.Cleanup(p.close)
	return p
}

func (p *proxy) addr() string { return p.listener.Addr().String() }

func (p *proxy) close() {
	_ = p.listener.Close()
	p.mu.Lock()
	for _, c := range p.pipes {
		_, _ = c.client.Close(), c.server.Close()
	}
	p.mu.Unlock()
	p.work.Wait()
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			_ = client.Close()
			continue
		}
		c := &pipe{client: client, server: server}
		p.mu.Lock()
		p.pipes = append(p.pipes, c)
		p.mu.Unlock()
		p.work.Go(func() { c.forward(server, client, c.asked) })
		p.work.Go(func() { c.forward(client, server, func([]byte) bool { return !c.muted.Load() }) })
	}
}

// asked notes a subscription in what the client says.
func (c *pipe) asked(said []byte) bool {
	if bytes.Contains(said, []byte("subscribe")) {
		c.subscribed.Store(true)
	}
	return true
}

func (c *pipe) forward(to, from net.Conn, passes func([]byte) bool) {
	defer func() { _, _ = to.Close(), from.Close() }()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		if !passes(buffer[:n]) {
			continue
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// muteSubscribers is the number of connections that hear no more from now on.
func (p *proxy) muteSubscribers() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.pipes {
		if c.subscribed.Load() && c.muted.CompareAndSwap(false, true) {
			n++
		}
	}
	return n
}
