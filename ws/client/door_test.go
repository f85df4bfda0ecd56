package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
	"github.com/madang-dev/madang/ws"
	"github.com/madang-dev/madang/ws/client"
	"github.com/madang-dev/madang/ws/client/clienttest"
)

// counting is an assistant that commits ten events and answers; before each
// it waits for a go.
type counting struct{ Turn int }

func assistant(steps <-chan struct{}) *engine.Graph[counting] {
	return &engine.Graph[counting]{
		Assistant: "counting", SchemaVersion: 1,
		Begin: func(c *counting, _ engine.RunInfo) { c.Turn++ },
		Start: "count", Nodes: engine.Nodes[counting]{"count": {Next: engine.To(engine.End), Enter: func(ctx context.Context, t *engine.Turn[counting]) (string, error) {
			tick := engine.With[counting]{Events: func(*counting) []engine.Event {
				return []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: "…"}}}
			}}
			for n := range 10 {
				select {
				case <-steps:
				case <-ctx.Done():
					return "", ctx.Err()
				}
				if err := t.Update("tick", nil, tick); err != nil {
					return "", err
				}
				// A cut is to come between two of them.
				if _, err := engine.Do(ctx, t, fmt.Sprint("cut ", n), func(context.Context) (bool, error) { return true, nil }); err != nil {
					return "", err
				}
			}
			return engine.End, t.Answer(&state.Response{Type: state.ResponseAnswer, Answer: "답: " + t.Info().Query})
		}}},
	}
}

// door is the real server: store, engine and sockets.
type door struct {
	url     string
	steps   chan struct{}
	dials   atomic.Int64
	engine  *engine.Engine
	sockets *ws.Server
	store   *store.Store
}

func openDoor(t *testing.T) *door {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: storetest.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UTC()
	if _, err := s.CreateSession(t.Context(), store.Server(), state.Session{
		ID: clienttest.SessionID, Assistant: "counting", Language: "ko", Title: state.DefaultTitle, Epoch: "e1",
		CreatedAt: now, UpdatedAt: now, LastActivity: now, ExpiresAt: now.Add(time.Hour),
	}); err != nil {
		t.Fatal(err)
	}
	d := &door{steps: make(chan struct{}), store: s}
	d.engine, err = engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{assistant(d.steps)}, DrainTimeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.engine.Run(ctx) }()
	sockets := ws.New(ws.Config{
		Runs: d.engine, Controls: d.engine, Positions: d.engine,
		WatchFunc: func(sessionID string, after int64) ws.Stream { return d.engine.Watch(sessionID, after) },
		Rate:      1000, Burst: 1000,
	})
	d.sockets = sockets
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/chat/ws/{session_id}", func(w http.ResponseWriter, r *http.Request) {
		d.dials.Add(1)
		sockets.Handle(w, r, r.PathValue("session_id"))
	})
	h := httptest.NewServer(mux)
	d.url = h.URL
	t.Cleanup(func() {
		h.Close()
		drain, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := sockets.Drain(drain); err != nil {
			t.Error(err)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d *door) config() client.Config {
	return client.Config{BaseURL: d.url, SessionID: clienttest.SessionID}
}

// The client and the real door agree: the answer comes, numbered without holes, and
// who comes back after a cut is sent what was missed.
func TestRealDoor(t *testing.T) {
	t.Parallel()
	d := openDoor(t)
	cl := dial(t, d.config())
	id, err := cl.Query(client.Query{Text: "몇까지?", Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	ack := last(until(t, cl, "ack"))
	if ack.ClientMsgID != id || ack.RunID == "" {
		t.Errorf("ack %s", ack.Raw)
	}
	d.steps <- struct{}{}
	if first := last(until(t, cl, state.EventPlanningStart)); first.Seq != 1 {
		t.Errorf("%s", first.Raw)
	}
	_ = cl.Close()
	for n, _ := d.sockets.Count(); n > 0; n, _ = d.sockets.Count() {
		runtime.Gosched() // what is sent to a socket whose end is not known yet counts as sent
	}
	for range 9 {
		d.steps <- struct{}{}
	}
	got := until(t, dial(t, d.config()), "final_response")
	seq := int64(1)
	for _, f := range got {
		if f.Type != state.FrameConnected && f.Type != state.FrameResumed && f.Seq > 0 {
			if seq++; f.Seq != seq {
				t.Errorf("%d comes after %d", f.Seq, seq-1)
			}
		}
	}
	var end state.FinalResponse
	if err := last(got).Decode(&end); err != nil || end.Response.Answer != "답: 몇까지?" || seq != 11 {
		t.Errorf("%+v of number %d, %v", end, seq, err)
	}
}

func TestRealDoorCancelAndUnknownSession(t *testing.T) {
	t.Parallel()
	d := openDoor(t)
	cl := dial(t, d.config())
	if _, err := cl.Query(client.Query{Text: "q"}); err != nil {
		t.Fatal(err)
	}
	frames := until(t, cl, "ack")
	if err := cl.Cancel(frames[len(frames)-1].RunID); err != nil {
		t.Fatal(err)
	}
	until(t, cl, state.EventRunCancelled)

	c := d.config()
	c.SessionID = "session-of-nobody"
	if _, err := client.Dial(t.Context(), c); err == nil {
		t.Error("an unknown session was opened")
	}
}

// Every frame that the door is known to send can be read.
func TestGoldenFrames(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../testdata/golden/madang.v1/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d golden frames, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var f client.Frame
		if err := json.Unmarshal(text, &f); err != nil || f.Type == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
