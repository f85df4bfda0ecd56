package main

import (
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/memory"
	"github.com/madang-dev/madang/state"
)

// summarizer has a model sum up sessions for the users' memory, by
// configs/prompts/summary.md.
func summarizer(model *llm.Client) (func(ctx context.Context, userID string, session []state.Memory) (string, string, error), error) {
	prompt, err := llm.LoadPrompt(configs.FS, "summary")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, userID string, session []state.Memory) (string, string, error) {
		told := slices.Clone(session)
		slices.Reverse(told) // as it was said
		answer, err := model.Ask(ctx, llm.Call{
			Prompt: prompt, UserID: userID, SessionID: session[0].ConversationID,
			Data: map[string]any{"Exchanges": told, "Limit": memory.MaxSummary},
			CheckFunc: func(a llm.Answer) []string {
				if strings.TrimSpace(a.Text) == "" {
					return []string{"it is empty"}
				}
				return nil
			},
		})
		return answer.Text, answer.Model, err
	}, nil
}
