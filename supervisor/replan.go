package supervisor

import (
	"context"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// maxReplans bounds how often a run changes its plan by itself.
const maxReplans = 1

// Change is what a step makes of itself while it is at work.
type Change[S any] struct {
	// Step changes the step; nil leaves the plan as it is.
	Step func(*state.ExecutionStep)
	// Reason tells the user why.
	Reason string
	// Update notes in the state what led to it; nil is nothing.
	Update func(*S)
}

// replanning is where a step may change the plan.
type replanning[S any] interface {
	mayReplan(ctx context.Context, t *engine.Turn[S]) (bool, error)
	replanned(t *engine.Turn[S], stepID string, c Change[S]) error
}

// MayReplan takes the run's one re-plan for the step; false is that it is
// taken. Steps side by side may both ask for it.
func (s *Step[S]) MayReplan(ctx context.Context) (bool, error) {
	if s.replanning == nil {
		return false, nil
	}
	return s.replanning.mayReplan(ctx, s.Turn)
}

// Replan commits the change and shows the plan as it is now, before the work
// goes on. It follows MayReplan.
func (s *Step[S]) Replan(c Change[S]) error {
	if c.Step != nil {
		c.Step(&s.ExecutionStep)
	}
	return s.replanning.replanned(s.Turn, s.StepID, c)
}

func (x *execution[S]) mayReplan(ctx context.Context, t *engine.Turn[S]) (bool, error) {
	return engine.Do(ctx, t, "replan", func(context.Context) (bool, error) {
		free := false
		t.View(func(s *S) { free = x.replans != nil && *x.replans(s) < maxReplans })
		return free && x.replan.CompareAndSwap(false, true), nil
	})
}

func (x *execution[S]) replanned(t *engine.Turn[S], stepID string, c Change[S]) error {
	var with engine.With[S]
	if c.Step != nil {
		with.Events = func(s *S) []engine.Event {
			return []engine.Event{PlanUpdated(x.plan(s).Plan(), c.Reason, state.PlanChange{StepID: stepID, Change: "changed"})}
		}
	}
	return t.Update("T3 "+stepID+" reworded", func(s *S) {
		*x.replans(s)++
		if c.Update != nil {
			c.Update(s)
		}
		if c.Step != nil {
			c.Step(x.plan(s).ChangeStep(stepID))
		}
	}, with)
}
