package engine

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
)

// A stream with OnReady tells when something may be at hand and never
// waits; what is shared by several streams has one memo.
func TestStreamThatTellsWhenItIsReady(t *testing.T) {
	t.Parallel()
	h := newHub(nil, nil, nil)
	e := &Engine{hub: h}
	ready := make(chan int, 10)
	var streams []*Stream
	for i := range 2 {
		s := &Stream{engine: e, sessionID: "session-1"}
		h.add(s)
		s.OnReady(func() { ready <- i })
		streams = append(streams, s)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := streams[0].Next(ctx); !errors.Is(err, ErrNothing) {
		t.Fatalf("with nothing at hand: %v", err)
	}
	h.publish("session-1", []*state.Event{{SessionID: "session-1", Seq: 1}})
	if told := <-ready + <-ready; told != 1 {
		t.Errorf("streams told: %d", told)
	}
	ended, end := context.WithCancel(ctx)
	end()
	var memos []*Memo
	for _, s := range streams {
		d, err := s.Next(ended)
		if err != nil || d.Event.Seq != 1 {
			t.Fatalf("got %+v, %v", d, err)
		}
		memos = append(memos, d.Memo)
	}
	if memos[0] == nil || memos[0] != memos[1] {
		t.Errorf("memos %p and %p", memos[0], memos[1])
	}
	streams[1].setBehind()
	if _, err := streams[1].Next(ended); err == nil || errors.Is(err, ErrNothing) {
		t.Errorf("a look that is due is hidden: %v", err)
	}
	streams[1].Close()
	h.publish("session-1", []*state.Event{{SessionID: "session-1", Seq: 2}})
	d, err := streams[0].Next(ended)
	if err != nil || d.Memo != nil || len(ready) != 1 {
		t.Errorf("alone: %+v, %v, told %d", d, err, len(ready))
	}
}

// Frames that are not stored, sent by another node together, are all shown.
func TestAllFramesOfAnotherNodeAreShown(t *testing.T) {
	t.Parallel()
	e := &Engine{hub: newHub(nil, nil, nil)}
	s := &Stream{engine: e, sessionID: "session-1"}
	e.hub.add(s)
	s.OnReady(func() {})
	payload, err := json.Marshal([]state.Event{{Type: state.EventAnswerDelta, Payload: json.RawMessage(`1`)}, {Type: state.EventAnswerDelta, Payload: json.RawMessage(`2`)}})
	if err != nil {
		t.Fatal(err)
	}
	e.receive("session-1", payload)
	for _, want := range []string{"1", "2"} {
		if d, err := s.Next(t.Context()); err != nil || !d.Ephemeral || string(d.Event.Payload) != want {
			t.Errorf("frame %s: %+v, %v", want, d, err)
		}
	}
}
