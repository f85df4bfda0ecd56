package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/planning"
	"github.com/madang-dev/madang/state"
)

// The purposes of this package's ModelUses.
const (
	usePlan   = "plan"
	useAnswer = "answer"
)

// prompts are what the model is asked with; one that is nil is never asked.
type prompts struct {
	// plan reads a query; its schema is the planner's. It is filled with
	// planning.PromptData.
	plan *llm.Prompt
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

// modelQuestion is what the model is asked for JSON.
type modelQuestion struct {
	prompt *llm.Prompt
	data   any
	check  func(raw json.RawMessage) []string
}

func (q modelQuestion) call() llm.Call {
	return llm.Call{Prompt: q.prompt, Data: q.data, Silence: ask.Patience, CheckFunc: func(a llm.Answer) []string { return q.check(a.JSON) }}
}

// model is who is asked, and for how long.
func (d *desk) model(timeout time.Duration) ask.Model {
	return ask.Model{Client: d.Model, Timeout: timeout, Logger: d.Logger}
}

// hear asks the model in a run.
func (d *desk) hear(ctx context.Context, t *turn, name string, q modelQuestion) (ask.Heard, error) {
	return ask.Once(ctx, t, d.model(d.ModelTimeout), name, q.call())
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
func (d *desk) consult(ctx context.Context, request planning.Request, rules planning.Result, lead ask.Lead, hear func(modelQuestion) (ask.Heard, error)) (planning.Result, *state.ModelUse, error) {
	if request.Intent != "" || steered(rules) || !lead.Leads(rules.Unsure) {
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
	use := h.Use(usePlan)
	if err != nil || h.Fallback != "" {
		return rules, use, err
	}
	result, err := d.byModel(ctx, request, h)
	if errors.Is(err, planning.ErrReading) {
		use.Outcome, use.Why = state.ModelFallback, state.ModelBadAnswer
		return rules, use, nil
	}
	return result, use, err
}

// steered tells whether a message tries to tell a model what to do.
func steered(rules planning.Result) bool {
	return slices.ContainsFunc(rules.Problems, func(p planning.Problem) bool { return p.Code == planning.Injection })
}

func (d *desk) byModel(ctx context.Context, request planning.Request, h ask.Heard) (planning.Result, error) {
	reading, err := planning.DecodeReading(h.Answer.JSON)
	if err != nil {
		return planning.Result{}, err
	}
	result, err := d.planner.PlanWith(ctx, request, reading)
	result.Planning.Model, result.Planning.Prompt = h.Answer.Model, h.Answer.Prompt
	return result, err
}

// defaultModelTimeout is how long a user waits for a plan at most because a
// model is asked.
const defaultModelTimeout = 10 * time.Second
