package engine

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// solo is an engine with an assistant of one node, alone at work on an SQLite
// store; it stops with the test.
func solo(t *testing.T, enter func(ctx context.Context, t *Turn[struct{}]) (string, error), change func(*Config)) *Engine {
	t.Helper()
	cfg := Config{
		Store: opened(t), Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), DrainTimeout: 50 * time.Millisecond,
		Assistants: []Assistant{&Graph[struct{}]{
			Assistant: "solo", SchemaVersion: 1, Begin: func(*struct{}, RunInfo) {},
			Start: "only", Nodes: Nodes[struct{}]{"only": {Enter: enter, Next: To(End)}},
		}},
	}
	if change != nil {
		change(&cfg)
	}
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return e
}

func (e *Engine) begun(t *testing.T, query string) (sessionID, runID string) {
	t.Helper()
	session, err := e.cfg.Store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "solo"})
	if err != nil {
		t.Fatal(err)
	}
	ack, err := e.Submit(t.Context(), Query{SessionID: session.ID, Text: query})
	if err != nil {
		t.Fatal(err)
	}
	return session.ID, ack.RunID
}

func answered(turn *Turn[struct{}], text string) (string, error) {
	return End, turn.Answer(&state.Response{Type: state.ResponseAnswer, Answer: text})
}

// awaited reads a stream up to an event of the type; frames are those that
// came before it and are not stored.
func awaited(t *testing.T, stream *Stream, eventType string) (frames []*state.Event) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatalf("before %s: %v", eventType, err)
		}
		switch {
		case d.Ephemeral:
			frames = append(frames, d.Event)
		case d.Event.Type == eventType:
			return frames
		}
	}
}

// The end of a run that waited is told to those who watch it here, though the
// commit that stored it seemed to fail: a later one finds that it is over.
func TestAnEndOfAWaitingRunThatSeemedToFailIsTold(t *testing.T) {
	t.Parallel()
	e := solo(t, func(_ context.Context, turn *Turn[struct{}]) (string, error) {
		_, err := turn.Ask(Approval("?"))
		return "", err
	}, nil)
	id, runID := e.begun(t, "q")
	stream := e.Watch(id, 0)
	defer stream.Close()
	awaited(t, stream, state.EventWorkflowInterrupted)
	row, err := e.cfg.Store.Run(t.Context(), store.Server(), runID)
	if err != nil {
		t.Fatal(err)
	}
	head, err := e.cfg.Store.Head(t.Context(), store.Server(), id)
	if err != nil {
		t.Fatal(err)
	}
	now := e.now()
	for _, err := range storetest.Apply(t.Context(), e.cfg.Store, []*store.Commit{{
		SessionID: id, RunID: runID, Fence: row.Fence, Head: head, Unclaimed: true, Asked: row.Interrupt.ID, Status: state.RunCancelled, NextNode: End, At: now,
		Events: []*state.Event{{SessionID: id, RunID: runID, Type: state.EventRunCancelled, Payload: []byte(`{}`), CreatedAt: now}},
	}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := e.endUnclaimed(row, state.ReplyByExpiry); !errors.Is(err, store.ErrFenced) {
		t.Fatalf("ended twice: %v", err)
	}
	awaited(t, stream, state.EventRunCancelled)
}

// Runs that wait for their users hold no place among those at work and no
// goroutine, so one place is enough for all of them and another. It counts
// goroutines, so it runs alone.
func TestQuestionsRestWithoutAGoroutine(t *testing.T) { //nolint:paralleltest // see above
	e := solo(t, func(_ context.Context, turn *Turn[struct{}]) (string, error) {
		if turn.Info().Query == "ask" {
			if _, err := turn.Ask(Approval("?")); err != nil {
				return "", err
			}
		}
		return answered(turn, "done")
	}, func(c *Config) { c.MaxRuns = 1 })
	ended := func(query string) (sessionID string) {
		t.Helper()
		sessionID, _ = e.begun(t, query)
		stream := e.Watch(sessionID, 0)
		defer stream.Close()
		awaited(t, stream, map[string]string{"ask": state.EventWorkflowInterrupted, "answer": state.EventFinalResponse}[query])
		return sessionID
	}
	ended("answer")
	before := e.atRest(t)
	const questions = 20
	var waiting []string
	for range questions {
		waiting = append(waiting, ended("ask"))
	}
	ended("answer")
	if n := e.atRest(t); n > before+questions/2 {
		t.Errorf("%d goroutines with %d questions, %d before", n, questions, before)
	}
	for _, id := range waiting {
		stream := e.Watch(id, 0)
		if err := e.Reply(t.Context(), id, "", state.ActionApprove, nil); err != nil {
			t.Error(err)
		}
		awaited(t, stream, state.EventFinalResponse)
		stream.Close()
	}
}

// atRest waits until the engine works on nothing and counts the goroutines.
func (e *Engine) atRest(t *testing.T) int {
	t.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		e.mu.Lock()
		runs := len(e.runs)
		e.mu.Unlock()
		if runs+len(e.slots) == 0 {
			return runtime.NumGoroutine()
		}
		if time.Since(began) > 10*time.Second {
			t.Fatalf("%d runs at work, %d places taken", runs, len(e.slots))
		}
	}
}

// What a run writes has the time of the database, not of its machine.
func TestResultsAndFramesHaveTheTimeOfTheDatabase(t *testing.T) {
	t.Parallel()
	const ahead = time.Hour
	watched := make(chan struct{})
	e := solo(t, func(ctx context.Context, turn *Turn[struct{}]) (string, error) {
		err := turn.Update("begun", nil, With[struct{}]{Events: func(*struct{}) []Event {
			return []Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: "…"}}}
		}})
		if err = errors.Join(err, Flush(turn)); err != nil {
			return "", err
		}
		<-watched
		clock := turn.run.engine.clock
		clock.set(time.Now().Add(ahead), clock.read()) // as if the machine were an hour behind
		if _, err := Do(ctx, turn, "charge", func(context.Context) (int, error) { return 1, nil }); err != nil {
			return "", err
		}
		if err := turn.Emit(Event{Type: state.EventStepProgress, Body: state.StepProgress{}}); err != nil {
			return "", err
		}
		return answered(turn, "done")
	}, func(c *Config) { c.Beat = time.Hour })
	session, err := e.cfg.Store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "solo"})
	if err != nil {
		t.Fatal(err)
	}
	stream := e.Watch(session.ID, 0)
	defer stream.Close()
	ack, err := e.Submit(t.Context(), Query{SessionID: session.ID, Text: "q"})
	if err != nil {
		t.Fatal(err)
	}
	awaited(t, stream, state.EventPlanningStart)
	close(watched)
	frames := awaited(t, stream, state.EventFinalResponse)
	results, err := e.cfg.Store.Results(t.Context(), store.Server(), ack.RunID)
	if err != nil || len(results) != 1 || len(frames) != 1 {
		t.Fatalf("results %+v, frames %+v, %v", results, frames, err)
	}
	for what, at := range map[string]time.Time{"result": results[0].At, "frame": frames[0].CreatedAt} {
		if off := time.Until(at) - ahead; off.Abs() > time.Minute {
			t.Errorf("the %s is %s off", what, off)
		}
	}
}
