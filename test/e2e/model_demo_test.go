package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The demonstration does what docs/models.md shows: its questions are asked anew, a
// yes is given where it is asked for, and what comes is written as it stands there.
func TestTheDemonstrationIsAsTheDocsShowIt(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/models.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```demonstration\n")
	want, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("docs/models.md shows no demonstration")
	}
	s := start(t, append(onSQLite(t), demonstration(t)...), nil)
	var got strings.Builder
	for line := range strings.Lines(want) {
		if query, ok := strings.CutPrefix(line, "> "); ok {
			s.demonstrate(&got, strings.TrimSpace(query))
		}
	}
	if got.String() != want {
		t.Errorf("the demonstration is\n%s", got.String())
	}
}

// demonstration are the flags that the docs name, but for the tools' program, which
// is compiled here and given less time.
func demonstration(t *testing.T) []string {
	t.Helper()
	desk := filepath.Join(t.TempDir(), "desk")
	if out, err := exec.Command("go", "build", "-o", desk, "../../examples/desk").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	declared, err := os.ReadFile("../../configs/scripted/tools.yaml")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tools.yaml")
	declared = []byte(strings.NewReplacer("go, run, ./examples/desk", desk, "timeout: 20s", "timeout: 5s").Replace(string(declared)))
	if err := os.WriteFile(path, declared, 0o600); err != nil {
		t.Fatal(err)
	}
	return append(playing(t, "../../../configs/scripted/demo.yaml"), "--model-tools", path)
}

// demonstrate asks a question in a conversation of its own and writes down what is
// shown: the calls with how they ended, what the user is asked, and the answer.
func (s *server) demonstrate(w *strings.Builder, query string) {
	s.t.Helper()
	w.WriteString("> " + query + "\n")
	c := s.fresh(s.session(nil))
	defer c.Close()
	c.send(map[string]any{"type": "query", "query": query})
	var plan struct {
		Steps []struct{ Team, Task, Status, Error string } `json:"execution_steps"`
	}
	f := c.must()
	for ; f.Type != "final_response"; f = c.must() {
		switch {
		case f.Type == "error":
			s.t.Fatalf("%s: %s", query, f.Raw)
		case f.Type == "workflow_interrupted":
			var q inquiry
			if err := json.Unmarshal(f.Raw, &q); err != nil {
				s.t.Fatal(err)
			}
			w.WriteString("  ? " + strings.ReplaceAll(q.Data.Message, "\n", "\n    ") + "\n  > approve\n")
			c.send(answerTo(q, "approve", nil))
		case len(f.Steps) > 0:
			if err := json.Unmarshal(f.Raw, &plan); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	for _, step := range plan.Steps {
		if step.Team == "tools" {
			w.WriteString(strings.TrimRight("  "+step.Task+": "+step.Status+". "+step.Error, " ") + "\n")
		}
	}
	answer, _, _ := strings.Cut(f.Response.Answer, "\n")
	meta := f.Response.Structured.Metadata
	w.WriteString("  " + meta.AnsweredBy + ": " + answer + "\n")
	for line := range strings.Lines(f.Response.Answer) {
		if strings.Contains(line, aside) {
			w.WriteString("  " + meta.Fallback + ": " + strings.TrimSpace(line) + "\n")
		}
	}
}
