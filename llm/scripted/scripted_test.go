package scripted_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/llmtest"
	"github.com/madang-dev/madang/llm/scripted"
)

func parse(t *testing.T, text string) *scripted.Script {
	t.Helper()
	s, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(text string) (*scripted.Script, error) {
	return scripted.Read(fstest.MapFS{"s.yaml": {Data: []byte(text)}}, "s.yaml")
}

func TestContract(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, llmtest.Provider{
		Model: func(t *testing.T, text string) llm.Model { return scripted.New(parse(t, text)) },
	})
}

func TestTheFirstRuleThatFits(t *testing.T) {
	t.Parallel()
	m := scripted.New(parse(t, `
rules:
  - {purpose: intent, text: 의도}
  - {contains: 전세, matches: "[0-9]+ ?%", text: 비율}
  - {contains: 전세, times: 1, text: 한 번}
  - {contains: 전세, text: 늘}
default: {text: 몰라요}`))
	ask := func(purpose, said string) string {
		t.Helper()
		r, err := m.Generate(t.Context(), llm.Request{Purpose: purpose, Messages: []llm.Message{
			{Role: llm.RoleUser, Text: "전세 앞의 말"}, {Role: llm.RoleAssistant, Text: "네"}, {Role: llm.RoleUser, Text: said},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return r.Text
	}
	for _, c := range [][3]string{
		{"intent", "전세 5%", "의도"}, {"answer", "전세 5 %", "비율"}, {"answer", "전세?", "한 번"},
		{"answer", "전세?", "늘"}, {"answer", "월세 5%", "몰라요"}, {"", "전세", "늘"},
	} {
		if got := ask(c[0], c[1]); got != c[2] {
			t.Errorf("%s %q is answered %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// A mistake is told with its place, and all of them at once.
func TestMistakesAreTold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"rules:\n  - texts: x\n": {`s.yaml:2:5: unknown field "texts"`},
		"rules: [":               {"s.yaml:1:"},
		"{}":                     {"s.yaml:1: rules: a script needs rules or a default"},
		"a: 1\n---\nb: 2":        {"one YAML document"},
		"rules:\n  - text: a\n    json: {b: 1}\n  - purpose: x\n  - fault: sulk\n  - fault: stall\n": {
			"s.yaml:2:", "only one of them", "s.yaml:4:", "needs text, json, tool_calls or fault",
			`s.yaml:5: rules[2].fault: no fault is called "sulk"`, "s.yaml:6: rules[3].fault: stall needs a text",
		},
		"rules:\n  - text: a\n    latency: 300\n    matches: '('\n    times: -1\n    delay: 5ms\n    retry_after: 1s\n": {
			"s.yaml:3: rules[0].latency: must be a duration with its unit", "s.yaml:4: rules[0].matches: ", "s.yaml:5:", "s.yaml:6: rules[0].delay: a delay is between chunks", "s.yaml:7: rules[0].retry_after: goes with",
		},
		"default: {text: a, purpose: b}":                                       {"the default is for everything"},
		"rules:\n  - tool_calls: [{arguments: {a: 1}}]":                        {"s.yaml:2:", "needs a name"},
		"default: {text: a, usage: {input_tokens: -1}}":                        {"tokens must be"},
		"default: {text: a, chunk: -1}\nrules: [{text: b, after_tool: maybe}]": {"s.yaml:2:"},
	} {
		_, err := read(text)
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%q: no %q in\n%v", text, w, err)
			}
		}
	}
}

func TestTheDemoScriptIsValid(t *testing.T) {
	t.Parallel()
	file := filepath.Join("..", "..", "configs", "scripted", "demo.yaml")
	if _, err := scripted.Load(file); err != nil {
		t.Error(err)
	}
	if _, err := scripted.Load(filepath.Join(t.TempDir(), "none.yaml")); !os.IsNotExist(unwrapped(err)) {
		t.Error(err)
	}
}

func unwrapped(err error) error {
	for {
		u, ok := err.(interface{ Unwrap() error })
		if !ok || os.IsNotExist(err) {
			return err
		}
		err = u.Unwrap()
	}
}
