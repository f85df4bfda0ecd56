package client_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/ws"
	"github.com/madang-dev/madang/ws/client"
	"github.com/madang-dev/madang/ws/client/clienttest"
)

// seen is what a socket was sent: the numbers of the events, and how its
// resume went.
type seen struct {
	events    []int64
	resumed   bool
	recovered bool
	reason    string
	seq       int64
	snapshot  int64
}

// raw is a socket to the real door; one without a protocol is a base
// client's.
func (d *door) raw(t *testing.T, query string, protocols ...string) *websocket.Conn {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: protocols}
	url := "ws" + strings.TrimPrefix(d.url, "http") + "/api/v1/chat/ws/" + clienttest.SessionID + query
	socket, response, err := dialer.DialContext(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	t.Cleanup(func() { _ = socket.Close() })
	return socket
}

// read reads up to and including a frame of that type.
func read(t *testing.T, socket *websocket.Conn, last string) (s seen) {
	t.Helper()
	_ = socket.SetReadDeadline(time.Now().Add(10 * time.Second))
	for {
		var frame struct {
			Type      string
			Seq       int64
			Recovered bool
			Reason    string
			Snapshot  struct{ Seq int64 }
		}
		if err := socket.ReadJSON(&frame); err != nil {
			t.Fatalf("%v after %+v", err, s)
		}
		switch frame.Type {
		case "connected":
		case "resumed":
			s.resumed, s.recovered, s.reason, s.seq, s.snapshot = true, frame.Recovered, frame.Reason, frame.Seq, frame.Snapshot.Seq
		default:
			s.events = append(s.events, frame.Seq)
		}
		if frame.Type == last {
			return s
		}
	}
}

// resume is a client that comes back: by the URL's query, or by a hello.
func (d *door) resume(t *testing.T, query, hello string) seen {
	t.Helper()
	socket := d.raw(t, query, ws.Subprotocol)
	defer socket.Close()
	if hello != "" {
		if err := socket.WriteMessage(websocket.TextMessage, []byte(hello)); err != nil {
			t.Fatal(err)
		}
	}
	return read(t, socket, "resumed")
}

// answered asks, waits for the answer and marks its last event delivered.
func (d *door) answered(t *testing.T, c *client.Client, last int64) {
	t.Helper()
	if _, err := c.Query(client.Query{Text: "몇까지?", Language: "ko"}); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		d.steps <- struct{}{}
	}
	until(t, c, "final_response")
	d.engine.Delivered(clienttest.SessionID, last)
	d.engine.FlushDelivered(t.Context())
}

// prune removes the events of all runs that are over.
func (d *door) prune(t *testing.T) {
	t.Helper()
	done, err := d.store.Retain(t.Context(), time.Now().Add(24*time.Hour), store.Retention{Events: time.Hour}, 0)
	if err != nil || done.Events == 0 {
		t.Fatalf("pruned %+v, %v", done, err)
	}
}

// numbers are those above after, up to last.
func numbers(after, last int64) (list []int64) {
	for seq := after + 1; seq <= last; seq++ {
		list = append(list, seq)
	}
	return list
}

// A client of any kind that comes back when the store keeps all, some or
// none of the session's events is greeted without a gap or a wait, and goes
// on with the next.
func TestRealDoorWithPrunedEvents(t *testing.T) {
	t.Parallel()
	d := openDoor(t)
	c := dial(t, d.config())
	pruned := func(last int64) seen {
		return seen{resumed: true, reason: ws.ReasonPruned, seq: last, snapshot: last}
	}
	recovered := func(after, last int64) seen {
		return seen{resumed: true, recovered: true, seq: last, events: numbers(after, last)}
	}
	is := func(query, hello string, want seen) {
		t.Helper()
		if diff := cmp.Diff(want, d.resume(t, query, hello), cmp.AllowUnexported(seen{})); diff != "" {
			t.Errorf("%s%s (-want +got):\n%s", query, hello, diff)
		}
	}
	d.answered(t, c, 11)
	is("", `{"type":"hello","last_seq":3}`, recovered(3, 11))
	d.prune(t) // all
	for _, hello := range []string{`{"type":"hello","last_seq":0}`, `{"type":"hello","last_seq":3,"epoch":"e1"}`, `{"type":"hello","last_seq":10}`} {
		is("", hello, pruned(11))
	}
	is("?last_seq=3", "", pruned(11))
	is("", `{"type":"hello","last_seq":11}`, recovered(11, 11))
	is("", `{"type":"hello"}`, recovered(11, 11))
	base, lost := d.raw(t, ""), d.raw(t, "?last_seq=3", ws.Subprotocol)
	read(t, lost, "resumed")

	d.answered(t, c, 22)
	for name, socket := range map[string]*websocket.Conn{"base": base, "lost": lost} {
		if diff := cmp.Diff(numbers(11, 22), read(t, socket, "final_response").events); diff != "" {
			t.Errorf("%s client (-want +got):\n%s", name, diff)
		}
	}
	is("", `{"type":"hello","last_seq":10}`, pruned(22))
	is("?last_seq=0", "", pruned(22))
	is("", `{"type":"hello","last_seq":11}`, recovered(11, 22))
	is("?last_seq=20", "", recovered(20, 22))
	is("", `{"type":"hello"}`, recovered(22, 22))
	d.prune(t)
	is("", `{"type":"hello","last_seq":21}`, pruned(22))
	d.answered(t, c, 33) // the client that stayed
}
