package teams

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// Scheduler bounds how steps are carried out; zero values take the defaults.
type Scheduler struct {
	// StepTimeout bounds one attempt of a step that names no limit (30 s).
	StepTimeout time.Duration
	// MaxAttempts is how often a step that names no number is tried (2).
	MaxAttempts int
	// RetryDelay is the pause before the second attempt; it doubles with
	// each further one (200 ms).
	RetryDelay time.Duration
	// Grace is how long a step that was told to stop may take to do so
	// before it is left behind (500 ms).
	Grace time.Duration
	// MaxParallel is how many steps work at once, the first of a plan first;
	// 0 is no bound.
	MaxParallel int
}

func (s Scheduler) withDefaults() Scheduler {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&s.StepTimeout, 30*time.Second)
	def(&s.RetryDelay, 200*time.Millisecond)
	def(&s.Grace, 500*time.Millisecond)
	if s.MaxAttempts <= 0 {
		s.MaxAttempts = 2
	}
	return s
}

// Plan is the steps to carry out and how.
type Plan struct {
	// Steps are in the order in which they begin where not all can at once.
	Steps    []state.ExecutionStep
	Strategy state.Strategy
	// Groups are waves: a step of a later group waits for all of the
	// earlier ones, besides the steps it depends on.
	Groups [][]string
}

// Work does one attempt of a step. It must end soon after ctx does; one
// that doesn't is left behind and its result is dropped.
type Work[R any] func(ctx context.Context, step state.ExecutionStep, progress func(percent int, message string)) (R, error)

// End is how a step ended.
type End[R any] struct {
	Status state.StepStatus // completed | failed | skipped
	Result R                // of a completed step
	Err    error            // of a failed step
	// Attempt is the last attempt's number, from 1; 0 when none was made.
	Attempt int
}

// Hooks are told of each change, from the steps' own goroutines; a step
// goes on when they return. An error of theirs ends the whole plan.
type Hooks[R any] struct {
	StartedFunc  func(ctx context.Context, step state.ExecutionStep, attempt int) error
	EndedFunc    func(ctx context.Context, step state.ExecutionStep, end End[R]) error
	ProgressFunc func(step state.ExecutionStep, percent int, message string)
	// SkipFunc is a channel that is closed when the user skips a step. It is
	// asked for, and looked at, before the step waits for anything else.
	SkipFunc func(stepID string) <-chan struct{}
}

// Permanent marks an error that another attempt can't mend.
func Permanent(err error) error { return &permanentError{err} }

// IsPermanent tells whether an error was marked by Permanent.
func IsPermanent(err error) bool {
	var p *permanentError
	return errors.As(err, &p)
}

type permanentError struct{ err error }

func (e *permanentError) Error() string { return e.err.Error() }
func (e *permanentError) Unwrap() error { return e.err }

// ErrTimeout is what an attempt fails with that took too long.
var ErrTimeout = errors.New("teams: step timed out")

// Run carries out what is left of a plan and returns when every step is
// done. Steps that are done already are not done again. A failed or skipped
// step does not stop those that waited for it: they work with what there
// is. Run's error is the cause of ctx's end or a hook's error.
func Run[R any](ctx context.Context, s Scheduler, plan Plan, work Work[R], hooks Hooks[R]) error {
	waits, err := order(plan)
	if err != nil {
		return err
	}
	q := newQueue(plan, waits, s.MaxParallel)
	group, groupCtx := errgroup.WithContext(ctx)
	x := &execution[R]{Scheduler: s.withDefaults(), work: work, hooks: hooks}
	for _, step := range plan.Steps {
		if step.Status.Done() {
			continue
		}
		group.Go(func() error {
			defer q.end(step.StepID)
			return x.step(groupCtx, step, q.turns[step.StepID])
		})
	}
	if err := group.Wait(); err != nil {
		// The cause of the caller's end says more than what it broke.
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		return err
	}
	return nil
}

// order lists for each step the steps it waits for.
func order(plan Plan) (map[string][]string, error) {
	waits := make(map[string][]string, len(plan.Steps))
	known := make(map[string]bool, len(plan.Steps))
	for _, step := range plan.Steps {
		known[step.StepID] = true
	}
	var earlier []string
	for _, step := range plan.Steps {
		for _, dep := range step.DependsOn {
			if !known[dep] {
				return nil, fmt.Errorf("teams: step %s depends on %s, which is no step", step.StepID, dep)
			}
		}
		waits[step.StepID] = slices.Clone(step.DependsOn)
		if plan.Strategy != state.Parallel {
			waits[step.StepID] = append(waits[step.StepID], earlier...)
		}
		earlier = append(earlier, step.StepID)
	}
	if plan.Strategy == state.Parallel {
		addGroups(waits, plan.Groups)
	}
	return waits, acyclic(waits)
}

func addGroups(waits map[string][]string, groups [][]string) {
	var before []string
	for _, group := range groups {
		for _, id := range group {
			if _, ok := waits[id]; ok {
				waits[id] = append(waits[id], before...)
			}
		}
		before = append(slices.Clone(before), group...)
	}
	for id, deps := range waits {
		waits[id] = slices.DeleteFunc(deps, func(d string) bool { _, ok := waits[d]; return !ok })
	}
}

// acyclic refuses a plan whose steps would wait for each other for ever: those that
// are left once all that wait for none of the rest are taken away.
func acyclic(waits map[string][]string) error {
	left := maps.Clone(waits)
	for before := -1; len(left) != before; {
		before = len(left)
		maps.DeleteFunc(left, func(_ string, deps []string) bool {
			return !slices.ContainsFunc(deps, func(d string) bool { _, waits := left[d]; return waits })
		})
	}
	if len(left) > 0 {
		return fmt.Errorf("teams: steps wait for each other: %q", slices.Sorted(maps.Keys(left)))
	}
	return nil
}

type execution[R any] struct {
	Scheduler
	work  Work[R]
	hooks Hooks[R]
}

// step waits for its turn, does the work and reports the end.
func (x *execution[R]) step(ctx context.Context, step state.ExecutionStep, turn <-chan struct{}) error {
	skip, skipped := x.skip(step.StepID)
	if !skipped {
		select {
		case <-turn:
		case <-skip:
			skipped = true
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	// A failed hook elsewhere closes its step too: look before starting.
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if !skipped {
		_, skipped = x.skip(step.StepID)
	}
	if skipped {
		return x.hooks.EndedFunc(ctx, step, End[R]{Status: state.StepSkipped, Attempt: step.Attempt})
	}
	end, err := x.attempts(ctx, step)
	if err != nil {
		return err
	}
	return x.hooks.EndedFunc(ctx, step, end)
}

// skip is closed once the user wants the step to be passed over; now tells that
// they do already, and that nothing else may end the step.
func (x *execution[R]) skip(stepID string) (c <-chan struct{}, now bool) {
	if x.hooks.SkipFunc == nil {
		return nil, false
	}
	c = x.hooks.SkipFunc(stepID)
	select {
	case <-c:
		return c, true
	default:
		return c, false
	}
}

// attempts tries the step until it ends well, is skipped, or may not be
// tried again. Its error is a hook's or the plan's end.
func (x *execution[R]) attempts(ctx context.Context, step state.ExecutionStep) (End[R], error) {
	limit := step.MaxAttempts
	if limit <= 0 {
		limit = x.MaxAttempts
	}
	delay := x.RetryDelay
	for n := 1; ; n++ {
		// Attempts before a crash count in the number shown, not in the limit.
		attempt := step.Attempt + n
		if err := x.hooks.StartedFunc(ctx, step, attempt); err != nil {
			return End[R]{}, err
		}
		result, err := x.attempt(ctx, step)
		end := End[R]{Attempt: attempt, Result: result}
		switch {
		case context.Cause(ctx) != nil:
			return end, context.Cause(ctx)
		case errors.Is(err, errSkipped):
			end.Status = state.StepSkipped
			return end, nil
		case err == nil:
			end.Status = state.StepCompleted
			return end, nil
		case n >= limit || final(err):
			end.Status, end.Err = state.StepFailed, err
			return end, nil
		}
		if err := x.rest(ctx, step.StepID, delay); errors.Is(err, errSkipped) {
			end.Status = state.StepSkipped
			return end, nil
		} else if err != nil {
			return end, err
		}
		delay *= 2
	}
}

// rest is the pause before another attempt.
func (x *execution[R]) rest(ctx context.Context, stepID string, delay time.Duration) error {
	skip, now := x.skip(stepID)
	if now {
		return errSkipped
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-skip:
		return errSkipped
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func final(err error) bool {
	_, panicked := errors.AsType[*fault.Panic](err)
	return panicked || IsPermanent(err)
}

var errSkipped = errors.New("teams: skipped")

type outcome[R any] struct {
	result R
	err    error
}

// attempt does the work once, within the step's time.
func (x *execution[R]) attempt(ctx context.Context, step state.ExecutionStep) (none R, err error) {
	skip, now := x.skip(step.StepID)
	if now {
		return none, errSkipped
	}
	limit := x.StepTimeout
	if step.TimeoutMS > 0 {
		limit = time.Duration(step.TimeoutMS) * time.Millisecond
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("%w after %s", ErrTimeout, limit))
	defer cancel()
	results := make(chan outcome[R], 1)
	go func() {
		result, err := fault.Guard(func() (R, error) {
			return x.work(ctx, step, func(percent int, message string) {
				if x.hooks.ProgressFunc != nil && ctx.Err() == nil {
					x.hooks.ProgressFunc(step, min(max(percent, 0), 99), message)
				}
			})
		})
		results <- outcome[R]{result, err}
	}()
	select {
	case o := <-results:
		if o.err != nil && context.Cause(ctx) != nil {
			o.err = context.Cause(ctx)
		}
		return o.result, o.err
	case <-skip:
		cancel()
		x.wait(results)
		return none, errSkipped
	case <-ctx.Done():
		x.wait(results)
		return none, context.Cause(ctx)
	}
}

// wait gives work that was told to stop the chance to.
func (x *execution[R]) wait(results <-chan outcome[R]) {
	timer := time.NewTimer(x.Grace)
	defer timer.Stop()
	select {
	case <-results:
	case <-timer.C:
	}
}
