package llm

import (
	"context"
	"encoding/json"
)

// Hiding is a model that is told nothing of texts but what hide leaves of them.
func Hiding(m Model, hide func(string) string) Model { return hiding{m, hide} }

type hiding struct {
	Model
	hide func(string) string
}

func (h hiding) Generate(ctx context.Context, r Request) (Response, error) {
	messages := make([]Message, len(r.Messages))
	for i, m := range r.Messages {
		if m.Role != RoleSystem { // the program's own words
			m.Text = h.hide(m.Text)
		}
		calls := make([]ToolCall, len(m.ToolCalls))
		for n, c := range m.ToolCalls {
			c.Arguments = json.RawMessage(h.hide(string(c.Arguments)))
			if !json.Valid(c.Arguments) {
				c.Arguments = json.RawMessage(`{}`)
			}
			calls[n] = c
		}
		if len(calls) > 0 {
			m.ToolCalls = calls
		}
		messages[i] = m
	}
	r.Messages = messages
	return h.Model.Generate(ctx, r)
}

// HidingEmbedder is an embedder likewise.
func HidingEmbedder(e Embedder, hide func(string) string) Embedder { return hidingEmbedder{e, hide} }

type hidingEmbedder struct {
	Embedder
	hide func(string) string
}

func (h hidingEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, Usage, error) {
	told := make([]string, len(texts))
	for i, text := range texts {
		told[i] = h.hide(text)
	}
	return h.Embedder.Embed(ctx, told)
}
