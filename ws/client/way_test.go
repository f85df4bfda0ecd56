package client_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// way is a road to a server that can be cut: a proxy of bytes.
type way struct {
	listener net.Listener
	to       string
	wg       sync.WaitGroup

	mu    sync.Mutex // guards all below
	conns map[net.Conn]bool
}

func newWay(t *testing.T, url string) *way {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &way{listener: l, to: strings.TrimPrefix(url, "http://"), conns: map[net.Conn]bool{}}
	w.wg.Go(w.accept)
	t.Cleanup(func() {
		_ = l.Close()
		w.cut()
		w.wg.Wait()
	})
	return w
}

func (w *way) url() string { return "http://" + w.listener.Addr().String() }

// cut ends all connections at once.
func (w *way) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.conns {
		_ = c.Close()
		delete(w.conns, c)
	}
}

func (w *way) accept() {
	for {
		in, err := w.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", w.to)
		if err != nil {
			_ = in.Close()
			continue
		}
		w.mu.Lock()
		w.conns[in], w.conns[out] = true, true
		w.mu.Unlock()
		w.wg.Go(func() { w.carry(in, out) })
		w.wg.Go(func() { w.carry(out, in) })
	}
}

func (w *way) carry(from, to net.Conn) {
	_, _ = io.Copy(to, from)
	_ = from.Close()
	_ = to.Close()
}
