package llm_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/llm"
)

// heard is a provider that keeps what it is told.
type heard struct{ told []byte }

func (h *heard) Generate(_ context.Context, r llm.Request) (llm.Response, error) {
	raw, err := json.Marshal(r.Messages)
	h.told = append(h.told, raw...)
	return llm.Response{Text: "ok"}, err
}

func (h *heard) Embed(_ context.Context, texts []string) ([][]float32, llm.Usage, error) {
	h.told = append(h.told, strings.Join(texts, "\n")...)
	return [][]float32{{1}}, llm.Usage{}, nil
}

// With hiding no canary reaches a provider, whatever it is asked with.
func TestHidingTellsNothingPersonal(t *testing.T) {
	t.Parallel()
	const said = "제 이름은 김민지, 010-1234-5678, minji@example.com"
	raw, err := json.Marshal(map[string]string{"text": said})
	if err != nil {
		t.Fatal(err)
	}
	turns := []llm.Message{
		{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{{ID: "1", Name: "find", Arguments: raw}, {ID: "2", Name: "find", Arguments: json.RawMessage(`{"n":9001011234568}`)}}},
		{Role: llm.RoleTool, ToolCallID: "1", Text: said},
	}
	provider := &heard{}
	c := llm.NewClient(llm.Config{Model: provider, Embedder: provider, HideFunc: guard.Hide})
	p := prompt(t, "answer")
	if _, err := c.Ask(t.Context(), llm.Call{Prompt: p, Data: said, Turns: turns}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Embedder().Embed(t.Context(), []string{said}); err != nil {
		t.Fatal(err)
	}
	system, err := p.Messages(said)
	if err != nil {
		t.Fatal(err)
	}
	for _, canary := range []string{"김민지", "1234-5678", "minji@", "9001011234568"} {
		if strings.Contains(string(provider.told), canary) {
			t.Errorf("%q was told: %s", canary, provider.told)
		}
	}
	if turns[1].Text != said || !strings.Contains(string(provider.told), system[0].Text) {
		t.Errorf("the request was changed, or the prompt: %s", provider.told)
	}
}
