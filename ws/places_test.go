package ws

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/state"
)

// TestResetsLeaveNothingBehind: 200 clients are cut off at random moments;
// then there are as many goroutines, sockets and streams as before. It is
// not parallel: it counts the process's goroutines.
func TestResetsLeaveNothingBehind(t *testing.T) {
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) { c.MaxPerUser = -1 })
	warm := d.base(t)
	baseline := runtime.NumGoroutine()
	words := []string{`{"type":"ping"}`, `{"type":"hello","last_seq":0}`, `{"type":"query","query":"a"}`, `{`}
	for n := range 200 {
		conn, response, err := d.tryDial(dialing{protocol: []string{"", Subprotocol}[n%2]}, sessionID)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		for range rand.IntN(3) {
			_ = conn.WriteMessage(websocket.TextMessage, []byte(words[rand.IntN(len(words))]))
		}
		if n%3 == 0 {
			e.steps(2)
		}
		if n%5 == 0 { // in the middle of a frame
			_, _ = conn.NetConn().Write([]byte{0x81, 0xfe, 0x10})
		}
		_ = conn.SetReadDeadline(time.Now().Add(time.Duration(rand.IntN(8)) * time.Millisecond))
		for err == nil {
			_, _, err = conn.ReadMessage()
		}
		if n%4 != 0 {
			_ = conn.NetConn().(*net.TCPConn).SetLinger(0)
		}
		_ = conn.Close()
	}
	await(t, "the sockets to be gone", func() bool { return d.sockets() == 1 })
	e.awaitStreams(t, sessionID, 1)
	await(t, "the goroutines to be gone", func() bool { return runtime.NumGoroutine() <= baseline })
	d.registry.mu.Lock()
	total, accounts, sessions := d.registry.total, len(d.registry.accounts), len(d.registry.sessions)
	d.registry.mu.Unlock()
	if total != 1 || accounts != 1 || sessions != 1 {
		t.Errorf("the registry holds %d sockets, %d accounts, %d sessions", total, accounts, sessions)
	}
	warm.bye()
	d.wasClosed(t)
}

// TestSlowReaderAmongAHundred: who does not read is sent away with 4003;
// the other 99 are given everything, in order.
func TestSlowReaderAmongAHundred(t *testing.T) {
	t.Parallel()
	e := newInMem(sessionID)
	d := open(t, e, func(c *Config) {
		c.MaxPerUser, c.WriteWait, c.CloseWait = -1, 300*time.Millisecond, 5*time.Second
		c.PongWait = time.Hour // a full machine takes long to fill its socket
	})
	slow := d.dialDeaf(t, dialing{})
	clients := make([]*rawClient, 99)
	for i := range clients {
		clients[i] = d.dialRaw(t)
	}
	e.awaitStreams(t, sessionID, 100)
	// A frame always fits in the pipe of a client that reads.
	text := strings.Repeat("느", 8<<10)
	written := int64(0)
	for gone := false; !gone; gone = len(d.closedCodes()) > 0 {
		e.emit(sessionID, "run-1", state.EventPlanningStart, state.PlanningStart{Message: text})
		written++
		for _, c := range clients {
			c.expectEvent(t, written)
		}
		if written > 2_000 {
			t.Fatal("the slow socket takes everything")
		}
		if slow != nil && d.anyEnding() {
			slow.listen() // it reads again, and finds why it is sent away
			if code := slow.closeCode(); code != CloseSlow {
				t.Errorf("closed with %d", code)
			}
			slow = nil
		}
	}
	if got := fmt.Sprint(d.closedCodes()); got != fmt.Sprintf("map[%d:1]", CloseSlow) {
		t.Errorf("closed: %s", got)
	}
	e.steps(1)
	for _, c := range clients {
		c.expectEvent(t, written+1)
	}
}

// dialRaw is a greeted base client that costs little.
func (d *door) dialRaw(t *testing.T) *rawClient {
	t.Helper()
	host, path, _ := strings.Cut(strings.TrimPrefix(d.url, "ws://"), "/")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	c := &rawClient{conn: conn, in: bufio.NewReaderSize(conn, 16<<10)}
	if err := errors.Join(c.handshake(host, path+sessionID), c.texts(1)); err != nil {
		t.Fatal(err)
	}
	return c
}

// expectEvent reads the event with that number; pings are answered.
func (c *rawClient) expectEvent(t *testing.T, seq int64) {
	t.Helper()
	_ = c.conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	for {
		kind, length, err := c.head()
		if err != nil {
			t.Fatal(err)
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(c.in, body); err != nil {
			t.Fatal(err)
		}
		if kind == websocket.PingMessage {
			_ = c.frame(websocket.PongMessage, body)
			continue
		}
		if end := string(body[max(0, length-200):]); !strings.Contains(end, fmt.Sprintf(`"seq":%d,`, seq)) {
			t.Fatalf("got … %s, want event %d", end, seq)
		}
		return
	}
}

func (d *door) anyEnding() bool {
	for _, c := range d.registry.list() {
		if c.now().ending {
			return true
		}
	}
	return false
}
