package llm

import "encoding/json"

// hidden are messages with what hide leaves of their texts, but for the program's own.
func hidden(messages []Message, hide func(string) string) []Message {
	out := make([]Message, len(messages))
	for i, m := range messages {
		if m.Role != RoleSystem {
			m.Text = hide(m.Text)
		}
		var calls []ToolCall
		for _, c := range m.ToolCalls {
			c.Arguments = json.RawMessage(hide(string(c.Arguments)))
			if !json.Valid(c.Arguments) {
				c.Arguments = json.RawMessage(`{}`)
			}
			calls = append(calls, c)
		}
		m.ToolCalls = calls
		out[i] = m
	}
	return out
}

// hiddenTexts are texts likewise.
func hiddenTexts(texts []string, hide func(string) string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = hide(text)
	}
	return out
}
