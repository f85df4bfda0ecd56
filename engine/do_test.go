package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

// one is a graph of nodes in a row, each of which may go on or end.
func one(nodes ...engine.Node[tally]) *engine.Graph[tally] {
	g := graph(&script{})
	g.Start, g.Nodes = "node 0", engine.Nodes[tally]{}
	for i, enter := range nodes {
		next := engine.To(engine.End)
		if i+1 < len(nodes) {
			next = engine.To(fmt.Sprint("node ", i+1), engine.End)
		}
		g.Nodes[fmt.Sprint("node ", i)] = engine.NodeSpec[tally]{Enter: enter, Next: next}
	}
	return g
}

// did is an Update that notes a line.
func did(t *engine.Turn[tally], line string) error {
	return t.Update(line, func(s *tally) { s.Done = append(s.Done, line) })
}

func answer(t *engine.Turn[tally], text string) (string, error) {
	return engine.End, t.Answer(&state.Response{Type: state.ResponseAnswer, Answer: text})
}

func startGraph(t *testing.T, s *store.Store, g *engine.Graph[tally]) *world {
	t.Helper()
	return start(t, s, nil, func(c *engine.Config) { c.Assistants = []engine.Assistant{g} })
}

// told answers a query and gives the run and the answer.
func (w *world) answered(t *testing.T, query string) (runID, answer string) {
	t.Helper()
	id := w.session(t)
	stream := w.Watch(id, 0)
	defer stream.Close()
	ack := w.ask(t, engine.Query{SessionID: id, Text: query, Language: "ko"})
	until(t, stream, 0, 1)
	return ack.RunID, w.answerOf(t, id)
}

var errAway = errors.New("shop: away")

// What a Do brought is durable before anything outside follows from it, is done
// once a run, and a replay hears it; an error is heard there too, by its words and
// its code.
func TestADoIsDoneOnceAndHeardAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var worked atomic.Int64
		g := one(func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
			for n := range 3 {
				cost, err := engine.Do(ctx, turn, "order", func(ctx context.Context) (int, error) {
					if worked.Add(1) == 1 {
						return 0, fmt.Errorf("order: %w", fault.Wrap(fault.Unavailable, errAway))
					}
					if want := turn.Info().RunID + "/order"; engine.Key(ctx) != want {
						t.Errorf("key %q", engine.Key(ctx))
					}
					return 7, nil
				})
				if err := did(turn, fmt.Sprint(n, cost, err, errors.Is(err, errAway), fault.Of(err))); err != nil {
					return "", err
				}
			}
			if _, err := engine.Do(ctx, turn, "ship", func(ctx context.Context) (bool, error) {
				results, err := s.Results(ctx, store.Server(), turn.Info().RunID)
				if len(results) != 1 || string(results[0].Value) != "7" {
					t.Errorf("durable is %+v", results)
				}
				return true, err
			}); err != nil {
				return "", err
			}
			return answer(turn, "ok")
		})
		w := startGraph(t, s, g)
		runID, _ := w.answered(t, "q")
		if n := worked.Load(); n != 2 {
			t.Errorf("worked %d times", n)
		}
		w.stop()
		if report := play(t, s, g, runID); !report.Equal || report.Checkpoints != 4 || worked.Load() != 2 {
			t.Errorf("%+v, worked %d times", report, worked.Load())
		}
	})
}

// The work of a Do begins when what led to it is durable and shown, and a node
// that is entered again finds it in the state.
func TestWhatLedToADoIsDurable(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		entered := make(chan struct{}, 2)
		g := one(func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
			known := 0
			turn.View(func(s *tally) { known = len(s.Done) })
			if known == 0 {
				if err := did(turn, "begun"); err != nil {
					return "", err
				}
			}
			_, err := engine.Do(ctx, turn, "work", func(ctx context.Context) (bool, error) {
				if list, err := s.Checkpoints(ctx, store.Server(), turn.Info().SessionID, turn.Info().RunID, 0, 0); err != nil || len(list) != 1 {
					t.Errorf("%d checkpoints, %v", len(list), err)
				}
				entered <- struct{}{}
				if known == 0 {
					<-ctx.Done()
				}
				return true, ctx.Err()
			})
			if err != nil {
				return "", err
			}
			if err := did(turn, "ended"); err != nil {
				return "", err
			}
			return answer(turn, "ok")
		})
		first := startGraph(t, s, g)
		id := first.session(t)
		ack := first.ask(t, engine.Query{SessionID: id, Text: "q"})
		<-entered
		first.stop()
		second := startGraph(t, s, g)
		stream := second.Watch(id, 0)
		defer stream.Close()
		until(t, stream, 0, 1)
		second.stop()
		if report := play(t, s, g, ack.RunID); !report.Equal || report.Checkpoints != 2 || report.Claims != 2 {
			t.Errorf("%+v", report)
		}
	})
}

// What only reads begins while what led to it is under way, its result is durable
// with what comes next, and it is heard again instead of read again.
func TestReadWaitsForNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var read atomic.Int64
		reading := make(chan struct{})
		g := one(
			func(_ context.Context, turn *engine.Turn[tally]) (string, error) { return "node 1", did(turn, "first") },
			func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
				n, err := engine.Read(ctx, turn, "row", func(context.Context) (int64, error) {
					close(reading)
					return read.Add(1), nil
				})
				if err != nil {
					return "", err
				}
				return "node 2", did(turn, fmt.Sprint("row ", n))
			},
			func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
				n, err := engine.Read(ctx, turn, "row", func(context.Context) (int64, error) { return read.Add(1), nil })
				if err != nil {
					return "", err
				}
				return answer(turn, fmt.Sprint(n))
			},
		)
		var transitions []int
		w := start(t, s, nil, func(cfg *engine.Config) {
			cfg.Assistants = []engine.Assistant{g}
			cfg.Meter.CommittedFunc = func(n int, _ time.Duration) {
				if transitions = append(transitions, n); len(transitions) == 2 { // the query's came first
					select {
					case <-reading:
					case <-time.After(20 * time.Second):
						t.Error("it waited for what led to it")
					}
				}
			}
		})
		runID, _ := w.answered(t, "q")
		w.stop()
		if slices.Contains(transitions[1:], 0) {
			t.Errorf("transitions by transaction: %v", transitions)
		}
		results, err := s.Results(t.Context(), store.Server(), runID)
		if err != nil || len(results) != 1 || string(results[0].Value) != "1" {
			t.Errorf("%+v, %v", results, err)
		}
		if report := play(t, s, g, runID); !report.Equal || read.Load() != 1 {
			t.Errorf("%+v, read %d times", report, read.Load())
		}
	})
}

// A frame behind a Read is shown when what was read is durable: it may tell of it.
func TestAFrameBehindAReadWaitsForIt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		looked := make(chan struct{})
		w := startGraph(t, s, one(func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
			if _, err := engine.Read(ctx, turn, "row", func(context.Context) (int, error) { return 7, nil }); err != nil {
				return "", err
			}
			if err := turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{StepID: "one"}}); err != nil {
				return "", err
			}
			<-looked
			return answer(turn, "끝")
		}))
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		defer close(looked)
		if d, err := stream.Next(ctx); err != nil || d.Event.Type != state.EventStepProgress {
			t.Fatalf("%+v, %v", d, err)
		}
		if list, err := s.Results(ctx, store.Server(), ack.RunID); err != nil || len(list) != 1 {
			t.Errorf("shown with %d results, %v", len(list), err)
		}
	})
}

// A question is asked where its answer is used, again when the answer is of no
// use, and what is done before it is not done again.
func TestAQuestionInItsNode(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var worked atomic.Int64
		ask := func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
			if _, err := engine.Do(ctx, turn, "price", func(context.Context) (int64, error) { return worked.Add(1), nil }); err != nil {
				return "", err
			}
			reply, err := turn.Ask(engine.Approval("진행할까요?"))
			if err == nil && reply.Action == state.ActionModify {
				_, err = turn.Ask(engine.Approval("네, 아니요로 답해 주세요."))
			}
			if err != nil {
				return "", err
			}
			return "node 2", did(turn, reply.Action+" "+turn.Now().Sub(reply.At).String())
		}
		g := one(
			func(_ context.Context, turn *engine.Turn[tally]) (string, error) { return "node 1", did(turn, "first") },
			ask,
			func(_ context.Context, turn *engine.Turn[tally]) (string, error) { return answer(turn, "끝") },
		)
		w := startGraph(t, s, g)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		for _, action := range []string{state.ActionModify, state.ActionApprove} {
			q := awaitQuestion(t, stream)
			if err := w.Reply(t.Context(), id, q.ID, action, nil); err != nil {
				t.Fatal(err)
			}
		}
		until(t, stream, 3, 1)
		c, err := s.LatestCheckpoint(t.Context(), store.Server(), id)
		if err != nil || worked.Load() != 1 || !strings.Contains(string(c.State), `"done":["first","approve 0s"]`) {
			t.Errorf("%s, %v, worked %d times", c.State, err, worked.Load())
		}
		w.stop()
		if report := play(t, s, g, ack.RunID); !report.Equal || report.Claims != 3 || worked.Load() != 1 {
			t.Errorf("%+v", report)
		}
	})
}

// A reply is heard again by whoever takes the run over, also where what it led
// to changed nothing but brought a result.
func TestAReplyOutlivesATakeover(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		worked := make(chan struct{}, 2)
		hold := true
		g := one(
			func(_ context.Context, turn *engine.Turn[tally]) (string, error) { return "node 1", did(turn, "first") },
			func(_ context.Context, turn *engine.Turn[tally]) (string, error) {
				_, err := turn.Ask(approval)
				return "node 2", err
			},
			func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
				_, err := engine.Do(ctx, turn, "work", func(context.Context) (bool, error) { return true, nil })
				if err != nil {
					return "", err
				}
				worked <- struct{}{}
				if hold {
					<-ctx.Done()
					return "", context.Cause(ctx)
				}
				return answer(turn, "끝")
			},
		)
		first := startGraph(t, s, g)
		id := first.session(t)
		stream := first.Watch(id, 0)
		defer stream.Close()
		ack := first.ask(t, engine.Query{SessionID: id, Text: "q"})
		q := awaitQuestion(t, stream)
		if err := first.Reply(t.Context(), id, q.ID, state.ActionApprove, nil); err != nil {
			t.Fatal(err)
		}
		<-worked
		first.stop()
		hold = false
		second := startGraph(t, s, g)
		again := second.Watch(id, 0)
		defer again.Close()
		got := until(t, again, 0, 1)
		if diff := cmp.Diff([]string{state.EventWorkflowInterrupted, state.EventInterruptResolved, state.EventFinalResponse}, got); diff != "" {
			t.Error(diff)
		}
		second.stop()
		if report := play(t, s, g, ack.RunID); !report.Equal {
			t.Errorf("%+v", report)
		}
	})
}

// What a node must not do ends its run, and says so.
func TestWhatANodeMayNotDo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		enter engine.Node[tally]
		want  string
	}{
		"ask after a change": {func(_ context.Context, turn *engine.Turn[tally]) (string, error) {
			if err := did(turn, "changed"); err != nil {
				return "", err
			}
			_, err := turn.Ask(approval)
			return "", err
		}, "ask in a node of its own"},
		"go where no edge leads": {func(context.Context, *engine.Turn[tally]) (string, error) { return "node 7", nil }, "no edge"},
		"end without an answer":  {func(context.Context, *engine.Turn[tally]) (string, error) { return engine.End, nil }, "without a response"},
		"answer twice": {func(_ context.Context, turn *engine.Turn[tally]) (string, error) {
			_, _ = answer(turn, "one")
			return answer(turn, "two")
		}, "second answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openSQLite(t, storetest.SQLite(t))
			t.Cleanup(func() { s.Close() })
			w := startGraph(t, s, one(c.enter))
			runID, _ := w.answered(t, "q")
			if run, err := s.Run(t.Context(), store.Server(), runID); err != nil || run.Status != state.RunFailed || !strings.Contains(run.Error, c.want) {
				t.Errorf("%+v, %v", run, err)
			}
		})
	}
}

// Edges are checked before anything runs.
func TestGraphsThatCannotBeRun(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	enter := func(context.Context, *engine.Turn[tally]) (string, error) { return engine.End, nil }
	spec := func(next ...string) engine.NodeSpec[tally] { return engine.NodeSpec[tally]{Enter: enter, Next: next} }
	for want, nodes := range map[string]engine.Nodes[tally]{
		`no node "a" to start in`:                   {"b": spec(engine.End)},
		`an edge from "a" to "c", which is no node`: {"a": spec("c", engine.End)},
		`node "b" is never entered`:                 {"a": spec(engine.End), "b": spec(engine.End)},
		`no way from node "b" to the end`:           {"a": spec("b", engine.End), "b": spec("b")},
		`bad node "c"`:                              {"a": spec("c"), "c": {Next: engine.To(engine.End)}},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
					t.Errorf("%q, want %q", got, want)
				}
			}()
			_, _ = engine.New(engine.Config{Store: s, Assistants: []engine.Assistant{&engine.Graph[tally]{Assistant: "tally", Start: "a", Nodes: nodes}}})
		}()
	}
}

// Steps side by side: each sees the state as it was when it began, names its
// own work, and is shown without an event made by hand.
func TestStepsSideBySide(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		var worked atomic.Int64
		step := func(ctx context.Context, turn *engine.Turn[tally], n int) error {
			id := fmt.Sprint("step_", n)
			turn = engine.Step(turn, id)
			seen := 0
			if err := turn.Update(id+" started", func(s *tally) {
				seen = len(s.Done)
				s.Steps[n].Status, s.Steps[n].Attempt = state.StepInProgress, 1
			}); err != nil {
				return err
			}
			began := turn.Now()
			_, err := engine.Do(ctx, turn, "work", func(context.Context) (bool, error) {
				worked.Add(1)
				time.Sleep(time.Duration(3-n) * time.Millisecond)
				return true, nil
			})
			if err != nil {
				return err
			}
			return turn.Update(id+" ended", func(s *tally) {
				s.Steps[n].Status = state.StepCompleted
				s.Done = append(s.Done, fmt.Sprint(id, seen, turn.Now().Sub(began)))
			})
		}
		g := one(func(_ context.Context, turn *engine.Turn[tally]) (string, error) {
			return "node 1", turn.Update("plan", func(s *tally) {
				s.Steps = []state.ExecutionStep{{StepID: "step_0", Status: state.StepPending}, {StepID: "step_1", Status: state.StepPending}}
			})
		}, func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
			errs := make(chan error, 2)
			for n := range 2 {
				go func() { errs <- step(ctx, turn, n) }()
			}
			if err := errors.Join(<-errs, <-errs); err != nil {
				return "", err
			}
			return answer(turn, "ok")
		})
		w := startGraph(t, s, g)
		id := w.session(t)
		stream := w.Watch(id, 0)
		defer stream.Close()
		ack := w.ask(t, engine.Query{SessionID: id, Text: "q"})
		todo := state.EventTodoUpdated
		if diff := cmp.Diff([]string{todo, todo, todo, todo, state.EventFinalResponse}, until(t, stream, 0, 1)); diff != "" {
			t.Error(diff)
		}
		w.stop()
		if report := play(t, s, g, ack.RunID); !report.Equal || worked.Load() != 2 {
			t.Errorf("%+v, worked %d times", report, worked.Load())
		}
	})
}

// Work that its own limit ended is not done in a replay, which hears the cause
// at once.
func TestAReplayHearsThatWorkTookTooLong(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	var worked atomic.Int64
	slow := errors.New("too slow")
	limit := 10 * time.Millisecond
	g := one(func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
		bound, cancel := context.WithTimeoutCause(ctx, limit, slow)
		defer cancel()
		_, err := engine.Do(bound, turn, "work", func(ctx context.Context) (bool, error) {
			worked.Add(1)
			<-ctx.Done()
			return false, ctx.Err()
		})
		return answer(turn, fmt.Sprint(errors.Is(err, slow)))
	})
	w := startGraph(t, s, g)
	runID, answer := w.answered(t, "q")
	w.stop()
	limit = time.Hour
	if report := play(t, s, g, runID); !report.Equal || answer != "true" || worked.Load() != 1 {
		t.Errorf("%+v, %q, worked %d times", report, answer, worked.Load())
	}
}

// A run whose results retention has removed can't be played again, and that is
// what is said.
func TestAReplayNeedsTheResults(t *testing.T) {
	t.Parallel()
	s := openSQLite(t, storetest.SQLite(t))
	t.Cleanup(func() { s.Close() })
	g := one(func(ctx context.Context, turn *engine.Turn[tally]) (string, error) {
		n, err := engine.Do(ctx, turn, "work", func(context.Context) (int, error) { return 7, nil })
		if err != nil {
			return "", err
		}
		return answer(turn, fmt.Sprint(n))
	})
	w := startGraph(t, s, g)
	runID, _ := w.answered(t, "q")
	w.stop()
	cfg := engine.ReplayConfig{Store: s, Assistants: []engine.Assistant{g}, Patience: 3 * time.Second}
	if report, err := engine.Replay(t.Context(), cfg, runID); err != nil || !report.Equal {
		t.Errorf("%+v, %v", report, err)
	}
	if _, err := s.Retain(t.Context(), time.Now().Add(time.Hour), store.Retention{Results: time.Minute}, 100); err != nil {
		t.Fatal(err)
	}
	if report, err := engine.Replay(t.Context(), cfg, runID); !errors.Is(err, engine.ErrNotRecorded) || !strings.Contains(err.Error(), "work") {
		t.Errorf("%+v, %v", report, err)
	}
}
