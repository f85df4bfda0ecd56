package toolloop

import (
	"context"
	"errors"
	"strings"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/tools"
)

// Called is a call that the run has made, or that nobody wanted made.
type Called struct {
	StepID string
	Title  string
	llm.ToolCall
	tools.Result
	// Status is how its step ended.
	Status state.StepStatus

	round int
	usage llm.Usage // of the model's answer that asked for it
}

// Past are the calls that the run has made so far, in the order in which the
// model asked for them. The error is the end of the run.
func Past[S any](ctx context.Context, t *engine.Turn[S], l *Loop[S], purpose string) (list []Called, err error) {
	if l == nil {
		return nil, nil
	}
	steps := map[string]state.ExecutionStep{}
	s := t.State()
	for _, step := range l.PlanFunc(&s).ExecutionSteps {
		if step.Team == Team {
			steps[step.StepID] = step
		}
	}
	for round := 1; ; round++ {
		if _, ok := steps[idOf(round, 0)]; !ok {
			return list, nil
		}
		heard, err := engine.Do[S, ask.Heard](ctx, t, nameOf(purpose, round), nil)
		if err != nil {
			return nil, err
		}
		for i, call := range heard.Answer.ToolCalls {
			step := steps[idOf(round, i)]
			c := Called{StepID: step.StepID, Title: step.Task, ToolCall: call, Status: step.Status, round: round, usage: heard.Answer.Usage}
			if step.Status != state.StepSkipped {
				c.Result, err = engine.Do[S, tools.Result](ctx, t, step.StepID+"/"+doCall, nil)
			}
			if errors.Is(err, engine.ErrNoWork) { // the step ended before its call did
				c.Result, err = tools.Result{Failed: tools.FailedTimeout}, nil
			}
			if err != nil {
				return nil, err
			}
			list = append(list, c)
		}
	}
}

// turnsOf is what was said since the question: the model's calls, and what each
// brought.
func turnsOf(past []Called, tell func(Called) string) (list []llm.Message) {
	for i := 0; i < len(past); {
		round := past[i].round
		asked, answers := llm.Message{Role: llm.RoleAssistant}, []llm.Message(nil)
		for ; i < len(past) && past[i].round == round; i++ {
			asked.ToolCalls = append(asked.ToolCalls, past[i].ToolCall)
			answers = append(answers, llm.Message{Role: llm.RoleTool, ToolCallID: past[i].ID, Text: past[i].tell(tell)})
		}
		list = append(append(list, asked), answers...)
	}
	return list
}

// tell is what the model reads of a call.
func (c Called) tell(by func(Called) string) string {
	switch {
	case c.Status == state.StepSkipped:
		return "The user did not want this done. Go on without it."
	case c.Failed != "":
		return strings.TrimSpace("It failed: " + c.Failed + ". " + c.Detail)
	case by != nil:
		return by(c)
	}
	return c.Text
}

// offered are tools as the model is told of them.
func offered(set tools.Set) []llm.Tool {
	list := make([]llm.Tool, len(set))
	for i, t := range set {
		list[i] = llm.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema}
	}
	return list
}
