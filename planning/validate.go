package planning

import (
	"fmt"
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

// invalid lists what keeps a plan from being carried out: no steps, more than
// limit, dependencies that go in a circle.
func invalid(plan state.Planning, limit int) []string {
	placed := 0
	for _, wave := range Waves(plan.ExecutionSteps) {
		placed += len(wave)
	}
	switch n := len(plan.ExecutionSteps); {
	case n == 0:
		return []string{"the plan has no steps"}
	case n > limit:
		return []string{fmt.Sprintf("the plan has %d steps, more than %d", n, limit)}
	case placed < n:
		return []string{"the dependencies of the steps go in a circle"}
	}
	return []string{}
}
