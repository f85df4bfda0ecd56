package engine

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// sized is a frame whose payload has that many bytes.
func sized(seq int64, bytes int) Delivery {
	return Delivery{Ephemeral: seq == 0, Event: &state.Event{
		SessionID: "session-1", Seq: seq, Type: state.EventTodoUpdated, Payload: []byte(`"` + strings.Repeat("x", bytes-2) + `"`),
	}}
}

// What a stream holds for its reader is bounded by bytes: what does not fit
// is in the store, or was not to be stored.
func TestAStreamHoldsSoMuch(t *testing.T) {
	t.Parallel()
	const quarter = streamBytes / 4
	s := &Stream{}
	for seq := range int64(4) {
		s.offer(sized(seq+1, quarter))
	}
	s.offer(sized(0, 2)) // a frame that is not stored is left out
	if len(s.buffer) != 4 || s.behind {
		t.Fatalf("holds %d, behind %v", len(s.buffer), s.behind)
	}
	if d, _, ok := s.take(); !ok || d.Event.Seq != 1 {
		t.Fatalf("took %+v", d)
	}
	s.offer(sized(5, quarter)) // there is room again
	if len(s.buffer) != 4 || s.behind {
		t.Fatalf("holds %d, behind %v", len(s.buffer), s.behind)
	}
	s.offer(sized(6, 2))
	if len(s.buffer) != 0 || !s.behind {
		t.Fatalf("holds %d, behind %v", len(s.buffer), s.behind)
	}
	s.offer(sized(7, 4*quarter)) // the count began anew
	s.offer(sized(8, 4*quarter+1))
	if len(s.buffer) != 0 || s.held != 0 {
		t.Errorf("holds %d of %d bytes", len(s.buffer), s.held)
	}
}

// A reader of large events that was sent to the store misses none.
func TestALargeStreamHasNoHole(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	s := opened(t)
	session, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "a"})
	if err != nil {
		t.Fatal(err)
	}
	e := &Engine{cfg: Config{Store: s}, hub: newHub(s, nil, nil)}
	stream := e.Watch(session.ID, 0)
	defer stream.Close()
	stream.OnReady(func() {})
	if _, err := stream.Next(ctx); !errors.Is(err, ErrNothing) {
		t.Fatalf("an empty session: %v", err)
	}
	now := time.Now().UTC()
	done, err := storetest.Submit(ctx, s, store.Submission{
		Run: state.Run{SessionID: session.ID, Assistant: "a", Query: "q", Deadline: now.Add(time.Minute)}, Owner: "other", At: now,
	})
	if err != nil {
		t.Fatal(err)
	}
	commit := &store.Commit{
		SessionID: session.ID, RunID: done.Run.ID, Owner: "other", Fence: done.Run.Fence, Head: done.Head, Status: state.RunRunning, At: now,
	}
	const count = 20
	for range count {
		commit.Events = append(commit.Events, sized(1, 100<<10).Event)
	}
	if err := errors.Join(storetest.Apply(ctx, s, []*store.Commit{commit})...); err != nil {
		t.Fatal(err)
	}
	e.hub.publish(session.ID, commit.Events)
	if stream.held > streamBytes || !stream.behind {
		t.Errorf("holds %d bytes, behind %v", stream.held, stream.behind)
	}
	for seq := range int64(count) {
		if d, err := stream.Next(ctx); err != nil || d.Event.Seq != seq+1 {
			t.Fatalf("%+v, %v, want event %d", d, err, seq+1)
		}
		left := 0
		for _, ev := range stream.queue {
			left += len(ev.Payload)
		}
		if left > streamBytes {
			t.Fatalf("%d bytes of the store's are held behind event %d", left, seq+1)
		}
	}
	if _, err := stream.Next(ctx); !errors.Is(err, ErrNothing) || stream.held != 0 || len(stream.buffer) != 0 {
		t.Errorf("in the end: %v, %d bytes held", err, stream.held)
	}
}
