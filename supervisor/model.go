package supervisor

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
	UsePlan   = "plan"
	UseReword = "reword"
	UseAnswer = "answer"
)

// Prompts are what the model is asked with; one that is nil is never asked.
type Prompts struct {
	// Plan reads a query; its schema is the planner's. It is filled with
	// planning.PromptData.
	Plan *llm.Prompt
	// Reword gives other words for a search that found nothing. It is filled
	// with .Question, a JSON string.
	Reword *llm.Prompt
}

// withSchema is a prompt that asks for the shape.
func withSchema(p *llm.Prompt, schema json.RawMessage) *llm.Prompt {
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

// question is what the model is asked for JSON.
type question struct {
	prompt *llm.Prompt
	data   any
	check  func(raw json.RawMessage) []string
}

// hear asks the model and records what came of it.
func (sv *supervisor) hear(ctx context.Context, scope engine.Scope, info engine.RunInfo, q question) (heard, error) {
	return engine.Recall(ctx, scope, func(ctx context.Context) (heard, error) { return sv.ask(ctx, info, q) })
}

// ask asks the model within its time. Its error is only ctx's: whatever else
// goes wrong is a reason to go on by the rules.
func (sv *supervisor) ask(ctx context.Context, info engine.RunInfo, q question) (heard, error) {
	if sv.cfg.Model == nil || q.prompt == nil {
		return heard{Off: true}, nil
	}
	asking, cancel := context.WithTimeout(ctx, sv.cfg.ModelTimeout)
	defer cancel()
	answer, err := sv.cfg.Model.Ask(asking, llm.Call{
		Prompt: q.prompt, Data: q.data,
		UserID: info.UserID, SessionID: info.SessionID, RunID: info.RunID, Assistant: sv.cfg.Assistant,
		CheckFunc: func(a llm.Answer) []string { return q.check(a.JSON) },
	})
	switch {
	case ctx.Err() != nil:
		return heard{}, context.Cause(ctx)
	case errors.Is(err, llm.ErrOff):
		return heard{Off: true}, nil
	case err != nil:
		sv.cfg.Logger.Warn("the model is not heard", "prompt", q.prompt.ID(), "run_id", info.RunID, "error", err)
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

// Plan reads a query outside of any run, as a run would: by the rules, and by
// the model where they are not sure. It is for measuring how well both read;
// of the configuration it takes planner, model, prompts and timeout.
func Plan(ctx context.Context, cfg Config, request planning.Request) (planning.Result, *state.ModelUse, error) {
	sv := newSupervisor(cfg)
	rules, err := cfg.Planner.Plan(ctx, request)
	if err != nil {
		return rules, nil, err
	}
	return sv.consult(ctx, request, rules, func(q question) (heard, error) { return sv.ask(ctx, engine.RunInfo{}, q) })
}

// consult lets the model read a query that the rules are not sure of, and
// draws the plan from its reading. Where it is away, or says what the query
// and the configuration do not, the plan of the rules stands.
func (sv *supervisor) consult(ctx context.Context, request planning.Request, rules planning.Result, hear func(question) (heard, error)) (planning.Result, *state.ModelUse, error) {
	if !rules.Unsure {
		return rules, nil, nil
	}
	h, err := hear(question{
		prompt: sv.planPrompt, data: sv.cfg.Planner.PromptData(request),
		check: func(raw json.RawMessage) []string {
			reading, err := planning.DecodeReading(raw)
			if err != nil {
				return []string{err.Error()}
			}
			return sv.cfg.Planner.Check(request, reading)
		},
	})
	use := h.use(UsePlan)
	if err != nil || h.Off || h.Failed != "" {
		return rules, use, err
	}
	result, err := sv.byModel(ctx, request, h)
	if errors.Is(err, planning.ErrReading) {
		use.Outcome, use.Why = state.ModelFallback, state.ModelBadAnswer
		return rules, use, nil
	}
	return result, use, err
}

func (sv *supervisor) byModel(ctx context.Context, request planning.Request, h heard) (planning.Result, error) {
	reading, err := planning.DecodeReading(h.Answer)
	if err != nil {
		return planning.Result{}, err
	}
	result, err := sv.cfg.Planner.PlanWith(ctx, request, &reading)
	result.Planning.Model, result.Planning.Prompt = h.Model, h.Prompt
	return result, err
}

// defaultModelTimeout is how long a user waits for a plan at most because a
// model is asked.
const defaultModelTimeout = 10 * time.Second
