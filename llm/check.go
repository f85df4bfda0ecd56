package llm

import (
	"encoding/json"
	"strings"
)

// wrong lists what is wrong with an answer, and fills its JSON.
func (c *Client) wrong(call Call, answer *Answer) []string {
	if len(answer.ToolCalls) > 0 {
		if wrong := c.wrongTools(call.Tools, answer.ToolCalls); len(wrong) > 0 {
			return wrong
		}
	} else if wrong := c.wrongText(call.Prompt, answer); len(wrong) > 0 {
		return wrong
	}
	if call.CheckFunc != nil {
		return call.CheckFunc(*answer)
	}
	return nil
}

func (c *Client) wrongText(p *Prompt, answer *Answer) []string {
	if p.Schema == nil {
		if strings.TrimSpace(answer.Text) == "" {
			return []string{"it is empty"}
		}
		return nil
	}
	raw := json.RawMessage(bare(answer.Text))
	switch {
	case !json.Valid(raw) && answer.Finish == FinishLength:
		return []string{"it was cut off, so it has to be shorter"}
	case !json.Valid(raw):
		return []string{"it is not JSON"}
	}
	schema, err := compileSchema(p.Schema.JSON)
	if err != nil {
		return []string{short(err.Error())}
	}
	if wrong := violations(schema, raw); len(wrong) > 0 {
		return wrong
	}
	answer.JSON = raw
	return nil
}

// maxToolCalls bounds what one answer may ask for.
const maxToolCalls = 16

func (c *Client) wrongTools(tools []Tool, calls []ToolCall) (wrong []string) {
	if len(calls) > maxToolCalls {
		return []string{"it asks for too many tools at once"}
	}
	for _, call := range calls {
		wrong = append(wrong, c.wrongTool(tools, call)...)
	}
	return wrong
}

func (c *Client) wrongTool(tools []Tool, call ToolCall) []string {
	for _, t := range tools {
		if t.Name != call.Name {
			continue
		}
		if !json.Valid(call.Arguments) {
			return []string{"the arguments of " + t.Name + " are not JSON"}
		}
		if len(t.Schema) == 0 {
			return nil
		}
		schema, err := compileSchema(t.Schema)
		if err != nil {
			return []string{short(err.Error())}
		}
		wrong := violations(schema, call.Arguments)
		for i, w := range wrong {
			wrong[i] = "arguments of " + t.Name + ": " + w
		}
		return wrong
	}
	return []string{short("there is no tool " + call.Name)}
}

// bare is a text without what small models put around the JSON that they were
// asked for: their thoughts, and the fence of a code block.
func bare(text string) string {
	text = strings.TrimSpace(text)
	if rest, found := strings.CutPrefix(text, "<think>"); found {
		if _, after, closed := strings.Cut(rest, "</think>"); closed {
			text = strings.TrimSpace(after)
		}
	}
	if rest, found := strings.CutPrefix(text, "```"); found {
		if inside, closed := strings.CutSuffix(rest, "```"); closed {
			inside = strings.TrimPrefix(inside, "json")
			text = strings.TrimSpace(inside)
		}
	}
	return text
}
