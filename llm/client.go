package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Config is what a Client is made of.
type Config struct {
	Model Model
}

// Client asks a model within bounds. A nil Client is that of a house without
// a model.
type Client struct {
	cfg Config
}

// NewClient is a client; it panics without a model.
func NewClient(cfg Config) *Client {
	if cfg.Model == nil {
		panic("llm: a client needs a model")
	}
	return &Client{cfg: cfg}
}

// Call is one question to the model.
type Call struct {
	Prompt *Prompt
	// Data fills the prompt's templates.
	Data any
	// Whom it is reckoned to; empty is nobody.
	UserID, SessionID, RunID, Assistant string
	Tools                               []Tool
	// CheckFunc lists what is wrong with an answer besides its schema; what
	// it says is told to the model, which may mend it once.
	CheckFunc func(a Answer) []string
	// DeltaFunc is handed the text as it is written. When an answer is
	// mended, or asked for again, ResetFunc is called before it begins anew.
	DeltaFunc func(text string)
	ResetFunc func()
}

// Answer is what the model said. It can be stored as JSON and read again.
type Answer struct {
	Text string `json:"text"`
	// JSON is the text of a prompt with a schema, checked against it.
	JSON      json.RawMessage `json:"json,omitempty"`
	ToolCalls []ToolCall      `json:"tool_calls,omitempty"`
	Model     string          `json:"model"`
	Prompt    string          `json:"prompt"` // name@version
	Usage     Usage           `json:"usage"`
	Repaired  bool            `json:"repaired,omitempty"`
}

// Ask asks the model. Its error is ErrOff, ErrUnavailable, ErrOverBudget,
// ErrBadAnswer or ErrRefused, wrapped, or ctx's.
func (c *Client) Ask(ctx context.Context, call Call) (Answer, error) {
	if c == nil {
		return Answer{}, ErrOff
	}
	messages, err := call.Prompt.Messages(call.Data)
	if err != nil {
		return Answer{}, err
	}
	var total Usage
	for try := 0; ; try++ {
		answer, err := c.once(ctx, call, messages)
		if err != nil {
			return Answer{}, err
		}
		total.InputTokens += answer.Usage.InputTokens
		total.OutputTokens += answer.Usage.OutputTokens
		answer.Usage, answer.Repaired = total, try > 0
		wrong := c.wrong(call, &answer)
		if len(wrong) == 0 {
			return answer, nil
		}
		if try > 0 {
			return Answer{}, fmt.Errorf("%w: %s", ErrBadAnswer, strings.Join(wrong, "; "))
		}
		if call.ResetFunc != nil {
			call.ResetFunc()
		}
		messages = append(messages,
			Message{Role: RoleAssistant, Text: answer.Text},
			Message{Role: RoleUser, Text: "The answer can't be used: " + strings.Join(wrong, "; ") + ". Answer again, in full, in the form asked for."})
	}
}

func (c *Client) once(ctx context.Context, call Call, messages []Message) (Answer, error) {
	p := call.Prompt
	r, err := c.cfg.Model.Generate(ctx, Request{
		Purpose: p.Name, Messages: messages, Schema: p.Schema, Tools: call.Tools,
		MaxTokens: p.MaxTokens, Temperature: p.Temperature, DeltaFunc: call.DeltaFunc,
	})
	if err != nil {
		return Answer{}, err
	}
	return Answer{Text: r.Text, ToolCalls: r.ToolCalls, Model: r.Model, Prompt: p.ID(), Usage: r.Usage}, nil
}

func (c *Client) wrong(call Call, answer *Answer) []string {
	if call.Prompt.Schema != nil {
		raw := json.RawMessage(strings.TrimSpace(answer.Text))
		if !json.Valid(raw) {
			return []string{"it is not JSON"}
		}
		answer.JSON = raw
	}
	if call.CheckFunc != nil {
		return call.CheckFunc(*answer)
	}
	return nil
}
