package teams

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func pending(id string, deps ...string) state.ExecutionStep {
	return state.ExecutionStep{StepID: id, Team: id, Status: state.StepPending, DependsOn: deps}
}

// journal notes what happens, in order.
type journal struct {
	mu    sync.Mutex
	lines []string
	ends  map[string]End[string]
	skips map[string]chan struct{}
}

func newJournal() *journal {
	return &journal{ends: map[string]End[string]{}, skips: map[string]chan struct{}{}}
}

func (j *journal) note(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) skip(id string) chan struct{} {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.skips[id] == nil {
		j.skips[id] = make(chan struct{})
	}
	return j.skips[id]
}

func (j *journal) hooks() Hooks[string] {
	return Hooks[string]{
		StartedFunc: func(_ context.Context, s state.ExecutionStep, attempt int) error {
			j.note("start %s %d", s.StepID, attempt)
			return nil
		},
		EndedFunc: func(_ context.Context, s state.ExecutionStep, end End[string]) error {
			j.note("end %s %s", s.StepID, end.Status)
			j.mu.Lock()
			defer j.mu.Unlock()
			j.ends[s.StepID] = end
			return nil
		},
		SkipFunc: func(id string) <-chan struct{} { return j.skip(id) },
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func lasting(d time.Duration) Work[string] {
	return func(ctx context.Context, s state.ExecutionStep, _ func(int, string)) (string, error) {
		return s.StepID, sleep(ctx, d)
	}
}

func TestParallelStepsRunAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, started := newJournal(), time.Now()
		plan := Plan{Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("a"), pending("b"), pending("c")}}
		if err := Run(t.Context(), Scheduler{}, plan, lasting(50*time.Millisecond), j.hooks()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(started); took != 50*time.Millisecond {
			t.Errorf("three steps of 50 ms side by side took %s", took)
		}
		if n := slices.IndexFunc(j.lines, func(l string) bool { return l[:3] == "end" }); n != 3 {
			t.Errorf("an end before all had started: %q", j.lines)
		}
	})
}

// Where only so many may work at once, the first of the plan that could begins
// next: what it waits for bounds it still, and who is skipped takes no place.
func TestTheFirstOfThePlanBeginsWhereNotAllCan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJournal()
		plan := Plan{Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("c"), pending("a", "b"), pending("b"), pending("d")}}
		go func() {
			time.Sleep(30 * time.Millisecond) // b works
			close(j.skip("d"))
		}()
		if err := Run(t.Context(), Scheduler{MaxParallel: 1}, plan, lasting(20*time.Millisecond), j.hooks()); err != nil {
			t.Fatal(err)
		}
		want := []string{"start c 1", "end c completed", "start b 1", "end d skipped", "end b completed", "start a 1", "end a completed"}
		if diff := cmp.Diff(want, j.lines); diff != "" {
			t.Error(diff)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		j, began := newJournal(), time.Now()
		plan := Plan{Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("a"), pending("b"), pending("c"), pending("d"), pending("e")}}
		if err := Run(t.Context(), Scheduler{MaxParallel: 2}, plan, lasting(20*time.Millisecond), j.hooks()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 60*time.Millisecond {
			t.Errorf("five steps, two at once, took %v", took)
		}
	})
}

func TestSequentialStepsFollowEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJournal()
		plan := Plan{Strategy: state.Sequential, Steps: []state.ExecutionStep{pending("a"), pending("b")}}
		if err := Run(t.Context(), Scheduler{}, plan, lasting(time.Second), j.hooks()); err != nil {
			t.Fatal(err)
		}
		want := []string{"start a 1", "end a completed", "start b 1", "end b completed"}
		if diff := cmp.Diff(want, j.lines); diff != "" {
			t.Error(diff)
		}
	})
}

func TestDependentsAndGroupsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJournal()
		plan := Plan{
			Strategy: state.Parallel,
			Steps:    []state.ExecutionStep{pending("late"), pending("a"), pending("b", "a")},
			Groups:   [][]string{{"a"}, {"b"}, {"late"}},
		}
		if err := Run(t.Context(), Scheduler{}, plan, lasting(time.Second), j.hooks()); err != nil {
			t.Fatal(err)
		}
		want := []string{
			"start a 1", "end a completed", "start b 1", "end b completed",
			"start late 1", "end late completed",
		}
		if diff := cmp.Diff(want, j.lines); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFailureRetriesThenFailsAndOthersGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, broken := newJournal(), errors.New("broken")
		work := func(_ context.Context, s state.ExecutionStep, _ func(int, string)) (string, error) {
			if s.StepID == "a" {
				return "", broken
			}
			return "fine", nil
		}
		plan := Plan{Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("a"), pending("b", "a")}}
		if err := Run(t.Context(), Scheduler{MaxAttempts: 3}, plan, work, j.hooks()); err != nil {
			t.Fatal(err)
		}
		if end := j.ends["a"]; end.Status != state.StepFailed || end.Attempt != 3 || !errors.Is(end.Err, broken) {
			t.Errorf("a ended as %+v", end)
		}
		if end := j.ends["b"]; end.Status != state.StepCompleted || end.Result != "fine" {
			t.Errorf("b ended as %+v", end)
		}
	})
}

func TestPanicIsAFailedStepWithoutRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJournal()
		work := func(context.Context, state.ExecutionStep, func(int, string)) (string, error) { panic("team fell over") }
		plan := Plan{Strategy: state.Sequential, Steps: []state.ExecutionStep{pending("a")}}
		if err := Run(t.Context(), Scheduler{MaxAttempts: 5}, plan, work, j.hooks()); err != nil {
			t.Fatal(err)
		}
		end := j.ends["a"]
		panicked, ok := errors.AsType[*fault.Panic](end.Err)
		if end.Status != state.StepFailed || end.Attempt != 1 || !ok || len(panicked.Stack) == 0 {
			t.Errorf("ended as %+v", end)
		}
	})
}

func TestTimeoutAppliesEvenToWorkThatIgnoresIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, started, release := newJournal(), time.Now(), make(chan struct{})
		work := func(context.Context, state.ExecutionStep, func(int, string)) (string, error) {
			<-release
			return "too late", nil
		}
		step := pending("a")
		step.TimeoutMS, step.MaxAttempts = 100, 1
		err := Run(t.Context(), Scheduler{Grace: 10 * time.Millisecond}, Plan{Strategy: state.Sequential, Steps: []state.ExecutionStep{step}}, work, j.hooks())
		close(release)
		if err != nil {
			t.Fatal(err)
		}
		if end := j.ends["a"]; end.Status != state.StepFailed || !errors.Is(end.Err, ErrTimeout) || end.Result != "" {
			t.Errorf("ended as %+v", end)
		}
		if took := time.Since(started); took != 110*time.Millisecond {
			t.Errorf("took %s", took)
		}
	})
}

func TestSkipStopsARunningAndAWaitingStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJournal()
		plan := Plan{Strategy: state.Sequential, Steps: []state.ExecutionStep{pending("a"), pending("b"), pending("c")}}
		time.AfterFunc(time.Second, func() { close(j.skip("c")); close(j.skip("a")) })
		if err := Run(t.Context(), Scheduler{StepTimeout: time.Hour}, plan, lasting(time.Minute), j.hooks()); err != nil {
			t.Fatal(err)
		}
		for id, want := range map[string]state.StepStatus{"a": state.StepSkipped, "b": state.StepCompleted, "c": state.StepSkipped} {
			if got := j.ends[id].Status; got != want {
				t.Errorf("%s is %s, want %s", id, got, want)
			}
		}
	})
}

func TestDoneStepsAreNotDoneAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newJournal()
		done, crashed := pending("a"), pending("b", "a")
		done.Status = state.StepCompleted
		crashed.Status, crashed.Attempt = state.StepInProgress, 1
		plan := Plan{Strategy: state.Parallel, Steps: []state.ExecutionStep{done, crashed}}
		if err := Run(t.Context(), Scheduler{}, plan, lasting(time.Second), j.hooks()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"start b 2", "end b completed"}, j.lines); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTheCauseOfTheEndIsReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, cause := newJournal(), errors.New("user left")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(cause) })
		plan := Plan{Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("a"), pending("b", "a")}}
		err := Run(ctx, Scheduler{StepTimeout: time.Hour}, plan, lasting(time.Minute), j.hooks())
		if !errors.Is(err, cause) || len(j.ends) != 0 {
			t.Errorf("err %v, ends %v", err, j.ends)
		}
	})
}

func TestAHooksErrorEndsThePlan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fenced := errors.New("fenced")
		hooks := newJournal().hooks()
		hooks.EndedFunc = func(context.Context, state.ExecutionStep, End[string]) error { return fenced }
		plan := Plan{Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("a"), pending("b", "a")}}
		if err := Run(t.Context(), Scheduler{}, plan, lasting(time.Second), hooks); !errors.Is(err, fenced) {
			t.Errorf("err %v", err)
		}
	})
}

func TestProgressIsBoundedAndStopsWithTheStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []int
		hooks := newJournal().hooks()
		hooks.ProgressFunc = func(_ state.ExecutionStep, percent int, _ string) { got = append(got, percent) }
		var late func(int, string)
		work := func(_ context.Context, _ state.ExecutionStep, progress func(int, string)) (string, error) {
			progress(-5, "")
			progress(50, "")
			progress(400, "")
			late = progress
			return "", nil
		}
		if err := Run(t.Context(), Scheduler{}, Plan{Strategy: state.Sequential, Steps: []state.ExecutionStep{pending("a")}}, work, hooks); err != nil {
			t.Fatal(err)
		}
		late(60, "after the end")
		if diff := cmp.Diff([]int{0, 50, 99}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestBadPlansAreRefused(t *testing.T) {
	t.Parallel()
	for name, plan := range map[string]Plan{
		"unknown dependency": {Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("a", "ghost")}},
		"circle":             {Strategy: state.Parallel, Steps: []state.ExecutionStep{pending("a", "b"), pending("b", "a")}},
		"later dependency":   {Strategy: state.Sequential, Steps: []state.ExecutionStep{pending("a", "b"), pending("b")}},
		"group before its dependency": {Strategy: state.Parallel, Groups: [][]string{{"b"}, {"a"}},
			Steps: []state.ExecutionStep{pending("a"), pending("b", "a")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := Run(t.Context(), Scheduler{}, plan, lasting(0), newJournal().hooks())
			if err == nil {
				t.Error("accepted")
			}
		})
	}
}

// Whatever the plan, each step ends once and after all it depends on.
func TestOrderHoldsForAnyPlan(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(r, "steps")
		var steps []state.ExecutionStep
		for i := range n {
			var deps []string
			for d := range i {
				if rapid.Bool().Draw(r, "edge") {
					deps = append(deps, fmt.Sprint("s", d))
				}
			}
			steps = append(steps, pending(fmt.Sprint("s", i), deps...))
		}
		j := newJournal()
		plan := Plan{Strategy: rapid.SampledFrom([]state.Strategy{state.Parallel, state.Sequential}).Draw(r, "strategy"), Steps: steps}
		if err := Run(context.Background(), Scheduler{}, plan, lasting(0), j.hooks()); err != nil {
			r.Fatal(err)
		}
		at := map[string]int{}
		for i, line := range j.lines {
			if _, twice := at[line]; twice {
				r.Fatalf("twice: %s", line)
			}
			at[line] = i
		}
		for _, s := range steps {
			for _, d := range s.DependsOn {
				if at["start "+s.StepID+" 1"] < at["end "+d+" completed"] {
					r.Fatalf("%s started before %s ended: %q", s.StepID, d, j.lines)
				}
			}
		}
	})
}
