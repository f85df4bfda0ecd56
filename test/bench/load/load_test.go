package load

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// serve answers each query with frames made by script.
func serve(t *testing.T, script func(conn *websocket.Conn, query int)) (addr string) {
	t.Helper()
	upgrader := websocket.Upgrader{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		say(conn, `{"type":"connected","seq":0}`)
		for n := 0; ; n++ {
			if _, _, err := conn.ReadMessage(); err != nil {
				return
			}
			script(conn, n)
		}
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func say(conn *websocket.Conn, frames ...string) {
	for _, f := range frames {
		_ = conn.WriteMessage(websocket.TextMessage, []byte(f))
	}
}

func event(name string, seq int) string {
	return fmt.Sprintf(`{"type":%q,"text":"\"seq\":99","seq":%d,"timestamp":"x"}`, name, seq)
}

var two = Probe("질문 \"하나\"", "plan_ready", "final_response")

func client(t *testing.T, addr string) *Client {
	t.Helper()
	clients, err := Open(t.Context(), Server{Addr: addr}, []string{"s"})
	t.Cleanup(func() { Close(clients) })
	if err != nil {
		t.Fatal(err)
	}
	return clients[0]
}

func TestALoadCountsWhatWasAnswered(t *testing.T) {
	t.Parallel()
	addr := serve(t, func(conn *websocket.Conn, n int) {
		_ = conn.WriteControl(websocket.PingMessage, []byte("p"), time.Now().Add(time.Second))
		say(conn, `{"type":"ack"}`, event("plan_ready", 2*n+1), event("final_response", 2*n+2))
	})
	var edges []string
	edge := func(name string) func() error {
		return func() error { edges = append(edges, name); return nil }
	}
	r, err := Run(t.Context(), Config{
		Server: Server{Addr: addr}, Sessions: []string{"a", "b"}, Work: two, Warm: 10 * time.Millisecond, For: 200 * time.Millisecond,
		StartedFunc: edge("started"), EndedFunc: edge("ended"),
	})
	if err != nil {
		t.Fatal(err)
	}
	frames := len(`{"type":"ack"}`) + len(event("plan_ready", 10)) + len(event("final_response", 10))
	n := len(r.Last)
	if n == 0 || len(r.First) != n || int(r.Down) < n*(frames-20) || int(r.Down) > n*(frames+20) || r.Took < 200*time.Millisecond {
		t.Errorf("%d answers, %d first, %d bytes of %d a query, took %s", n, len(r.First), r.Down, frames, r.Took)
	}
	if Percentile(r.Last, 0) > Percentile(r.Last, .99) || r.First[0] > r.Last[0] || strings.Join(edges, " ") != "started ended" {
		t.Errorf("first %s, last %s, edges %q", r.First[0], r.Last[0], edges)
	}
}

func TestAWrongAnswerIsAnError(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		frames []string
		want   string
	}{
		"hole":         {[]string{event("plan_ready", 2)}, "event 2 comes after 0"},
		"twice":        {[]string{event("plan_ready", 1), event("plan_ready", 1)}, "event 1 comes after 1"},
		"order":        {[]string{event("todo_updated", 1)}, "event 0 is todo_updated"},
		"early end":    {[]string{event("final_response", 1)}, "event 0 is final_response"},
		"failure":      {[]string{event("plan_ready", 1), event("error", 2)}, "event 1 is error"},
		"no number":    {[]string{`{"type":"plan_ready"}`}, "without a number"},
		"no event":     {[]string{`["plan_ready"]`}, "not an event"},
		"cut":          {[]string{`{"type":"plan_ready","seq":1`}, "not an event"},
		"two finals":   {[]string{event("plan_ready", 1), event("final_response", 2), event("final_response", 3)}, "event 0 is final_response"},
		"binary frame": {nil, "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr := serve(t, func(conn *websocket.Conn, _ int) {
				if c.frames == nil {
					_ = conn.NetConn().Close()
				}
				say(conn, c.frames...)
			})
			cl := client(t, addr)
			_, _, err := cl.Ask(two)
			if err == nil {
				_, _, err = cl.Ask(two)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) && c.frames != nil {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestAnErrorEndsTheLoad(t *testing.T) {
	t.Parallel()
	addr := serve(t, func(conn *websocket.Conn, _ int) { say(conn, event("error", 1)) })
	none := func() error { return nil }
	_, err := Run(t.Context(), Config{
		Server: Server{Addr: addr}, Sessions: []string{"a"}, Work: Probe("x"), For: time.Millisecond, StartedFunc: none, EndedFunc: none,
	})
	if err == nil || !strings.Contains(err.Error(), "ended with") {
		t.Error(err)
	}
}

func TestARefusedUpgradeIsAnError(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	_, err := Dial(context.Background(), Server{Addr: strings.TrimPrefix(server.URL, "http://")}, "s")
	if err == nil || !strings.Contains(err.Error(), "404") {
		t.Error(err)
	}
}

// Long and short frames arrive whole, in both directions.
func TestFramesOfAllLengths(t *testing.T) {
	t.Parallel()
	sizes := []int{0, 125, 126, 70_000}
	addr := serve(t, func(conn *websocket.Conn, n int) { say(conn, strings.Repeat("x", sizes[n])) })
	c := client(t, addr)
	for i, size := range sizes {
		if err := c.Send(strings.Repeat("q", min(size, 60_000))); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if hello, err := c.Next(); err != nil || !strings.Contains(string(hello), "connected") {
				t.Fatalf("%s %v", hello, err)
			}
		}
		frame, err := c.Next()
		if err != nil || len(frame) != size {
			t.Errorf("%d bytes of %d: %v", len(frame), size, err)
		}
	}
	if err := c.Send(strings.Repeat("q", 70_000)); err == nil {
		t.Error("a query too long for the frame was sent")
	}
}

// Idle sockets answer pings, tell of each answer, and end when closed.
func TestIdleSocketsAreAttended(t *testing.T) {
	t.Parallel()
	ponged := make(chan struct{})
	addr := serve(t, func(conn *websocket.Conn, n int) {
		if n == 0 {
			conn.SetPongHandler(func(string) error { close(ponged); return nil })
			_ = conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second))
		}
		say(conn, event("plan_ready", 2*n+1), event("final_response", 2*n+2))
		if n == 1 {
			_ = conn.NetConn().Close()
		}
	})
	clients, err := Open(t.Context(), Server{Addr: addr}, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan error, 4)
	all := Attend(clients, answered)
	for range 2 {
		if err := clients[0].Send(two.Query); err != nil {
			t.Fatal(err)
		}
		if err := <-answered; err != nil {
			t.Fatal(err)
		}
	}
	<-ponged
	if err := <-answered; err == nil {
		t.Error("a socket that the server cut is no error")
	}
	Close(clients)
	all.Wait()
	if len(answered) > 0 {
		t.Errorf("closing is an error: %v", <-answered)
	}
}

// A client can wait for a frame; an answer that ends before is an error.
func TestUntilAFrame(t *testing.T) {
	t.Parallel()
	c := client(t, serve(t, func(conn *websocket.Conn, _ int) {
		say(conn, `{"type":"ack"}`, `{"type":"answer_delta","delta":"a"}`, event("final_response", 1))
	}))
	if err := c.Send(two.Query); err != nil {
		t.Fatal(err)
	}
	if frame, err := c.Until("answer_delta"); err != nil || !strings.Contains(string(frame), `"delta":"a"`) {
		t.Errorf("%s, %v", frame, err)
	}
	if frame, err := c.Until("answer_delta"); err == nil {
		t.Errorf("behind the end: %s", frame)
	}
}
