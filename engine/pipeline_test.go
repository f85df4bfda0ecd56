package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// line is a transition that adds a line and tells of it.
func line(text string, effects ...func(context.Context, store.Tx) error) change {
	return change{
		Label: text, Updates: []func(*tally){func(s *tally) { s.Done = append(s.Done, text) }},
		Events:  []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: text}}},
		Effects: effects,
	}
}

// held is an effect that keeps its transaction open until it is let go.
func held() (effect func(context.Context, store.Tx) error, under, letGo chan struct{}) {
	under, letGo = make(chan struct{}), make(chan struct{})
	return func(context.Context, store.Tx) error {
		close(under)
		<-letGo
		return nil
	}, under, letGo
}

// While a commit is on its way the run goes on; nothing that it does
// meanwhile is seen before that commit is, and frames that are not stored
// keep their place behind the events before them.
func TestTheRunGoesOnWhileItsCommitsAreUnderWay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		effect, under, letGo := held()
		ahead := make(chan error, 1)
		w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			go func() { // as a step beside others
				<-under
				var err error
				for _, text := range []string{"two", "three"} {
					err = errors.Join(err, turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{StepID: text}}))
				}
				ahead <- err
			}()
			if err := commit(turn, line("one", effect)); err != nil {
				return err
			}
			return commit(turn, line("two"))
		}}, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		w.ask(t, engine.Query{SessionID: id, Text: "q"})
		if err := <-ahead; err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		var got []string
		// The first is behind nothing, and then the stream is live.
		first, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, first.Event.Type)
		close(letGo)
		for !slices.Contains(got, state.EventFinalResponse) {
			d, err := stream.Next(ctx)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, d.Event.Type)
		}
		want := []string{
			state.EventPlanningStart, state.EventPlanningStart, state.EventStepProgress, state.EventStepProgress,
			state.EventPlanningStart, state.EventFinalResponse,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// What a run commits while it is ahead becomes durable together, each
// transition a checkpoint with its own time and state.
func TestWhatComesMeanwhileIsWrittenTogether(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var committed []int
		work := &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			for _, text := range []string{"one", "two", "three"} {
				if err := commit(turn, line(text)); err != nil {
					return err
				}
				time.Sleep(3 * time.Millisecond) // another time
			}
			return nil
		}}
		w := start(t, s, work, func(cfg *engine.Config) {
			cfg.Meter.CommittedFunc = func(n int, _ time.Duration) {
				if committed = append(committed, n); len(committed) == 2 { // the query's came first
					time.Sleep(100 * time.Millisecond) // a slow store
				}
			}
		})
		id := w.session(t)
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		stream := w.Watch(id, 0)
		defer stream.Close()
		until(t, stream, 0, 1)
		w.stop()
		most := slices.Max(committed)
		if most < 3 {
			t.Errorf("transitions by transaction: %v", committed)
		}
		list, err := s.Checkpoints(t.Context(), store.Server(), id, ack.RunID, 0, 0)
		if err != nil || len(list) != 5 {
			t.Fatalf("%d checkpoints, %v", len(list), err)
		}
		for i := 1; i < len(list); i++ { // the newest first
			if list[i].StepNo != list[i-1].StepNo-1 || list[i].CreatedAt.After(list[i-1].CreatedAt) {
				t.Errorf("%+v after %+v", list[i-1], list[i])
			}
		}
		if list[3].CreatedAt.Equal(list[1].CreatedAt) {
			t.Error("one time for all")
		}
		if report := play(t, s, graph(work), ack.RunID); !report.Equal || report.Checkpoints != 5 {
			t.Errorf("played again: %+v", report)
		}
	})
}

// A commit that the store refuses ends the run at its next word, in the last
// state that is durable.
func TestALostCommitIsToldAndItsStateIsNotKept(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		refusal := errors.New("refused")
		heard := make(chan error, 1)
		w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
			if err := commit(turn, line("kept")); err != nil {
				return err
			}
			err := commit(turn, line("lost", func(context.Context, store.Tx) error { return refusal }))
			heard <- err
			return err
		}}, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		until(t, stream, 0, 1)
		if err := <-heard; !errors.Is(err, refusal) {
			t.Errorf("heard %v", err)
		}
		run, err := s.Run(t.Context(), store.Server(), ack.RunID)
		if err != nil || run.Status != state.RunFailed {
			t.Errorf("%+v, %v", run, err)
		}
		last, err := s.LatestCheckpoint(t.Context(), store.Server(), id)
		if err != nil {
			t.Fatal(err)
		}
		if want := `"done":["first","kept"]`; !strings.Contains(string(last.State), want) || strings.Contains(string(last.State), "lost") {
			t.Errorf("state %s", last.State)
		}
	})
}

// What was done outside stays recorded though what follows from it is refused,
// also where both wait for the same transaction.
func TestARecordOutlivesARefusedWrite(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t)) // which has one transaction at a time
	t.Cleanup(func() { s.Close() })
	effect, under, letGo := held()
	other := make(chan struct{})
	w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
		if turn.Info().Query == "other" {
			<-other
			return commit(turn, line("held", effect))
		}
		_, err := engine.Do(ctx, turn, "pay", func(context.Context) (bool, error) {
			close(other)
			<-under
			return true, nil
		})
		if err != nil {
			return err
		}
		time.AfterFunc(50*time.Millisecond, func() { close(letGo) })
		return commit(turn, line("refused", func(context.Context, store.Tx) error { return errors.New("refused") }))
	}}, nil)
	w.ask(t, engine.Query{SessionID: w.session(t), Text: "other"})
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
	until(t, stream, 0, 1)
	results, err := s.Results(t.Context(), store.Server(), ack.RunID)
	if err != nil || len(results) != 1 || results[0].Key != "pay" {
		t.Errorf("%+v, %v", results, err)
	}
}

// Frames that are not stored keep their place between events, however long
// the store takes.
func TestFramesKeepTheirPlace(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	live := make(chan struct{})
	want := []string{state.EventPlanningStart}
	for range 4 {
		want = append(want, state.EventPlanningStart, state.EventStepProgress)
	}
	want = append(want, state.EventFinalResponse)
	w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
		<-live
		for _, text := range []string{"one", "two", "three", "four"} {
			if err := commit(turn, line(text)); err != nil {
				return err
			}
			if err := turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{StepID: text}}); err != nil {
				return err
			}
		}
		return nil
	}}, func(cfg *engine.Config) {
		cfg.Meter.CommittedFunc = func(int, time.Duration) { time.Sleep(20 * time.Millisecond) } // a slow store
	})
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	w.ask(t, engine.Query{SessionID: id, Text: "q"})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var got []string
	for len(got) < len(want) {
		d, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, d.Event.Type); len(got) == 1 {
			close(live) // the stream is
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What was being told of a run is not shown behind its end, which a stream
// that lagged finds in the store.
func TestFramesDoNotComeBehindTheEndOfTheirRun(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
		return turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{StepID: "one"}})
	}}, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	for i := range 2 {
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		await(t, "the run to end", func() bool {
			run, err := s.Run(t.Context(), store.Server(), ack.RunID)
			return err == nil && run.Status == state.RunCompleted
		})
		until(t, stream, int64(2*i), 1)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		if d, err := stream.Next(ctx); err == nil {
			t.Errorf("behind the end of run %d: %+v", i, d.Event)
		}
		cancel()
	}
}
