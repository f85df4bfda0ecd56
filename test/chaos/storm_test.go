package chaos

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// livesWithin is how long /livez may take while the door is stormed.
var livesWithin = bound{100 * time.Millisecond, 5 * time.Second}

// Reliability 14: who is not served at once is told to wait, and is served then;
// the node says all the while that it lives.
func TestConnectionStorm(t *testing.T) {
	t.Parallel()
	many := pick(300, 10_000)
	places := strconv.Itoa(many - many/10)
	d := newDoor(t, plan{args: []string{"--max-connections", places, "--max-connections-per-user", places}})
	pause(500 * time.Millisecond) // what a node starts on its own
	baseline := d.metric("go_goroutines")
	stop := make(chan struct{})
	took := make(chan times, 1)
	go func() { took <- d.watchLife(stop) }()

	s := &storm{door: d, sockets: make([]*websocket.Conn, many)}
	s.all(0, many, false)
	if s.waited.Load() == 0 {
		t.Error("nobody was told to wait: the storm did not reach the bound")
	}
	t.Logf("%d sockets, told to wait %d times", many, s.waited.Load())
	half := many / 2
	for _, sock := range s.sockets[:half] {
		if sock != nil {
			_ = sock.NetConn().(*net.TCPConn).SetLinger(0) // a reset
			_ = sock.Close()
		}
	}
	// As many places as there are sockets that are left or come back.
	s.all(0, half-many/10, true)
	close(stop)
	lives := <-took
	t.Logf("/livez: %s", lives)
	d.holds("/livez in a storm (p99)", lives.at(0.99), livesWithin)
	for _, sock := range s.sockets {
		if sock != nil {
			_ = sock.Close()
		}
	}
	poll(t, "the goroutines to be gone", func() bool { return d.metric("go_goroutines") <= baseline+8 })
	d.well()
}

// watchLife asks /livez until told to stop; every answer has to be a yes.
func (d *door) watchLife(stop <-chan struct{}) (took times) {
	for {
		select {
		case <-stop:
			return took
		case <-time.After(20 * time.Millisecond):
		}
		began := time.Now()
		code, body, err := d.get("/livez")
		took = append(took, time.Since(began))
		if err != nil || code != http.StatusOK {
			d.t.Errorf("/livez: %d %s %v", code, body, err)
		}
	}
}

// storm is many clients that come at once.
type storm struct {
	*door
	sockets []*websocket.Conn
	waited  atomic.Int64
}

// all connects the sockets of that range at once, a hundred at a time of them in
// the handshake; with patient they come again until they are served.
func (s *storm) all(from, to int, patient bool) {
	s.t.Helper()
	places := make(chan struct{}, 100)
	var clients sync.WaitGroup
	for i := from; i < to; i++ {
		places <- struct{}{}
		clients.Go(func() {
			defer func() { <-places }()
			s.sockets[i] = s.come(i, patient)
		})
	}
	clients.Wait()
}

// come connects; nil is told to wait.
func (s *storm) come(i int, patient bool) *websocket.Conn {
	dialer := websocket.Dialer{HandshakeTimeout: time.Minute, ReadBufferSize: 512, WriteBufferSize: 512}
	url := fmt.Sprintf("ws://%s/api/v1/chat/ws/%s?last_seq=0", s.addr, s.session)
	for deadline := time.Now().Add(2 * time.Minute); ; {
		ctx, cancel := context.WithDeadline(s.t.Context(), deadline)
		sock, res, err := dialer.DialContext(ctx, url, nil)
		cancel()
		if err == nil {
			s.greeted(i, sock)
			return sock
		}
		if res == nil || res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			s.t.Errorf("socket %d: neither served nor told to wait: %v (%v)", i, err, res)
			return nil
		}
		s.waited.Add(1)
		if !patient {
			return nil
		}
		if time.Now().After(deadline) {
			s.t.Errorf("socket %d is told to wait for ever", i)
			return nil
		}
		seconds, err := strconv.Atoi(res.Header.Get("Retry-After"))
		if err != nil {
			s.t.Errorf("Retry-After: %v", err)
		}
		pause(time.Duration(seconds) * time.Second)
	}
}

func (s *storm) greeted(i int, sock *websocket.Conn) {
	_ = sock.SetReadDeadline(time.Now().Add(patience))
	var f heard
	_, body, err := sock.ReadMessage()
	if err == nil {
		err = json.Unmarshal(body, &f)
	}
	if err != nil || f.Type != "connected" {
		s.t.Errorf("socket %d was greeted with %s: %v", i, body, err)
	}
}
