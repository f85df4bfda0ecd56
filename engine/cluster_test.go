package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/bus"
	"github.com/madang-dev/madang/internal/bus/bustest"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// node is one engine of several on a Postgres, with a bus in memory.
func node(t *testing.T, s *store.Store, b *bustest.InMem, name string, sc *script, change func(*engine.Config)) *world {
	t.Helper()
	return start(t, s, sc, func(c *engine.Config) {
		c.NodeID, c.Bus = name, b.Node(name)
		c.Lease, c.Beat = 2*time.Second, 100*time.Millisecond
		if change != nil {
			change(c)
		}
	})
}

// acquainted waits until the nodes know of each other: a run on one is heard
// on the other, though no sweep is near.
func acquainted(t *testing.T, from, to *world) {
	t.Helper()
	for began := time.Now(); time.Since(began) < 20*time.Second; {
		id := from.session(t)
		stream := to.Watch(id, 0)
		from.ask(t, engine.Query{SessionID: id, Text: "q"})
		got := heard(t, stream)
		stream.Close()
		if got == 2 {
			return
		}
	}
	t.Fatal("nothing was heard through the bus")
}

// heard counts the events that come soon, up to the terminal one.
func heard(t *testing.T, stream *engine.Stream) (n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
	defer cancel()
	for d, err := stream.Next(ctx); err == nil; d, err = stream.Next(ctx) {
		if n++; d.Event.Seq != int64(n) {
			t.Fatalf("event %d after %d", d.Event.Seq, n-1)
		}
		if state.TerminalEvent(d.Event.Type) {
			break
		}
	}
	return n
}

func TestEventsAreHeardOnOtherNodesAtOnce(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b := &bustest.InMem{}
	slow := func(c *engine.Config) { c.Sweep = time.Minute }
	one, two := node(t, s, b, "one", &script{}, slow), node(t, s, b, "two", &script{}, slow)
	// With a sweep a minute only the bus can bring them in time.
	acquainted(t, one, two)
	acquainted(t, two, one)
}

// deafBus loses everything: what is told, offered and published.
type deafBus struct{ published atomic.Int64 }

func (b *deafBus) Run(ctx context.Context, _ bus.Handler) error    { <-ctx.Done(); return nil }
func (b *deafBus) Offer(context.Context, ...string) error          { return nil }
func (b *deafBus) Tell(context.Context, string, bus.Control) error { return bus.ErrUnheard }
func (b *deafBus) Publish(string, []byte)                          { b.published.Add(1) }
func (b *deafBus) Subscribe(string)                                {}
func (b *deafBus) Unsubscribe(string)                              {}

// What the bus loses is found in the store: events, wishes and runs.
func TestABusThatLosesEverythingLosesNothing(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	lossy := func(c *engine.Config) { c.Bus = &deafBus{} }
	b := &bustest.InMem{}
	started := make(chan struct{}, 1)
	one := node(t, s, b, "one", &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
		started <- struct{}{}
		<-ctx.Done()
		return context.Cause(ctx)
	}}, lossy)
	two := node(t, s, b, "two", &script{}, lossy)
	id := one.session(t)
	stream := two.Watch(id, 0)
	defer stream.Close()
	ack := one.ask(t, engine.Query{SessionID: id, Text: "q"})
	<-started
	if err := two.Cancel(t.Context(), id, ack.RunID); err != nil {
		t.Fatal(err)
	}
	got := until(t, stream, 0, 1)
	if diff := cmp.Diff([]string{state.EventPlanningStart, state.EventRunCancelled}, got); diff != "" {
		t.Error(diff)
	}
}

func TestWishesReachTheOwnerThroughTheBus(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b := &bustest.InMem{}
	started := make(chan struct{}, 1)
	slow := func(c *engine.Config) { c.Beat, c.Lease = time.Minute, 5*time.Minute }
	one := node(t, s, b, "one", &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
		started <- struct{}{}
		<-ctx.Done()
		return context.Cause(ctx)
	}}, slow)
	two := node(t, s, b, "two", &script{}, slow)
	id := one.session(t)
	stream := one.Watch(id, 0)
	defer stream.Close()
	ack := one.ask(t, engine.Query{SessionID: id, Text: "q"})
	<-started
	if err := two.Cancel(t.Context(), id, ack.RunID); err != nil {
		t.Fatal(err)
	}
	until(t, stream, 0, 1)
}

// A step of another node's run is skipped by its owner, who hears of the wish
// through the bus or finds it in the store.
func TestAStepOfAnotherNodesRunIsSkipped(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b := &bustest.InMem{}
	for name, change := range map[string]func(*engine.Config){
		"bus":   func(c *engine.Config) { c.Beat, c.Lease = time.Minute, 5*time.Minute },
		"store": func(c *engine.Config) { c.Bus = &deafBus{} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			started := make(chan struct{}, 1)
			one := node(t, s, b, name+"-one", &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
				return skippedStep(ctx, turn, started)
			}}, change)
			two := node(t, s, b, name+"-two", &script{}, change)
			id := one.session(t)
			stream := one.Watch(id, 0)
			defer stream.Close()
			ack := one.ask(t, engine.Query{SessionID: id, Text: "q"})
			<-started
			for step, want := range map[string]fault.Code{"over": fault.StepNotSkippable, "none": fault.StepNotFound} {
				if err := two.SkipStep(t.Context(), id, ack.RunID, step); fault.Of(err) != want {
					t.Errorf("step %s: %v", step, err)
				}
			}
			if err := two.SkipStep(t.Context(), id, ack.RunID, "long"); err != nil {
				t.Fatal(err)
			}
			until(t, stream, 0, 1)
			newest, err := s.LatestCheckpoint(t.Context(), store.Server(), id)
			if err != nil {
				t.Fatal(err)
			}
			var last tally
			if err := json.Unmarshal(newest.State, &last); err != nil {
				t.Fatal(err)
			}
			if last.Steps[0].Status != state.StepCompleted || last.Steps[1].Status != state.StepSkipped {
				t.Errorf("steps %+v", last.Steps)
			}
			if err := two.SkipStep(t.Context(), id, ack.RunID, "long"); fault.Of(err) != fault.RunFinished {
				t.Errorf("of a run that is over: %v", err)
			}
		})
	}
}

// skippedStep works on a step until it is skipped; started is told when both
// of its plan's steps are durable.
func skippedStep(ctx context.Context, turn *engine.Turn[tally], started chan<- struct{}) error {
	if err := commit(turn, change{Label: "steps", Updates: []func(*tally){func(t *tally) {
		t.Steps = []state.ExecutionStep{
			{StepID: "over", Status: state.StepCompleted}, {StepID: "long", Status: state.StepInProgress},
		}
	}}}); err != nil {
		return err
	}
	if err := engine.Settle(turn); err != nil {
		return err
	}
	started <- struct{}{}
	long := engine.Step(turn, "long")
	select {
	case <-long.Skipped():
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return long.Update("skipped", func(t *tally) { t.Steps[1].Status = state.StepSkipped })
}

// A node that stops hands its runs over at once; the next goes on from what
// was committed, and nobody waits for a lease.
func TestHandoverIsFast(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	b := &bustest.InMem{}
	started := make(chan struct{}, 1)
	slow := func(c *engine.Config) { c.Sweep, c.Lease, c.DrainTimeout = time.Minute, time.Minute, time.Minute }
	one := node(t, s, b, "one", &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
		started <- struct{}{}
		<-ctx.Done()
		return context.Cause(ctx)
	}}, slow)
	two := node(t, s, b, "two", &script{}, slow)
	acquainted(t, two, one)
	id := one.session(t)
	stream := two.Watch(id, 0)
	defer stream.Close()
	ack := one.ask(t, engine.Query{SessionID: id, Text: "q"})
	<-started
	began := time.Now()
	one.stop()
	until(t, stream, 0, 1)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the handover took %v; only a sweep of a minute or the lease would", took)
	}
	run, err := s.Run(t.Context(), store.Server(), ack.RunID)
	if err != nil || run.Owner != "two" || run.Attempt != 1 || run.Fence != 2 {
		t.Errorf("run %+v, %v", run, err)
	}
}

// A run that kills whoever works on it ends after the first try and three
// takeovers, with one terminal event.
func TestADeadLetterEndsInATerminalEvent(t *testing.T) {
	t.Parallel()
	s := openPostgres(t)
	t.Cleanup(func() { s.Close() })
	session, err := s.CreateSession(t.Context(), store.Server(), state.Session{Assistant: "tally"})
	if err != nil {
		t.Fatal(err)
	}
	now, err := s.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sub := store.Submission{
		Run:     state.Run{SessionID: session.ID, Assistant: "tally", Kind: state.RunQuery, Query: "q", Language: "ko", Deadline: now.Add(time.Minute)},
		Message: &state.Message{Role: state.RoleUser, Content: "q"}, At: now,
	}
	done, err := storetest.Submit(t.Context(), s, sub)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 { // owners that never beat
		if _, _, err := s.Claim(t.Context(), done.Run.ID, fmt.Sprintf("dead-%d", n), now); err != nil {
			t.Fatal(err)
		}
	}
	sc := &script{}
	w := start(t, s, sc, nil)
	stream := w.Watch(session.ID, 0)
	defer stream.Close()
	got := until(t, stream, 0, 1)
	if diff := cmp.Diff([]string{state.EventError}, got); diff != "" {
		t.Error(diff)
	}
	run, err := s.Run(t.Context(), store.Server(), done.Run.ID)
	if err != nil || run.Status != state.RunFailed || len(sc.lines()) != 0 {
		t.Errorf("run %+v, %v; worked %q", run, err, sc.lines())
	}
}

// While the store is away for all nodes every lease ends. That kills nobody:
// whoever worked on a run goes on, and none of it is done again. A node that
// stays silent afterwards is taken for dead as ever.
func TestAnOutageIsNoDeath(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t)
	open := func() *store.Store {
		s, err := store.Open(t.Context(), store.Config{DatabaseURL: url, MaxConns: 8})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	s := open()
	quick := func(c *engine.Config) { c.Lease, c.Beat = 1500*time.Millisecond, 150*time.Millisecond }
	started, end := make(chan struct{}, 1), make(chan struct{})
	b := &bustest.InMem{}
	one := node(t, s, b, "one", &script{work: func(ctx context.Context, _ *engine.Turn[tally]) error {
		started <- struct{}{}
		select {
		case <-end:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}}, quick)
	other := &script{}
	node(t, open(), b, "two", other, quick)
	for live := int64(0); live < 2; time.Sleep(10 * time.Millisecond) { // an outage at the start ends a node
		now, err := s.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if live, err = s.LiveNodes(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	id := one.session(t)
	stream := one.Watch(id, 0)
	defer stream.Close()
	ack := one.ask(t, engine.Query{SessionID: id, Text: "q"})
	<-started
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	for range 2 {
		tx, err := db.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), "LOCK TABLE nodes IN SHARE MODE"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second) // no lease can be renewed
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second) // all are back, and some might sweep
	}
	close(end)
	until(t, stream, 0, 1)
	run, err := s.Run(t.Context(), store.Server(), ack.RunID)
	if err != nil || run.Attempt != 1 || run.Status != state.RunCompleted || len(other.lines()) != 0 {
		t.Errorf("run %+v, %v; taken over: %q", run, err, other.lines())
	}
	now, err := s.Now(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	id = one.session(t)
	orphan, err := storetest.Submit(t.Context(), s, store.Submission{
		Run:     state.Run{SessionID: id, Assistant: "tally", Kind: state.RunQuery, Query: "q", Language: "ko", Deadline: now.Add(time.Minute)},
		Message: &state.Message{Role: state.RoleUser, Content: "q"}, At: now, Owner: "dead",
	})
	if err != nil {
		t.Fatal(err)
	}
	orphaned := one.Watch(id, 0)
	defer orphaned.Close()
	until(t, orphaned, 0, 1)
	if run, err = s.Run(t.Context(), store.Server(), orphan.Run.ID); err != nil || run.Attempt != 2 {
		t.Errorf("orphan %+v, %v", run, err)
	}
}

// Work outside the database is done once and its record read by whoever
// carries the run on.
func TestOnceIsOnceAcrossTakeovers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var worked atomic.Int64
		work := func(ctx context.Context, turn *engine.Turn[tally]) error {
			for range 2 {
				got, err := engine.Do(ctx, turn, "charge", func(context.Context) (int, error) {
					worked.Add(1)
					return 3, nil
				})
				if err != nil || got != 3 {
					t.Errorf("got %d, %v", got, err)
				}
			}
			return nil
		}
		started := make(chan struct{}, 1)
		first := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			if err := work(ctx, turn); err != nil {
				return err
			}
			started <- struct{}{}
			<-ctx.Done()
			return context.Cause(ctx)
		}}, nil)
		id := first.session(t)
		first.ask(t, engine.Query{SessionID: id, Text: "q"})
		<-started
		first.stop()
		second := start(t, s, &script{work: work}, nil)
		stream := second.Watch(id, 0)
		defer stream.Close()
		until(t, stream, 0, 1)
		if n := worked.Load(); n != 1 {
			t.Errorf("worked %d times", n)
		}
	})
}

// A claim whose answer was lost leaves a run that is the node's by the store
// and that nobody works on: it is taken up.
func TestALostClaimIsTakenUp(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		w := start(t, s, &script{}, func(c *engine.Config) { c.NodeID = "one" })
		id := w.session(t)
		now, err := s.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = storetest.Submit(t.Context(), s, store.Submission{
			Run:     state.Run{SessionID: id, Assistant: "tally", Kind: state.RunQuery, Query: "q", Language: "ko", Deadline: now.Add(time.Minute)},
			Message: &state.Message{Role: state.RoleUser, Content: "q"}, Owner: "one", At: now,
		})
		if err != nil {
			t.Fatal(err)
		}
		stream := w.Watch(id, 0)
		defer stream.Close()
		until(t, stream, 0, 1)
	})
}
