package engine_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// stalled is a world whose store writes nothing more until release. The
// session has had one run, which left it at rest.
type stalled struct {
	*world
	id      string
	script  *script
	stream  *engine.Stream
	stall   func()
	release func()
}

// startStalled keeps every writer busy with other sessions' transactions
// once stall was called.
func startStalled(t *testing.T, s *store.Store, sc *script, change func(*engine.Config)) *stalled {
	t.Helper()
	letGo := make(chan struct{})
	release := sync.OnceFunc(func() { close(letGo) })
	var under atomic.Int32
	stopper := &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
		return commit(turn, line("held", func(context.Context, store.Tx) error {
			under.Add(1)
			<-letGo
			return nil
		}))
	}}
	stop := graph(stopper)
	stop.Assistant = "stop"
	w := start(t, s, sc, func(cfg *engine.Config) {
		cfg.Assistants = append(cfg.Assistants, stop)
		if change != nil {
			change(cfg)
		}
	})
	t.Cleanup(release)
	y := &stalled{world: w, id: w.session(t), script: sc, release: release}
	y.stream = w.Watch(y.id, 0)
	t.Cleanup(y.stream.Close)
	w.ask(t, engine.Query{SessionID: y.id, Text: "하나"})
	until(t, y.stream, 0, 1)
	writers := int32(2)
	if s.Exclusive() {
		writers = 1
	}
	others := make([]string, 16) // a session's writer is chance
	for i := range others {
		other, err := s.CreateSession(t.Context(), state.Session{Assistant: "stop", Language: "ko"})
		if err != nil {
			t.Fatal(err)
		}
		others[i] = other.ID
	}
	y.stall = func() {
		t.Helper()
		var asked sync.WaitGroup
		t.Cleanup(asked.Wait)
		t.Cleanup(release)
		for _, id := range others {
			asked.Go(func() { _, _ = w.Submit(context.Background(), engine.Query{SessionID: id, Text: "q"}) })
		}
		await(t, "the writers to be busy", func() bool { return under.Load() >= writers })
	}
	return y
}

func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("waited too long for %s", what)
		}
	}
}

// silent checks that nobody can know of the query yet.
func (y *stalled) silent(t *testing.T, events int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if d, err := y.stream.Next(ctx); err == nil {
		t.Errorf("seen before it is durable: %+v", d.Event)
	}
	if y.store.Exclusive() {
		return // its one connection is busy
	}
	session, err := y.store.Session(t.Context(), y.id)
	if err != nil || session.LastSeq != events {
		t.Errorf("%+v, %v", session, err)
	}
}

// A query in a session at rest is worked on while it is on its way; nobody
// sees anything of that before the query and its work are durable, together,
// and the client is told first that the query is.
func TestARunBeginsAheadOfItsQuery(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var most atomic.Int64
		sc := &script{}
		y := startStalled(t, s, sc, func(cfg *engine.Config) {
			cfg.Meter.CommittedFunc = func(n int, _ time.Duration) { most.Store(max(most.Load(), int64(n))) }
		})
		y.stall()
		most.Store(0)
		acked := make(chan engine.Ack, 1)
		go func() {
			_, _ = y.Submit(context.Background(), engine.Query{
				SessionID: y.id, Text: "둘", AckFunc: func(ack engine.Ack) {
					time.Sleep(10 * time.Millisecond) // events don't overtake it
					acked <- ack
				},
			})
		}()
		await(t, "the run to be worked on", func() bool { return len(sc.lines()) == 4 })
		y.silent(t, 2)
		y.release()
		d, err := y.stream.Next(t.Context())
		if err != nil || d.Event.Seq != 3 {
			t.Fatal(d, err)
		}
		select {
		case ack := <-acked:
			if ack.RunID != d.Event.RunID || ack.Queued || ack.Duplicate {
				t.Errorf("ack %+v of run %s", ack, d.Event.RunID)
			}
		default:
			t.Error("an event came before the acknowledgement")
		}
		until(t, y.stream, 3, 1)
		if most.Load() < 2 {
			t.Error("the query and its work were not written together")
		}
		run, err := s.Run(t.Context(), d.Event.RunID)
		if err != nil || run.Status != state.RunCompleted || run.Seq != 2 || run.Attempt != 1 {
			t.Errorf("%+v, %v", run, err)
		}
		if report := play(t, s, graph(sc), run.ID); !report.Equal || report.Checkpoints != 2 {
			t.Errorf("played again: %+v", report)
		}
		// And the next goes on from there.
		y.ask(t, engine.Query{SessionID: y.id, Text: "셋"})
		until(t, y.stream, 4, 1)
	})
}

// Who submits hears its socket meanwhile, so it does not wait for what is done
// once the run's first work is durable.
func TestSubmitReturnsBeforeTheRunIsTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		returned := make(chan struct{})
		sc := &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			if turn.Info().Query != "둘" {
				return nil
			}
			tr := line("slow to tell")
			tr.AfterFunc = func(context.Context) {
				select {
				case <-returned:
				case <-t.Context().Done(): // the test has failed
				}
			}
			return commit(turn, tr)
		}}
		y := startStalled(t, s, sc, nil)
		y.stall()
		go func() {
			defer close(returned)
			_, _ = y.Submit(context.Background(), engine.Query{SessionID: y.id, Text: "둘"})
		}()
		await(t, "the run to be worked on", func() bool { return len(sc.lines()) == 4 })
		time.Sleep(20 * time.Millisecond)
		y.release()
		select {
		case <-returned:
		case <-time.After(20 * time.Second):
			t.Fatal("Submit waits for its run to be told of")
		}
		until(t, y.stream, 2, 1)
	})
}

// What reaches outside waits for the query, in a node and in a step of it, whose
// time begins then; what is a function of the state does not.
func TestWhatReachesOutsideWaitsForTheQuery(t *testing.T) {
	t.Parallel()
	type work func(context.Context) (bool, error)
	for name, reach := range map[string]func(context.Context, *engine.Turn[tally], work) error{
		"do": func(ctx context.Context, turn *engine.Turn[tally], work work) error {
			_, err := engine.Do(ctx, turn, "pay", work)
			return err
		},
		"step": func(ctx context.Context, turn *engine.Turn[tally], work work) error {
			err := engine.Step(turn, "a").Update("started", nil)
			_, workErr := work(ctx)
			return errors.Join(err, workErr)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *store.Store) {
				sc := &script{}
				told := func(what string) work {
					return func(context.Context) (bool, error) { sc.note(what); return true, nil }
				}
				sc.work = func(ctx context.Context, turn *engine.Turn[tally]) error {
					if err := did(turn, "read"); err != nil {
						return err
					}
					sc.note("read")
					return reach(ctx, turn, told("asked"))
				}
				y := startStalled(t, s, sc, nil)
				y.stall()
				go func() { _, _ = y.Submit(context.Background(), engine.Query{SessionID: y.id, Text: "둘"}) }()
				await(t, "the run to have read", func() bool { return len(sc.lines()) == 7 })
				time.Sleep(20 * time.Millisecond)
				if got := sc.lines()[4:]; !slices.Equal(got, []string{"first", "second", "read"}) {
					t.Errorf("before the query is durable: %q", got)
				}
				y.release()
				until(t, y.stream, 2, 1)
				if got := sc.lines()[4:]; !slices.Equal(got, []string{"first", "second", "read", "asked"}) {
					t.Errorf("did %q", got)
				}
			})
		})
	}
}

// Frames that are not stored are not shown before the query is durable either.
func TestFramesWaitForTheQuery(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	sc := &script{}
	emit := func(turn *engine.Turn[tally], text string) error {
		sc.note(text)
		return turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{StepID: text}})
	}
	sc.work = func(ctx context.Context, turn *engine.Turn[tally]) error {
		return errors.Join(emit(turn, "one"), commit(turn, line("two")), emit(turn, "three"))
	}
	y := startStalled(t, s, sc, nil)
	y.stall()
	go func() { _, _ = y.Submit(context.Background(), engine.Query{SessionID: y.id, Text: "둘"}) }()
	await(t, "the run to have worked", func() bool { return len(sc.lines()) == 7 })
	y.silent(t, 3)
	y.release()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var got []string
	for !slices.Contains(got, state.EventFinalResponse) {
		d, err := y.stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d.Event.Type)
	}
	want := []string{
		state.EventPlanningStart, state.EventStepProgress, state.EventPlanningStart, state.EventStepProgress, state.EventFinalResponse,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// elsewhere has another node carry out a run of the session, which stands at
// event 3 and step 3 then.
func elsewhere(t *testing.T, s *store.Store, sessionID string) {
	t.Helper()
	if err := s.Heartbeat(t.Context(), "node-other", time.Now(), time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err) // or this node would take its run over
	}
	in := store.Submission{
		Run:     state.Run{SessionID: sessionID, Assistant: "tally", Kind: state.RunQuery, Query: "남", Language: "ko", Deadline: time.Now().Add(time.Minute)},
		Message: &state.Message{Role: state.RoleUser, Content: "남"}, Owner: "node-other", At: time.Now(),
	}
	done, err := s.Submit(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	c := &store.Commit{
		SessionID: sessionID, RunID: done.Run.ID, Owner: "node-other", Fence: done.Run.Fence, Head: done.Head, At: time.Now(),
		Status: state.RunCompleted, Events: []*state.Event{{Type: state.EventFinalResponse, Payload: []byte(`{}`)}},
		Checkpoints: []*state.Checkpoint{{Node: "second", NextNode: engine.End, SchemaVersion: 1, State: []byte(`{"turn":41,"done":[]}`)}},
	}
	if err := s.Apply(t.Context(), []*store.Commit{c})[0]; err != nil {
		t.Fatal(err)
	}
}

// Somebody else was faster: the run is given up without a trace and begun
// anew from where the session stands.
func TestARunBegunInVainIsBegunAnew(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc, nil)
		elsewhere(t, s, y.id)
		ack := y.ask(t, engine.Query{SessionID: y.id, Text: "둘"})
		stream := y.Watch(y.id, 3)
		defer stream.Close()
		if got := until(t, stream, 3, 1); len(got) != 2 {
			t.Errorf("events %q", got)
		}
		last, err := s.LatestCheckpoint(t.Context(), y.id)
		if err != nil || last.RunID != ack.RunID || last.StepNo != 5 || string(last.State) != `{"turn":42,"query":"둘","done":["first","second"]}` {
			t.Errorf("%+v, %v", last, err)
		}
		run, err := s.Run(t.Context(), ack.RunID)
		if err != nil || run.Status != state.RunCompleted || run.Seq != 3 || run.Attempt != 1 {
			t.Errorf("%+v, %v", run, err)
		}
		if messages, err := s.Messages(t.Context(), y.id, 0, 0); err != nil || len(messages) != 5 {
			t.Errorf("%d messages, %v", len(messages), err)
		}
	})
}

// A query that was sent before has begun in vain, and leaves nothing.
func TestARepeatedQueryBegunAheadLeavesNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		y := startStalled(t, s, &script{}, nil)
		first := y.ask(t, engine.Query{SessionID: y.id, Text: "둘", ClientMsgID: "m"})
		until(t, y.stream, 2, 1)
		again := y.ask(t, engine.Query{SessionID: y.id, Text: "둘", ClientMsgID: "m"})
		if !again.Duplicate || again.RunID != first.RunID {
			t.Errorf("ack %+v", again)
		}
		y.ask(t, engine.Query{SessionID: y.id, Text: "셋", ClientMsgID: "m3"})
		until(t, y.stream, 4, 1)
		if _, err := y.Submit(t.Context(), engine.Query{SessionID: y.id, Text: "다른", ClientMsgID: "m"}); fault.Of(err) != fault.DuplicateConflict {
			t.Errorf("another query under the same id: %v", err)
		}
		y.ask(t, engine.Query{SessionID: y.id, Text: "넷"})
		until(t, y.stream, 6, 1)
		runs, err := s.Runs(t.Context(), y.id, 0, 0)
		if err != nil || len(runs) != 4 {
			t.Errorf("%d runs, %v", len(runs), err)
		}
		last, err := s.LatestCheckpoint(t.Context(), y.id)
		if err != nil || last.StepNo != 8 {
			t.Errorf("%+v, %v", last, err)
		}
	})
}

// A run that fails ahead of its query ends as any other does.
func TestARunThatFailsAheadOfItsQuery(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc, nil)
		sc.work = func(context.Context, *engine.Turn[tally]) error { return errors.New("broken") }
		y.stall()
		go func() { _, _ = y.Submit(context.Background(), engine.Query{SessionID: y.id, Text: "둘"}) }()
		await(t, "the run to fail", func() bool { return len(sc.lines()) == 4 })
		y.silent(t, 2)
		y.release()
		if got := until(t, y.stream, 2, 1); got[len(got)-1] != state.EventError {
			t.Errorf("events %q", got)
		}
		sc.work = nil
		y.ask(t, engine.Query{SessionID: y.id, Text: "셋"})
		until(t, y.stream, 4, 1)
	})
}

// A run whose first words can't be stored fails in its user's sight: the query
// itself is stored.
func TestARunWhoseFirstWordsCannotBeStored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc, nil)
		sc.work = func(ctx context.Context, turn *engine.Turn[tally]) error {
			return commit(turn, line("NUL \x00"))
		}
		y.stall()
		acked := make(chan error, 1)
		go func() {
			_, err := y.Submit(context.Background(), engine.Query{SessionID: y.id, Text: "둘"})
			acked <- err
		}()
		await(t, "the run to be worked on", func() bool { return len(sc.lines()) == 4 })
		y.release()
		if err := <-acked; err != nil {
			t.Error(err)
		}
		if got := until(t, y.stream, 2, 1); got[len(got)-1] != state.EventError {
			t.Errorf("events %q", got)
		}
		sc.work = nil
		y.ask(t, engine.Query{SessionID: y.id, Text: "셋"})
	})
}

// A client that waits no longer has asked nothing, or its run goes on.
func TestAQueryThatIsGivenUpWhileItsRunIsAhead(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc, nil)
		y.stall()
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := y.Submit(ctx, engine.Query{SessionID: y.id, Text: "둘", ClientMsgID: "m"})
			failed <- err
		}()
		await(t, "the run to be worked on", func() bool { return len(sc.lines()) == 4 })
		cancel()
		if err := <-failed; fault.Of(err) != fault.Unavailable {
			t.Errorf("given up: %v", err)
		}
		y.release()
		again := y.ask(t, engine.Query{SessionID: y.id, Text: "둘", ClientMsgID: "m"})
		until(t, y.stream, 2, 1)
		runs, err := s.Runs(t.Context(), y.id, 0, 0)
		if err != nil || len(runs) != 2 || runs[0].ID != again.RunID && runs[1].ID != again.RunID {
			t.Errorf("runs %+v, %v", runs, err)
		}
	})
}

// A query whose COMMIT the database carries out long after it was refused is
// shown with its run's end to those who watch, asked for again or not.
func TestAQueryThatIsStoredLateIsShown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc, nil)
		y.stall()
		ctx, cancel := context.WithCancel(t.Context())
		refused := make(chan error, 1)
		go func() {
			_, err := y.Submit(ctx, engine.Query{SessionID: y.id, Text: "둘"})
			refused <- err
		}()
		await(t, "the run to be worked on", func() bool { return len(sc.lines()) == 4 })
		cancel()
		if err := <-refused; fault.Of(err) != fault.Unavailable {
			t.Errorf("refused: %v", err)
		}
		y.release()
		await(t, "a look that finds nothing", func() bool { return heard(t, y.stream) == 0 })
		at := time.Now()
		late, err := s.Submit(t.Context(), store.Submission{
			Run: state.Run{
				SessionID: y.id, Assistant: "tally", Kind: state.RunQuery, Query: "둘", Language: "ko",
				CreatedAt: at, Deadline: at.Add(time.Minute),
			},
			Message: &state.Message{Role: state.RoleUser, Content: "둘"}, Owner: "of the refused", At: at,
		})
		if err != nil {
			t.Fatal(err)
		}
		end := store.Commit{Status: state.RunCompleted, NextNode: engine.End, Events: []*state.Event{{Type: state.EventFinalResponse, Payload: []byte(`{}`)}}}
		if err := storeBehind(t.Context(), s, engine.RunInfo{SessionID: y.id, RunID: late.Run.ID}, end); err != nil {
			t.Fatal(err)
		}
		until(t, y.stream, 2, 1)
	})
}

// A cancel that reaches a run begun in vain is meant for the one begun anew.
func TestACancelOfARunBegunInVainIsHeardByTheNext(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		var y *stalled
		var armed atomic.Bool
		cancelled := make(chan error, 1)
		y = startStalled(t, s, sc, func(cfg *engine.Config) {
			// Of a query that is durable and not yet answered.
			cfg.Meter.CommittedFunc = func(int, time.Duration) {
				if armed.CompareAndSwap(true, false) {
					cancelled <- y.Cancel(context.Background(), y.id, "")
				}
			}
		})
		elsewhere(t, s, y.id)
		sc.work = func(ctx context.Context, turn *engine.Turn[tally]) error {
			<-ctx.Done()
			return context.Cause(ctx)
		}
		armed.Store(true)
		ack := y.ask(t, engine.Query{SessionID: y.id, Text: "둘"})
		if err := <-cancelled; err != nil {
			t.Fatal(err)
		}
		await(t, "the run to end", func() bool {
			run, err := s.Run(t.Context(), ack.RunID)
			return err == nil && run.Status == state.RunCancelled
		})
	})
}

// A run that was begun in vain shows nothing of what it still does.
func TestFramesOfARunBegunInVainAreLost(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	sc := &script{}
	y := startStalled(t, s, sc, nil)
	elsewhere(t, s, y.id)
	var runs atomic.Int32
	emitted := make(chan struct{})
	sc.work = func(ctx context.Context, turn *engine.Turn[tally]) error {
		if runs.Add(1) > 1 {
			<-emitted
			return nil
		}
		<-ctx.Done()
		defer close(emitted)
		return turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{StepID: "lost"}})
	}
	y.stall()
	asked := make(chan error, 1)
	go func() {
		_, err := y.Submit(context.Background(), engine.Query{SessionID: y.id, Text: "둘"})
		asked <- err
	}()
	await(t, "the run to be worked on", func() bool { return runs.Load() == 1 })
	y.release()
	if err := <-asked; err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for ends := 0; ends < 2; { // the other node's run, and this one's
		d, err := y.stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d.Ephemeral {
			t.Errorf("shown: %s", d.Event.Payload)
		}
		if state.TerminalEvent(d.Event.Type) {
			ends++
		}
	}
}
