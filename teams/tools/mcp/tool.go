package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/teams/tools"
)

// The bounds of what a server says of a tool, in bytes: a model reads it with
// each question.
const (
	maxDescription = 1000
	maxSchema      = 16 << 10
	maxName        = 40
)

// foreign are the letters that providers don't take in a tool's name.
var foreign = regexp.MustCompile(`[^a-zA-Z0-9_-]`)

// toolName is how the model calls a tool.
func (l *link) toolName(name string) string {
	name = foreign.ReplaceAllString(name, "_")
	return l.Name + "_" + name[:min(len(name), maxName)]
}

// tool is a server's tool as ours. A schema that is none, or no object's, is
// refused.
func (l *link) tool(declared *sdk.Tool, allowed Allowed) (tools.Tool, error) {
	schema, err := json.Marshal(declared.InputSchema)
	switch kind, _ := declared.InputSchema.(map[string]any); {
	case err != nil:
		return tools.Tool{}, err
	case len(schema) > maxSchema:
		return tools.Tool{}, fmt.Errorf("its schema has %d bytes, %d at most", len(schema), maxSchema)
	case kind["type"] != "object":
		return tools.Tool{}, errors.New("its schema is not an object's")
	}
	if err := llm.CheckSchema(schema); err != nil {
		return tools.Tool{}, err
	}
	title := declared.Title
	if title == "" {
		title = declared.Name
	}
	title = l.Name + ": " + title[:min(len(title), maxName)]
	name := declared.Name
	about := guard.WithoutOrders(declared.Description[:min(len(declared.Description), maxDescription)])
	return tools.Tool{
		Name: l.toolName(name), Description: strings.ToValidUTF8(about, ""), Schema: schema,
		Approval: allowed.approval(), Timeout: l.timeout,
		TitleFunc: func(string) string { return strings.ToValidUTF8(title, "") },
		CallFunc: func(ctx context.Context, by tools.Caller, arguments json.RawMessage) (tools.Found, error) {
			return l.call(ctx, name, by, arguments)
		},
	}, nil
}

// call calls a tool of the server that is there now.
func (l *link) call(ctx context.Context, name string, by tools.Caller, arguments json.RawMessage) (tools.Found, error) {
	l.mu.Lock()
	session := l.session
	l.mu.Unlock()
	if session == nil {
		return tools.Found{}, fmt.Errorf("the server %s is away", l.Name)
	}
	params := &sdk.CallToolParams{Name: name, Arguments: arguments}
	if by.Key != "" { // for a server that knows it to do it once
		params.Meta = sdk.Meta{"madang.dev/idempotencyKey": by.Key}
	}
	result, err := session.CallTool(ctx, params)
	if err != nil {
		return tools.Found{}, fmt.Errorf("%s: %w", l.Name, err)
	}
	text := textOf(result)
	switch {
	case result.NeedsInput():
		return tools.Found{}, fmt.Errorf("%s asks for more than a tool is given", l.Name)
	case result.IsError:
		return tools.Found{}, fmt.Errorf("%s says: %s", l.Name, text)
	}
	found := tools.Found{Text: text}
	for _, piece := range pieces(text) {
		found.Facts = append(found.Facts, tools.Source(name, piece, l.Name))
	}
	return found, nil
}

// textOf is what a result says in words, or its structure as JSON.
func textOf(result *sdk.CallToolResult) string {
	var list []string
	for _, content := range result.Content {
		if text, ok := content.(*sdk.TextContent); ok {
			list = append(list, text.Text)
		}
	}
	if text := strings.TrimSpace(strings.Join(list, "\n")); text != "" || result.StructuredContent == nil {
		return text
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return ""
	}
	return string(raw)
}

// The size of a piece that is one fact, in bytes, and how many there are.
const (
	maxPiece  = 900
	maxPieces = 6
)

// pieces cuts a text behind its lines into what a fact can hold.
func pieces(text string) (list []string) {
	piece := ""
	for line := range strings.Lines(text) {
		if piece != "" && len(piece)+len(line) > maxPiece {
			list, piece = append(list, piece), ""
		}
		if piece += line; len(list) == maxPieces {
			return list
		}
	}
	if strings.TrimSpace(piece) == "" {
		return list
	}
	return append(list, piece)
}
