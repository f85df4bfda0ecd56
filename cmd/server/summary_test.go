package main

import (
	"context"
	"strings"
	"testing"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

// echo answers with what it was asked.
type echo struct{}

func (echo) Generate(_ context.Context, r llm.Request) (llm.Response, error) {
	return llm.Response{Text: r.Messages[len(r.Messages)-1].Text, Model: "echo"}, nil
}

func TestSummarizerTellsTheSessionAsItWas(t *testing.T) {
	t.Parallel()
	summarize, err := summarizer(llm.NewClient(llm.Config{Model: echo{}}))
	if err != nil {
		t.Fatal(err)
	}
	text, by, err := summarize(t.Context(), "user-1", []state.Memory{
		{ConversationID: "s", Query: "둘째 질문", Response: "둘째 답"}, {ConversationID: "s", Query: "첫 질문", Response: "첫 답"},
	})
	if err != nil {
		t.Fatal(err)
	}
	first, second := strings.Index(text, "첫 질문"), strings.Index(text, "둘째 질문")
	if by != "echo" || first < 0 || second < first || !strings.Contains(text, "200 characters") {
		t.Errorf("%s was asked\n%s", by, text)
	}
}
