package ws

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// byReflection is what encoding/json makes of a frame.
func byReflection(t testing.TB, f any) string {
	b, err := appendJSON(nil, f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFramesByHandAreThoseOfTheirTypes(t *testing.T) {
	t.Parallel()
	at := Frame{Type: "ack", Timestamp: time.Date(2025, 3, 1, 9, 5, 7, 120_000_000, time.UTC)}
	frames := []any{
		&Ack{Frame: at}, &Ack{Frame: at, ID: "1", ClientMsgID: "m", RunID: "r", Duplicate: true, Queued: true},
		&Ack{Frame: at, ID: `가"\` + "\n<b>", RunID: "r"}, &Pong{Frame: at}, &Pong{Frame: at, ID: "p-1"},
	}
	for _, f := range frames {
		got, err := appendFrame(nil, f)
		if err != nil {
			t.Fatal(err)
		}
		var have, want any
		if json.Unmarshal(got, &have) != nil || json.Unmarshal([]byte(byReflection(t, f)), &want) != nil {
			t.Fatalf("%s is no JSON", got)
		}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%T: %s", f, diff)
		}
	}
}

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
		page := []byte("before")
		if got, err := appendEventFrame(page, ev, shapeOwn); err == nil || string(got) != "before" {
			t.Errorf("%q became %q (%v)", bad, got, err)
		}
	}
}

// TestFrameHeads checks frames of sizes around every change of the head.
func TestFrameHeads(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(65_500, 65_600)), 1, 5).Draw(t, "sizes")
		var wire []byte
		for _, n := range sizes {
			start := len(wire)
			wire = openFrame(wire)
			wire = append(wire, bytes.Repeat([]byte{'a' + byte(n%26)}, n)...)
			wire = sealFrame(wire, start, websocket.TextMessage)
		}
		c := &rawClient{in: newReader(wire)}
		for _, n := range sizes {
			kind, length, err := c.head()
			if err != nil || kind != websocket.TextMessage || length != n {
				t.Fatalf("head says %d bytes of %d (%v), want %d", length, kind, err, n)
			}
			body := make([]byte, n)
			if _, err := io.ReadFull(c.in, body); err != nil || strings.Trim(string(body), string('a'+byte(n%26))) != "" {
				t.Fatalf("body of %d: %v", n, err)
			}
		}
	})
}

func TestSharedEventIsEncodedOnceForEachShape(t *testing.T) {
	t.Parallel()
	ev := &state.Event{SessionID: "s", Seq: 1, Type: state.EventRunCancelled, Payload: []byte(`{"response":{}}`), CreatedAt: time.Now()}
	d := engine.Delivery{Event: ev, Memo: new(engine.Memo)}
	frames := make([]string, 40)
	var all sync.WaitGroup
	for i := range frames {
		as := []shape{shapeOwn, shapeFinal}[i%2]
		all.Go(func() {
			b, err := appendDelivery([]byte("page "), d, as)
			if err != nil {
				t.Error(err)
			}
			frames[i] = string(b)
		})
	}
	all.Wait()
	for i, got := range frames {
		want, err := appendEventFrame([]byte("page "), ev, []shape{shapeOwn, shapeFinal}[i%2])
		if err != nil || got != string(want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
	if !strings.Contains(frames[0], "run_cancelled") || !strings.Contains(frames[1], "final_response") {
		t.Errorf("got %q and %q", frames[0], frames[1])
	}
	made := 0
	if _, err := d.Memo.Do(memoKeys[shapeOwn], func() (any, error) { made++; return nil, nil }); err != nil || made != 0 {
		t.Errorf("made again (%v)", err)
	}
}
