package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/ws/client"
	"github.com/madang-dev/madang/ws/client/clienttest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type f = clienttest.F

func config(s *clienttest.Server) client.Config {
	return client.Config{BaseURL: s.URL, SessionID: clienttest.SessionID}
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

func TestStart(t *testing.T) {
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
	c.Assistant = "nobody"
	var refused *client.Refused
	if _, err := client.Start(t.Context(), c); !errors.As(err, &refused) || refused.Status != 422 || refused.Code != "unknown_assistant" {
		t.Errorf("unknown assistant: %v", err)
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
	if err := c.Close(); err != nil || !errors.Is(c.Err(), client.ErrLost) {
		t.Errorf("after Close: %v, %v", err, c.Err())
	}
	if _, ok := <-c.Frames(); ok {
		t.Error("Frames is open after Close")
	}
	if _, err := c.Query(client.Query{Text: "x"}); err == nil {
		t.Error("a query after Close")
	}
}

func TestHandshakeRefusals(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]error{404: client.ErrNoSession, 401: client.ErrSignIn, 403: client.ErrSignIn} {
		s := clienttest.New(t, nil)
		s.Refuse(status)
		if _, err := client.Dial(t.Context(), config(s)); !errors.Is(err, want) {
			t.Errorf("%d: %v, want %v", status, err, want)
		}
	}
	s := clienttest.New(t, nil)
	s.Refuse(503)
	var refused *client.Refused
	if _, err := client.Dial(t.Context(), config(s)); !errors.As(err, &refused) || refused.Status != 503 {
		t.Errorf("503: %v", err)
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
	if _, err := client.Dial(t.Context(), cfg); !errors.Is(err, client.ErrLost) || !strings.Contains(err.Error(), "madang.v1") {
		t.Errorf("got %v", err)
	}
}

// A server that accepts and falls silent is left.
func TestSilentServerIsLeft(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	s := clienttest.New(t, func(_ int, c *clienttest.Conn) {
		c.Send(clienttest.Connected(0))
		<-gone
	})
	cfg := config(s)
	cfg.Silence = 50 * time.Millisecond
	c := dial(t, cfg)
	for range c.Frames() {
	}
	close(gone)
	if !errors.Is(c.Err(), client.ErrLost) {
		t.Errorf("%v", c.Err())
	}
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
	var types []string
	for _, f := range until(t, dial(t, config(s)), "final_response") {
		types = append(types, f.Type)
	}
	if diff := cmp.Diff([]string{"connected", "connected", "resumed", "news_from_the_future", "final_response"}, types); diff != "" {
		t.Error(diff)
	}
}
