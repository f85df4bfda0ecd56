package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// playing are the flags for a model that says what the file of testdata
// tells.
func playing(t *testing.T, file string) []string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return []string{"--model", "scripted:" + path}
}

// improvised are the same for a script that a test makes up.
func improvised(t *testing.T, script string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script.yaml")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"--model", "scripted:" + path}
}

// held has conversations held by rules on one database and with the model of
// testdata/model.yaml on the other: who reads knows nothing of what stores. The
// model has to give so many answers that were used.
func held(t *testing.T, least int, hold func(t *testing.T, s *server)) {
	t.Helper()
	for name, environment := range environments(t) {
		by, model := "rules", []string(nil)
		if name == "SQLite" {
			by, model = "model", playing(t, "model.yaml")
		}
		t.Run(name+" "+by, func(t *testing.T) {
			t.Parallel()
			args, env := environment(t)
			s := start(t, append(append(args, "--burst", "1000"), model...), env)
			t.Run("all", func(t *testing.T) { hold(t, s) }) // a group: it ends before the server does
			if n := s.heeded(); model == nil && n > 0 || model != nil && n < least {
				t.Errorf("%d answers of the model were used", n)
			}
		})
	}
}

// heeded is how many of the model's answers were as they should be.
func (s *server) heeded() (n int) {
	s.t.Helper()
	var raw []byte
	if code := s.call("GET", "/metrics", nil, &raw); code != 200 {
		s.t.Fatalf("metrics: %d", code)
	}
	for _, m := range regexp.MustCompile(`(?m)^madang_model_calls_total{outcome="ok",purpose="[a-z_]+"} (\d+)$`).FindAllSubmatch(raw, -1) {
		calls, err := strconv.Atoi(string(m[1]))
		if err != nil {
			s.t.Fatal(err)
		}
		n += calls
	}
	return n
}

// used is a count of calls of the model.
type used struct {
	Calls        int `json:"calls"`
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"`
}

// usage is what a conversation's runs took.
type usage struct {
	Total used
	Runs  []struct {
		RunID   string `json:"run_id"`
		Purpose string `json:"purpose"`
		Model   string `json:"model"`
		used
	}
}

func (s *server) usage(sessionID string) (u usage) {
	s.t.Helper()
	if code := s.call("GET", "/api/v1/sessions/"+sessionID+"/usage", nil, &u); code != 200 {
		s.t.Fatalf("usage: %d", code)
	}
	return u
}

// of is what one run took for one purpose.
func (u usage) of(runID, purpose string) (sum used) {
	for _, r := range u.Runs {
		if r.RunID == runID && r.Purpose == purpose {
			sum.Calls += r.Calls
			sum.InputTokens += r.InputTokens
			sum.OutputTokens += r.OutputTokens
		}
	}
	return sum
}
