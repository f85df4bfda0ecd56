package engine_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// stalled is a world whose store writes nothing more until release. The
// session has had one run, which left it at rest.
type stalled struct {
	*world
	id      string
	stream  *engine.Stream
	stall   func()
	release func()
}

// startStalled keeps every writer busy with other sessions' transactions
// once stall was called.
func startStalled(t *testing.T, s *store.Store, sc *script) *stalled {
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
	})
	t.Cleanup(release)
	y := &stalled{world: w, id: w.session(t), release: release}
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
		other, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "stop", Language: "ko"})
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
	done, err := storetest.Submit(t.Context(), s, in)
	if err != nil {
		t.Fatal(err)
	}
	c := &store.Commit{
		SessionID: sessionID, RunID: done.Run.ID, Owner: "node-other", Fence: done.Run.Fence, Head: done.Head, At: time.Now(),
		Status: state.RunCompleted, Events: []*state.Event{{Type: state.EventFinalResponse, Payload: []byte(`{}`)}},
		Checkpoints: []*state.Checkpoint{{Node: "second", NextNode: engine.End, SchemaVersion: 1, State: []byte(`{"turn":41,"done":[]}`)}},
	}
	if err := storetest.Apply(t.Context(), s, []*store.Commit{c})[0]; err != nil {
		t.Fatal(err)
	}
}

// The state that this node keeps in memory is not the newest one where another
// node has answered since.
func TestARunGoesOnFromWhereAnotherNodeLeftTheSession(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc)
		elsewhere(t, s, y.id)
		ack := y.ask(t, engine.Query{SessionID: y.id, Text: "둘"})
		stream := y.Watch(y.id, 3)
		defer stream.Close()
		if got := until(t, stream, 3, 1); len(got) != 2 {
			t.Errorf("events %q", got)
		}
		last, err := s.LatestCheckpoint(t.Context(), store.Server(), y.id)
		if err != nil || last.RunID != ack.RunID || last.StepNo != 5 || string(last.State) != `{"turn":42,"query":"둘","done":["first","second"]}` {
			t.Errorf("%+v, %v", last, err)
		}
		run, err := s.Run(t.Context(), store.Server(), ack.RunID)
		if err != nil || run.Status != state.RunCompleted || run.Seq != 3 || run.Attempt != 1 {
			t.Errorf("%+v, %v", run, err)
		}
		if messages, err := s.Messages(t.Context(), store.Server(), y.id, 0, 0); err != nil || len(messages) != 5 {
			t.Errorf("%d messages, %v", len(messages), err)
		}
	})
}

// A query that was sent before begins no second run.
func TestARepeatedQueryLeavesNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		y := startStalled(t, s, &script{})
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
		runs, err := s.Runs(t.Context(), store.Server(), y.id, 0, 0)
		if err != nil || len(runs) != 4 {
			t.Errorf("%d runs, %v", len(runs), err)
		}
		last, err := s.LatestCheckpoint(t.Context(), store.Server(), y.id)
		if err != nil || last.StepNo != 8 {
			t.Errorf("%+v, %v", last, err)
		}
	})
}

// A run whose words can't be stored fails in its user's sight: the query
// itself is stored.
func TestARunWhoseWordsCannotBeStored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc)
		sc.work = func(ctx context.Context, turn *engine.Turn[tally]) error {
			return commit(turn, line("NUL \x00"))
		}
		y.stall()
		acked := make(chan error, 1)
		go func() {
			_, err := y.Submit(context.Background(), engine.Query{SessionID: y.id, Text: "둘"})
			acked <- err
		}()
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
func TestAQueryThatIsGivenUp(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{}
		y := startStalled(t, s, sc)
		y.stall()
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := y.Submit(ctx, engine.Query{SessionID: y.id, Text: "둘", ClientMsgID: "m"})
			failed <- err
		}()
		cancel()
		if err := <-failed; fault.Of(err) != fault.Unavailable {
			t.Errorf("given up: %v", err)
		}
		y.release()
		again := y.ask(t, engine.Query{SessionID: y.id, Text: "둘", ClientMsgID: "m"})
		until(t, y.stream, 2, 1)
		runs, err := s.Runs(t.Context(), store.Server(), y.id, 0, 0)
		if err != nil || len(runs) != 2 || runs[0].ID != again.RunID && runs[1].ID != again.RunID {
			t.Errorf("runs %+v, %v", runs, err)
		}
	})
}

// A query that is accepted is durable, and its run begins only when it is started.
func TestARunBeginsWhenItIsStarted(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var told atomic.Bool
		w := start(t, s, &script{work: func(_ context.Context, turn *engine.Turn[tally]) error {
			if !told.Load() {
				t.Error("it began before the client was told")
			}
			return commit(turn, line("done"))
		}}, func(c *engine.Config) { c.Sweep = time.Hour })
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		accepted, err := w.Accept(t.Context(), engine.Query{SessionID: id, Text: "q", ClientMsgID: "m"})
		if err != nil {
			t.Fatal(err)
		}
		again, err := w.Accept(t.Context(), engine.Query{SessionID: id, Text: "q", ClientMsgID: "m"})
		again.Start()
		if err != nil || !again.Duplicate || again.RunID != accepted.RunID {
			t.Errorf("sent again: %+v, %v", again.Ack, err)
		}
		told.Store(true)
		accepted.Start()
		until(t, stream, 0, 1)
	})
}

// "P01?" amid an English talk is answered in English: a text that does not
// decide is in the language of the query before.
func TestATalkKeepsItsLanguage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			return commit(turn, line(turn.Info().Language))
		}}, func(cfg *engine.Config) {
			cfg.LanguageFunc = func(text string) (string, bool) {
				return "en", text == "a whole sentence"
			}
		})
		id := w.session(t) // a session in Korean
		stream := w.Watch(id, 0)
		t.Cleanup(stream.Close)
		for i, q := range []struct{ text, want string }{{"5%?", "ko"}, {"a whole sentence", "en"}, {"P01?", "en"}} {
			ack := w.ask(t, engine.Query{SessionID: id, Text: q.text})
			until(t, stream, int64(3*i), 1)
			run, err := s.Run(t.Context(), store.Server(), ack.RunID)
			if err != nil || run.Language != q.want {
				t.Errorf("%q is answered in %q, %v, want %q", q.text, run.Language, err, q.want)
			}
		}
	})
}
