package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// chancy is work whose outcome the state does not decide: two steps side by
// side, each with the clock, a die and a service that may be away.
func chancy(t *testing.T) func(ctx context.Context, turn *engine.Turn[tally]) error {
	return func(ctx context.Context, turn *engine.Turn[tally]) error {
		var group sync.WaitGroup
		errs := make(chan error, 2)
		for _, name := range []string{"a", "b"} {
			group.Go(func() { errs <- chance(ctx, turn, name) })
		}
		group.Wait()
		return errors.Join(<-errs, <-errs)
	}
}

func chance(ctx context.Context, turn *engine.Turn[tally], name string) error {
	turn = engine.Step(turn, name)
	for n := range 3 {
		die, err := engine.Do(ctx, turn, fmt.Sprint("die ", n), func(context.Context) (int, error) { return rand.IntN(1_000_000), nil })
		if err != nil {
			return err
		}
		_, away := engine.Do(ctx, turn, fmt.Sprint("service ", n), func(context.Context) (string, error) {
			if rand.IntN(2) == 0 {
				return "", errAway
			}
			return "here", nil
		})
		err = turn.Update(name+" worked", func(t *tally) {
			line := fmt.Sprint(name, die, turn.Now().Format(time.RFC3339Nano))
			if errors.Is(away, errAway) {
				line += " " + away.Error()
			}
			t.Done = append(t.Done, line)
		}, engine.With[tally]{Events: func(t *tally) []engine.Event {
			return []engine.Event{{Type: state.EventTodoUpdated, Body: map[string]any{"done": t.Done}}}
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

func play(t *testing.T, s *store.Store, g engine.Assistant, runID string) engine.ReplayReport {
	t.Helper()
	report, err := engine.Replay(t.Context(), engine.ReplayConfig{
		Store: s, Assistants: []engine.Assistant{g}, Patience: 3 * time.Second,
	}, runID)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestAReplayIsEqualByteForByte(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		sc := &script{work: chancy(t)}
		w := start(t, s, sc, nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		var runs []string
		for range 4 {
			runs = append(runs, w.ask(t, engine.Query{SessionID: id, Text: "던져"}).RunID)
		}
		until(t, stream, 0, 4)
		for _, runID := range runs {
			report := play(t, s, graph(&script{work: chancy(t)}), runID)
			if !report.Equal || report.Checkpoints != 8 || report.Events != 8 || report.Claims != 1 {
				t.Errorf("report %+v", report)
			}
		}
		messages, err := s.Messages(t.Context(), store.Server(), id, 0, 0)
		if err != nil || len(messages) != 8 {
			t.Errorf("a replay wrote something: %d messages, %v", len(messages), err)
		}
	})
}

func TestAReplayTellsWhatIsDifferent(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := start(t, s, &script{work: chancy(t)}, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	ack := w.ask(t, engine.Query{SessionID: id, Text: "던져"})
	until(t, stream, 0, 1)

	changed := graph(&script{work: chancy(t)})
	entering(changed, "first", func(_ context.Context, turn *engine.Turn[tally]) (string, error) {
		return "second", turn.Update("first done", func(t *tally) { t.Done, t.Query = append(t.Done, "first"), "다른 말" }, engine.With[tally]{
			Events: func(*tally) []engine.Event {
				return []engine.Event{{Type: state.EventPlanningStart, Body: state.PlanningStart{Message: "…"}}}
			},
		})
	})
	report := play(t, s, changed, ack.RunID)
	if report.Equal || !strings.Contains(report.Differences[0].Where, "state.query") || report.Differences[0].Replayed != `"다른 말"` {
		t.Errorf("report %+v", report)
	}

	other := graph(&script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
		return commit(turn, change{Label: "another way"})
	}})
	report = play(t, s, other, ack.RunID)
	if report.Equal || report.Differences[0].Where != "order" || report.Differences[0].Replayed != "another way" {
		t.Errorf("report %+v", report)
	}
}

// A replay in which a Do works anew asks nobody else, works once under each name,
// and tells what comes out otherwise; the first difference is the first to be told.
func TestAReplayWorksAnewWhereItIsTold(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	var model, other atomic.Int64
	asks := func(answer string) func(context.Context, *engine.Turn[tally]) error {
		return func(ctx context.Context, turn *engine.Turn[tally]) error {
			turn = engine.Step(turn, "step")
			for range 2 {
				weather, err := engine.Do(ctx, turn, "weather", func(context.Context) (int64, error) { return other.Add(1), nil })
				if err != nil {
					return err
				}
				said, err := engine.Do(ctx, turn, "model", func(ctx context.Context) (string, error) {
					model.Add(1)
					if !turn.Info().Deadline.After(time.Now()) {
						return "", errors.New("there is no time to ask")
					}
					return answer, ctx.Err()
				})
				if err != nil {
					return err
				}
				err = turn.Update("worked", func(t *tally) { t.Done = append(t.Done, fmt.Sprint(said, weather)) })
				if err != nil {
					return err
				}
			}
			return nil
		}
	}
	w := start(t, s, &script{work: asks("old")}, func(c *engine.Config) { c.RunDeadline = time.Minute })
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	run := w.ask(t, engine.Query{SessionID: id, Text: "q"}).RunID
	until(t, stream, 0, 1)
	replay := func(answer string, anew ...string) engine.ReplayReport {
		t.Helper()
		model.Store(0)
		report, err := engine.Replay(t.Context(), engine.ReplayConfig{
			Store: s, Assistants: []engine.Assistant{graph(&script{work: asks(answer)})}, Patience: 3 * time.Second, Anew: anew,
		}, run)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	if r := replay("new"); !r.Equal || model.Load() != 0 {
		t.Errorf("without: %+v, asked %d times", r, model.Load())
	}
	if r := replay("old", "model"); !r.Equal || model.Load() != 1 {
		t.Errorf("the same again: %+v, asked %d times", r, model.Load())
	}
	for _, pattern := range []string{"model", "step/mod*"} {
		r := replay("new", pattern)
		if r.Equal || model.Load() != 1 || other.Load() != 1 {
			t.Fatalf("%s: %+v, asked %d times, others %d", pattern, r, model.Load(), other.Load())
		}
		if d := r.Differences[0]; !strings.Contains(d.Where, "state.done") || !strings.Contains(d.Recorded, "old1") || !strings.Contains(d.Replayed, "new1") {
			t.Errorf("%s: the first difference is %+v", pattern, d)
		}
	}
	results, err := s.Results(t.Context(), store.Server(), run)
	if err != nil || len(results) != 2 || !strings.Contains(fmt.Sprint(string(results[0].Value), string(results[1].Value)), "old") {
		t.Errorf("the record is %+v, %v", results, err)
	}
	if _, err := engine.Replay(t.Context(), engine.ReplayConfig{Store: s, Anew: []string{"["}}, run); !errors.Is(err, path.ErrBadPattern) {
		t.Errorf("a bad pattern: %v", err)
	}
}

func TestAReplayOfQuestionsAndTheirReplies(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := startAsking(t, s, &script{}, approval, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
	q := awaitQuestion(t, stream)
	if err := w.Reply(t.Context(), id, q.ID, state.ActionModify, json.RawMessage(`{"n":1}`)); err != nil {
		t.Fatal(err)
	}
	until(t, stream, 2, 1)
	report := play(t, s, asking(&script{}, approval), ack.RunID)
	if !report.Equal || report.Claims != 2 || report.Uncompared != 1 {
		t.Errorf("report %+v", report)
	}
}

func TestAReplayOfCancelledFailedAndTakenOver(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, w *world, sessionID, runID string){
		"cancelled": func(t *testing.T, w *world, sessionID, runID string) {
			if err := w.Cancel(t.Context(), sessionID, runID); err != nil {
				t.Fatal(err)
			}
		},
		"failed":      nil,
		"handed over": func(t *testing.T, w *world, _, _ string) { w.stop() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openSQLite(t, storetest.SQLite(t))
			t.Cleanup(func() { s.Close() })
			worked := make(chan struct{}, 1)
			work := func(ctx context.Context, turn *engine.Turn[tally]) error {
				if err := chance(ctx, turn, "a"); err != nil {
					return err
				}
				select {
				case worked <- struct{}{}:
				default:
				}
				if end == nil {
					return errors.New("no luck")
				}
				_, err := engine.Do(ctx, turn, "wait", func(ctx context.Context) (bool, error) {
					<-ctx.Done()
					return false, context.Cause(ctx)
				})
				return err
			}
			w := start(t, s, &script{work: work}, nil)
			id := w.session(t)
			ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
			<-worked
			if end != nil {
				end(t, w, id, ack.RunID)
			}
			if name == "handed over" {
				w = start(t, s, &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
					return chance(ctx, turn, "a")
				}}, nil)
			}
			stream := w.Watch(id, 0)
			defer stream.Close()
			until(t, stream, 0, 1)
			replayed := 0
			report := play(t, s, graph(&script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
				if replayed++; name == "handed over" && replayed == 2 {
					return chance(ctx, turn, "a")
				}
				return work(ctx, turn)
			}}), ack.RunID)
			if !report.Equal {
				t.Errorf("report %+v", report)
			}
			if diff := cmp.Diff(map[string]int{"cancelled": 1, "failed": 1, "handed over": 2}[name], report.Claims); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatCannotBePlayed(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := startAsking(t, s, &script{}, approval, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
	awaitQuestion(t, stream)
	cfg := engine.ReplayConfig{Store: s, Assistants: []engine.Assistant{graph(&script{})}}
	if _, err := engine.Replay(t.Context(), cfg, ack.RunID); !errors.Is(err, engine.ErrStillOpen) {
		t.Errorf("a run that waits: %v", err)
	}
	if _, err := engine.Replay(t.Context(), cfg, "run-none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an unknown run: %v", err)
	}
}

// A run that its deadline ended ends so in a replay, which has another clock.
func TestAReplayOfARunThatItsDeadlineEnded(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		work := func(ctx context.Context, turn *engine.Turn[tally]) error {
			if err := chance(ctx, turn, "a"); err != nil {
				return err
			}
			<-ctx.Done()
			return context.Cause(ctx)
		}
		w := start(t, s, &script{work: work}, func(c *engine.Config) { c.RunDeadline = time.Second })
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		until(t, stream, 0, 1)
		run, err := s.Run(t.Context(), store.Server(), ack.RunID)
		if err != nil || run.Status != state.RunFailed || !strings.Contains(run.Error, "deadline") {
			t.Fatalf("run %+v, %v", run, err)
		}
		report := play(t, s, graph(&script{work: work}), ack.RunID)
		if !report.Equal || report.Claims != 1 {
			t.Errorf("report %+v", report)
		}
	})
}

// Events that retention removed, all of a run's or some, are no difference:
// such a run can't be compared. One whose events are all there can.
func TestAReplayNeedsAllEvents(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		removed int64
		refused []bool
	}{
		"a whole run":         {8, []bool{true, false}},
		"a run and a half":    {11, []bool{true, true}},
		"but a run's last":    {15, []bool{true, true}},
		"all of the session":  {16, []bool{true, true}},
		"a run's first event": {1, []bool{true, false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *store.Store) {
				w := start(t, s, &script{work: chancy(t)}, nil)
				id := w.session(t)
				stream := w.Watch(id, 0)
				defer stream.Close()
				var runs []string
				for n := range 2 {
					runs = append(runs, w.ask(t, engine.Query{SessionID: id, Text: "던져"}).RunID)
					until(t, stream, int64(8*n), 1)
				}
				w.stop()
				removeEvents(t, s, id, c.removed)
				for n, runID := range runs {
					report, err := engine.Replay(t.Context(), engine.ReplayConfig{
						Store: s, Assistants: []engine.Assistant{graph(&script{work: chancy(t)})}, Patience: 3 * time.Second,
					}, runID)
					switch {
					case c.refused[n] && !errors.Is(err, engine.ErrEventsRemoved):
						t.Errorf("run %d: %+v, %v", n, report, err)
					case !c.refused[n] && (err != nil || !report.Equal || report.Events != 8):
						t.Errorf("run %d: %+v, %v", n, report, err)
					}
				}
			})
		})
	}
}

// What was removed before a run need not be its own: an end that was written
// without the graph leaves events behind the last checkpoint.
func TestAReplayBehindEventsThatWereRemoved(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	w := startAsking(t, s, &script{}, approval, nil)
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	given := w.ask(t, engine.Query{SessionID: id, Text: "하나"})
	awaitQuestion(t, stream)
	if err := w.Cancel(t.Context(), id, given.RunID); err != nil {
		t.Fatal(err)
	}
	until(t, stream, 2, 1)
	ack := w.ask(t, engine.Query{SessionID: id, Text: "둘"})
	q := awaitQuestion(t, stream)
	if err := w.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); err != nil {
		t.Fatal(err)
	}
	until(t, stream, 6, 1)
	w.stop()
	removeEvents(t, s, id, 4)
	if report := play(t, s, asking(&script{}, approval), ack.RunID); !report.Equal || report.Events != 3 {
		t.Errorf("report %+v", report)
	}
}

// removeEvents has a session's events up to a number removed.
func removeEvents(t *testing.T, s *store.Store, sessionID string, last int64) {
	t.Helper()
	before, err := s.LastSeqs(t.Context(), []string{sessionID})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.MarkDelivered(t.Context(), map[string]int64{sessionID: last}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Retain(t.Context(), time.Now().Add(time.Hour), store.Retention{Events: time.Minute}, 100); err != nil {
		t.Fatal(err)
	}
	want := last + 1
	if before[sessionID] == last {
		want = 0
	}
	if first, err := s.FirstSeq(t.Context(), store.Server(), sessionID); err != nil || first != want {
		t.Fatalf("first event %d, want %d, %v", first, want, err)
	}
}

// A wish to skip is heard in a replay where it was heard in the run, not
// where it could have been: it comes at no certain moment.
func TestAReplaySkipsWhereTheRunDid(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		at, skipped := make(chan struct{}, 1), make(chan struct{})
		work := func(wait bool) *script {
			return &script{work: func(ctx context.Context, turn *engine.Turn[tally]) error {
				if err := turn.Update("plan", func(s *tally) {
					s.Steps = []state.ExecutionStep{{StepID: "step_0", Status: state.StepPending}}
				}); err != nil {
					return err
				}
				step := engine.Step(turn, "step_0")
				early := step.Skipped()
				if wait {
					at <- struct{}{}
					<-skipped // heard of by now, but nobody looks
				}
				select {
				case <-early:
					if !wait {
						return errors.New("skipped too early")
					}
				default:
				}
				if err := step.Update("on", func(s *tally) { s.Steps[0].Status = state.StepInProgress }); err != nil {
					return err
				}
				select {
				case <-step.Skipped():
				case <-ctx.Done():
					return context.Cause(ctx)
				}
				return step.Update("skipped", func(s *tally) { s.Steps[0].Status = state.StepSkipped })
			}}
		}
		w := start(t, s, work(true), nil)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		<-at
		await(t, "the plan", func() bool { return w.SkipStep(t.Context(), id, ack.RunID, "step_0") == nil })
		close(skipped)
		until(t, stream, 0, 1)
		w.stop()
		if report := play(t, s, graph(work(false)), ack.RunID); !report.Equal || report.Checkpoints != 5 {
			t.Errorf("%+v", report)
		}
	})
}
