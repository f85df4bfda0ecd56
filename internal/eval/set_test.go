package eval_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/madang-dev/madang/internal/eval"
)

func TestBuiltInSets(t *testing.T) {
	t.Parallel()
	for _, name := range eval.Names() {
		set := load(t, name)
		if set.Name != name || len(set.Cases) == 0 {
			t.Errorf("%s: %q with %d cases", name, set.Name, len(set.Cases))
		}
	}
}

// The halves of the statute questions are parted by number, and are what the
// document says.
func TestStatuteQuestions(t *testing.T) {
	t.Parallel()
	set := load(t, "statutes")
	english, laws := 0, map[string]bool{}
	for _, c := range set.Cases {
		want := eval.Report
		if (c.ID[len(c.ID)-1]-'0')%2 == 1 {
			want = eval.Tune
		}
		if c.Split != want {
			t.Errorf("%s is in %s", c.ID, c.Split)
		}
		if c.Language == "en" {
			english++
		}
		if n := len(c.Want); n < 1 || n > 3 {
			t.Errorf("%s has %d answers", c.ID, n)
		}
		for _, w := range c.Want {
			law, _, ok := strings.Cut(w, " 제")
			if !ok {
				t.Errorf("%s: %q is no article", c.ID, w)
			}
			laws[law] = true
		}
	}
	if len(set.Cases) != 240 || english != 20 || len(laws) < 25 {
		t.Errorf("%d questions, %d in English, on %d laws", len(set.Cases), english, len(laws))
	}
	if tune, report := set.Half(eval.Tune), set.Half(eval.Report); len(tune.Cases) != 120 || len(report.Cases) != 120 {
		t.Errorf("%d and %d", len(tune.Cases), len(report.Cases))
	}
}

func TestParseSetRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"kind":         `{kind: songs, cases: [{id: a, text: b}]}`,
		"empty":        `{kind: intents}`,
		"no text":      `{kind: intents, cases: [{id: a, intent: x}]}`,
		"no intent":    `{kind: intents, cases: [{id: a, text: b}]}`,
		"no check":     `{kind: answers, cases: [{id: a, text: b}]}`,
		"twice":        `{kind: retrieval, cases: [{id: a, text: b}, {id: a, text: c}]}`,
		"split":        `{kind: retrieval, cases: [{id: a, text: b, split: half}]}`,
		"unknown name": `{kind: retrieval, cases: [{id: a, text: b, wish: c}]}`,
	} {
		if set, err := eval.ParseSet("x", []byte(text)); err == nil {
			t.Errorf("%s: %+v", name, set)
		}
	}
	if _, err := eval.Load("nowhere"); !errors.Is(err, eval.ErrUnknownSet) {
		t.Errorf("an unknown set: %v", err)
	}
}

func TestLoadReadsAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mine.yaml")
	text := `{kind: retrieval, cases: [{id: a, text: 전입신고, want: [주택임대차보호법 제3조]}, {id: b, text: 점심}]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	set := load(t, path)
	want := []eval.Case{{ID: "a", Text: "전입신고", Want: []string{"주택임대차보호법 제3조"}}, {ID: "b", Text: "점심"}}
	if diff := cmp.Diff(want, set.Cases); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{""}, set.Splits()); diff != "" {
		t.Error(diff)
	}
}
