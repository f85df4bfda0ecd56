package e2e

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/goccy/go-yaml"
)

// dialog is a conversation with the adviser.
type dialog struct {
	Name  string       `yaml:"name"`
	Turns []dialogTurn `yaml:"turns"`
}

// dialogTurn is a question and what the answer has to be like.
type dialogTurn struct {
	Ask       string   `yaml:"ask"`
	Language  string   `yaml:"language"`
	Kind      string   `yaml:"kind"` // "" is answer; any is not looked at
	Intent    string   `yaml:"intent"`
	Core      []string `yaml:"core"`
	Has       []string `yaml:"has"`
	Lacks     []string `yaml:"lacks"`
	Sources   []string `yaml:"sources"`
	NoSources []string `yaml:"no_sources"`
	Sample    bool     `yaml:"sample"`
	English   bool     `yaml:"english"` // no Hangul in the sections
}

func dialogs(t *testing.T) []dialog {
	t.Helper()
	raw, err := os.ReadFile("testdata/dialogs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []dialog
	if err := yaml.UnmarshalWithOptions(raw, &list, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return list
}

// The adviser holds its conversations on each database, by rules and with a
// model: one server, one session for each.
func TestDialogs(t *testing.T) {
	t.Parallel()
	list := dialogs(t)
	if len(list) < 20 {
		t.Fatalf("only %d dialogs", len(list))
	}
	held(t, 24, func(t *testing.T, s *server) {
		for _, d := range list {
			t.Run(d.Name, func(t *testing.T) {
				t.Parallel()
				own := s.in(t)
				c := own.dial(own.session(nil), "")
				for _, turn := range d.Turns {
					turn.hold(t, c)
				}
			})
		}
	})
}

// hold asks the question and looks at what comes back.
func (d dialogTurn) hold(t *testing.T, c *socket) {
	t.Helper()
	query := map[string]any{"type": "query", "query": d.Ask}
	if d.Language != "" {
		query["language"] = d.Language
	}
	c.send(query)
	frames := c.answer()
	last := frames[len(frames)-1]
	r := last.Response
	if last.Type == "error" {
		r.Type, r.Message = "error", last.Message
	}
	text := r.Answer + "\n" + r.Message
	core := coreOf(t, r)
	if r.Structured.Metadata.AnsweredBy == "model" {
		core = text // the rules' conclusions stand among the figures
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%q: "+format+"\n%s", append(append([]any{d.Ask}, args...), text)...)
	}
	kind := d.Kind
	if kind == "" {
		kind = "answer"
	}
	if kind != "any" && r.Type != kind {
		fail("kind %s, want %s", r.Type, kind)
	}
	if intent := r.Structured.Metadata.Intent; d.Intent != "" && intent != d.Intent && r.Intent != d.Intent {
		fail("intent %q, want %s", intent+r.Intent, d.Intent)
	}
	for _, want := range d.Core {
		if !strings.Contains(core, want) {
			fail("no %q in the key answer", want)
		}
	}
	for _, want := range d.Has {
		if !strings.Contains(text, want) {
			fail("no %q", want)
		}
	}
	for _, no := range d.Lacks {
		if strings.Contains(text, no) {
			fail("%q should not be there", no)
		}
	}
	d.checkSections(t, r)
	d.checkSources(t, r)
}

func coreOf(t *testing.T, r response) string {
	t.Helper()
	for _, s := range r.Structured.Sections {
		if s.Icon == "target" {
			return strings.Join(contentOf(t, s.Content), "\n")
		}
	}
	return ""
}

// contentOf is a section's content, which is a text or a list on the wire.
func contentOf(t *testing.T, raw json.RawMessage) []string {
	t.Helper()
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatalf("content %s: %v", raw, err)
	}
	return list
}

// checkSections holds every answer to what all have in common: no question
// in the key answer but from the document team, no line twice, the language.
func (d dialogTurn) checkSections(t *testing.T, r response) {
	t.Helper()
	seen := map[string]bool{}
	for _, s := range r.Structured.Sections {
		for _, line := range contentOf(t, s.Content) {
			if seen[line] {
				t.Errorf("%q: twice: %q", d.Ask, line)
			}
			seen[line] = true
			if s.Icon == "target" && strings.HasSuffix(line, "?") && !slices.Contains(r.TeamsUsed, "document") {
				t.Errorf("%q: a question in the key answer: %q", d.Ask, line)
			}
			if d.English && strings.ContainsFunc(line, func(c rune) bool { return unicode.Is(unicode.Hangul, c) }) {
				t.Errorf("%q: Korean in an English answer: %q", d.Ask, line)
			}
		}
	}
}

// cited tells whether an answer names a source: a citation of several articles
// names the law once ("민법 제397조·제379조").
func cited(answer, source string) bool {
	return !slices.ContainsFunc(strings.Fields(source), func(word string) bool { return !strings.Contains(answer, word) })
}

func (d dialogTurn) checkSources(t *testing.T, r response) {
	t.Helper()
	meta := r.Structured.Metadata
	for _, want := range d.Sources {
		if !slices.Contains(meta.Sources, want) {
			t.Errorf("%q: no source %s in %q", d.Ask, want, meta.Sources)
		}
	}
	for _, no := range d.NoSources {
		if slices.Contains(meta.Sources, no) {
			t.Errorf("%q: source %s in %q", d.Ask, no, meta.Sources)
		}
	}
	for _, source := range meta.Sources {
		if !cited(r.Answer, source) && !meta.Sample {
			t.Errorf("%q: source %s is not shown in\n%s", d.Ask, source, r.Answer)
		}
	}
	if d.Sample != meta.Sample && d.Sample {
		t.Errorf("%q: sample_data is %v", d.Ask, meta.Sample)
	}
}
