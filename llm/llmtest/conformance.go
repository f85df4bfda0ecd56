package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/llm"
)

// Provider makes a model that behaves as a script says.
type Provider struct {
	Model func(t *testing.T, script string) llm.Model
	// Embedder is nil for a provider without one.
	Embedder func(t *testing.T, script string) llm.Embedder
}

// Run checks the contract of llm.Model and llm.Embedder.
func Run(t *testing.T, p Provider) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, Provider){
		"text in parts": textInParts, "json": jsonAnswer, "tool calls": toolCalls,
		"usage and finish": usageAndFinish, "nobody listens": nobodyListens,
		"away": away, "rate limited": rateLimited, "refused": refused,
		"cut in the middle": cutInTheMiddle, "cancelled at once": cancelledAtOnce,
		"cancelled in the middle": cancelledInTheMiddle, "a deadline": deadline,
		"endless": endless, "many at once": manyAtOnce, "vectors": vectors,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, p)
		})
	}
}

const question = "전세금 5% 인상 가능해?"

func ask() llm.Request {
	return llm.Request{Purpose: "answer", MaxTokens: 500, Messages: []llm.Message{
		{Role: llm.RoleSystem, Text: "You answer."}, {Role: llm.RoleUser, Text: question},
	}}
}

// heard are the parts of an answer.
type heard struct {
	parts []string
	alive int
}

func listen(req *llm.Request) *heard {
	h := &heard{}
	req.DeltaFunc = func(text string) { h.parts = append(h.parts, text) }
	req.AliveFunc = func() { h.alive++ }
	return h
}

func textInParts(t *testing.T, p Provider) {
	req := ask()
	h := listen(&req)
	const want = "다섯 퍼센트까지 올릴 수 있습니다. 😀"
	r, err := p.Model(t, `rules: [{contains: "5%", chunk: 3, text: "`+want+`"}]`).Generate(t.Context(), req)
	if err != nil || r.Text != want || strings.Join(h.parts, "") != want {
		t.Errorf("%v\ntext %q\nheard %q", err, r.Text, h.parts)
	}
	if len(h.parts) < 2 || h.alive < len(h.parts) {
		t.Errorf("%d parts, %d signs of life", len(h.parts), h.alive)
	}
}

func jsonAnswer(t *testing.T, p Provider) {
	req := ask()
	req.Schema = &llm.Schema{Name: "answer", JSON: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`)}
	r, err := p.Model(t, `rules: [{json: {n: 5}}]`).Generate(t.Context(), req)
	if err != nil || r.Text != `{"n":5}` {
		t.Errorf("%q, %v", r.Text, err)
	}
}

func toolCalls(t *testing.T, p Provider) {
	m := p.Model(t, `
rules:
  - {after_tool: true, text: 5퍼센트입니다.}
  - tool_calls:
      - {id: a, name: search, arguments: {query: "전세 '증액'", limit: 3}}
      - {id: b, name: today}`)
	req := ask()
	req.Tools = []llm.Tool{{Name: "search", Description: "Searches.", Schema: json.RawMessage(`{"type":"object"}`)}, {Name: "today"}}
	r, err := m.Generate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	want := []llm.ToolCall{
		{ID: "a", Name: "search", Arguments: json.RawMessage(`{"limit":3,"query":"전세 '증액'"}`)},
		{ID: "b", Name: "today", Arguments: json.RawMessage(`{}`)},
	}
	if diff := cmp.Diff(want, r.ToolCalls); diff != "" || r.Finish != llm.FinishToolCalls {
		t.Errorf("finish %q, -want +got:\n%s", r.Finish, diff)
	}
	req.Messages = append(req.Messages,
		llm.Message{Role: llm.RoleAssistant, ToolCalls: r.ToolCalls},
		llm.Message{Role: llm.RoleTool, ToolCallID: "a", Text: `{"hits":1}`},
		llm.Message{Role: llm.RoleTool, ToolCallID: "b", Text: `"2026-03-04"`})
	if r, err = m.Generate(t.Context(), req); err != nil || r.Text != "5퍼센트입니다." {
		t.Errorf("after the tools: %q, %v", r.Text, err)
	}
}

func usageAndFinish(t *testing.T, p Provider) {
	r, err := p.Model(t, `rules: [{text: 네, usage: {input_tokens: 70, output_tokens: 9}}]`).Generate(t.Context(), ask())
	if diff := cmp.Diff(llm.Usage{InputTokens: 70, OutputTokens: 9}, r.Usage); err != nil || diff != "" {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	if r.Finish != llm.FinishStop || r.Model == "" {
		t.Errorf("finish %q of model %q", r.Finish, r.Model)
	}
}

func nobodyListens(t *testing.T, p Provider) {
	r, err := p.Model(t, `rules: [{text: 네 그렇습니다, chunk: 1}]`).Generate(t.Context(), ask())
	if err != nil || r.Text != "네 그렇습니다" {
		t.Errorf("%q, %v", r.Text, err)
	}
}

// fails checks an error and that nothing was taken for it.
func fails(t *testing.T, p Provider, script string, want error) error {
	t.Helper()
	r, err := p.Model(t, script).Generate(t.Context(), ask())
	if !errors.Is(err, want) || r.Usage != (llm.Usage{}) {
		t.Errorf("%v with usage %+v, want %v", err, r.Usage, want)
	}
	return err
}

func away(t *testing.T, p Provider) {
	if err := fails(t, p, `rules: [{fault: unavailable}]`, llm.ErrUnavailable); errors.Is(err, llm.ErrRefused) {
		t.Error("it says that asking again is no use")
	}
}

func refused(t *testing.T, p Provider) {
	err := fails(t, p, `rules: [{fault: refused}]`, llm.ErrRefused)
	if errors.Is(err, llm.ErrUnavailable) {
		t.Error("it asks to be asked again")
	}
}

func rateLimited(t *testing.T, p Provider) {
	var away *llm.Unavailable
	err := fails(t, p, `rules: [{fault: rate_limited, retry_after: 7s}]`, llm.ErrUnavailable)
	if !errors.As(err, &away) || away.RetryAfter != 7*time.Second {
		t.Errorf("%v does not say when to come again", err)
	}
}

// An answer that was cut off is no answer, and not free.
func cutInTheMiddle(t *testing.T, p Provider) {
	req := ask()
	h := listen(&req)
	r, err := p.Model(t, `rules: [{fault: disconnect, chunk: 2, text: 다섯 퍼센트까지 올릴 수 있습니다}]`).Generate(t.Context(), req)
	if !errors.Is(err, llm.ErrUnavailable) || len(h.parts) == 0 {
		t.Errorf("%v after %q", err, h.parts)
	}
	if r.Usage.InputTokens == 0 || r.Usage.OutputTokens == 0 || !r.Usage.Estimated {
		t.Errorf("usage %+v", r.Usage)
	}
}

func cancelledAtOnce(t *testing.T, p Provider) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Model(t, `rules: [{fault: hang}]`).Generate(ctx, ask()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func cancelledInTheMiddle(t *testing.T, p Provider) {
	why := errors.New("the user skipped it")
	ctx, cancel := context.WithCancelCause(t.Context())
	req := ask()
	req.DeltaFunc = func(string) { cancel(why) }
	_, err := p.Model(t, `rules: [{fault: stall, text: 다섯 퍼센트}]`).Generate(ctx, req)
	if !errors.Is(err, why) {
		t.Error(err)
	}
}

func deadline(t *testing.T, p Provider) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Model(t, `rules: [{fault: hang}]`).Generate(ctx, ask()); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// An answer without an end is stopped by the provider itself, in bounded
// memory, if nobody else does.
func endless(t *testing.T, p Provider) {
	r, err := p.Model(t, `rules: [{fault: endless, chunk: 20000, text: "`+strings.Repeat("끝없이 ", 5000)+`"}]`).Generate(t.Context(), ask())
	if !errors.Is(err, llm.ErrBadAnswer) || len(r.Text) > 4<<20 {
		t.Errorf("%v after %d bytes", err, len(r.Text))
	}
}

func manyAtOnce(t *testing.T, p Provider) {
	m := p.Model(t, `rules: [{times: 5, text: 하나, chunk: 1}, {text: 둘, chunk: 1}]`)
	var mu sync.Mutex
	said := map[string]int{}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			r, err := m.Generate(t.Context(), ask())
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			said[r.Text]++
		})
	}
	wg.Wait()
	if diff := cmp.Diff(map[string]int{"하나": 5, "둘": 15}, said); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func vectors(t *testing.T, p Provider) {
	if p.Embedder == nil {
		t.Skip("no embedder")
	}
	e := p.Embedder(t, `{default: {fault: refused}}`)
	texts := []string{"전세금 인상", "제주도 항공권", "전세금 인상"}
	got, used, err := e.Embed(t.Context(), texts)
	if err != nil || len(got) != 3 || used.InputTokens == 0 {
		t.Fatalf("%d vectors, usage %+v, %v", len(got), used, err)
	}
	for i, v := range got {
		if len(v) != Dimensions {
			t.Errorf("vector %d has length %d", i, len(v))
		}
	}
	if diff := cmp.Diff(got[0], got[2]); diff != "" || cmp.Equal(got[0], got[1]) {
		t.Errorf("order is lost, or equal texts differ: %s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := e.Embed(ctx, texts); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
