package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/llmtest"
	"github.com/madang-dev/madang/llm/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// generous is how long a loaded machine may take for anything.
const generous = 30 * time.Second

// prompts are a free one and one with a schema.
var prompts = fstest.MapFS{
	"prompts/answer.md": {Data: []byte("---\nversion: 3\nmax_tokens: 100\n---\nYou answer.\n=== user ===\n{{.}}\n")},
	"prompts/read.md": {Data: []byte(`---
version: 1
schema:
  type: object
  properties: {n: {type: integer, maximum: 9}, kind: {enum: [lease, sale]}}
  required: [n]
  additionalProperties: false
---
You read.
=== user ===
{{.}}
`)},
}

func prompt(t testing.TB, name string) *llm.Prompt {
	t.Helper()
	p, err := llm.LoadPrompt(prompts, name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// counted is a model that counts what it is asked.
type counted struct {
	llm.Model
	asked atomic.Int64

	mu   sync.Mutex
	last llm.Request
}

func (c *counted) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	c.asked.Add(1)
	c.mu.Lock()
	c.last = req
	c.mu.Unlock()
	return c.Model.Generate(ctx, req)
}

// client asks a script; change may be nil.
func client(t testing.TB, script string, change func(*llm.Config)) (*llm.Client, *counted) {
	t.Helper()
	s, err := scripted.Read(fstest.MapFS{"script.yaml": {Data: []byte(script)}}, "script.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m := &counted{Model: scripted.New(s)}
	cfg := llm.Config{Model: m, Embedder: llmtest.Embedder{}, Name: "small", EmbeddingName: "vectors", Timeout: generous}
	if change != nil {
		change(&cfg)
	}
	return llm.NewClient(cfg), m
}

func TestWithoutAModel(t *testing.T) {
	t.Parallel()
	var c *llm.Client
	if _, err := c.Ask(t.Context(), llm.Call{}); !errors.Is(err, llm.ErrOff) {
		t.Error(err)
	}
	if _, err := c.Embedder().Embed(t.Context(), []string{"a"}); !errors.Is(err, llm.ErrOff) {
		t.Error(err)
	}
	if c.Name() != "" || c.Healthy() != nil || c.Embedder().Model() != "" {
		t.Errorf("%q, %v", c.Name(), c.Healthy())
	}
	only := llm.NewClient(llm.Config{Embedder: llmtest.Embedder{}})
	if _, err := only.Ask(t.Context(), llm.Call{}); !errors.Is(err, llm.ErrOff) || only.Name() != "" {
		t.Error(err)
	}
}

func TestAnAnswerTellsWhatItTook(t *testing.T) {
	t.Parallel()
	var heard strings.Builder
	c, m := client(t, `default: {json: {n: 5, kind: lease}, chunk: 3, latency: 2ms, usage: {input_tokens: 1000, output_tokens: 10}}`, func(cfg *llm.Config) {
		cfg.Price = llm.Price{Known: true, Input: 150_000, Output: 600_000}
	})
	a, err := c.Ask(t.Context(), llm.Call{
		Prompt: prompt(t, "read"), Data: "전세?", DeltaFunc: func(text string) { heard.WriteString(text) },
	})
	if err != nil || a.LatencyMS < 1 {
		t.Fatalf("%+v, %v", a, err)
	}
	a.LatencyMS = 0
	text := `{"kind":"lease","n":5}`
	want := llm.Answer{
		Text: text, JSON: json.RawMessage(text), Model: "scripted", Prompt: "read@1",
		Usage: llm.Usage{InputTokens: 1000, OutputTokens: 10}, CostMicros: 156, Attempts: 1, Finish: llm.FinishStop,
	}
	if diff := cmp.Diff(want, a); diff != "" || heard.String() != text {
		t.Errorf("heard %q, -want +got:\n%s", heard.String(), diff)
	}
	raw, err := json.Marshal(a)
	var again llm.Answer
	if err != nil || json.Unmarshal(raw, &again) != nil || !cmp.Equal(a, again) {
		t.Errorf("%s does not come back: %v", raw, err)
	}
	if m.last.MaxTokens != 2048 || m.last.Purpose != "read" || m.last.Messages[1].Text != "전세?" {
		t.Errorf("asked %+v", m.last)
	}
}

func TestUnknownPricesAreFlagged(t *testing.T) {
	t.Parallel()
	c, _ := client(t, `default: {text: 네}`, nil)
	if a, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: "?"}); err != nil || !a.Unpriced || a.CostMicros != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	for _, test := range []struct {
		in, out int
		want    int64
	}{{0, 0, 0}, {1, 0, 1}, {1_000_000, 0, 150_000}, {7, 7, 6}, {2_000_000_000, 0, 300_000_000}} {
		p := llm.Price{Known: true, Input: 150_000, Output: 600_000}
		if got := p.Cost(llm.Usage{InputTokens: test.in, OutputTokens: test.out}); got != test.want {
			t.Errorf("%d and %d tokens cost %d, want %d", test.in, test.out, got, test.want)
		}
	}
}

// What is wrong is told to the model once.
func TestAnswersAreCheckedAndMendedOnce(t *testing.T) {
	t.Parallel()
	tools := []llm.Tool{{Name: "search", Schema: json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}`)}}
	for name, test := range map[string]struct {
		script, prompt string
		check          func(llm.Answer) []string
		told, text     string // what the model was told; the answer, "" for none
	}{
		"fits":            {script: `rules: [{json: {n: 1}}]`, prompt: "read", text: `{"n":1}`},
		"in a fence":      {script: "rules: [{text: \"```json\\n{\\\"n\\\": 1}\\n```\"}]", prompt: "read", text: "```json\n{\"n\": 1}\n```"},
		"with thoughts":   {script: `rules: [{text: "<think>음 {</think> {\"n\": 2}"}]`, prompt: "read", text: `<think>음 {</think> {"n": 2}`},
		"not JSON":        {script: `rules: [{times: 1, text: 글쎄요}, {json: {n: 1}}]`, prompt: "read", told: "it is not JSON", text: `{"n":1}`},
		"half JSON":       {script: `rules: [{times: 1, fault: half_json, json: {n: 1}}, {json: {n: 1}}]`, prompt: "read", told: "it is not JSON", text: `{"n":1}`},
		"out of bounds":   {script: `rules: [{times: 1, json: {n: 12}}, {json: {n: 1}}]`, prompt: "read", told: "/n: maximum", text: `{"n":1}`},
		"lacks a field":   {script: `rules: [{times: 1, json: {kind: lease}}, {json: {n: 1}}]`, prompt: "read", told: "missing property 'n'", text: `{"n":1}`},
		"a field of none": {script: `rules: [{times: 1, json: {n: 1, m: 2}}, {json: {n: 1}}]`, prompt: "read", told: "additional properties 'm'", text: `{"n":1}`},
		"wrong again":     {script: `rules: [{text: 글쎄요}]`, prompt: "read", told: "it is not JSON"},
		"empty":           {script: `rules: [{times: 1, text: ""}, {text: 네}]`, prompt: "answer", told: "it is empty", text: "네"},
		"checked": {script: `rules: [{times: 1, text: 6%}, {text: 5%}]`, prompt: "answer", told: "6% is not allowed", text: "5%",
			check: func(a llm.Answer) []string {
				if a.Text == "6%" {
					return []string{"6% is not allowed"}
				}
				return nil
			}},
		"a tool of none":   {script: `rules: [{times: 1, tool_calls: [{name: dance}]}, {text: 네}]`, prompt: "answer", told: "there is no tool dance", text: "네"},
		"wrong arguments":  {script: `rules: [{times: 1, tool_calls: [{name: search, arguments: {q: 5}}]}, {text: 네}]`, prompt: "answer", told: "arguments of search: /q: got number, want string", text: "네"},
		"wrong tool again": {script: `rules: [{tool_calls: [{name: dance}]}]`, prompt: "answer", told: "there is no tool dance"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, m := client(t, test.script, nil)
			a, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, test.prompt), Data: "?", CheckFunc: test.check, Tools: tools})
			if (err == nil) != (test.text != "") || err != nil && !errors.Is(err, llm.ErrBadAnswer) || a.Text != test.text {
				t.Errorf("%q, %v", a.Text, err)
			}
			asked := int64(1)
			if test.told != "" {
				asked = 2
				if said := m.last.Messages[len(m.last.Messages)-1].Text; !strings.Contains(said, test.told) {
					t.Errorf("the model was told %q, not %q", said, test.told)
				}
			}
			if m.asked.Load() != asked || a.Repaired != (asked == 2) || a.Attempts != int(asked) || a.Usage.InputTokens == 0 {
				t.Errorf("asked %d times: %+v", m.asked.Load(), a)
			}
			if err == nil && test.prompt == "read" && !json.Valid(a.JSON) || err != nil && a.JSON != nil {
				t.Errorf("JSON %s", a.JSON)
			}
		})
	}
}

func TestToolCallsAreHandedOn(t *testing.T) {
	t.Parallel()
	c, _ := client(t, `rules: [{after_tool: true, text: 5%}, {tool_calls: [{id: a, name: search, arguments: {q: 전세}}]}]`, nil)
	call := llm.Call{Prompt: prompt(t, "answer"), Data: "?", Tools: []llm.Tool{{Name: "search"}}}
	a, err := c.Ask(t.Context(), call)
	if err != nil || len(a.ToolCalls) != 1 || string(a.ToolCalls[0].Arguments) != `{"q":"전세"}` {
		t.Fatalf("%+v, %v", a, err)
	}
	call.Turns = []llm.Message{{Role: llm.RoleAssistant, ToolCalls: a.ToolCalls}, {Role: llm.RoleTool, ToolCallID: "a", Text: "{}"}}
	if a, err = c.Ask(t.Context(), call); err != nil || a.Text != "5%" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestWhatIsAwayIsAskedAgain(t *testing.T) {
	t.Parallel()
	type heard struct {
		text   string
		resets int
	}
	for name, test := range map[string]struct {
		script  string
		resets  bool // the caller can begin anew
		err     error
		asked   int64
		heard   heard
		atLeast time.Duration
	}{
		"comes back":       {script: `rules: [{times: 2, fault: unavailable}, {text: 네}]`, asked: 3, heard: heard{"네", 0}},
		"stays away":       {script: `rules: [{fault: unavailable}]`, asked: 3, err: llm.ErrUnavailable},
		"says when":        {script: `rules: [{times: 1, fault: rate_limited, retry_after: 400ms}, {text: 네}]`, asked: 2, heard: heard{"네", 0}, atLeast: 400 * time.Millisecond},
		"says much later":  {script: `rules: [{fault: rate_limited, retry_after: 1h}]`, asked: 1, err: llm.ErrUnavailable},
		"refuses":          {script: `rules: [{fault: refused}]`, asked: 1, err: llm.ErrRefused},
		"cut, for readers": {script: `rules: [{times: 1, fault: disconnect, text: 네에네에}, {text: 네}]`, asked: 1, err: llm.ErrUnavailable, heard: heard{"네에", 0}},
		"cut, begun anew":  {script: `rules: [{times: 1, fault: disconnect, text: 네에네에}, {text: 네}]`, resets: true, asked: 2, heard: heard{"네", 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, m := client(t, test.script, nil)
			var got heard
			call := llm.Call{Prompt: prompt(t, "answer"), Data: "?", DeltaFunc: func(text string) { got.text += text }}
			if test.resets {
				call.ResetFunc = func() { got = heard{"", got.resets + 1} }
			}
			started := time.Now()
			a, err := c.Ask(t.Context(), call)
			if !errors.Is(err, test.err) || m.asked.Load() != test.asked || a.Attempts != int(test.asked) || got != test.heard {
				t.Errorf("asked %d times (%d), heard %+v, %v", m.asked.Load(), a.Attempts, got, err)
			}
			if time.Since(started) < test.atLeast {
				t.Error("it did not wait")
			}
		})
	}
}

// A mended answer is not mixed with the one before it.
func TestMendingForReaders(t *testing.T) {
	t.Parallel()
	for _, resets := range []bool{true, false} {
		c, _ := client(t, `rules: [{times: 1, text: 글쎄요}, {json: {n: 1}}]`, nil)
		got := ""
		call := llm.Call{Prompt: prompt(t, "read"), Data: "?", DeltaFunc: func(text string) { got += text }}
		want := "글쎄요"
		if resets {
			call.ResetFunc, want = func() { got = "" }, `{"n":1}`
		}
		if a, err := c.Ask(t.Context(), call); err != nil || got != want || a.Text != `{"n":1}` {
			t.Errorf("heard %q, %v", got, err)
		}
	}
}

func TestTimeIsBounded(t *testing.T) {
	t.Parallel()
	const silence = 300 * time.Millisecond
	for name, test := range map[string]struct {
		script  string
		silence time.Duration
		err     error
	}{
		"hangs":   {`default: {fault: hang}`, silence, llm.ErrUnavailable},
		"stalls":  {`default: {fault: stall, text: 다섯 퍼센트}`, silence, llm.ErrUnavailable},
		"drips":   {`default: {text: "` + strings.Repeat("방울 ", 500) + `", chunk: 1, delay: 30ms}`, generous, llm.ErrUnavailable},
		"endless": {`default: {fault: endless, text: "` + strings.Repeat("끝없이 ", 100) + `"}`, generous, llm.ErrBadAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := client(t, test.script, func(cfg *llm.Config) {
				cfg.Silence, cfg.Attempts = test.silence, 1
				if name == "drips" {
					cfg.Timeout = 500 * time.Millisecond
				}
			})
			started := time.Now()
			a, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: "?"})
			if !errors.Is(err, test.err) || time.Since(started) > generous {
				t.Errorf("%v after %s", err, time.Since(started))
			}
			if a.Text != "" || a.Usage.InputTokens == 0 {
				t.Errorf("%+v", a)
			}
		})
	}
}

// The caller's own end is not the model's failure, and is told as it is.
func TestTheCallersEnd(t *testing.T) {
	t.Parallel()
	c, _ := client(t, `default: {fault: hang}`, func(cfg *llm.Config) { cfg.BreakAfter = 1 })
	why := errors.New("the step was skipped")
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := c.Ask(ctx, llm.Call{Prompt: prompt(t, "answer"), Data: "?"})
		done <- err
	}()
	cancel(why)
	if err := <-done; !errors.Is(err, why) {
		t.Error(err)
	}
	short, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if _, err := c.Ask(short, llm.Call{Prompt: prompt(t, "answer"), Data: "?"}); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, llm.ErrUnavailable) {
		t.Error(err)
	}
	if err := c.Healthy(); err != nil {
		t.Error(err)
	}
}

// A provider that fails again and again is left alone.
func TestTheBreaker(t *testing.T) {
	t.Parallel()
	c, m := client(t, `rules: [{fault: unavailable}]`, func(cfg *llm.Config) {
		cfg.Attempts, cfg.BreakAfter, cfg.BreakFor = 2, 3, time.Hour
	})
	for range 5 { // two requests, one, and then none
		if err := askFor(t, c, "answer"); !errors.Is(err, llm.ErrUnavailable) {
			t.Error(err)
		}
	}
	if m.asked.Load() != 3 || !errors.Is(c.Healthy(), llm.ErrUnavailable) {
		t.Errorf("asked %d times, healthy %v", m.asked.Load(), c.Healthy())
	}
}

// What is wrong with requests or answers does not make a provider be away.
func TestTheBreakerIsForThoseAway(t *testing.T) {
	t.Parallel()
	for _, script := range []string{`rules: [{fault: refused}]`, `rules: [{text: 글쎄요}]`} {
		c, _ := client(t, script, func(cfg *llm.Config) { cfg.BreakAfter = 1 })
		for range 3 {
			if err := askFor(t, c, "read"); err == nil || errors.Is(err, llm.ErrUnavailable) {
				t.Error(err)
			}
		}
		if err := c.Healthy(); err != nil {
			t.Error(err)
		}
	}
}

// After a while it is asked again, and is back when it answers.
func TestTheBreakerCloses(t *testing.T) {
	t.Parallel()
	c, m := client(t, `rules: [{times: 1, fault: unavailable}, {text: 네}]`, func(cfg *llm.Config) {
		cfg.Attempts, cfg.BreakAfter, cfg.BreakFor = 1, 1, 100*time.Millisecond
	})
	if err := askFor(t, c, "answer"); !errors.Is(err, llm.ErrUnavailable) {
		t.Fatal(err)
	}
	for end := time.Now().Add(generous); ; {
		err := askFor(t, c, "answer")
		if err == nil {
			break
		}
		if !errors.Is(err, llm.ErrUnavailable) || time.Now().After(end) {
			t.Fatal(err)
		}
		<-time.After(10 * time.Millisecond)
	}
	if m.asked.Load() != 2 || c.Healthy() != nil {
		t.Errorf("asked %d times, healthy %v", m.asked.Load(), c.Healthy())
	}
}

func askFor(t *testing.T, c *llm.Client, name string) error {
	t.Helper()
	_, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, name), Data: "?"})
	return err
}

// fake is a model that a test writes in Go.
type fake func(ctx context.Context, req llm.Request) (llm.Response, error)

func (f fake) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	return f(ctx, req)
}

func TestRequestsAtOneTimeAreBounded(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int64
	full := make(chan struct{}, 100)
	free := make(chan struct{})
	c := llm.NewClient(llm.Config{Concurrent: 3, Timeout: generous, Model: fake(func(context.Context, llm.Request) (llm.Response, error) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		full <- struct{}{}
		<-free
		now.Add(-1)
		return llm.Response{Text: "네"}, nil
	})})
	p := prompt(t, "answer")
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := c.Ask(t.Context(), llm.Call{Prompt: p, Data: "?"}); err != nil {
				t.Error(err)
			}
		})
	}
	for range 3 {
		<-full
	}
	// Whoever waits longer than it may is told so.
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := c.Ask(short, llm.Call{Prompt: p, Data: "?"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	close(free)
	wg.Wait()
	if most.Load() != 3 {
		t.Errorf("%d at one time", most.Load())
	}
}

func TestErrorsOfProviders(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		response llm.Response
		err      error
		want     error
	}{
		"a filter":       {response: llm.Response{Text: "…", Finish: llm.FinishContentFilter}, want: llm.ErrRefused},
		"no sentinel":    {err: errors.New("odd"), want: llm.ErrUnavailable},
		"its own cancel": {err: context.Canceled, want: llm.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := llm.NewClient(llm.Config{Attempts: 1, Model: fake(func(context.Context, llm.Request) (llm.Response, error) {
				return test.response, test.err
			})})
			if _, err := c.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: "?"}); !errors.Is(err, test.want) {
				t.Error(err)
			}
		})
	}
}

func TestTheMeterHearsOfEveryCall(t *testing.T) {
	t.Parallel()
	var calls []string
	var spent llm.Usage
	c, _ := client(t, `rules: [{contains: 좋은, text: 네, usage: {input_tokens: 7, output_tokens: 2}}, {fault: refused}]`, func(cfg *llm.Config) {
		cfg.Meter = llm.Meter{
			CalledFunc: func(purpose, outcome string, took time.Duration) { calls = append(calls, purpose+" "+outcome) },
			SpentFunc:  func(u llm.Usage, _ int64) { spent.Add(u) },
		}
	})
	for _, said := range []string{"좋은 질문", "나쁜 질문"} {
		_, _ = c.Ask(t.Context(), llm.Call{Prompt: prompt(t, "answer"), Data: said})
	}
	_, _ = c.Embedder().Embed(t.Context(), []string{"abc"})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, _ = c.Ask(gone, llm.Call{Prompt: prompt(t, "answer"), Data: "좋은"})
	want := []string{"answer ok", "answer refused", "embedding ok", "answer cancelled"}
	if diff := cmp.Diff(want, calls); diff != "" || spent.InputTokens != 8 || spent.OutputTokens != 2 {
		t.Errorf("spent %+v, -want +got:\n%s", spent, diff)
	}
	for err, want := range map[error]string{nil: "ok", llm.ErrOff: "off", errors.New("x"): "failed", llm.ErrOverBudget: "over_budget"} {
		if got := llm.Outcome(err); got != want {
			t.Errorf("%v is %s", err, got)
		}
	}
}

func TestMistakesOfTheProgramPanic(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]llm.Config{
		"no model": {}, "caps without a ledger": {Model: fake(nil), Caps: llm.Caps{TokensPerDay: 1}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			llm.NewClient(cfg)
		}()
	}
}
