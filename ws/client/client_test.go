package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/ws/client"
	"github.com/madang-dev/madang/ws/client/clienttest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type f = clienttest.F

func config(s *clienttest.Server) client.Config {
	return client.Config{
		BaseURL: s.URL, SessionID: clienttest.SessionID,
		MinPause: time.Millisecond, MaxPause: 5 * time.Millisecond, MaxOutage: 10 * time.Second,
	}
}

func dial(t *testing.T, c client.Config) *client.Client {
	t.Helper()
	cl, err := client.Dial(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cl.Close()
		if c.HTTP == nil {
			http.DefaultClient.CloseIdleConnections()
		}
	})
	return cl
}

// until reads frames up to the first of that type.
func until(t *testing.T, c *client.Client, frameType string) []client.Frame {
	t.Helper()
	var got []client.Frame
	deadline := time.After(10 * time.Second)
	for {
		select {
		case f, ok := <-c.Frames():
			if !ok {
				t.Fatalf("ended before %s: %v", frameType, c.Err())
			}
			got = append(got, f)
			if f.Type == frameType {
				return got
			}
		case <-deadline:
			t.Fatalf("no %s", frameType)
		}
	}
}

func seqs(frames []client.Frame) []int64 {
	var out []int64
	for _, f := range frames {
		if f.Seq > 0 {
			out = append(out, f.Seq)
		}
	}
	return out
}

func TestStartAndMessages(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, nil)
	c := client.Config{BaseURL: s.URL + "/", UserID: "alice", Assistant: "realestate", Language: "ko"}
	id, err := client.Start(t.Context(), c)
	if err != nil || id != clienttest.SessionID {
		t.Fatalf("%q, %v", id, err)
	}
	want := []map[string]string{{"user_id": "alice", "assistant": "realestate", "language": "ko"}}
	if diff := cmp.Diff(want, s.Started()); diff != "" {
		t.Error(diff)
	}
	s.SetMessages(state.Message{ID: 1, Role: "assistant", Content: "답", RunID: "r1"})
	c.SessionID = id
	got, err := client.Messages(t.Context(), c, 0)
	if err != nil || len(got) != 1 || got[0].Content != "답" {
		t.Errorf("%+v, %v", got, err)
	}
	c.SessionID = "session-of-somebody-else"
	_, err = client.Messages(t.Context(), c, 0)
	var refused *client.Refused
	if !errors.As(err, &refused) || refused.Status != 404 || refused.Detail != "Session not found" {
		t.Errorf("unknown session: %v", err)
	}
	if _, err := client.Start(t.Context(), client.Config{BaseURL: "localhost:8000"}); err == nil {
		t.Error("an address without scheme was accepted")
	}
}

func TestQueryToAnswer(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		if hello := c.Greet(7); hello["last_seq"] != nil || hello["token"] != "secret" {
			t.Errorf("hello %v", hello)
		}
		q := c.Recv("query")
		if q["query"] != "전세금 5% 인상 가능해?" || q["language"] != "ko" || q["id"] == "" {
			t.Errorf("query %v", q)
		}
		c.Send(clienttest.Ack(q, "r1"), clienttest.Event(8, "r1", "planning_start", nil),
			f{"type": "answer_delta", "delta": "네"}, clienttest.Event(9, "r1", "final_response", nil))
		if cancel := c.Recv("cancel"); cancel["run_id"] != "r1" {
			t.Errorf("cancel %v", cancel)
		}
		c.Send(f{"type": "pong"})
		c.Drain()
	})
	cfg := config(s)
	cfg.Token = "secret"
	c := dial(t, cfg)
	id, err := c.Query(client.Query{Text: "전세금 5% 인상 가능해?", Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	got := until(t, c, "final_response")
	var types []string
	for _, f := range got {
		types = append(types, f.Type)
		if f.Type == "ack" && (f.ClientMsgID != id || f.RunID != "r1") {
			t.Errorf("ack %s", f.Raw)
		}
	}
	want := []string{"connected", "connected", "resumed", "ack", "planning_start", "answer_delta", "final_response"}
	if diff := cmp.Diff(want, types); diff != "" {
		t.Error(diff)
	}
	if err := c.Cancel("r1"); err != nil {
		t.Fatal(err)
	}
	until(t, c, "pong")
	if err := c.Close(); err != nil || !errors.Is(c.Err(), client.ErrClosed) {
		t.Errorf("after Close: %v, %v", err, c.Err())
	}
	if _, ok := <-c.Frames(); ok {
		t.Error("Frames is open after Close")
	}
	if _, err := c.Query(client.Query{Text: "x"}); !errors.Is(err, client.ErrClosed) {
		t.Errorf("Query after Close: %v", err)
	}
}

// However often the connection is cut, and wherever the server's replay
// overlaps, each event is seen once and in order.
func TestResumeAfterEveryCut(t *testing.T) {
	t.Parallel()
	const events = 60
	codes := []int{4001, 1012, 4003, 1001, 4499, 1011, 0}
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		hello := c.Greet(0)
		last := int64(0)
		if v, ok := hello["last_seq"].(float64); ok {
			last = int64(v)
		}
		if n > 0 && hello["epoch"] != "e1" {
			t.Errorf("hello %d without epoch: %v", n, hello)
		}
		from := max(1, last-1) // two that the client has already
		for seq := from; seq <= events; seq++ {
			if !c.Send(clienttest.Event(seq, "r1", map[bool]string{true: "final_response", false: "todo_updated"}[seq == events], nil)) {
				return
			}
			if seq == last+3 && seq < events {
				if code := codes[n%len(codes)]; code != 0 {
					c.Close(code)
				}
				return
			}
		}
		c.Drain()
	})
	got := seqs(until(t, dial(t, config(s)), "final_response"))
	var want []int64
	for i := int64(1); i <= events; i++ {
		want = append(want, i)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHoleIsRefilled(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		hello := c.Greet(0)
		if n == 0 {
			c.Send(clienttest.Event(1, "r", "todo_updated", nil), clienttest.Event(3, "r", "todo_updated", nil))
			c.Drain()
			return
		}
		if hello["last_seq"] != 1.0 {
			t.Errorf("asked from %v, want 1", hello["last_seq"])
		}
		for seq := int64(2); seq <= 4; seq++ {
			c.Send(clienttest.Event(seq, "r", map[bool]string{true: "final_response", false: "todo_updated"}[seq == 4], nil))
		}
		c.Drain()
	})
	if diff := cmp.Diff([]int64{1, 2, 3, 4}, seqs(until(t, dial(t, config(s)), "final_response"))); diff != "" {
		t.Error(diff)
	}
}

// A query is sent again until it is confirmed, under the same id, and not
// after that.
func TestUnconfirmedQueryIsSentAgain(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var ids []string
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		c.Greet(0)
		if n < 3 {
			q := c.Recv("query")
			mu.Lock()
			ids = append(ids, fmt.Sprint(q["client_msg_id"]))
			mu.Unlock()
			if n < 2 {
				return // cut between query and ack
			}
			c.Send(clienttest.Ack(q, "r1"))
			return // cut between ack and answer
		}
		c.Send(clienttest.Event(1, "r1", "final_response", nil))
		if again := c.Recv("query"); again != nil {
			t.Errorf("a confirmed query was sent again: %v", again)
		}
	})
	c := dial(t, config(s))
	id, err := c.Query(client.Query{Text: "q"})
	if err != nil {
		t.Fatal(err)
	}
	until(t, c, "final_response")
	mu.Lock()
	defer mu.Unlock()
	if diff := cmp.Diff([]string{id, id, id}, ids); diff != "" {
		t.Error(diff)
	}
}

func TestRefusedQueryIsNotSentAgain(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		c.Greet(0)
		if n == 0 {
			q := c.Recv("query")
			c.Send(f{"type": "error", "error": "Query cannot be empty", "id": q["id"], "client_msg_id": q["client_msg_id"]})
			c.Close(4001)
			return
		}
		c.Send(f{"type": "pong"})
		if again := c.Recv("query"); again != nil {
			t.Errorf("a refused query was sent again: %v", again)
		}
	})
	c := dial(t, config(s))
	if _, err := c.Query(client.Query{Text: " "}); err != nil {
		t.Fatal(err)
	}
	until(t, c, "pong")
}

func TestCloseCodesDecideByRange(t *testing.T) {
	t.Parallel()
	for code, back := range map[int]bool{
		1000: false, 1001: true, 1002: false, 1003: false, 1007: false, 1008: false, 1009: false, 1011: true, 1012: true, 1013: true,
		4000: true, 4006: true, 4123: true, 4499: true, 4500: false, 4506: false, 4777: false, 4999: false,
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			s := clienttest.New(t, func(n int, c *clienttest.Conn) {
				c.Greet(5)
				if n == 0 {
					c.Send(clienttest.Event(6, "r", "todo_updated", nil))
					c.Close(code)
					return
				}
				c.Send(f{"type": "pong"})
				c.Drain()
			})
			c := dial(t, config(s))
			deadline := time.After(10 * time.Second)
			for {
				select {
				case f, ok := <-c.Frames():
					switch {
					case !ok && (back || !errors.Is(c.Err(), client.ErrDismissed)):
						t.Fatalf("stayed away: %v", c.Err())
					case !ok:
						return
					case f.Type == "pong" && !back:
						t.Fatal("came back")
					case f.Type == "pong":
						return
					}
				case <-deadline:
					t.Fatal("nothing happened")
				}
			}
		})
	}
}

// After 4006 the client asks for no position.
func TestLostPositionIsForgotten(t *testing.T) {
	t.Parallel()
	hellos := make(chan f, 2)
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		hellos <- c.Greet(5)
		if n == 0 {
			c.Close(4006)
			return
		}
		c.Drain()
	})
	dial(t, config(s))
	<-hellos
	if second := <-hellos; second["last_seq"] != nil {
		t.Errorf("hello %v", second)
	}
}

func TestHandshakeRefusals(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]error{404: client.ErrNoSession, 401: client.ErrSignIn, 403: client.ErrSignIn, 426: client.ErrDismissed} {
		s := clienttest.New(t, nil)
		s.Refuse(status)
		if _, err := client.Dial(t.Context(), config(s)); !errors.Is(err, want) {
			t.Errorf("%d: %v, want %v", status, err, want)
		}
	}
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) { c.Greet(0); c.Drain() })
	s.Refuse(503, 429, 502)
	var mu sync.Mutex
	var up []bool
	cfg := config(s)
	cfg.StatusFunc = func(s client.Status) {
		mu.Lock()
		defer mu.Unlock()
		up = append(up, s.Connected)
	}
	dial(t, cfg)
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(up, []bool{false, false, false, true}) {
		t.Errorf("statuses %v", up)
	}
}

func TestAServerOfAnotherProtocolIsLeft(t *testing.T) {
	t.Parallel()
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		_ = conn.WriteJSON(clienttest.Connected(0)) // who has left does not read it
		_, _, _ = conn.ReadMessage()
	}))
	t.Cleanup(h.Close)
	cfg := config(&clienttest.Server{URL: h.URL})
	if _, err := client.Dial(t.Context(), cfg); !errors.Is(err, client.ErrDismissed) || !strings.Contains(err.Error(), "madang.v1") {
		t.Errorf("got %v", err)
	}
}

func TestGivesUpAfterAnOutage(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, nil)
	cfg := config(s)
	cfg.BaseURL = "http://127.0.0.1:1" // nobody listens there
	cfg.MaxOutage = 20 * time.Millisecond
	if _, err := client.Dial(t.Context(), cfg); !errors.Is(err, client.ErrOutage) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Dial(ctx, cfg); err == nil {
		t.Error("dialed with a context that is over")
	}
}

// A server that accepts and falls silent is left after three pings.
func TestSilentServerIsLeft(t *testing.T) {
	t.Parallel()
	again := make(chan struct{})
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		if n == 0 {
			c.Send(clienttest.Connected(0))
			<-again // reads nothing, so pings stay unanswered
			return
		}
		close(again)
		c.Greet(0)
		c.Send(f{"type": "pong"})
		c.Drain()
	})
	cfg := config(s)
	cfg.PingEvery = 20 * time.Millisecond
	until(t, dial(t, cfg), "pong")
}

func TestStrangeFramesAreIgnored(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Greet(0)
		for _, text := range []string{"", "null", "[]", "{", `"x"`, `{"type":5}`, `{"seq":1}`, `{"type":"x","seq":-1}`} {
			c.SendText(text)
		}
		c.Send(f{"type": "news_from_the_future", "seq": 1}, clienttest.Event(2, "r", "final_response", nil))
		c.Drain()
	})
	if diff := cmp.Diff([]int64{1, 2}, seqs(until(t, dial(t, config(s)), "final_response"))); diff != "" {
		t.Error(diff)
	}
}

func TestBacklogIsBounded(t *testing.T) {
	t.Parallel()
	s := clienttest.New(t, func(n int, c *clienttest.Conn) {
		if n == 0 {
			c.Greet(0)
			c.Close(4001)
		}
	})
	cfg := config(s)
	cfg.MinPause, cfg.MaxPause, cfg.MaxOutage = time.Hour, time.Hour, 48*time.Hour
	lost := make(chan struct{}, 1)
	cfg.StatusFunc = func(s client.Status) {
		if !s.Connected {
			lost <- struct{}{}
		}
	}
	c := dial(t, cfg)
	<-lost
	var err error
	n := 0
	for ; err == nil && n < 1000; n++ {
		err = c.Cancel("r")
	}
	if !errors.Is(err, client.ErrBacklog) || n != 65 {
		t.Errorf("after %d commands: %v", n, err)
	}
}
