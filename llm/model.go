package llm

import (
	"context"
	"encoding/json"
)

// The roles of a message.
const (
	RoleSystem    = "system"
	RoleUser      = "user"
	RoleAssistant = "assistant"
	RoleTool      = "tool"
)

// Message is one turn of a conversation with a model.
type Message struct {
	Role string `json:"role"`
	Text string `json:"text,omitempty"`
	// ToolCalls are what an assistant's message asks for; ToolCallID tells
	// which of them a tool's message answers.
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

// Tool is something that a model may ask for; Schema is the JSON Schema of
// its arguments.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
}

// ToolCall is a tool that a model asks for.
type ToolCall struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Schema asks for an answer in JSON of that shape.
type Schema struct {
	Name string          `json:"name"`
	JSON json.RawMessage `json:"json"`
}

// Request is what a model is asked.
type Request struct {
	// Purpose names what the answer is for (the prompt's name); providers
	// are not told.
	Purpose  string    `json:"purpose"`
	Messages []Message `json:"messages"`
	Schema   *Schema   `json:"schema,omitempty"`
	Tools    []Tool    `json:"tools,omitempty"`
	// MaxTokens bounds the answer; 0 leaves it to the model.
	MaxTokens   int     `json:"max_tokens,omitempty"`
	Temperature float64 `json:"temperature"`
	// DeltaFunc is handed the answer's text as it is written; nil does not
	// stream. It is called by one goroutine at a time, before Generate
	// returns, and must not wait.
	DeltaFunc func(text string) `json:"-"`
	// AliveFunc is called with every sign of life, under the same terms: a
	// model may think for long, or write arguments of tools.
	AliveFunc func() `json:"-"`
}

// Usage is what an answer took, in tokens.
type Usage struct {
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
	// Estimated tells that the provider did not count all of them.
	Estimated bool `json:"estimated,omitempty"`
}

// Add adds another usage to this one.
func (u *Usage) Add(o Usage) {
	u.InputTokens += o.InputTokens
	u.OutputTokens += o.OutputTokens
	u.Estimated = u.Estimated || o.Estimated
}

// Why a model stopped writing.
const (
	FinishStop          = "stop"
	FinishLength        = "length"
	FinishToolCalls     = "tool_calls"
	FinishContentFilter = "content_filter"
)

// Response is a model's answer.
type Response struct {
	Text      string     `json:"text"`
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
	Usage     Usage      `json:"usage"`
	// Model is the name of the model that answered, Finish why it ended.
	Model  string `json:"model"`
	Finish string `json:"finish"`
}

// Model answers requests. Its errors are one of this package's sentinels,
// wrapped, or ctx's; with an error the response has the Usage that was spent
// nevertheless, as far as it is known. It is safe for many goroutines.
type Model interface {
	Generate(ctx context.Context, req Request) (Response, error)
}

// Embedder turns texts into vectors of one length, in their order. Errors and
// usage are as those of a Model.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, Usage, error)
}
