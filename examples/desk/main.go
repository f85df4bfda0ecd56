// Command desk is an MCP server over stdio whose tools end in each way: a note,
// which should wait for the user's yes, and tools that fail, say nothing and do not
// answer. The demonstration of docs/models.md calls them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type note struct {
	Text string `json:"text" jsonschema:"what to write down"`
}

type nothing struct{}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "note", Description: "Leaves a note for the landlord"},
		func(_ context.Context, _ *mcp.CallToolRequest, in note) (*mcp.CallToolResult, any, error) {
			return says("Noted: " + in.Text), nil, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "fail", Description: "Fails"},
		func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
			return nil, nil, errors.New("the desk is closed")
		})
	mcp.AddTool(s, &mcp.Tool{Name: "empty", Description: "Says nothing"},
		func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
			return says(""), nil, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "hang", Description: "Does not answer"},
		func(ctx context.Context, _ *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
			<-ctx.Done()
			return nil, nil, ctx.Err()
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, "desk:", err)
		os.Exit(1)
	}
}

func says(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}
