package planning

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/madang-dev/madang/state"
)

// MaxSteps is the most steps that a plan may have where nobody says it.
const MaxSteps = 25

func stepID(n int) string { return "step_" + strconv.Itoa(n) }

// Waves groups steps that may run side by side: a step is in the wave after
// the last of those it depends on. Steps of a cycle are in no wave.
func Waves(steps []state.ExecutionStep) [][]string {
	level := make(map[string]int, len(steps))
	var waves [][]string
	for range steps {
		moved := false
		for i := range steps {
			s := &steps[i]
			if _, done := level[s.StepID]; done {
				continue
			}
			at, ready := 0, true
			for _, dep := range s.DependsOn {
				l, ok := level[dep]
				ready = ready && ok
				at = max(at, l+1)
			}
			if !ready {
				continue
			}
			level[s.StepID] = at
			for len(waves) <= at {
				waves = append(waves, nil)
			}
			waves[at] = append(waves[at], s.StepID)
			moved = true
		}
		if !moved {
			break
		}
	}
	return waves
}

// duration is the critical path in seconds: what a plan takes when all that
// may run side by side does. Actions of one step run one after another.
func (p *Planner) duration(steps []state.ExecutionStep) float64 {
	done := map[string]float64{}
	total := 0.0
	for _, s := range steps {
		start, own := 0.0, 0.0
		for _, dep := range s.DependsOn {
			start = max(start, done[dep])
		}
		for _, key := range s.Actions {
			own += p.seconds(key)
		}
		done[s.StepID] = start + own
		total = max(total, start+own)
	}
	return round2(total)
}

func (p *Planner) seconds(action string) float64 {
	for _, a := range p.cfg.Actions {
		if a.Key == action {
			return a.Seconds
		}
	}
	return 0
}

// Validate lists what is wrong with a plan: no steps or more than limit,
// unknown teams, ids used twice, dependencies that are unknown or go in a
// circle, and groups that do not fit the dependencies.
func Validate(plan state.Planning, teams []string, limit int) []string {
	errs := []string{}
	add := func(format string, args ...any) { errs = append(errs, fmt.Sprintf(format, args...)) }
	steps := plan.ExecutionSteps
	if len(steps) == 0 {
		add("the plan has no steps")
		return errs
	}
	if len(steps) > limit {
		add("the plan has %d steps, more than %d", len(steps), limit)
	}
	seen := map[string]bool{}
	for _, s := range steps {
		if seen[s.StepID] {
			add("step_id %q is used twice", s.StepID)
		}
		seen[s.StepID] = true
		if !slices.Contains(teams, s.Team) {
			add("%s: team %q is unknown", s.StepID, s.Team)
		}
	}
	for _, s := range steps {
		for _, dep := range s.DependsOn {
			if !seen[dep] {
				add("%s: depends on %q, which is no step", s.StepID, dep)
			}
			if dep == s.StepID {
				add("%s: depends on itself", s.StepID)
			}
		}
	}
	if len(errs) > 0 {
		return errs
	}
	return append(errs, misordered(plan)...)
}

// misordered checks that the dependencies make no circle and that the groups
// are the waves that follow from them.
func misordered(plan state.Planning) []string {
	waves, placed := Waves(plan.ExecutionSteps), 0
	for _, wave := range waves {
		placed += len(wave)
	}
	switch {
	case placed < len(plan.ExecutionSteps):
		return []string{"the dependencies of the steps go in a circle"}
	case len(plan.ParallelGroups) > 0 && !slices.EqualFunc(plan.ParallelGroups, waves, slices.Equal):
		return []string{fmt.Sprintf("the parallel groups %v do not fit the dependencies, which give %v", plan.ParallelGroups, waves)}
	}
	return nil
}
