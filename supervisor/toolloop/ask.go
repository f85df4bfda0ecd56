package toolloop

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// Question is what the model is asked, and how.
type Question[T any] struct {
	Model ask.Model
	// Purpose names the Do of its answers.
	Purpose string
	Call    llm.Call
	// Show shows the answer while it is written; nil shows nothing.
	Show *ask.Sentences[T]
	// TellFunc is what the model reads of a call; nil is its text.
	TellFunc func(Called) string
}

// Ask asks the model, with what its calls have brought so far. Where it wants
// further ones they come back as steps for supervisor.Answer.More, and heard is
// no answer yet; those that need the user's yes have been asked for by then. It
// is called before the node changes the state. The error is the end of the run,
// or engine.ErrWaiting.
func Ask[S, T any](ctx context.Context, t *engine.Turn[S], l *Loop[S], q Question[T], past []Called) (heard ask.Heard, more []state.ExecutionStep, err error) {
	round, name := 1, q.Purpose
	if n := len(past); n > 0 {
		round = past[n-1].round + 1
		name = nameOf(q.Purpose, round)
	}
	call := q.Call
	call.Turns = append(call.Turns, turnsOf(past, q.TellFunc)...)
	left := l.left(t, past)
	if left > 0 {
		call.Tools = offered(l.tools())
	}
	call.CheckFunc = checked(q.Call.CheckFunc, left)
	if q.Show == nil {
		heard, err = ask.Once(ctx, t, q.Model, name, call)
	} else {
		heard, err = ask.Write(ctx, t, q.Model, name, call, q.Show)
	}
	if err != nil || len(heard.Answer.ToolCalls) == 0 || heard.Fallback != "" {
		return heard, nil, err
	}
	if q.Show != nil {
		q.Show.Reset() // what it said beside its calls is no answer
	}
	more, err = l.steps(ctx, t, name, round, heard.Answer.ToolCalls)
	return heard, more, err
}

func nameOf(purpose string, round int) string {
	if round == 1 {
		return purpose
	}
	return fmt.Sprintf("%s.%d", purpose, round)
}

// left is how many calls the run may still make.
func (l *Loop[S]) left(t *engine.Turn[S], past []Called) int {
	if l == nil {
		return 0
	}
	tokens, rounds := 0, map[int]bool{}
	for _, c := range past {
		if !rounds[c.round] {
			rounds[c.round] = true
			tokens += c.usage.InputTokens + c.usage.OutputTokens
		}
	}
	if tokens >= cmp.Or(l.MaxTokens, 60_000) || t.Now().Sub(t.Info().Now) >= maxTime {
		return 0
	}
	s := t.State()
	return min(cmp.Or(l.MaxCalls, 12)-len(past), t.Info().MaxSteps-len(l.PlanFunc(&s).ExecutionSteps))
}

// checked has the calls of an answer checked for their number and size, and its
// text as before.
func checked(text func(llm.Answer) []string, left int) func(llm.Answer) []string {
	return func(a llm.Answer) []string {
		switch {
		case len(a.ToolCalls) == 0 && text == nil:
			return nil
		case len(a.ToolCalls) == 0:
			return text(a)
		case len(a.ToolCalls) > left:
			return []string{fmt.Sprintf("it asks for %d tools, and %d calls are left", len(a.ToolCalls), max(left, 0))}
		}
		for _, c := range a.ToolCalls {
			if len(c.Arguments) > maxArguments {
				return []string{fmt.Sprintf("the arguments of %s are longer than %d bytes", c.Name, maxArguments)}
			}
		}
		return nil
	}
}

// want is a call that the model asks for, as the tools were then.
type want struct {
	Tool      string `json:"tool"`
	Title     string `json:"title"`
	Arguments string `json:"arguments"`
	Approval  bool   `json:"approval,omitempty"`
	TimeoutMS int64  `json:"timeout_ms"`
}

// steps makes steps of calls, once the user has allowed those that need it.
func (l *Loop[S]) steps(ctx context.Context, t *engine.Turn[S], name string, round int, calls []llm.ToolCall) ([]state.ExecutionStep, error) {
	wants, err := engine.Do(ctx, t, name+" tools", func(context.Context) ([]want, error) {
		return l.wants(calls, t.Info().Language), nil
	})
	if err != nil {
		return nil, err
	}
	allowed, err := l.allowed(t, wants)
	if err != nil {
		return nil, err
	}
	var list []state.ExecutionStep
	for i, w := range wants {
		step := supervisor.NewStep(idOf(round, i), Team, w.Title)
		step.Description, step.Query, step.Actions = w.Tool, w.Arguments, []string{w.Tool}
		// The tool's own limit comes first; its time is the call's, not the step's.
		step.TimeoutMS, step.MaxAttempts = w.TimeoutMS+graceMS, 1
		if w.Approval {
			step.Actions = append(step.Actions, actionApproved)
			if !allowed {
				step.Status = state.StepSkipped
			}
		}
		list = append(list, step)
	}
	return list, nil
}

// graceMS is what a step has beside its tool's time, in ms; actionApproved marks
// the steps that the user was asked about.
const (
	graceMS        = 2000
	actionApproved = "approved"
)

func idOf(round, n int) string { return fmt.Sprintf("tool_%d_%d", round, n) }

func (l *Loop[S]) wants(calls []llm.ToolCall, language string) []want {
	set := l.tools()
	list := make([]want, len(calls))
	for i, c := range calls {
		tool, known := set.Find(c.Name)
		if !known { // it went while the model wrote
			tool.Name = c.Name
		}
		list[i] = want{
			Tool: c.Name, Title: tool.Title(language), Arguments: string(c.Arguments),
			Approval: tool.Approval, TimeoutMS: tool.Limit().Milliseconds(),
		}
	}
	return list
}

// allowed asks the user for the calls that need a yes, all of a round at once.
func (l *Loop[S]) allowed(t *engine.Turn[S], wants []want) (bool, error) {
	var lines []string
	for _, w := range wants {
		if w.Approval {
			lines = append(lines, "- "+w.Title+" "+shortened(w.Arguments))
		}
	}
	if len(lines) == 0 {
		return true, nil
	}
	say := texts.In(t.Info().Language).Say
	q := engine.Approval(say("may_i")+"\n"+strings.Join(lines, "\n"),
		state.InterruptOption{Value: state.ActionApprove, Label: say("approve")},
		state.InterruptOption{Value: state.ActionReject, Label: say("reject")})
	q.DefaultAction = state.ActionReject
	reply, err := t.Ask(q)
	return reply.Action == state.ActionApprove, err
}

// maxShown bounds the arguments that a user reads, in characters.
const maxShown = 300

func shortened(text string) string {
	if runes := []rune(text); len(runes) > maxShown {
		return string(runes[:maxShown]) + " …"
	}
	return text
}

// Reason is why the plan goes on, for the user.
func Reason(language string) string { return texts.Say(language, "reason") }
