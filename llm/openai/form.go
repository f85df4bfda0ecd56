package openai

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"github.com/madang-dev/madang/llm"
)

// form is how much of the API a request makes use of; servers know different
// parts of it.
type form int32

const (
	bySchema form = iota // response_format is the JSON Schema
	byObject             // response_format asks for JSON, words for its shape
	byWords              // words ask for both
	// uncounted sends no stream_options, so that the usage is estimated.
	uncounted form = 1 << 4
)

func (f form) format() form  { return f &^ uncounted }
func (f form) counted() bool { return f&uncounted == 0 }

// plainer lists the forms to try when a server refuses this one.
func (f form) plainer(schema bool) (out []form) {
	if schema {
		for next := f.format() + 1; next <= byWords; next++ {
			out = append(out, next|f&uncounted)
		}
	}
	if f.counted() {
		out = append(out, f|uncounted)
		if schema && f.format() != byWords {
			out = append(out, byWords|uncounted)
		}
	}
	return out
}

// request is a request in that form.
func (m *Model) request(req llm.Request, f form) api.ChatCompletionRequest {
	out := api.ChatCompletionRequest{
		Model: m.cfg.Model, Messages: messagesOf(req.Messages), Tools: toolsOf(req.Tools),
		Temperature: float32(req.Temperature), Stream: true,
	}
	out.MaxTokens = req.MaxTokens //nolint:staticcheck // most servers know no other name for it
	if req.Temperature == 0 {     // the library leaves a zero out, and the server's own is 1
		out.Temperature = math.SmallestNonzeroFloat32
	}
	if f.counted() {
		out.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	if req.Schema != nil {
		askForJSON(&out, req.Schema, f.format())
	}
	// The library knows which models think, and what these do not take.
	if api.NewReasoningValidator().Validate(out) != nil {
		out.MaxCompletionTokens, out.Temperature = req.MaxTokens, 0
		out.MaxTokens = 0 //nolint:staticcheck // as above
	}
	return out
}

func askForJSON(out *api.ChatCompletionRequest, s *llm.Schema, format form) {
	switch format {
	case bySchema:
		out.ResponseFormat = &api.ChatCompletionResponseFormat{
			Type: api.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &api.ChatCompletionResponseFormatJSONSchema{
				Name: schemaName(s.Name), Schema: s.JSON, Strict: strict(s.JSON),
			},
		}
		return
	case byObject:
		out.ResponseFormat = &api.ChatCompletionResponseFormat{Type: api.ChatCompletionResponseFormatTypeJSONObject}
	}
	text := "Answer with one JSON value and nothing else. It has to fit this JSON Schema:\n" + string(s.JSON)
	if len(out.Messages) > 0 && out.Messages[0].Role == llm.RoleSystem {
		out.Messages[0].Content += "\n\n" + text
		return
	}
	out.Messages = slices.Insert(out.Messages, 0, api.ChatCompletionMessage{Role: llm.RoleSystem, Content: text})
}

// schemaName is a name as the API takes it.
func schemaName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, name)
	if name == "" {
		return "answer"
	}
	return name[:min(len(name), 64)]
}

// strict tells whether a schema keeps the API's rules for strict ones: each
// object names all its properties as required, and no others.
func strict(schema json.RawMessage) bool {
	var node any
	return json.Unmarshal(schema, &node) == nil && strictNode(node)
}

func strictNode(node any) bool {
	switch n := node.(type) {
	case []any:
		return !slices.ContainsFunc(n, func(v any) bool { return !strictNode(v) })
	case map[string]any:
		if properties, ok := n["properties"].(map[string]any); ok {
			required, _ := n["required"].([]any)
			for name := range properties {
				if !slices.Contains(required, any(name)) {
					return false
				}
			}
		}
		if n["type"] == "object" && n["additionalProperties"] != false {
			return false
		}
		for _, v := range n {
			if !strictNode(v) {
				return false
			}
		}
	}
	return true
}

func messagesOf(in []llm.Message) []api.ChatCompletionMessage {
	out := make([]api.ChatCompletionMessage, len(in))
	for i, m := range in {
		out[i] = api.ChatCompletionMessage{Role: m.Role, Content: m.Text, ToolCallID: m.ToolCallID}
		for _, c := range m.ToolCalls {
			out[i].ToolCalls = append(out[i].ToolCalls, api.ToolCall{
				ID: c.ID, Type: api.ToolTypeFunction,
				Function: api.FunctionCall{Name: c.Name, Arguments: string(c.Arguments)},
			})
		}
	}
	return out
}

func toolsOf(in []llm.Tool) (out []api.Tool) {
	for _, t := range in {
		parameters := t.Schema
		if len(parameters) == 0 {
			parameters = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		out = append(out, api.Tool{Type: api.ToolTypeFunction, Function: &api.FunctionDefinition{
			Name: t.Name, Description: t.Description, Parameters: parameters,
		}})
	}
	return out
}
