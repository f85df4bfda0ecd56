package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/store"
)

// stepping begins and ends a run's steps one after another, from the first
// that is not done; it stops before the step of that number (-1 is none), told
// by started, and every step is begun twice.
func stepping(steps, stop int, started chan<- struct{}) func(context.Context, *engine.Turn[tally]) error {
	return func(ctx context.Context, turn *engine.Turn[tally]) error {
		done := 0
		turn.View(func(t *tally) {
			for _, s := range t.Steps {
				if s.Status.Done() {
					done++
				}
			}
		})
		for n := done; n < steps; n++ {
			for attempt := 1; attempt <= 2; attempt++ {
				if err := commit(turn, step(n, attempt, state.StepInProgress)); err != nil {
					return err
				}
			}
			if n == stop {
				if err := engine.Settle(turn); err != nil {
					return err
				}
				started <- struct{}{}
				<-ctx.Done()
				return context.Cause(ctx)
			}
			if err := commit(turn, step(n, 2, state.StepCompleted)); err != nil {
				return err
			}
		}
		return nil
	}
}

// step puts a step into the state; each first one adds a step that is passed
// over, which nobody begins.
func step(n, attempt int, status state.StepStatus) change {
	id := fmt.Sprint("step_", n)
	return change{Label: id + " " + string(status), Updates: []func(*tally){func(t *tally) {
		if len(t.Steps) == 0 {
			t.Steps = []state.ExecutionStep{{StepID: "passed over", Status: state.StepSkipped}}
		}
		if t.Steps[len(t.Steps)-1].StepID != id {
			t.Steps = append(t.Steps, state.ExecutionStep{StepID: id})
		}
		last := &t.Steps[len(t.Steps)-1]
		last.Status, last.Attempt = status, attempt
	}}}
}

// A run that has begun more steps than it now may goes on to its end: only the
// next step is one too many.
func TestASmallerBudgetLetsARunEnd(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *store.Store) {
		started := make(chan struct{}, 1)
		first := start(t, s, &script{work: stepping(3, 2, started)}, nil)
		id := first.session(t)
		ack := first.ask(t, engine.Query{SessionID: id, Text: "q"})
		<-started
		first.stop()
		second := start(t, s, &script{work: stepping(3, -1, nil)}, func(c *engine.Config) { c.MaxSteps = 2 })
		stream := second.Watch(id, 0)
		defer stream.Close()
		until(t, stream, 0, 1)
		if run, err := s.Run(t.Context(), store.Server(), ack.RunID); err != nil || run.Status != state.RunCompleted {
			t.Errorf("run %+v, %v", run, err)
		}
	})
}

// A run begins as many steps as it may, whoever carries it on and however
// often each is tried; the next ends it, with one terminal event, and a replay
// by an engine with another number tells the same.
func TestARunBeginsNoMoreStepsThanItMay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		steps, own int
		want       state.RunStatus
	}{
		"within":        {3, 0, state.RunCompleted},
		"beyond":        {4, 0, state.RunFailed},
		"graph's own":   {4, 4, state.RunCompleted},
		"beyond graphs": {5, 4, state.RunFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *store.Store) {
				started := make(chan struct{}, 1)
				graphOf := func(stop int) *engine.Graph[tally] {
					g := graph(&script{work: stepping(c.steps, stop, started)})
					g.MaxSteps = c.own
					return g
				}
				three := func(stop int) func(*engine.Config) {
					return func(cfg *engine.Config) { cfg.Assistants, cfg.MaxSteps = []engine.Assistant{graphOf(stop)}, 3 }
				}
				first := start(t, s, nil, three(1))
				id := first.session(t)
				ack := first.ask(t, engine.Query{SessionID: id, Text: "q", Language: "ko"})
				<-started
				first.stop()
				second := start(t, s, nil, three(-1))
				stream := second.Watch(id, 0)
				defer stream.Close()
				until(t, stream, 0, 1)
				run, err := s.Run(t.Context(), store.Server(), ack.RunID)
				if err != nil || run.Status != c.want {
					t.Fatalf("run %+v, %v", run, err)
				}
				if last := second.answerOf(t, id); c.want == state.RunFailed && !strings.Contains(last, "단계까지") {
					t.Errorf("the user is told %q", last)
				}
				events, err := s.Events(t.Context(), store.Server(), id, 0, 0)
				events = slices.DeleteFunc(events, func(ev state.Event) bool { return ev.Type == state.EventTodoUpdated })
				if err != nil || len(events) != 2 {
					t.Errorf("events %+v, %v", events, err)
				}
				replayed := graphOf(-1)
				replayed.MaxSteps = 1
				if report := play(t, s, replayed, ack.RunID); !report.Equal || report.Claims != 2 {
					t.Errorf("played again: %+v", report)
				}
			})
		})
	}
}
