package engine

import (
	"encoding/json"
	"fmt"

	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/state"
)

// overBudget is what the journal keeps of a transition that began a step too
// many: a replay refuses it again, whatever its engine's number is.
type overBudget struct {
	Label string `json:"label"`
	Limit int    `json:"limit"`
}

// refusal ends a run whose next step is beyond its budget.
func (o overBudget) refusal(language string) error {
	return &fault.Error{
		Code: fault.ProcessingFailed, Detail: texts.Say(language, "too_many_steps", "limit", o.Limit), Err: fmt.Errorf("engine: more than %d steps begun", o.Limit),
	}
}

// stepsBegun counts the steps that the run has begun.
func (t *Turn[S]) stepsBegun() int {
	if t.graph.Steps == nil || t.run.replay != nil {
		return 0
	}
	return begun(t.graph.Steps(&t.s))
}

// checkBudget refuses a state in which the run has begun a step more than
// before that is beyond its budget. It counts what the state holds, so an
// attempt more and a takeover change nothing, and a run that had a larger
// budget once can end.
func (t *Turn[S]) checkBudget(label string, before int) error {
	if n := t.stepsBegun(); t.ending || n <= t.info.MaxSteps || n <= before {
		return nil
	}
	over := overBudget{label, t.info.MaxSteps}
	raw, err := json.Marshal(over)
	if err != nil {
		return err
	}
	t.run.journal.add(scopeBudget, raw)
	return over.refusal(t.info.Language)
}

// begun counts the steps that were tried at least once; those that a plan
// passes over were not.
func begun(steps []state.ExecutionStep) (n int) {
	for i := range steps {
		s := &steps[i]
		if s.Attempt > 0 || s.StartedAt != nil || s.Status == state.StepInProgress || s.Status == state.StepCompleted || s.Status == state.StepFailed {
			n++
		}
	}
	return n
}

// refused is the recorded refusal of the transition with that label.
func (p *playback) refused(label string) (over overBudget, is bool) {
	raw, _ := p.r.journal.peek(scopeBudget)
	return over, raw != nil && json.Unmarshal(raw, &over) == nil && over.Label == label
}
