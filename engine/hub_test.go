package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// opened is a new SQLite store, closed with the test.
func opened(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Two streams of a session, an event of another node that the bus lost: what
// one of them finds in the store by itself must not keep the other from being
// sent there.
func TestCatchingUpIsForEveryStream(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	s := opened(t)
	session, err := s.CreateSession(ctx, store.Server(), state.Session{Assistant: "a"})
	if err != nil {
		t.Fatal(err)
	}
	e := &Engine{cfg: Config{Store: s}, hub: newHub(s, nil, nil)}
	early := e.Watch(session.ID, 0)
	defer early.Close()
	ended, end := context.WithCancel(ctx)
	end()
	early.OnReady(func() {})
	if _, err := early.Next(ctx); !errors.Is(err, ErrNothing) {
		t.Fatalf("an empty session: %v", err)
	}

	now := time.Now().UTC()
	done, err := storetest.Submit(ctx, s, store.Submission{
		Run: state.Run{SessionID: session.ID, Assistant: "a", Query: "q", Deadline: now.Add(time.Minute)}, Owner: "other", At: now,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range storetest.Apply(ctx, s, []*store.Commit{{
		SessionID: session.ID, RunID: done.Run.ID, Owner: "other", Fence: done.Run.Fence, Head: done.Head,
		Status: state.RunRunning, Events: []*state.Event{{Type: "planning_start", Payload: []byte(`{}`)}}, At: now,
	}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	late := e.Watch(session.ID, 0) // reads it by itself
	defer late.Close()
	if d, err := late.Next(ctx); err != nil || d.Event.Seq != 1 {
		t.Fatalf("the late stream: %+v, %v", d, err)
	}
	if _, err := early.Next(ended); !errors.Is(err, ErrNothing) {
		t.Fatalf("the early stream before the look: %v", err)
	}
	if err := e.hub.catchUp(ctx); err != nil {
		t.Fatal(err)
	}
	if d, err := early.Next(ctx); err != nil || d.Event.Seq != 1 {
		t.Errorf("the early stream after it: %+v, %v", d, err)
	}
}
