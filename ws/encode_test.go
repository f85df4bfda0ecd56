package ws

import (
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

func TestEventID(t *testing.T) {
	t.Parallel()
	at := time.Date(2025, 3, 1, 9, 5, 7, 123_456_789, time.FixedZone("KST", 9*3600))
	tests := []struct {
		ev   state.Event
		want string
	}{
		{state.Event{SessionID: "session-1", Seq: 7, RunID: "run-1", CreatedAt: at, Payload: []byte(`{"message":"가"}`)},
			`{"type":"todo_updated","message":"가","seq":7,"run_id":"run-1","event_id":"session-1.7","timestamp":"2025-03-01T00:05:07.123Z"}`},
		{state.Event{SessionID: "session-1", Seq: 7, ID: "event-9", CreatedAt: at, Payload: []byte(" {} \n")},
			`{"type":"todo_updated","seq":7,"event_id":"event-9","timestamp":"2025-03-01T00:05:07.123Z"}`},
		{state.Event{SessionID: "session-1", CreatedAt: at, Payload: []byte("{ \"a\":1 }")}, // not stored
			`{"type":"todo_updated","a":1,"timestamp":"2025-03-01T00:05:07.123Z"}`},
	}
	for _, test := range tests {
		test.ev.Type = state.EventTodoUpdated
		got, err := appendEvent(nil, &test.ev, test.ev.Type, test.ev.Payload)
		if err != nil || string(got) != test.want {
			t.Errorf("got %s (%v), want %s", got, err, test.want)
		}
	}
	for _, bad := range []string{``, `[]`, `"a"`, `{`, `null`} {
		ev := &state.Event{SessionID: "s", Seq: 1, Payload: []byte(bad)}
		if got, err := encodeEvent(ev, shapeOwn); err == nil {
			t.Errorf("%q became %q (%v)", bad, got, err)
		}
	}
}

func TestSharedEventIsEncodedOnceForEachShape(t *testing.T) {
	t.Parallel()
	ev := &state.Event{SessionID: "s", Seq: 1, Type: state.EventRunCancelled, Payload: []byte(`{"response":{}}`), CreatedAt: time.Now()}
	d := engine.Delivery{Event: ev, Memo: new(engine.Memo)}
	messages := make([]*websocket.PreparedMessage, 40)
	var all sync.WaitGroup
	for i := range messages {
		as := []shape{shapeOwn, shapeFinal}[i%2]
		all.Go(func() {
			var err error
			if messages[i], err = prepared(d, as); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i, got := range messages {
		if got != messages[i%2] {
			t.Fatal("made again")
		}
	}
	if messages[0] == messages[1] {
		t.Error("both shapes are one message")
	}
}
