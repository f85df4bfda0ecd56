package supervisor

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// CrewConfig is who carries out the steps of a plan, and how; only Teams must
// be there.
type CrewConfig[S any] struct {
	Teams     Teams[S]
	Scheduler teams.Scheduler
	// Quick tells that a step only reckons: its start and its end are one
	// transition, since a commit would take longer. It sees the state as the
	// steps that it waits for have left it.
	Quick func(step state.ExecutionStep) bool
	// Copy copies a state for a step, where its lists and maps are changed in
	// place; nil copies the struct.
	Copy func(*S) S
	// Started and Ended note in the state what else changes when a step
	// starts and ends. An error that the user should read in other words than
	// the supervisor's is set on the step.
	Started func(s *S, step *state.ExecutionStep)
	Ended   func(s *S, step *state.ExecutionStep, err error)
	// StepEnded is told how each step ended; nil is nobody.
	StepEnded func(team, outcome string, took time.Duration)
	Logger    *slog.Logger

	// settle recounts a step's team, in a transition of its own.
	settle func(s *S, team string)
}

// Crew carries out the steps of plans: it shows, starts, times, tries again,
// skips and ends them, in any graph whose state shows its plan.
type Crew[S any] struct {
	CrewConfig[S]
	plan func(*S) Planned
}

// NewCrew is the crew for states that show their plan.
func NewCrew[S any, P interface {
	*S
	Planned
}](cfg CrewConfig[S]) *Crew[S] {
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	if cfg.Copy == nil {
		cfg.Copy = func(s *S) S { return *s }
	}
	return &Crew[S]{CrewConfig: cfg, plan: func(s *S) Planned { return P(s) }}
}

// Execute carries out what is left of the state's plan, and returns when every
// step is done. A step that fails or is skipped stops no other. A plan of more
// steps than the run may begin is refused before its next one.
func (c *Crew[S]) Execute(ctx context.Context, t *engine.Turn[S]) error {
	if err := c.withinBudget(t); err != nil {
		return err
	}
	x := &execution[S]{Crew: c, turn: t, lines: map[string]*line[S]{}}
	var plan teams.Plan
	t.View(func(s *S) {
		p := c.plan(s).Plan()
		plan = teams.Plan{Steps: slices.Clone(p.ExecutionSteps), Strategy: p.ExecutionStrategy, Groups: p.ParallelGroups}
	})
	for _, step := range plan.Steps {
		x.lines[step.StepID] = &line[S]{turn: engine.Step(t, step.StepID)}
	}
	return teams.Run(ctx, c.Scheduler, plan, x.work, teams.Hooks[Result[S]]{
		StartedFunc: x.started, EndedFunc: x.ended, ProgressFunc: x.progress,
		SkipFunc: func(stepID string) <-chan struct{} { return x.lines[stepID].turn.Skipped() },
	})
}

// withinBudget refuses a plan of more steps than the run may begin. It counts what
// the state holds, those that were begun among it, so that attempts and takeovers
// change nothing and a replay comes to the same.
func (c *Crew[S]) withinBudget(t *engine.Turn[S]) error {
	s, n, info := t.State(), 0, t.Info()
	for _, step := range c.plan(&s).Plan().ExecutionSteps {
		if step.Status != state.StepSkipped || step.Attempt > 0 {
			n++
		}
	}
	if n <= info.MaxSteps {
		return nil
	}
	return fault.New(fault.ProcessingFailed, "%s", texts.Say(info.Language, "too_many_steps", "limit", info.MaxSteps))
}

// AtOnce carries out all steps in one change of the state, in their order: for
// work that takes no time and is a function of the state. The events show each
// change as if it had been a commit of its own.
func (c *Crew[S]) AtOnce(ctx context.Context, t *engine.Turn[S], label string) error {
	if err := c.withinBudget(t); err != nil {
		return err
	}
	x := &execution[S]{Crew: c, turn: t}
	var events []engine.Event
	return t.Update(label, func(s *S) {
		for _, step := range slices.Clone(c.plan(s).Plan().ExecutionSteps) {
			x.start(s, step.StepID, 1, t.Now())
			events = append(events, c.todo(s))
			end := x.reckoned(ctx, s, step)
			took := x.end(s, step.StepID, end, t.Now())
			events = append(events, c.todo(s))
			x.tell(step, end, took)
		}
	}, engine.With[S]{Events: func(*S) []engine.Event { return events }})
}

// Abandon shows the steps that a failed or cancelled run has not done as
// skipped, so that none seems to be at work for ever.
func (c *Crew[S]) Abandon(s *S, at time.Time) []engine.Event {
	plan := c.plan(s).Plan()
	if plan == nil {
		return nil
	}
	now, open := Stamp(at), false
	for _, step := range slices.Clone(plan.ExecutionSteps) {
		if !step.Status.Done() {
			changed := c.plan(s).ChangeStep(step.StepID)
			changed.Status, changed.CompletedAt, open = state.StepSkipped, &now, true
		}
	}
	if !open {
		return nil
	}
	return []engine.Event{c.todo(s)}
}

func (c *Crew[S]) todo(s *S) engine.Event { return TodoUpdated(c.plan(s).Plan()) }
