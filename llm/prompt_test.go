package llm_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/madang-dev/madang/configs"
	"github.com/madang-dev/madang/llm"
)

// Every prompt that ships can be used: it parses, and its schema is one.
func TestPromptsThatShip(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(configs.FS, "prompts/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(path.Base(f), ".md")
		p, err := llm.LoadPrompt(configs.FS, name)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.MaxTokens < 1 || p.Temperature < 0 || p.Temperature > 2 {
			t.Errorf("%s: max_tokens %d, temperature %v", f, p.MaxTokens, p.Temperature)
		}
	}
}

func TestPromptsThatAreNone(t *testing.T) {
	t.Parallel()
	const rest = "\n---\na\n=== user ===\nb"
	for text, want := range map[string]string{
		"":                              "not a prompt",
		"---\nversion: 1\n---\nno user": "not a prompt",
		"---\nversion: 0" + rest:        "version",
		"---\nversions: 1" + rest:       "unknown field",
		"---\nversion: 1\nschema: {type: thing}" + rest:                      "schema",
		"---\nversion: 1\nschema: {$ref: 'https://x.example/a.json'}" + rest: "schema",
		"---\nversion: 1\nschema: {properties: {a: {pattern: '('}}}" + rest:  "schema",
		"---\nversion: 1\n---\n{{.A\n=== user ===\nb":                        "template",
	} {
		_, err := llm.LoadPrompt(fstest.MapFS{"prompts/x.md": {Data: []byte(text)}}, "x")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "prompts/x.md") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := llm.LoadPrompt(fstest.MapFS{}, "x"); err == nil {
		t.Error("a prompt out of nothing")
	}
}

func TestEstimates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"": 0, "a": 1, "abc": 1, "abcd": 2, "전세금": 3, "전세 5%": 3, "\xff\xfe": 2} {
		if got := llm.Estimate(text); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}
