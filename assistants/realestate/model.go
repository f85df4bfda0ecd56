package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/dictation"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// The purposes of this package's ModelUses.
const (
	usePlan   = "plan"
	useReword = "reword"
	useAnswer = "answer"
)

// prompts are what the model is asked with; one that is nil is never asked.
type prompts struct {
	// plan reads a query; its schema is the planner's. It is filled with
	// planning.PromptData.
	plan *llm.Prompt
	// reword gives other words for a search that found nothing. It is filled
	// with .Question, a JSON string.
	reword *llm.Prompt
	// answer has the model write an answer's key part.
	answer *llm.Prompt
}

// withSchema is a prompt that asks for the shape.
func withSchema(p *llm.Prompt, schema json.RawMessage) *llm.Prompt {
	if p == nil {
		return nil
	}
	of := *p
	of.Schema = &llm.Schema{Name: p.Name, JSON: schema}
	return &of
}

// heard is what a model said, or why it said nothing, as the run's journal
// keeps it: a replay hears the same, whether a model is there then or not.
type heard struct {
	Answer json.RawMessage `json:"answer,omitempty"`
	// Off tells that there was no model to ask.
	Off    bool      `json:"off,omitempty"`
	Failed string    `json:"failed,omitempty"` // why, see state.ModelUse
	Model  string    `json:"model,omitempty"`
	Prompt string    `json:"prompt,omitempty"`
	Usage  llm.Usage `json:"usage"`
}

// modelQuestion is what the model is asked for JSON.
type modelQuestion struct {
	prompt *llm.Prompt
	data   any
	check  func(raw json.RawMessage) []string
}

// hear asks the model and records what came of it.
func (d *desk) hear(ctx context.Context, t *turn, name string, q modelQuestion) (heard, error) {
	return engine.Do(ctx, t, name, func(ctx context.Context) (heard, error) { return d.ask(ctx, t.Info(), q) })
}

// ask asks the model within its time. Its error is only ctx's: whatever else
// goes wrong is a reason to go on by the rules.
func (d *desk) ask(ctx context.Context, info engine.RunInfo, q modelQuestion) (heard, error) {
	if d.Model == nil || q.prompt == nil {
		return heard{Off: true}, nil
	}
	asking, cancel := context.WithTimeout(ctx, d.ModelTimeout)
	defer cancel()
	answer, err := d.Model.Ask(asking, llm.Call{
		Prompt: q.prompt, Data: q.data,
		UserID: info.UserID, SessionID: info.SessionID, RunID: info.RunID, Assistant: Name,
		CheckFunc: func(a llm.Answer) []string { return q.check(a.JSON) },
	})
	switch {
	case ctx.Err() != nil:
		return heard{}, context.Cause(ctx)
	case errors.Is(err, llm.ErrOff):
		return heard{Off: true}, nil
	case err != nil:
		d.Logger.Warn("the model is not heard", "prompt", q.prompt.ID(), "run_id", info.RunID, "error", err)
		return heard{Failed: dictation.Reason(err), Prompt: q.prompt.ID()}, nil
	}
	return heard{Answer: answer.JSON, Model: answer.Model, Prompt: answer.Prompt, Usage: answer.Usage}, nil
}

// use is the entry of the state's list; nil when no model was asked.
func (h heard) use(purpose string) *state.ModelUse {
	if h.Off {
		return nil
	}
	use := &state.ModelUse{
		Purpose: purpose, Model: h.Model, Prompt: h.Prompt, Outcome: state.ModelUsed, Why: h.Failed,
		InputTokens: h.Usage.InputTokens, OutputTokens: h.Usage.OutputTokens,
	}
	if h.Failed != "" {
		use.Outcome = state.ModelFallback
	}
	return use
}

// noteUse adds an entry to the state's list.
func noteUse(s *State, use *state.ModelUse) {
	if use != nil {
		s.ModelUses = append(s.ModelUses, *use)
	}
}

// consult lets the model read a query that the rules are not sure of, and
// draws the plan from its reading. Where it is away, or says what the query
// and the configuration do not, the plan of the rules stands.
func (d *desk) consult(ctx context.Context, request planning.Request, rules planning.Result, hear func(modelQuestion) (heard, error)) (planning.Result, *state.ModelUse, error) {
	if !rules.Unsure {
		return rules, nil, nil
	}
	h, err := hear(modelQuestion{
		prompt: d.prompts.plan, data: d.planner.PromptData(request),
		check: func(raw json.RawMessage) []string {
			reading, err := planning.DecodeReading(raw)
			if err != nil {
				return []string{err.Error()}
			}
			return d.planner.Check(request, reading)
		},
	})
	use := h.use(usePlan)
	if err != nil || h.Off || h.Failed != "" {
		return rules, use, err
	}
	result, err := d.byModel(ctx, request, h)
	if errors.Is(err, planning.ErrReading) {
		use.Outcome, use.Why = state.ModelFallback, state.ModelBadAnswer
		return rules, use, nil
	}
	return result, use, err
}

func (d *desk) byModel(ctx context.Context, request planning.Request, h heard) (planning.Result, error) {
	reading, err := planning.DecodeReading(h.Answer)
	if err != nil {
		return planning.Result{}, err
	}
	result, err := d.planner.PlanWith(ctx, request, &reading)
	result.Planning.Model, result.Planning.Prompt = h.Model, h.Prompt
	return result, err
}

// defaultModelTimeout is how long a user waits for a plan at most because a
// model is asked.
const defaultModelTimeout = 10 * time.Second
