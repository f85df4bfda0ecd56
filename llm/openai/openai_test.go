package openai_test

import (
	"testing"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/llmtest"
	"github.com/madang-dev/madang/llm/openai"
)

func TestContract(t *testing.T) {
	t.Parallel()
	at := func(t *testing.T, script string) openai.Config {
		return openai.Config{BaseURL: llmtest.NewServer(t, script).Address(), APIKey: llmtest.Key, Model: "test-model"}
	}
	llmtest.Run(t, llmtest.Provider{
		Model:    func(t *testing.T, script string) llm.Model { return openai.New(at(t, script)) },
		Embedder: func(t *testing.T, script string) llm.Embedder { return openai.NewEmbedder(at(t, script)) },
	})
}
