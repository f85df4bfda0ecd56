package supervisor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// execution is one stay in the node that carries a plan out; its hooks run
// side by side.
type execution[S any] struct {
	*Crew[S]
	turn *engine.Turn[S]
	// lines are the steps' own, by step.
	lines map[string]*line[S]
}

// line is one step on its way.
type line[S any] struct {
	turn *engine.Turn[S]
	// seen is the state as the step's start left it.
	seen S
	// late is the start of a quick step, which its end is committed with.
	late func(*S)
}

// started is T3.
func (x *execution[S]) started(_ context.Context, step state.ExecutionStep, attempt int) error {
	l := x.lines[step.StepID]
	start := func(s *S) { x.start(s, step.StepID, attempt, l.turn.Now()) }
	if x.Quick != nil && x.Quick(step) {
		l.late = start
		l.turn.View(func(s *S) { l.seen = x.Copy(s) })
		return nil
	}
	return l.turn.Update("T3 "+step.StepID+" started", func(s *S) {
		start(s)
		l.seen = x.Copy(s)
	})
}

func (x *execution[S]) start(s *S, stepID string, attempt int, now time.Time) {
	step, at := x.plan(s).ChangeStep(stepID), Stamp(now)
	step.Status, step.StartedAt, step.Attempt, step.ProgressPercentage = state.StepInProgress, &at, attempt, 0
	if x.Started != nil {
		x.Started(s, step)
	}
}

// work hands a step to its team.
func (x *execution[S]) work(ctx context.Context, step state.ExecutionStep, progress func(int, string)) (Result[S], error) {
	l := x.lines[step.StepID]
	return x.hand(ctx, &Step[S]{
		ExecutionStep: step, State: &l.seen, Run: x.turn.Info(), Turn: l.turn, Progress: progress,
	})
}

func (x *execution[S]) hand(ctx context.Context, step *Step[S]) (Result[S], error) {
	team, ok := x.Teams[step.Team]
	if !ok {
		team, ok = x.Teams[step.AgentName]
	}
	if !ok {
		return Result[S]{}, teams.Permanent(fmt.Errorf("supervisor: no team %q", step.Team))
	}
	return team(ctx, step)
}

// reckoned is the end of a step whose work takes no time.
func (x *execution[S]) reckoned(ctx context.Context, s *S, step state.ExecutionStep) teams.End[Result[S]] {
	seen := x.Copy(s)
	result, err := x.hand(ctx, &Step[S]{
		ExecutionStep: step, State: &seen, Run: x.turn.Info(), Turn: x.turn, Progress: func(int, string) {},
	})
	end := teams.End[Result[S]]{Status: state.StepCompleted, Result: result, Attempt: 1}
	if err != nil {
		end.Status, end.Err = state.StepFailed, err
	}
	return end
}

// ended is T4 and T5: the step's end and what the team brought become
// durable together, so that a completed step is never done again.
func (x *execution[S]) ended(_ context.Context, step state.ExecutionStep, end teams.End[Result[S]]) error {
	x.log(step, end.Err)
	l := x.lines[step.StepID]
	var took time.Duration
	var shown []engine.Event // of a quick step, which has two changes in one
	with := engine.With[S]{Documents: end.Result.Documents, Effects: end.Result.Effects}
	if l.late != nil {
		with.Events = func(s *S) []engine.Event { return append(shown, x.todo(s)) }
	}
	if x.settle != nil {
		with.Then = &engine.Then[S]{Label: "T5 " + step.Team + " result", Change: func(s *S) { x.settle(s, step.Team) }}
	}
	err := l.turn.Update("T4 "+step.StepID+" "+string(end.Status), func(s *S) {
		if l.late != nil {
			l.late(s)
			shown = []engine.Event{x.todo(s)}
		}
		took = x.end(s, step.StepID, end, l.turn.Now())
	}, with)
	if err == nil {
		x.tell(step, end, took)
	}
	return err
}

// end ends a step in the state and tells how long it took.
func (x *execution[S]) end(s *S, stepID string, end teams.End[Result[S]], now time.Time) (took time.Duration) {
	step, at := x.plan(s).ChangeStep(stepID), Stamp(now)
	step.Status, step.CompletedAt, step.Attempt = end.Status, &at, end.Attempt
	if step.StartedAt != nil {
		if began, err := time.Parse(time.RFC3339, *step.StartedAt); err == nil {
			took = max(now.Sub(began), 0)
		}
	}
	step.ExecutionTimeMS = took.Milliseconds()
	switch end.Status {
	case state.StepCompleted:
		step.ProgressPercentage = 100
		step.Result = &end.Result.Shown
	case state.StepFailed:
		text := failureText(end.Err, x.turn.Info().Language)
		step.Error = &text
	}
	if x.Ended != nil {
		x.Ended(s, step, end.Err)
	}
	if end.Result.Update != nil {
		end.Result.Update(s)
	}
	return took
}

func (x *execution[S]) progress(step state.ExecutionStep, percent int, message string) {
	err := x.lines[step.StepID].turn.Emit(engine.Event{Type: state.EventStepProgress, Body: state.StepProgress{
		StepID: step.StepID, ProgressPercentage: percent, Message: message,
	}})
	if err != nil {
		x.Logger.Warn("progress", "step_id", step.StepID, "error", err)
	}
}

func (x *execution[S]) tell(step state.ExecutionStep, end teams.End[Result[S]], took time.Duration) {
	if x.StepEnded != nil {
		x.StepEnded(step.Team, string(end.Status), took)
	}
}

func (x *execution[S]) log(step state.ExecutionStep, err error) {
	info := x.turn.Info()
	switch panicked, ok := errors.AsType[*fault.Panic](err); {
	case ok:
		x.Logger.Error("panic in a team", "team", step.Team, "agent", step.AgentName, "step_id", step.StepID,
			"run_id", info.RunID, "error", err, "stack", string(panicked.Stack))
	case err != nil:
		x.Logger.Warn("step failed", "team", step.Team, "agent", step.AgentName, "step_id", step.StepID,
			"run_id", info.RunID, "error", err)
	}
}
