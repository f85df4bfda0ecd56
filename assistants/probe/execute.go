package probe

import (
	"context"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

func (p *probe) executeTeams(ctx context.Context, t *turn) (string, error) {
	x := &execution{probe: p, turn: t, steps: map[string]*turn{}}
	var steps []state.ExecutionStep
	t.View(func(s *State) {
		x.work, x.filler, steps = s.Work, wordsFor(s.Language).filler, slices.Clone(s.Plan)
	})
	switch x.work.Fail {
	case "error":
		return "", errWanted
	case "panic":
		panic(errWanted)
	}
	next := "aggregate_results"
	if x.work.Ask != "" && x.work.AskLate {
		next = "hear_reply"
	}
	if x.work.StepMS == 0 {
		return next, x.atOnce(steps)
	}
	strategy := state.Sequential
	if x.work.Parallel {
		strategy = state.Parallel
	}
	for _, step := range steps {
		x.steps[step.StepID] = engine.Step(t, step.StepID)
	}
	return next, teams.Run(ctx, p.cfg.Scheduler, teams.Plan{Steps: steps, Strategy: strategy}, x.do, teams.Hooks[string]{
		StartedFunc: x.started, EndedFunc: x.ended,
		SkipFunc: func(stepID string) <-chan struct{} { return x.steps[stepID].Skipped() },
	})
}

// execution is one stay in the node; the hooks run side by side and change
// nothing here.
type execution struct {
	*probe
	turn   *turn
	steps  map[string]*turn
	work   Work
	filler string
}

// atOnce is all steps in one transition, for work that takes no time: the
// events show each change as if it had been a commit of its own.
func (x *execution) atOnce(steps []state.ExecutionStep) error {
	var events []engine.Event
	return x.turn.Update("steps completed", func(s *State) {
		now := x.turn.Now()
		for i := range steps {
			startStep(s, steps[i].StepID, 1, now)
			events = append(events, todoUpdated(s)...)
			end := x.outcome(steps[i].StepID)
			endStep(s, steps[i].StepID, end, now)
			events = append(events, todoUpdated(s)...)
			x.tell(steps[i].Team, end)
		}
	}, engine.With[State]{Events: func(*State) []engine.Event { return events }})
}

func (x *execution) outcome(stepID string) ending {
	if failing, ok := x.work.failingStep(); ok && failing == stepID {
		return ending{status: state.StepFailed}
	}
	return ending{status: state.StepCompleted, finding: text(x.filler, x.work.ResultBytes)}
}

// do is a step's work: to take its time, which a replay need not.
func (x *execution) do(ctx context.Context, step state.ExecutionStep, _ func(int, string)) (string, error) {
	_, err := engine.Do(ctx, x.steps[step.StepID], "work", func(ctx context.Context) (bool, error) {
		timer := time.NewTimer(x.work.stepTime())
		defer timer.Stop()
		select {
		case <-timer.C:
			return true, nil
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	})
	if err != nil {
		return "", err
	}
	end := x.outcome(step.StepID)
	if end.status == state.StepFailed {
		return "", teams.Permanent(errWanted)
	}
	return end.finding, nil
}

func (x *execution) started(_ context.Context, step state.ExecutionStep, attempt int) error {
	t := x.steps[step.StepID]
	return t.Update(step.StepID+" started", func(s *State) { startStep(s, step.StepID, attempt, t.Now()) })
}

// ended commits a step's end with what it found: a completed step is never
// done again.
func (x *execution) ended(_ context.Context, step state.ExecutionStep, end teams.End[string]) error {
	t := x.steps[step.StepID]
	e := ending{status: end.Status, finding: end.Result}
	err := t.Update(step.StepID+" "+string(end.Status), func(s *State) {
		e.took = endStep(s, step.StepID, e, t.Now())
	})
	if err == nil {
		x.tell(step.Team, e)
	}
	return err
}

func (x *execution) tell(team string, end ending) {
	if x.cfg.StepEndedFunc != nil {
		x.cfg.StepEndedFunc(team, string(end.status), end.took)
	}
}
