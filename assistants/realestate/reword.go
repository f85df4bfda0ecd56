package realestate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// reword gives the step of a search that found nothing the model's words, unless the
// run has changed its plan before. The changed step is shown before the search
// begins again; false is that there are no other words.
func (d *desk) reword(ctx context.Context, step *supervisor.Step[State]) (bool, error) {
	if mine, err := step.MayReplan(ctx); err != nil || !mine {
		return false, err
	}
	words, use, err := d.otherWords(ctx, step)
	if err != nil || words == "" && use == nil {
		return false, err
	}
	change := supervisor.Change[State]{Update: func(s *State) { noteUse(s, use) }}
	if words != "" {
		change.Step = func(s *state.ExecutionStep) { s.Query = words }
		change.Reason = texts.Say(step.State.Language, "reworded", "words", words)
	}
	if err := step.Replan(change); err != nil || words == "" {
		return false, err
	}
	progress := step.Progress
	step.Progress = func(_ int, message string) { progress(maxProgress, message) }
	return true, nil
}

// maxProgress is what a step that is not over shows at most: a search in
// other words does not take its bar back.
const maxProgress = 99

// otherWords are the model's words for a step's question; "" is none.
func (d *desk) otherWords(ctx context.Context, step *supervisor.Step[State]) (string, *state.ModelUse, error) {
	asked := cmp.Or(step.Question, step.State.Understood, step.State.Query)
	data, err := json.Marshal(asked)
	if err != nil {
		return "", nil, fmt.Errorf("encode question: %w", err)
	}
	h, err := d.hear(ctx, step.Turn, "model.reword", modelQuestion{
		prompt: d.prompts.reword, data: struct{ Question string }{string(data)},
		check: func(raw json.RawMessage) []string {
			words, err := queryIn(raw)
			if err != nil {
				return []string{err.Error()}
			}
			return d.planner.CheckSearch(asked, words)
		},
	})
	if err != nil {
		return "", nil, err
	}
	words, err := queryIn(h.Answer.JSON)
	if h.Fallback != "" || err != nil {
		words = ""
	}
	return words, h.Use(useReword), nil
}

func queryIn(raw json.RawMessage) (string, error) {
	var said struct {
		Query string `json:"query"`
	}
	err := json.Unmarshal(raw, &said)
	return said.Query, err
}
