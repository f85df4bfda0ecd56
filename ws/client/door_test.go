package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
	url    string
	steps  chan struct{}
	dials  atomic.Int64
	engine *engine.Engine
	store  *store.Store
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
	return client.Config{BaseURL: d.url, SessionID: clienttest.SessionID, MinPause: time.Millisecond, MaxPause: 5 * time.Millisecond, MaxOutage: 10 * time.Second}
}

// The client and the real door agree: the answer comes, numbered without
// holes, also when the client's way to the server is cut again and again.
func TestRealDoorWithCuts(t *testing.T) {
	t.Parallel()
	d := openDoor(t)
	way := newWay(t, d.url)
	c := d.config()
	c.BaseURL = way.url()
	cl := dial(t, c)
	id, err := cl.Query(client.Query{Text: "몇까지?", Language: "ko"})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for range 10 {
			dials := d.dials.Load()
			d.steps <- struct{}{}
			way.cut()
			// The next cut needs a connection.
			for d.dials.Load() == dials && t.Context().Err() == nil {
				time.Sleep(time.Millisecond)
			}
		}
	}()
	got := until(t, cl, "final_response")
	var want []int64
	for i := range got[len(got)-1].Seq {
		want = append(want, i+1)
	}
	if diff := cmp.Diff(want, seqs(got)); diff != "" || len(want) != 11 {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
	var end state.FinalResponse
	if err := got[len(got)-1].Decode(&end); err != nil || end.Response.Answer != "답: 몇까지?" {
		t.Errorf("%+v, %v", end, err)
	}
	acked := func(f client.Frame) bool { return f.Type == "ack" && f.ClientMsgID == id && f.RunID != "" }
	// A cut can put the ack behind the answer, but it comes.
	if !slices.ContainsFunc(got, acked) && !slices.ContainsFunc(until(t, cl, "ack"), acked) {
		t.Error("no ack")
	}
	if d.dials.Load() < 3 {
		t.Errorf("%d connections: the way was not cut", d.dials.Load())
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
