package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"))
}

// tally is a small state: what nodes did, in order.
type tally struct {
	Turn  int                   `json:"turn"`
	Query string                `json:"query"`
	Done  []string              `json:"done"`
	Steps []state.ExecutionStep `json:"steps,omitempty"`
	End   string                `json:"end,omitempty"`
	Owner string                `json:"owner,omitempty" redact:"true"`
}

// script is what the test's nodes do.
type script struct {
	mu      sync.Mutex
	work    func(ctx context.Context, t *engine.Turn[tally]) error
	entered []string
}

func (s *script) note(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entered = append(s.entered, line)
}

func (s *script) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.entered...)
}

func graph(s *script) *engine.Graph[tally] {
	add := func(line string) func(*tally) { return func(t *tally) { t.Done = append(t.Done, line) } }
	return &engine.Graph[tally]{
		Assistant: "tally", SchemaVersion: 1,
		Begin: func(t *tally, info engine.RunInfo) {
			*t = tally{Turn: t.Turn + 1, Query: info.Query, Done: []string{}}
		},
		Steps: func(t *tally) []state.ExecutionStep { return t.Steps },
		Failed: func(t *tally, f engine.Failure) []engine.Event {
			t.End = string(f.Status)
			return nil
		},
		Start: "first",
		Nodes: engine.Nodes[tally]{
			"first": {Next: engine.To("second"), Enter: func(ctx context.Context, t *engine.Turn[tally]) (string, error) {
				s.note("first")
				return "second", t.Update("first done", add("first"), engine.With[tally]{Events: func(*tally) []engine.Event {
					return []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: "…"}}}
				}})
			}},
			"second": {Next: engine.To(engine.End), Enter: func(ctx context.Context, t *engine.Turn[tally]) (string, error) {
				s.note("second")
				if s.work != nil {
					if err := s.work(ctx, t); err != nil {
						return "", err
					}
				}
				if err := t.Update("second done", add("second")); err != nil {
					return "", err
				}
				return answer(t, "답: "+t.Info().Query)
			}},
		},
	}
}

// world is an engine at work on a store.
type world struct {
	*engine.Engine
	store *store.Store
	stop  func()
}

func openSQLite(t *testing.T, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func openPostgres(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{DatabaseURL: storetest.Postgres(t), MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// onBoth runs a test on each database.
func onBoth(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		s := openSQLite(t, storetest.SQLite(t))
		t.Cleanup(func() { s.Close() }) // after the engine's own
		test(t, s)
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		s := openPostgres(t)
		t.Cleanup(func() { s.Close() })
		test(t, s)
	})
}

func start(t *testing.T, s *store.Store, sc *script, change func(*engine.Config)) *world {
	t.Helper()
	cfg := engine.Config{Logger: slog.New(slog.NewTextHandler(t.Output(), nil)), Store: s, Assistants: []engine.Assistant{graph(sc)}, Sweep: 50 * time.Millisecond, DrainTimeout: 50 * time.Millisecond}
	if change != nil {
		change(&cfg)
	}
	e, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx) }()
	w := &world{Engine: e, store: s}
	w.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("engine: %v", err)
		}
	})
	t.Cleanup(w.stop)
	return w
}

func (w *world) session(t *testing.T) string {
	t.Helper()
	s, err := w.store.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "tally", Language: "ko", Title: state.DefaultTitle})
	if err != nil {
		t.Fatal(err)
	}
	return s.ID
}

func (w *world) ask(t *testing.T, q engine.Query) engine.Ack {
	t.Helper()
	ack, err := w.Submit(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return ack
}

// until reads the stream up to the given number of terminal events and
// fails on any hole in the numbers.
func until(t *testing.T, s *engine.Stream, after int64, terminals int) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var types []string
	for terminals > 0 {
		d, err := s.Next(ctx)
		if err != nil {
			t.Fatalf("after %q: %v", types, err)
		}
		if d.Ephemeral {
			continue
		}
		if after++; d.Event.Seq != after {
			t.Fatalf("seq %d, want %d", d.Event.Seq, after)
		}
		types = append(types, d.Event.Type)
		if state.TerminalEvent(d.Event.Type) {
			terminals--
		}
	}
	return types
}

func TestARunIsDurableBeforeItIsSeen(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{}, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "전세금 5% 인상 가능해?"})
		got := until(t, stream, 0, 1)
		if diff := cmp.Diff([]string{state.EventPlanningStart, state.EventFinalResponse}, got); diff != "" {
			t.Error(diff)
		}
		run, err := s.Run(t.Context(), store.Server(), ack.RunID)
		if err != nil || run.Status != state.RunCompleted || run.FinishedAt == nil {
			t.Errorf("run %+v, %v", run, err)
		}
		messages, err := s.Messages(t.Context(), store.Server(), id, 10, 0)
		if err != nil || len(messages) != 2 || messages[1].Content != "답: 전세금 5% 인상 가능해?" || messages[1].Role != state.RoleAssistant {
			t.Errorf("messages %+v, %v", messages, err)
		}
		list, err := s.Checkpoints(t.Context(), store.Server(), id, ack.RunID, 0, 10)
		if err != nil || len(list) != 2 || list[0].State != nil {
			t.Fatalf("checkpoints %+v, %v", list, err)
		}
		last, err := s.LatestCheckpoint(t.Context(), store.Server(), id)
		if err != nil {
			t.Fatal(err)
		}
		var st tally
		if err := json.Unmarshal(last.State, &st); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tally{Turn: 1, Query: "전세금 5% 인상 가능해?", Done: []string{"first", "second"}}, st); diff != "" {
			t.Error(diff)
		}
		if last, err = s.Checkpoint(t.Context(), store.Server(), last.ID); err != nil {
			t.Fatal(err)
		}
		if len(last.Changes) != 1 || last.Changes[0].FieldChanged != "done" || string(last.Changes[0].OldValue) != `["first"]` {
			t.Errorf("changes %+v", last.Changes)
		}
	})
}

func TestStateIsCarriedFromRunToRun(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{}, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		for range 3 {
			w.ask(t, engine.Query{SessionID: id, Text: "다음"})
		}
		until(t, stream, 0, 3)
		last, err := s.LatestCheckpoint(t.Context(), store.Server(), id)
		if err != nil || !strings.Contains(string(last.State), `"turn":3`) || last.StepNo != 6 {
			t.Errorf("last %s %d, %v", last.State, last.StepNo, err)
		}
	})
}

func TestFailuresEndInOneTerminalEvent(t *testing.T) {
	t.Parallel()
	show := func(ctx context.Context, tn *engine.Turn[tally]) error {
		return commit(tn, change{Label: "shown", Events: []engine.Event{{Type: state.EventPlanReady, Body: state.PlanReady{}}}})
	}
	for name, c := range map[string]struct {
		work     func(ctx context.Context, tn *engine.Turn[tally]) error
		event    string
		within   string
		deadline time.Duration // 0 is the engine's own
	}{
		"error before a plan": {work: func(context.Context, *engine.Turn[tally]) error { return errors.New("boom") },
			event: state.EventError, within: `"error":"Query processing failed"`},
		"error after a plan": {work: func(ctx context.Context, tn *engine.Turn[tally]) error {
			if err := show(ctx, tn); err != nil {
				return err
			}
			return errors.New("boom")
		}, event: state.EventFinalResponse, within: `"type":"error"`},
		"panic": {work: func(context.Context, *engine.Turn[tally]) error { panic("boom") },
			event: state.EventError, within: `"code":"processing_failed"`},
		"panic in a transition": {work: func(ctx context.Context, tn *engine.Turn[tally]) error {
			err := commit(tn, change{Label: "half", Updates: []func(*tally){
				func(s *tally) { s.Query = "half" }, func(*tally) { panic("boom") },
			}})
			// Nothing more is written from a state that nobody knows.
			_, more := answer(tn, "more")
			return errors.Join(err, commit(tn, change{Label: "more"}), more)
		}, event: state.EventError, within: `"code":"processing_failed"`},
		"deadline": {work: func(ctx context.Context, _ *engine.Turn[tally]) error { <-ctx.Done(); return ctx.Err() },
			event: state.EventError, within: `"code":"deadline_exceeded"`, deadline: 300 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openSQLite(t, storetest.SQLite(t))
			defer s.Close()
			w := start(t, s, &script{work: c.work}, func(cfg *engine.Config) { cfg.RunDeadline = c.deadline })
			defer w.stop()
			id := w.session(t)
			ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
			stream := w.Watch(id, 0)
			defer stream.Close()
			types := until(t, stream, 0, 1)
			if last := types[len(types)-1]; last != c.event {
				t.Errorf("ended with %s", last)
			}
			events, err := s.Events(t.Context(), store.Server(), id, 0, 100)
			if err != nil || !strings.Contains(string(events[len(events)-1].Payload), c.within) {
				t.Errorf("%s, %v", events[len(events)-1].Payload, err)
			}
			if strings.Contains(string(events[len(events)-1].Payload), "boom") {
				t.Errorf("the operator's words reached the user: %s", events[len(events)-1].Payload)
			}
			run, err := s.Run(t.Context(), store.Server(), ack.RunID)
			if err != nil || run.Status != state.RunFailed || run.Error == "" {
				t.Errorf("run %+v, %v", run, err)
			}
		})
	}
}

// Nothing that an assistant's code does takes the server with it.
func TestPanicsOutsideOfNodes(t *testing.T) {
	t.Parallel()
	boom := func(*tally) { panic("boom") }
	for name, breakIt := range map[string]func(g *engine.Graph[tally]){
		"last transition": func(g *engine.Graph[tally]) {
			enter := g.Nodes["second"].Enter
			entering(g, "second", func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
				next, err := enter(ctx, turn)
				return next, errors.Join(err, turn.Update("boom", boom))
			})
		},
		"begin": func(g *engine.Graph[tally]) {
			g.Begin = func(t *tally, _ engine.RunInfo) { boom(t) }
		},
		"failure": func(g *engine.Graph[tally]) {
			entering(g, "second", func(context.Context, *engine.Turn[tally]) (string, error) { return "", errors.New("broken") })
			g.Failed = func(t *tally, _ engine.Failure) []engine.Event { boom(t); return nil }
		},
		"validation": func(g *engine.Graph[tally]) {
			g.Validate = func(*tally) []string { panic("boom") }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openSQLite(t, storetest.SQLite(t))
			defer s.Close()
			g := graph(&script{})
			breakIt(g)
			w := start(t, s, &script{}, func(cfg *engine.Config) { cfg.Assistants = []engine.Assistant{g} })
			defer w.stop()
			id := w.session(t)
			ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
			stream := w.Watch(id, 0)
			defer stream.Close()
			until(t, stream, 0, 1)
			run, err := s.Run(t.Context(), store.Server(), ack.RunID)
			if err != nil || run.Status != state.RunFailed {
				t.Errorf("run %+v, %v", run, err)
			}
		})
	}
}

func TestCancelRunningAndQueued(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		at := make(chan struct{}, 1)
		w := start(t, s, &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
			at <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}}, nil)
		id := w.session(t)
		first := w.ask(t, engine.Query{SessionID: id, Text: "오래 걸리는 질문"})
		<-at
		second := w.ask(t, engine.Query{SessionID: id, Text: "기다리는 질문"})
		if first.Queued || !second.Queued {
			t.Errorf("queued: %v %v", first.Queued, second.Queued)
		}
		for _, runID := range []string{second.RunID, first.RunID} {
			if err := w.Cancel(t.Context(), id, runID); err != nil {
				t.Fatal(err)
			}
		}
		stream := w.Watch(id, 0)
		defer stream.Close()
		got := until(t, stream, 0, 2)
		n := 0
		for _, typ := range got {
			if typ == state.EventRunCancelled {
				n++
			}
		}
		if n != 2 {
			t.Errorf("events %q", got)
		}
		if err := w.Cancel(t.Context(), id, first.RunID); fault.Of(err) != fault.RunFinished {
			t.Errorf("cancel again: %v", err)
		}
		if err := w.Cancel(t.Context(), id, "ghost"); fault.Of(err) != fault.RunNotFound {
			t.Errorf("cancel ghost: %v", err)
		}
		other := w.session(t)
		if err := w.Cancel(t.Context(), other, first.RunID); fault.Of(err) != fault.RunNotFound {
			t.Errorf("cancel another session's: %v", err)
		}
	})
}

// What is acknowledged is stored: a crash in this moment loses no wish.
func TestWishesAreStored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		started, end := make(chan struct{}, 1), make(chan struct{})
		w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			err := commit(turn, change{Label: "step_0 started", Updates: []func(*tally){func(t *tally) {
				t.Steps = []state.ExecutionStep{{StepID: "step_0", Status: state.StepInProgress, Attempt: 1}}
			}}})
			if err != nil {
				return err
			}
			started <- struct{}{}
			<-end // deaf to its context
			return nil
		}}, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		<-started
		if err := errors.Join(w.SkipStep(t.Context(), id, ack.RunID, "step_0"), w.Cancel(t.Context(), id, "")); err != nil {
			t.Fatal(err)
		}
		run, err := s.Run(t.Context(), store.Server(), ack.RunID)
		if err != nil {
			t.Fatal(err)
		}
		wishes, err := s.Controls(t.Context(), run.Owner)
		stored := map[string]string{}
		for _, w := range wishes {
			stored[w.Kind] = w.Arg
		}
		if diff := cmp.Diff(map[string]string{store.ControlSkip: "step_0", store.ControlCancel: ""}, stored); err != nil || diff != "" {
			t.Error(err, diff)
		}
		close(end)
		if got := until(t, stream, 0, 1); got[len(got)-1] != state.EventRunCancelled {
			t.Errorf("events %q", got)
		}
	})
}

func TestBusyPolicies(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	defer s.Close()
	at, release := make(chan struct{}, 9), make(chan struct{})
	w := start(t, s, &script{work: func(ctx context.Context, tn *engine.Turn[tally]) error {
		if tn.Info().Query != "hold" {
			return nil
		}
		at <- struct{}{}
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}, func(cfg *engine.Config) { cfg.MaxQueued = 3 })
	defer w.stop()
	id := w.session(t)
	w.ask(t, engine.Query{SessionID: id, Text: "hold"})
	<-at
	if _, err := w.Submit(t.Context(), engine.Query{SessionID: id, Text: "b", OnBusy: engine.BusyReject}); fault.Of(err) != fault.SessionBusy {
		t.Errorf("reject: %v", err)
	}
	w.ask(t, engine.Query{SessionID: id, Text: "c"})
	w.ask(t, engine.Query{SessionID: id, Text: "d"})
	if _, err := w.Submit(t.Context(), engine.Query{SessionID: id, Text: "e"}); fault.Of(err) != fault.QueueFull {
		t.Errorf("queue: %v", err)
	}
	ack := w.ask(t, engine.Query{SessionID: id, Text: "f", OnBusy: engine.BusyInterrupt})
	stream := w.Watch(id, 0)
	defer stream.Close()
	until(t, stream, 0, 4)
	runs, err := s.Runs(t.Context(), store.Server(), id, 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]state.RunStatus{}
	for _, r := range runs {
		got[r.Query] = r.Status
	}
	want := map[string]state.RunStatus{"hold": state.RunCancelled, "c": state.RunCancelled, "d": state.RunCancelled, "f": state.RunCompleted}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s %s", ack.RunID, diff)
	}
}

// A client that never heard the ack of its interrupting query sends it
// again: that must not cancel the run that the query has started.
func TestAnInterruptingQueryDoesNotCancelItself(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	defer s.Close()
	at, release := make(chan struct{}, 9), make(chan struct{})
	w := start(t, s, &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
		at <- struct{}{}
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}, nil)
	defer w.stop()
	id := w.session(t)
	first := w.ask(t, engine.Query{SessionID: id, Text: "first"})
	<-at
	query := engine.Query{SessionID: id, Text: "second", ClientMsgID: "m", OnBusy: engine.BusyInterrupt}
	second := w.ask(t, query)
	<-at
	if again := w.ask(t, query); again.RunID != second.RunID || !again.Duplicate {
		t.Errorf("again: %+v, first %+v", again, second)
	}
	close(release)
	stream := w.Watch(id, 0)
	defer stream.Close()
	until(t, stream, 0, 2)
	for run, want := range map[string]state.RunStatus{first.RunID: state.RunCancelled, second.RunID: state.RunCompleted} {
		if row, err := s.Run(t.Context(), store.Server(), run); err != nil || row.Status != want {
			t.Errorf("%s: %s, %v, want %s", row.Query, row.Status, err, want)
		}
	}
}

func TestTheSameMessageTwiceIsOneRun(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{}, nil)
		id := w.session(t)
		var mu sync.Mutex
		seen := map[string]bool{}
		fresh := 0
		var group sync.WaitGroup
		for range 30 {
			group.Go(func() {
				ack, err := w.Submit(context.Background(), engine.Query{SessionID: id, Text: "한 번만", ClientMsgID: "m-1"})
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
				seen[ack.RunID] = true
				if !ack.Duplicate {
					fresh++
				}
			})
		}
		group.Wait()
		if len(seen) != 1 || fresh != 1 {
			t.Errorf("%d runs, %d fresh", len(seen), fresh)
		}
		_, err := w.Submit(t.Context(), engine.Query{SessionID: id, Text: "다른 말", ClientMsgID: "m-1"})
		if fault.Of(err) != fault.DuplicateConflict {
			t.Errorf("other words: %v", err)
		}
	})
}

func TestBadQueriesLeaveNothing(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	defer s.Close()
	w := start(t, s, &script{}, nil)
	defer w.stop()
	id := w.session(t)
	for name, c := range map[string]struct {
		q    engine.Query
		code fault.Code
	}{
		"empty":      {engine.Query{SessionID: id}, fault.QueryEmpty},
		"blank":      {engine.Query{SessionID: id, Text: " \t\n\u3000\u200b\ufeff\u3164"}, fault.QueryEmpty},
		"too large":  {engine.Query{SessionID: id, Text: strings.Repeat("가", 64<<10/3+1)}, fault.QueryTooLarge},
		"bad UTF-8":  {engine.Query{SessionID: id, Text: "a\xff"}, fault.InvalidEncoding},
		"NUL":        {engine.Query{SessionID: id, Text: "a\x00b"}, fault.InvalidEncoding},
		"language":   {engine.Query{SessionID: id, Text: "a", Language: "fr"}, fault.InvalidArgument},
		"on_busy":    {engine.Query{SessionID: id, Text: "a", OnBusy: "shout"}, fault.InvalidArgument},
		"no session": {engine.Query{SessionID: "session-ghost", Text: "a"}, fault.SessionNotFound},
	} {
		if _, err := w.Submit(t.Context(), c.q); fault.Of(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	messages, err := s.Messages(t.Context(), store.Server(), id, 10, 0)
	if err != nil || len(messages) != 0 {
		t.Errorf("%d messages, %v", len(messages), err)
	}
	if _, err := w.Submit(t.Context(), engine.Query{SessionID: id, Text: strings.Repeat("a", 64<<10)}); err != nil {
		t.Errorf("exactly 64 KiB: %v", err)
	}
}

// A node that was committed is not entered again by the next process.
func TestANewProcessGoesOnFromWhatWasCommitted(t *testing.T) {
	t.Parallel()
	dir := storetest.SQLite(t)
	s := openSQLite(t, dir)
	at := make(chan struct{}, 1)
	sc := &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
		at <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}}
	w := start(t, s, sc, nil)
	id := w.session(t)
	w.ask(t, engine.Query{SessionID: id, Text: "이어서"})
	<-at
	w.stop()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sc.work = nil
	s = openSQLite(t, dir)
	defer s.Close()
	w = start(t, s, sc, nil)
	defer w.stop()
	stream := w.Watch(id, 0)
	defer stream.Close()
	until(t, stream, 0, 1)
	if diff := cmp.Diff([]string{"first", "second", "second"}, sc.lines()); diff != "" {
		t.Error(diff)
	}
}

// Two nodes on one database: when one goes, the other takes its run over, and
// counts it for the address that it was asked from.
func TestAnotherNodeTakesOver(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	defer s.Close()
	at := make(chan struct{}, 1)
	first := &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
		at <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}}
	second := &script{}
	var admitted, atWork string
	a := start(t, s, first, func(c *engine.Config) {
		c.AdmitFunc = func(_ context.Context, _, address string) (func(), error) {
			admitted = address
			return func() {}, nil
		}
	})
	id := a.session(t)
	ack := a.ask(t, engine.Query{SessionID: id, Text: "누가 답하나", Address: "192.0.2.1"})
	<-at
	b := start(t, s, second, func(c *engine.Config) {
		c.AtWorkFunc = func(_, address string) func() {
			atWork = address
			return func() {}
		}
	})
	defer b.stop()
	stream := b.Watch(id, 0)
	defer stream.Close()
	a.stop()
	until(t, stream, 0, 1)
	if diff := cmp.Diff([]string{"second"}, second.lines()); diff != "" {
		t.Error(diff)
	}
	b.stop()
	if admitted != "192.0.2.1" || atWork != "192.0.2.1" {
		t.Errorf("admitted for %q, at work for %q", admitted, atWork)
	}
	run, err := s.Run(t.Context(), store.Server(), ack.RunID)
	if err != nil || run.Attempt != 1 || run.Fence != 2 || run.Status != state.RunCompleted {
		t.Errorf("run %+v, %v", run, err)
	}
}

// A process that is told to stop before it had begun ends well: a query
// that came meanwhile is refused, or stored and left to the next process.
func TestStoppedBeforeItBegan(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	defer s.Close()
	e, err := engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{graph(&script{})}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "tally"})
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		ack engine.Ack
		err error
	}
	submitted := make(chan result, 1)
	go func() {
		ack, err := e.Submit(t.Context(), engine.Query{SessionID: session.ID, Text: "q"})
		submitted <- result{ack, err}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Run(ctx); err != nil {
		t.Errorf("ended with %v", err)
	}
	got := <-submitted
	if got.err != nil {
		if fault.Of(got.err) != fault.Draining {
			t.Errorf("refused with %v", got.err)
		}
		return
	}
	w := start(t, s, &script{}, nil)
	defer w.stop()
	stream := w.Watch(session.ID, 0)
	defer stream.Close()
	until(t, stream, 0, 1)
	if run, err := s.Run(t.Context(), store.Server(), got.ack.RunID); err != nil || run.Status != state.RunCompleted {
		t.Errorf("%+v, %v", run, err)
	}
}

// The meter is told of each transaction with its transitions, and of a
// commit that another claim on the run refused.
func TestTheMeterHearsOfCommitsAndRefusals(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	defer s.Close()
	var mu sync.Mutex
	stored, kinds := 0, []string{}
	ready, stolen := make(chan struct{}, 1), make(chan struct{})
	w := start(t, s, &script{work: func(_ context.Context, turn *engine.Turn[tally]) error {
		if err := engine.Settle(turn); err != nil {
			return err
		}
		ready <- struct{}{}
		<-stolen
		return nil
	}}, func(cfg *engine.Config) {
		cfg.NodeID, cfg.Sweep = "meter", time.Hour // it does not take the run back
		cfg.Meter.CommittedFunc = func(n int, _ time.Duration) { mu.Lock(); defer mu.Unlock(); stored += n }
		cfg.Meter.StoreErrorFunc = func(kind string) { mu.Lock(); defer mu.Unlock(); kinds = append(kinds, kind) }
	})
	id := w.session(t)
	ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
	<-ready
	if _, err := s.ReleaseNode(t.Context(), "meter"); err != nil {
		t.Fatal(err)
	}
	now, err := s.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim(t.Context(), ack.RunID, "thief", now); err != nil {
		t.Fatal(err)
	}
	close(stolen)
	w.stop()
	if diff := cmp.Diff([]string{"fenced"}, kinds); diff != "" || stored != 1 {
		t.Errorf("%d transitions stored, errors %s", stored, diff)
	}
}

func TestSkipStepKnowsTheSteps(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	defer s.Close()
	at := make(chan struct{}, 1)
	w := start(t, s, &script{work: func(ctx context.Context, tn *engine.Turn[tally]) error {
		err := commit(tn, change{Label: "steps", Updates: []func(*tally){func(s *tally) {
			s.Steps = []state.ExecutionStep{{StepID: "step_0", Status: state.StepCompleted}, {StepID: "step_1", Status: state.StepPending}}
		}}})
		if err != nil {
			return err
		}
		at <- struct{}{}
		select {
		case <-engine.Step(tn, "step_1").Skipped():
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}, nil)
	defer w.stop()
	id := w.session(t)
	if err := w.SkipStep(t.Context(), id, "", "step_1"); fault.Of(err) != fault.RunNotFound {
		t.Errorf("nothing at work: %v", err)
	}
	ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
	<-at
	for step, want := range map[string]fault.Code{"step_0": fault.StepNotSkippable, "step_9": fault.StepNotFound} {
		if err := w.SkipStep(t.Context(), id, ack.RunID, step); fault.Of(err) != want {
			t.Errorf("%s: %v", step, err)
		}
	}
	for range 2 { // asking twice is asking once
		if err := w.SkipStep(t.Context(), id, ack.RunID, "step_1"); err != nil && fault.Of(err) != fault.RunFinished {
			t.Fatal(err)
		}
	}
	stream := w.Watch(id, 0)
	defer stream.Close()
	until(t, stream, 0, 1)
}

// A reader slower than the buffer is sent to the store and misses nothing.
func TestASlowStreamHasNoHole(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	defer s.Close()
	w := start(t, s, &script{work: func(ctx context.Context, tn *engine.Turn[tally]) error {
		for i := range 60 {
			events := make([]engine.Event, 10)
			for j := range events {
				events[j] = engine.Event{Type: state.EventTodoUpdated, Body: map[string]int{"n": i*10 + j}}
			}
			if err := commit(tn, change{Label: fmt.Sprint("batch ", i), Events: events}); err != nil {
				return err
			}
		}
		return nil
	}}, nil)
	defer w.stop()
	id := w.session(t)
	slow, quick := w.Watch(id, 0), w.Watch(id, 0)
	defer slow.Close()
	defer quick.Close()
	w.ask(t, engine.Query{SessionID: id, Text: "많이"})
	want := until(t, quick, 0, 1)
	if len(want) != 602 {
		t.Errorf("%d events", len(want))
	}
	if diff := cmp.Diff(want, until(t, slow, 0, 1)); diff != "" {
		t.Error(diff)
	}
	late := w.Watch(id, 600)
	defer late.Close()
	if got := until(t, late, 600, 1); len(got) != 2 {
		t.Errorf("from 600: %q", got)
	}
}

func TestDeliveredMarksArePersisted(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	defer s.Close()
	w := start(t, s, &script{}, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	w.ask(t, engine.Query{SessionID: id, Text: "q"})
	until(t, stream, 0, 1)
	w.Delivered(id, 2)
	w.Delivered(id, 1)
	p, err := w.Position(t.Context(), id)
	if err != nil || p.DeliveredSeq != 2 || p.LastSeq != 2 {
		t.Errorf("position %+v, %v", p, err)
	}
	stream.Close()
	w.stop()
	session, err := s.Session(t.Context(), store.Server(), id)
	if err != nil || session.DeliveredSeq != 2 {
		t.Errorf("stored %d, %v", session.DeliveredSeq, err)
	}
	if _, err := w.Submit(t.Context(), engine.Query{SessionID: id, Text: "q"}); fault.Of(err) != fault.Draining {
		t.Errorf("after the end: %v", err)
	}
	// Sockets close after the engine has ended, and tell then what they sent.
	w.Delivered(id, 3)
	w.FlushDelivered(t.Context())
	if session, err = s.Session(t.Context(), store.Server(), id); err != nil || session.DeliveredSeq != 3 {
		t.Errorf("told at the close: %d, %v", session.DeliveredSeq, err)
	}
}

// A mark that is just being stored is never out of sight: a page that comes
// back in that moment would be shown its answer again.
func TestADeliveredMarkIsNeverOutOfSight(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	w := start(t, s, &script{}, nil)
	var group sync.WaitGroup
	for range 40 {
		id := w.session(t)
		group.Go(func() {
			w.Delivered(id, 1)
			for end := time.Now().Add(400 * time.Millisecond); time.Now().Before(end); {
				if p, err := w.Position(t.Context(), id); err != nil || p.DeliveredSeq != 1 {
					t.Errorf("delivered %d, %v", p.DeliveredSeq, err)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestAStateOfTheFutureIsRefused(t *testing.T) {
	t.Parallel()
	dir := storetest.SQLite(t)
	s := openSQLite(t, dir)
	defer s.Close()
	sc := &script{}
	w := start(t, s, sc, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	w.ask(t, engine.Query{SessionID: id, Text: "q"})
	until(t, stream, 0, 1)
	stream.Close()
	w.stop()

	newer := graph(sc)
	newer.SchemaVersion = 2
	newer.Upgrades = map[int]func(json.RawMessage) (json.RawMessage, error){
		1: func(raw json.RawMessage) (json.RawMessage, error) {
			return []byte(strings.Replace(string(raw), `"turn":1`, `"turn":41`, 1)), nil
		},
	}
	w = start(t, s, sc, func(cfg *engine.Config) { cfg.Assistants = []engine.Assistant{newer} })
	w.ask(t, engine.Query{SessionID: id, Text: "새 버전"})
	stream = w.Watch(id, 2)
	until(t, stream, 2, 1)
	last, err := s.LatestCheckpoint(t.Context(), store.Server(), id)
	if err != nil || !strings.Contains(string(last.State), `"turn":42`) || last.SchemaVersion != 2 {
		t.Errorf("upgraded %s, %v", last.State, err)
	}
	stream.Close()
	w.stop()

	w = start(t, s, sc, nil) // the old code again
	ack := w.ask(t, engine.Query{SessionID: id, Text: "옛 버전"})
	stream = w.Watch(id, 4)
	defer stream.Close()
	if got := until(t, stream, 4, 1); got[len(got)-1] != state.EventError {
		t.Errorf("events %q", got)
	}
	run, err := s.Run(t.Context(), store.Server(), ack.RunID)
	if err != nil || !strings.Contains(run.Error, "newer than this server knows") {
		t.Errorf("run %+v, %v", run, err)
	}
	w.stop()
}

func TestChangesAreToldToThoseWhoAsked(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := start(t, s, &script{}, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	stream.WantChanges()
	w.ask(t, engine.Query{SessionID: id, Text: "첫째"})
	w.ask(t, engine.Query{SessionID: id, Text: "둘째"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var fields []string
	for terminals := 0; terminals < 2 || len(fields) < 5; {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatalf("%v after %q", err, fields)
		}
		if state.TerminalEvent(d.Event.Type) {
			terminals++
		}
		if d.Event.Type != state.EventStateChanged {
			continue
		}
		if !d.Ephemeral || d.Event.Seq != 0 {
			t.Error("a change was numbered")
		}
		var body state.StateChanged
		if err := json.Unmarshal(d.Event.Payload, &body); err != nil {
			t.Fatal(err)
		}
		for _, change := range body.Changes {
			fields = append(fields, change.FieldChanged)
		}
	}
	for _, want := range []string{"query", "turn", "done"} {
		if !slices.Contains(fields, want) {
			t.Errorf("no change of %s in %q", want, fields)
		}
	}
}

func TestARunThatGoesRoundInCirclesEnds(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	g := graph(&script{})
	entered := 0
	g.Nodes["second"] = engine.NodeSpec[tally]{Next: engine.To("second", engine.End), Enter: func(context.Context, *engine.Turn[tally]) (string, error) {
		entered++
		return "second", nil
	}}
	w := start(t, s, nil, func(c *engine.Config) { c.Assistants, c.MaxNodes = []engine.Assistant{g}, 10 })
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
	if got := until(t, stream, 0, 1); got[len(got)-1] != state.EventError {
		t.Errorf("events %q", got)
	}
	run, err := s.Run(t.Context(), store.Server(), ack.RunID)
	if err != nil || run.Status != state.RunFailed || !strings.Contains(run.Error, "10 nodes") || entered != 9 {
		t.Errorf("run %+v, %v, entered %d times", run, err, entered)
	}
}
