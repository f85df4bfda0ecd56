package probe

import (
	"context"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

func (p *probe) executeTeams(ctx context.Context, t *turn) (outcome, error) {
	x := &execution{probe: p, turn: t}
	var steps []state.ExecutionStep
	t.View(func(s *State) {
		x.work, x.filler, steps = s.Work, wordsFor(s.Language).filler, slices.Clone(s.Plan)
	})
	switch x.work.Fail {
	case "error":
		return outcome{}, errWanted
	case "panic":
		panic(errWanted)
	}
	if x.work.StepMS == 0 {
		return asking(t, outcome{Next: "aggregate_results", Last: []change{x.atOnce(steps)}}, true), nil
	}
	strategy := state.Sequential
	if x.work.Parallel {
		strategy = state.Parallel
	}
	err := teams.Run(ctx, p.cfg.Scheduler, teams.Plan{Steps: steps, Strategy: strategy}, x.do, teams.Hooks[string]{
		StartedFunc: x.started, EndedFunc: x.ended, SkippedFunc: t.Skipped, SkipTakenFunc: t.SkipTaken,
		NowFunc: func(stepID string) time.Time { return t.Scope(stepID).Now() },
	})
	if err != nil {
		return outcome{}, err
	}
	return asking(t, outcome{Next: "aggregate_results"}, true), nil
}

// execution is one stay in the node; the hooks run side by side and change
// nothing here.
type execution struct {
	*probe
	turn   *turn
	work   Work
	filler string
}

// atOnce is all steps in one transition, for work that takes no time: the
// events show each change as if it had been a commit of its own.
func (x *execution) atOnce(steps []state.ExecutionStep) change {
	now := x.turn.Now()
	var events []engine.Event
	return change{
		Label: "steps completed", Phase: PhaseExecuting,
		Updates: []func(*State){func(s *State) {
			for i := range steps {
				startStep(steps[i].StepID, 1, now)(s)
				events = append(events, todoUpdated(s)...)
				end := x.outcome(steps[i].StepID)
				endStep(steps[i].StepID, end, now)(s)
				events = append(events, todoUpdated(s)...)
				x.tell(steps[i].Team, end)
			}
		}},
		EventsFunc: func(*State) []engine.Event { return events },
	}
}

func (x *execution) outcome(stepID string) ending {
	if failing, ok := x.work.failingStep(); ok && failing == stepID {
		return ending{status: state.StepFailed}
	}
	return ending{status: state.StepCompleted, finding: text(x.filler, x.work.ResultBytes)}
}

// do is a step's work: to take its time. A replay need not take it; where
// the work was stopped before, it waits for that.
func (x *execution) do(ctx context.Context, step state.ExecutionStep, _ func(int, string)) (string, error) {
	// Not the scope of the step's clock: work that was given up may still be
	// on its way when the step goes on.
	worked, err := engine.RecallAhead(ctx, x.turn.Scope(step.StepID+" work"), func(ctx context.Context) (bool, error) {
		return x.takeTime(ctx), nil
	})
	if err != nil {
		return "", err
	}
	if !worked {
		<-ctx.Done()
		return "", context.Cause(ctx)
	}
	end := x.outcome(step.StepID)
	if end.status == state.StepFailed {
		return "", teams.Permanent(errWanted)
	}
	return end.finding, nil
}

// takeTime tells whether the time was over before the work was stopped.
func (x *execution) takeTime(ctx context.Context) bool {
	timer := time.NewTimer(x.work.stepTime())
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

func (x *execution) started(ctx context.Context, step state.ExecutionStep, attempt int) error {
	return x.turn.Commit(ctx, change{
		Label: step.StepID + " started", Phase: PhaseExecuting,
		Updates:    []func(*State){startStep(step.StepID, attempt, x.turn.Scope(step.StepID).Now())},
		EventsFunc: todoUpdated,
	})
}

// ended commits a step's end with what it found: a completed step is never
// done again.
func (x *execution) ended(ctx context.Context, step state.ExecutionStep, end teams.End[string]) error {
	e := ending{status: end.Status, finding: end.Result, took: end.Took}
	if err := x.turn.Commit(ctx, change{
		Label: step.StepID + " " + string(end.Status), Phase: PhaseExecuting,
		Updates:    []func(*State){endStep(step.StepID, e, x.turn.Scope(step.StepID).Now())},
		EventsFunc: todoUpdated,
	}); err != nil {
		return err
	}
	x.tell(step.Team, e)
	return nil
}

func (x *execution) tell(team string, end ending) {
	if x.cfg.StepEndedFunc != nil {
		x.cfg.StepEndedFunc(team, string(end.status), end.took)
	}
}
