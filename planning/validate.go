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
	seen := map[string]int{}
	for i, s := range steps {
		if _, twice := seen[s.StepID]; twice {
			add("step_id %q is used twice", s.StepID)
		}
		seen[s.StepID] = i
		if !slices.Contains(teams, s.Team) {
			add("%s: team %q is unknown", s.StepID, s.Team)
		}
	}
	for _, s := range steps {
		for _, dep := range s.DependsOn {
			if _, ok := seen[dep]; !ok {
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
	return append(errs, misordered(plan, seen)...)
}

// misordered checks for cycles and that every group only holds steps whose
// dependencies are in earlier groups.
func misordered(plan state.Planning, index map[string]int) []string {
	var errs []string
	placed := 0
	for _, wave := range Waves(plan.ExecutionSteps) {
		placed += len(wave)
	}
	if placed < len(plan.ExecutionSteps) {
		return append(errs, "the dependencies of the steps go in a circle")
	}
	if len(plan.ParallelGroups) == 0 {
		return errs
	}
	group := map[string]int{}
	for g, ids := range plan.ParallelGroups {
		for _, id := range ids {
			if _, ok := index[id]; !ok {
				errs = append(errs, fmt.Sprintf("parallel group %d names %q, which is no step", g, id))
			}
			if _, twice := group[id]; twice {
				errs = append(errs, fmt.Sprintf("%s is in two parallel groups", id))
			}
			group[id] = g
		}
	}
	for _, s := range plan.ExecutionSteps {
		own, ok := group[s.StepID]
		if !ok {
			errs = append(errs, fmt.Sprintf("%s is in no parallel group", s.StepID))
			continue
		}
		for _, dep := range s.DependsOn {
			if group[dep] >= own {
				errs = append(errs, fmt.Sprintf("%s runs no later than %s, which it depends on", s.StepID, dep))
			}
		}
	}
	return errs
}
