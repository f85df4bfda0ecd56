package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/internal/testdb"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/llmtest"
)

// scriptFile writes a script and gives its name as the settings want it.
func scriptFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return scriptPrefix + file
}

// built is a house of settings with change, whose knowledge is complete.
func built(t *testing.T, change func(*configs.Settings)) (*house, error) {
	t.Helper()
	h, err := bare(t, change)
	if err == nil {
		fill(t, h)
	}
	return h, err
}

// fill has the house's shelf look for what is ingested until the test ends.
func fill(t *testing.T, h *house) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = h.shelf.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	<-h.shelf.Complete()
}

// A house takes questions before what is ingested is loaded, and says so.
func TestAHouseThatIsStillLoading(t *testing.T) {
	t.Parallel()
	h, err := bare(t, func(*configs.Settings) {})
	if err != nil {
		t.Fatal(err)
	}
	ready := get(t, h, "/readyz")
	if away := fmt.Sprint(ready["checks"]); ready["status"] != "degraded" || !strings.Contains(away, "name:knowledge optional:true status:away") {
		t.Errorf("%v", ready)
	}
	fill(t, h)
	if ready := get(t, h, "/readyz"); ready["status"] != "ready" || strings.Contains(fmt.Sprint(ready["checks"]), "knowledge") {
		t.Errorf("%v", ready)
	}
}

// bare is a house of settings with change, as it is built.
func bare(t *testing.T, change func(*configs.Settings)) (*house, error) {
	t.Helper()
	settings := configs.Default()
	settings.DataDir = t.TempDir()
	change(&settings)
	h, err := build(t.Context(), settings, slog.New(slog.DiscardHandler))
	if err == nil {
		t.Cleanup(h.close)
	}
	return h, err
}

// get asks the clients' door.
func get(t *testing.T, h *house, path string) map[string]any {
	t.Helper()
	w := httptest.NewRecorder()
	h.door.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost:8000"+path, nil))
	var out map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return out
}

// ask asks with a prompt that takes any data.
func ask(t *testing.T, h *house, userID string) (llm.Answer, error) {
	t.Helper()
	text := "---\nversion: 1\nmax_tokens: 50\n---\na\n=== user ===\n{{.}}"
	p, err := llm.LoadPrompt(fstest.MapFS{"prompts/answer.md": {Data: []byte(text)}}, "answer")
	if err != nil {
		t.Fatal(err)
	}
	return h.model.Ask(t.Context(), llm.Call{Prompt: p, Data: "?", UserID: userID})
}

func TestAHouseWithoutAModel(t *testing.T) {
	t.Parallel()
	h, err := built(t, func(*configs.Settings) {})
	if err != nil || h.model != nil {
		t.Fatalf("%v, %v", h.model, err)
	}
	if got := get(t, h, "/health"); got["model"] != nil || got["status"] != "healthy" {
		t.Errorf("%v", got)
	}
	if _, err := ask(t, h, ""); !errors.Is(err, llm.ErrOff) {
		t.Error(err)
	}
}

// What a model takes is reported, and its failure makes the house degraded.
func TestAHouseWithAModel(t *testing.T) {
	t.Parallel()
	script := scriptFile(t, `
rules:
  - {times: 2, text: 네, usage: {input_tokens: 100, output_tokens: 10}}
  - {fault: unavailable}`)
	server := llmtest.NewServer(t, "default: {fault: refused}")
	h, err := built(t, func(s *configs.Settings) {
		s.Model.Name, s.Model.Embedding = script, "vectors-1"
		s.Model.BaseURL, s.Model.APIKey = server.Address(), llmtest.Key
		s.Model.PriceInput, s.Model.PriceOutput, s.Model.PriceEmbedding = 0.15, 0.6, 0
		s.Model.CostPerDay, s.Model.Currency = 1, "KRW"
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if a, err := ask(t, h, "7"); err != nil || a.CostMicros != 21 {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	if v, err := h.model.Embedder().Embed(t.Context(), []string{"전세"}); err != nil || len(v[0]) != llmtest.Dimensions {
		t.Errorf("%v, %v", v, err)
	}
	used := get(t, h, "/api/v1/usage?user_id=7")
	if total, _ := used["total"].(map[string]any); total["calls"] != 2.0 || total["cost_micros"] != 42.0 || used["currency"] != "KRW" {
		t.Errorf("%v", used)
	}
	if got := get(t, h, "/health"); got["model"] != "scripted" || got["status"] != "healthy" {
		t.Errorf("%v", got)
	}
	for range 4 { // three requests each, until the breaker holds them back
		if _, err := ask(t, h, "7"); !errors.Is(err, llm.ErrUnavailable) {
			t.Fatal(err)
		}
	}
	if got := get(t, h, "/readyz"); got["status"] != "degraded" {
		t.Errorf("%v", got)
	}
	w := httptest.NewRecorder()
	h.door.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost:8000/metrics", nil))
	for _, line := range []string{
		`madang_model_calls_total{outcome="ok",purpose="answer"} 2`, `madang_model_calls_total{outcome="unavailable",purpose="answer"} 4`,
		`madang_model_calls_total{outcome="ok",purpose="embedding"} 1`, `madang_model_tokens_total{direction="output"} 20`, `madang_model_cost_total 4.2e-05`,
	} {
		if !strings.Contains(w.Body.String(), line+"\n") {
			t.Errorf("metrics lack %s", line)
		}
	}
}

// The settings of any server that speaks the API lead to it.
func TestAHouseWithAServersModel(t *testing.T) {
	t.Parallel()
	server := llmtest.NewServer(t, `default: {text: 네, usage: {input_tokens: 9, output_tokens: 1}}`)
	h, err := built(t, func(s *configs.Settings) {
		s.Model.Name, s.Model.Embedding = "small-1", "vectors-1"
		s.Model.BaseURL, s.Model.APIKey = server.Address(), llmtest.Key
	})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := ask(t, h, ""); err != nil || a.Text != "네" || a.Model != "small-1" || !a.Unpriced {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := h.model.Embedder().Embed(t.Context(), []string{"전세"}); err != nil {
		t.Error(err)
	}
	asked := server.Asked()
	if len(asked) != 2 || asked[0]["model"] != "small-1" || asked[1]["model"] != "vectors-1" {
		t.Errorf("asked %v", asked)
	}
	if got := get(t, h, "/health"); got["model"] != "small-1" {
		t.Errorf("%v", got)
	}
}

func TestSettingsOfAModelThatCanNotBe(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*configs.Settings)
		want   string
	}{
		"no script":       {func(s *configs.Settings) { s.Model.Name = "scripted:none.yaml" }, "model.name: script"},
		"a broken script": {func(s *configs.Settings) { s.Model.Name = scriptFile(t, "rules: 5") }, "script.yaml:1:"},
		"money without a price": {func(s *configs.Settings) {
			s.Model.Name, s.Model.CostPerDay = "m", 1
		}, "needs the prices"},
		"money without one of the prices": {func(s *configs.Settings) {
			s.Model.Name, s.Model.Embedding, s.Model.CostPerRun, s.Model.PriceInput, s.Model.PriceOutput = "m", "v", 1, 1, 1
		}, "needs the prices"},
	} {
		if _, err := built(t, test.change); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPurposesAreThePrompts(t *testing.T) {
	t.Parallel()
	got := purposes()
	if !slices.Contains(got, llm.EmbeddingPurpose) {
		t.Error(got)
	}
	for _, name := range got[1:] {
		if _, err := llm.LoadPrompt(configs.FS, name); err != nil {
			t.Error(err)
		}
	}
}

// What the packs hold is turned into vectors beside the work and within the caps;
// a house that starts later on the same database asks for none.
func TestHousesShareTheVectorsOfTheirPacks(t *testing.T) {
	t.Parallel()
	server, database := llmtest.NewServer(t, `default: {text: 네}`), testdb.Postgres(t)
	texts := func() (n int) {
		for _, body := range server.Asked() {
			input, _ := body["input"].([]any)
			n += len(input)
		}
		return n
	}
	house := func(change func(*configs.Model)) *house {
		h, err := built(t, func(s *configs.Settings) {
			s.DatabaseURL, s.DBMaxConns = database, 4
			s.Model.Embedding, s.Model.BaseURL, s.Model.APIKey = "vectors-1", server.Address(), llmtest.Key
			s.KnowledgeSweep = 100 * time.Millisecond
			change(&s.Model)
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- h.making.Run(ctx) }()
		t.Cleanup(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
		return h
	}
	poor := house(func(m *configs.Model) { m.TokensPerDay = 1 })
	lacking := len(poor.shelf.Lacking())
	if lacking < 100 {
		t.Fatalf("%d texts of the packs", lacking)
	}
	rich := func(*configs.Model) {}
	knows := func(shelf *knowledge.Shelf) {
		t.Helper()
		for deadline := time.Now().Add(3 * time.Minute); len(shelf.Lacking()) > 0; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d texts have no vectors", len(shelf.Lacking()))
			}
		}
	}
	// The second house starts when the first one is done: two that look at once
	// may both ask for a batch, which is allowed.
	knows(house(rich).shelf)
	two := house(rich)
	knows(two.shelf)
	if n := texts(); n != lacking {
		t.Errorf("the server was asked for %d texts, want %d", n, lacking)
	}
	hits, err := two.shelf.Now().SearchArticles(t.Context(), knowledge.Query{Text: "전세금 5% 인상 가능해?"})
	if err != nil || len(hits) == 0 || texts() != lacking+1 {
		t.Errorf("%d hits, %v; %d texts", len(hits), err, texts()-lacking)
	}
}
