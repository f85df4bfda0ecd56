package supervisor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
)

// maxReplans bounds how often a run changes its plan by itself.
const maxReplans = 1

// reworded does a search once more in other words, when it found nothing and
// the run has not changed its plan yet. The changed step is shown before the
// search begins. first is what there is otherwise.
func (x *execution) reworded(ctx context.Context, member Member, brief Brief, first Report, progress func(int, string)) (Report, error) {
	scope := x.turn.Scope(brief.Step.StepID)
	mine, err := engine.Recall(ctx, scope, func(context.Context) (bool, error) { return x.claimReplan(), nil })
	if err != nil || !mine {
		return first, err
	}
	asked := cmp.Or(brief.Step.Question, brief.Shared.UserQuery)
	words, use, err := x.otherWords(ctx, scope, asked)
	if err != nil || words == "" && use == nil {
		return first, err
	}
	if err := x.turn.Commit(ctx, x.replanned(brief.Step.StepID, words, use)); err != nil || words == "" {
		return first, err
	}
	brief.Step.Query = words
	return member.ExecuteFunc(ctx, brief, func(_ int, message string) { progress(maxProgress, message) })
}

// maxProgress is what a step that is not over shows at most: a search in
// other words does not take its bar back.
const maxProgress = 99

// claimReplan takes one of the run's re-plans for a step; steps side by side
// may both ask for the last one.
func (x *execution) claimReplan() bool {
	free := false
	x.turn.View(func(s *State) { free = s.Replans < maxReplans })
	return free && x.replan.CompareAndSwap(false, true)
}

// otherWords are the model's words for a question, or the configuration's;
// "" is none.
func (x *execution) otherWords(ctx context.Context, scope engine.Scope, asked string) (string, *state.ModelUse, error) {
	data, err := json.Marshal(asked)
	if err != nil {
		return "", nil, fmt.Errorf("encode question: %w", err)
	}
	h, err := x.hear(ctx, scope, x.turn.Info(), question{
		prompt: x.cfg.Prompts.Reword, data: struct{ Question string }{string(data)},
		check: func(raw json.RawMessage) []string {
			words, err := queryIn(raw)
			if err != nil {
				return []string{err.Error()}
			}
			return x.cfg.Planner.CheckSearch(asked, words)
		},
	})
	if err != nil {
		return "", nil, err
	}
	use := h.use(UseReword)
	if words, err := queryIn(h.Answer); err == nil && words != "" {
		return words, use, nil
	}
	return x.cfg.Planner.Expand(asked), use, nil
}

func queryIn(raw json.RawMessage) (string, error) {
	var said struct {
		Query string `json:"query"`
	}
	err := json.Unmarshal(raw, &said)
	return said.Query, err
}

// replanned changes the step and shows the plan as it is now; without words
// it only notes that the model was asked.
func (x *execution) replanned(stepID, words string, use *state.ModelUse) change {
	tr := change{
		Label: "T3 " + stepID + " reworded", Phase: PhaseExecuting,
		Updates: []func(*State){func(s *State) {
			s.Replans++
			noteUse(s, use)
			if words != "" {
				s.changePlan().Step(stepID).Query = words
			}
		}},
	}
	if words == "" {
		return tr
	}
	reason := rewordedText(words, x.turn.Info().Language)
	tr.EventsFunc = func(s *State) []engine.Event {
		body := state.PlanUpdated{PlanReady: planReady(s.PlanningState), Reason: reason, Changes: []state.PlanChange{{StepID: stepID, Change: "changed"}}}
		body.ExecutionSteps = slices.Clone(body.ExecutionSteps)
		return []engine.Event{{Type: state.EventPlanUpdated, Body: body}}
	}
	return tr
}
