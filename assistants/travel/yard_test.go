package travel_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/madang-dev/madang/assistants/travel"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/teams"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"))
}

// today is the date that the tests reckon from, a Saturday.
var today = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// patient is how long the tests' steps may take.
var patient = teams.Scheduler{StepTimeout: 5 * time.Second, RetryDelay: time.Millisecond, Grace: 20 * time.Millisecond}

// yard is the planner at work on a store of its own.
type yard struct {
	*engine.Engine
	store *store.Store
	stop  func()
}

func open(t testing.TB, dir string, change func(*travel.Config)) *yard {
	t.Helper()
	cfg := travel.Config{
		Scheduler: patient,
		TodayFunc: func() time.Time { return today },
	}
	if change != nil {
		change(&cfg)
	}
	graph, err := travel.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, dir, graph, planning.ReadLanguage)
}

// openIn is a yard that takes every message for one of a language.
func openIn(t testing.TB, dir, language string) *yard {
	t.Helper()
	graph, err := travel.New(travel.Config{Scheduler: patient, TodayFunc: func() time.Time { return today }})
	if err != nil {
		t.Fatal(err)
	}
	return run(t, dir, graph, func(string) (string, bool) { return language, true })
}

func run(t testing.TB, dir string, assistant engine.Assistant, language func(string) (string, bool)) *yard {
	t.Helper()
	s, err := store.Open(context.Background(), store.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{assistant}, LanguageFunc: language})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	y := &yard{Engine: e, store: s}
	y.stop = sync.OnceFunc(func() {
		cancel()
		if err := errors.Join(<-done, s.Close()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(y.stop)
	return y
}

func (y *yard) session(t testing.TB) string {
	t.Helper()
	s, err := y.store.CreateSession(context.Background(), store.Server(), state.Session{Assistant: travel.Name, Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	return s.ID
}

// ask sends a message and returns the run's events.
func (y *yard) ask(t testing.TB, sessionID, text string) []state.Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	p, err := y.Position(ctx, sessionID)
	if err != nil {
		t.Fatal(err)
	}
	watch := y.Watch(sessionID, p.LastSeq)
	defer watch.Close()
	if _, err := y.Submit(ctx, engine.Query{SessionID: sessionID, Text: text}); err != nil {
		t.Fatal(err)
	}
	var events []state.Event
	for {
		d, err := watch.Next(ctx)
		if err != nil {
			t.Fatalf("%q: %v after %d events", text, err, len(events))
		}
		if d.Ephemeral {
			continue
		}
		events = append(events, *d.Event)
		if state.TerminalEvent(d.Event.Type) {
			return events
		}
	}
}

// answer is the response that ends the run.
func answer(t testing.TB, events []state.Event) state.Response {
	t.Helper()
	last := events[len(events)-1]
	var body state.FinalResponse
	if err := json.Unmarshal(last.Payload, &body); err != nil || last.Type != state.EventFinalResponse {
		t.Fatalf("%s %s %v", last.Type, last.Payload, err)
	}
	return body.Response
}

// say sends messages one after the other and returns the last answer.
func (y *yard) say(t testing.TB, sessionID string, texts ...string) state.Response {
	t.Helper()
	var r state.Response
	for _, text := range texts {
		r = answer(t, y.ask(t, sessionID, text))
	}
	return r
}

// state is the session's state as it is stored.
func (y *yard) state(t testing.TB, sessionID string) travel.MultiAgentState {
	t.Helper()
	c, err := y.store.LatestCheckpoint(context.Background(), store.Server(), sessionID)
	if err != nil {
		t.Fatal(err)
	}
	var s travel.MultiAgentState
	if err := json.Unmarshal(c.State, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// checkpoints are the session's, the oldest first, with their changes.
func (y *yard) checkpoints(t testing.TB, sessionID string) []state.Checkpoint {
	t.Helper()
	rows, err := y.store.Checkpoints(context.Background(), store.Server(), sessionID, "", 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]state.Checkpoint, len(rows))
	for i, row := range rows {
		c, err := y.store.Checkpoint(context.Background(), store.Server(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		list[len(rows)-1-i] = c
	}
	return list
}

// oldNode ends a run at once, as the assistant of version 1 stands for.
func oldNode(_ context.Context, t *engine.Turn[map[string]any]) (string, error) {
	if err := t.Update("stored", nil); err != nil {
		return "", err
	}
	return engine.End, t.Answer(&state.Response{Type: state.ResponseGuidance, Message: "옛 버전"})
}
