package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// keeping is a graph whose runs charge once and end; one that is asked to
// waits for an answer before that ("ask") or until it is let go ("hold").
type keeping struct {
	*engine.Graph[tally]
	held, letGo chan struct{}

	mu      sync.Mutex
	charged map[string]int // by run
}

func newKeeping() *keeping {
	k := &keeping{Graph: graph(&script{}), held: make(chan struct{}, 1), letGo: make(chan struct{}), charged: map[string]int{}}
	entering(k.Graph, "second", func(ctx context.Context, t *engine.Turn[tally]) (string, error) {
		_, err := engine.Do(ctx, t, "charge", func(context.Context) (struct{}, error) {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.charged[t.Info().RunID]++
			return struct{}{}, nil
		})
		if err == nil && t.Info().Query == "ask" {
			_, err = t.Ask(approval)
		}
		if err != nil {
			return "", err
		}
		if t.Info().Query == "hold" {
			k.held <- struct{}{}
			select {
			case <-k.letGo:
			case <-ctx.Done():
				return "", context.Cause(ctx)
			}
		}
		if err := did(t, "second"); err != nil {
			return "", err
		}
		return answer(t, "답")
	})
	return k
}

// What is old goes by itself, and runs that are at work, queued or waiting
// keep what they need, and end.
func TestWhatIsOldGoesAndWhatIsNeededStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		k := newKeeping()
		before := start(t, s, nil, func(c *engine.Config) { c.Assistants = []engine.Assistant{k} })
		ids, oldest := map[string]string{}, map[string]string{} // sessions and their first runs
		for _, name := range []string{"old", "busy", "waiting", "hidden", "expired"} {
			id := before.session(t)
			ids[name], oldest[name] = id, before.told(t, id, "q", 0)
			if name == "old" {
				before.told(t, id, "q", 2)
			}
		}
		waiting := before.told(t, ids["waiting"], "ask", 2)
		before.stop()
		now, err := s.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(
			s.DeleteSession(t.Context(), store.Server(), ids["hidden"], false, now),
			s.TouchSession(t.Context(), store.Server(), ids["expired"], now, now),
		); err != nil {
			t.Fatal(err)
		}

		after := start(t, s, nil, func(c *engine.Config) {
			c.Assistants, c.RetainEvery = []engine.Assistant{k}, 300*time.Millisecond
			c.Retention = store.Retention{
				Removed: time.Millisecond, Checkpoints: time.Millisecond, Events: time.Millisecond,
				Results: time.Millisecond, Runs: time.Millisecond,
			}
		})
		after.ask(t, engine.Query{SessionID: ids["busy"], Text: "hold"})
		<-k.held
		after.ask(t, engine.Query{SessionID: ids["busy"], Text: "q"})
		for what, gone := range map[string]func() (bool, error){
			"the events of old":               func() (bool, error) { return first(t, s, ids["old"]) == 0, nil },
			"the older events of busy":        func() (bool, error) { return first(t, s, ids["busy"]) == 3, nil },
			"the older events of waiting":     func() (bool, error) { return first(t, s, ids["waiting"]) == 3, nil },
			"the older checkpoints of old":    func() (bool, error) { n, err := count(t, s, ids["old"]); return n == 1, err },
			"the first run of old":            func() (bool, error) { return missing(s.Run(t.Context(), store.Server(), oldest["old"])) },
			"the session that was hidden":     func() (bool, error) { return missing(s.Head(t.Context(), store.Server(), ids["hidden"])) },
			"the session whose time was over": func() (bool, error) { return missing(s.Head(t.Context(), store.Server(), ids["expired"])) },
			"the results of the run of busy": func() (bool, error) {
				r, err := s.Results(t.Context(), store.Server(), oldest["busy"])
				return len(r) == 0, err
			},
			"the older checkpoints of the asker": func() (bool, error) { n, err := count(t, s, ids["waiting"]); return n == 2, err },
		} {
			eventually(t, what+" to go", gone)
		}
		time.Sleep(2 * 450 * time.Millisecond) // two more looks, which find nothing to take

		if n := first(t, s, ids["waiting"]); n != 3 {
			t.Errorf("waiting begins at event %d", n)
		}
		busy, asked := after.Watch(ids["busy"], 2), after.Watch(ids["waiting"], 2)
		defer busy.Close()
		defer asked.Close()
		// What a run has left is free to go once it has ended: read it before.
		read := func(id string, stream *engine.Stream) (last int64) {
			head, err := s.Head(t.Context(), store.Server(), id)
			if err != nil {
				t.Fatal(err)
			}
			for last < head.LastSeq {
				d, err := stream.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				last = d.Event.Seq
			}
			return last
		}
		ofBusy, ofAsked := read(ids["busy"], busy), read(ids["waiting"], asked)
		close(k.letGo)
		if err := after.Reply(t.Context(), ids["waiting"], "", state.ActionApprove, nil); err != nil {
			t.Fatal(err)
		}
		until(t, busy, ofBusy, 2)
		until(t, asked, ofAsked, 1)
		if run, err := s.Run(t.Context(), store.Server(), waiting); err != nil || run.Status != state.RunCompleted {
			t.Errorf("run %+v, %v", run, err)
		}
		// The conversation goes on from the state that is left of it.
		after.told(t, ids["old"], "q", 4)
		newest, err := s.LatestCheckpoint(t.Context(), store.Server(), ids["old"])
		if err != nil {
			t.Fatal(err)
		}
		var last tally
		if err := json.Unmarshal(newest.State, &last); err != nil || last.Turn != 3 {
			t.Errorf("state %+v, %v", last, err)
		}
		after.stop()
		for run, n := range k.charged {
			if n != 1 {
				t.Errorf("run %s charged %d times", run, n)
			}
		}
	})
}

// told carries out a query and has its two events delivered.
func (w *world) told(t *testing.T, sessionID, query string, after int64) (runID string) {
	t.Helper()
	stream := w.Watch(sessionID, after)
	defer stream.Close()
	runID = w.ask(t, engine.Query{SessionID: sessionID, Text: query}).RunID
	if query == "ask" {
		awaitQuestion(t, stream)
	} else {
		until(t, stream, after, 1)
	}
	w.Delivered(sessionID, after+2)
	w.FlushDelivered(t.Context())
	return runID
}

func first(t *testing.T, s *store.Store, sessionID string) int64 {
	t.Helper()
	seq, err := s.FirstSeq(t.Context(), store.Server(), sessionID)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func count(t *testing.T, s *store.Store, sessionID string) (int, error) {
	t.Helper()
	list, err := s.Checkpoints(t.Context(), store.Server(), sessionID, "", 0, 0)
	return len(list), err
}

func missing[T any](_ T, err error) (bool, error) {
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// eventually waits for something that happens by itself.
func eventually(t *testing.T, what string, is func() (bool, error)) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		ok, err := is()
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			return
		}
		if time.Since(began) > 20*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
