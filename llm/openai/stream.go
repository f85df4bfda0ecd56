package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"github.com/madang-dev/madang/llm"
)

// maxText bounds what an answer may hold, arguments of tools included,
// whatever the caller asked for.
const maxText = 1 << 20

// maxTools bounds how many tools one answer may ask for.
const maxTools = 64

// try makes one request in a form.
func (m *Model) try(ctx context.Context, req llm.Request, f form) (llm.Response, error) {
	x := &exchange{}
	stream, err := m.cfg.client(x).CreateChatCompletionStream(ctx, m.request(req, f))
	a := &assembly{req: req, x: x, model: m.cfg.Model}
	if err == nil {
		defer stream.Close()
		err = a.read(stream)
	}
	r := a.response()
	if err != nil {
		return r, x.translate(ctx, err)
	}
	return r, nil
}

// assembly puts an answer together from its parts.
type assembly struct {
	req    llm.Request
	x      *exchange
	model  string
	text   strings.Builder
	size   int
	calls  []*toolCall
	usage  *api.Usage
	finish string
}

type toolCall struct {
	id, name  string
	arguments strings.Builder
}

// read takes parts until the end. What ends without a reason was cut off.
func (a *assembly) read(stream *api.ChatCompletionStream) error {
	for {
		part, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF) && a.finish != "":
			return nil
		case errors.Is(err, io.EOF):
			return errCut
		case err != nil:
			return err
		}
		if err := a.add(part); err != nil {
			return err
		}
	}
}

func (a *assembly) add(part api.ChatCompletionStreamResponse) error {
	if a.req.AliveFunc != nil {
		a.req.AliveFunc()
	}
	if part.Model != "" {
		a.model = part.Model
	}
	if part.Usage != nil && part.Usage.PromptTokens+part.Usage.CompletionTokens > 0 {
		a.usage = part.Usage
	}
	for _, choice := range part.Choices {
		if choice.Index != 0 {
			continue
		}
		if err := a.choose(choice); err != nil {
			return err
		}
	}
	return nil
}

func (a *assembly) choose(choice api.ChatCompletionStreamChoice) error {
	d := choice.Delta
	a.size += len(d.Content) + len(d.Refusal) + len(d.ReasoningContent)
	if d.Refusal != "" {
		return errRefusal
	}
	for _, c := range d.ToolCalls {
		if err := a.tool(c); err != nil {
			return err
		}
	}
	if a.size > maxText {
		return errTooLarge
	}
	if d.Content != "" {
		a.text.WriteString(d.Content)
		if a.req.DeltaFunc != nil {
			a.req.DeltaFunc(d.Content)
		}
	}
	switch choice.FinishReason {
	case "", api.FinishReasonNull:
	case api.FinishReasonFunctionCall:
		a.finish = llm.FinishToolCalls
	case "error": // how some routers tell of a failure in the middle
		return errCut
	default:
		a.finish = string(choice.FinishReason)
	}
	return nil
}

// tool adds a piece of a tool's call. Servers that send whole calls leave
// the index out.
func (a *assembly) tool(c api.ToolCall) error {
	i := len(a.calls)
	switch {
	case c.Index != nil:
		i = *c.Index
	case c.ID == "" && i > 0:
		i--
	}
	if i < 0 || i >= maxTools || i > len(a.calls) {
		return errTooLarge
	}
	if i == len(a.calls) {
		a.calls = append(a.calls, &toolCall{})
	}
	call := a.calls[i]
	if c.ID != "" {
		call.id = c.ID
	}
	call.name += c.Function.Name
	call.arguments.WriteString(c.Function.Arguments)
	a.size += len(c.Function.Name) + len(c.Function.Arguments)
	return nil
}

// response is the answer as far as it came.
func (a *assembly) response() llm.Response {
	r := llm.Response{Text: a.text.String(), Model: a.model, Finish: a.finish}
	for i, c := range a.calls {
		c.id = cmp.Or(c.id, "call_"+strconv.Itoa(i+1))
		arguments := strings.TrimSpace(c.arguments.String())
		arguments = cmp.Or(arguments, "{}")
		r.ToolCalls = append(r.ToolCalls, llm.ToolCall{ID: c.id, Name: c.name, Arguments: json.RawMessage(arguments)})
	}
	if len(r.ToolCalls) > 0 && r.Finish == llm.FinishStop {
		r.Finish = llm.FinishToolCalls // some servers say so
	}
	r.Usage = a.used(r)
	return r
}

// used is what the server counted, else an estimate of what it has taken.
func (a *assembly) used(r llm.Response) llm.Usage {
	switch {
	case a.usage != nil:
		return llm.Usage{InputTokens: a.usage.PromptTokens, OutputTokens: a.usage.CompletionTokens}
	case !a.x.accepted():
		return llm.Usage{}
	}
	return llm.Usage{
		InputTokens: llm.EstimateInput(a.req), OutputTokens: llm.EstimateOutput(r), Estimated: true,
	}
}

var (
	errCut     = errors.New("the answer was cut off")
	errRefusal = fmt.Errorf("%w: by the model", llm.ErrRefused)
)
