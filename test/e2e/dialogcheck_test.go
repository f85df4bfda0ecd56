package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	interviewpacks "github.com/madang-dev/madang/assistants/interview/packs"
	"github.com/madang-dev/madang/assistants/tutor/packs"
	"github.com/madang-dev/madang/internal/documents"
)

// check is what all answers of the assistant have in common; nil is nothing.
func (k *talk) check() func(*speaker, turn, []frame, response, func(string, ...any)) {
	switch k.Assistant {
	case "":
		return (*speaker).checkAdviser
	case "company":
		return (*speaker).checkCompany
	case "travel":
		return (*speaker).checkTravel
	case "tutor":
		return (*speaker).checkTutor
	}
	return nil
}

func coreOf(t testing.TB, r response) string {
	t.Helper()
	for _, s := range r.Structured.Sections {
		if s.Icon == "target" {
			return strings.Join(contentOf(t, s.Content), "\n")
		}
	}
	return ""
}

// contentOf is a section's content, which is a text or a list on the wire.
func contentOf(t testing.TB, raw json.RawMessage) []string {
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

// checkAdviser: no question in the key answer but from the document team or of what is unclear, no line
// twice, every source is shown.
func (c *speaker) checkAdviser(d turn, _ []frame, r response, fail func(string, ...any)) {
	seen := map[string]bool{}
	for _, s := range r.Structured.Sections {
		for _, line := range contentOf(c.t, s.Content) {
			if seen[line] {
				fail("twice: %q", line)
			}
			seen[line] = true
			if s.Icon == "target" && strings.HasSuffix(line, "?") && d.Intent != "unclear" && !slices.Contains(r.TeamsUsed, "document") {
				fail("a question in the key answer: %q", line)
			}
			if d.English && strings.ContainsFunc(line, func(c rune) bool { return unicode.Is(unicode.Hangul, c) }) {
				fail("Korean in an English section: %q", line)
			}
		}
	}
	for _, source := range r.Structured.Metadata.Sources {
		if !cited(r.Answer, source) && !r.Structured.Metadata.Sample {
			fail("source %s is not shown", source)
		}
	}
}

// cited tells whether an answer names a source: a citation of several articles
// names the law once ("민법 제397조·제379조").
func cited(answer, source string) bool {
	return !slices.ContainsFunc(strings.Fields(source), func(word string) bool { return !strings.Contains(answer, word) })
}

// checkCompany: the verdict is short, and a plan is changed only where a turn says so.
func (c *speaker) checkCompany(d turn, _ []frame, r response, fail func(string, ...any)) {
	if n, wanted := c.doc["replans"], d.facts["replans"]; wanted == nil && n != 0 {
		fail("%d re-plans", n)
	}
	if r.Type == "answer" && len(r.Structured.Sections) > 0 {
		if n := utf8.RuneCountInString(strings.Join(contentOf(c.t, r.Structured.Sections[0].Content), "\n\n")); n > 500 {
			fail("the verdict has %d characters", n)
		}
	}
}

// checkTravel holds every run to the base contract, and every plan to what all have.
func (c *speaker) checkTravel(d turn, frames []frame, r response, fail func(string, ...any)) {
	var shape []string
	for _, f := range frames {
		if !slices.Contains([]string{"session_updated", "connected", "resumed", "ack", "step_progress"}, f.Type) && (len(shape) == 0 || shape[len(shape)-1] != f.Type) {
			shape = append(shape, f.Type)
		}
	}
	want := "planning_start final_response"
	// A trip that is shown again is an answer without steps.
	if r.Type == "answer" && d.Intent != "show" || r.Type == "document" {
		want = "planning_start plan_ready execution_start todo_updated final_response"
	}
	if got := strings.Join(shape, " "); got != want {
		fail("frames %s, want %s", got, want)
	}
	if r.Type == "answer" && (!r.Structured.Metadata.Sample || !is(look(c.doc, "data.plans.plans.#"), 3)) {
		fail("sample %v, plans %s", r.Structured.Metadata.Sample, textOf(look(c.doc, "data.plans.plans.#")))
	}
}

// checkTutor holds every answer to what clients that know nothing of the tutor
// need: all of it as Markdown, and sections with the same words.
func (c *speaker) checkTutor(d turn, frames []frame, r response, fail func(string, ...any)) {
	if got := strings.TrimPrefix(types(frames), "resumed "); got != "planning_start final_response" {
		fail("frames %s", got)
	}
	text, quiz := r.Answer+r.Message, look(c.doc, "data.quiz")
	if strings.TrimSpace(text) == "" {
		fail("no words")
	}
	if mode := look(c.doc, "data.lesson.ui_mode"); (mode == "quiz") != (quiz != nil) {
		fail("mode %s with quiz %s", mode, textOf(quiz))
	}
	if quiz != nil && !strings.Contains(text, textOf(look(quiz, "question"))) {
		fail("the open question is not shown")
	}
	if d.facts["decision"] != nil && d.facts["forced"] == nil && !is(look(c.doc, "data.evaluation.forced"), false) {
		fail("the decision was forced")
	}
	if r.Type == "answer" && len(r.Structured.Sections) == 0 {
		fail("no sections")
	}
	plain := documents.Plain(r.Answer)
	for _, s := range r.Structured.Sections {
		for _, line := range contentOf(c.t, s.Content) {
			if !strings.Contains(plain, line) {
				fail("section %s has %q, the Markdown has not", s.Title, line)
			}
		}
	}
	for _, source := range d.Sources {
		if !strings.Contains(text, source) {
			fail("source %s is not shown", source)
		}
	}
}

// solution is the right choice or an example answer to a question of the tutor.
type solution struct {
	Number      int               `yaml:"number"`
	Type        string            `yaml:"type"`
	Answer      int               `yaml:"answer"`
	Explanation map[string]string `yaml:"explanation"`
}

func solutions(t testing.TB) map[string]solution {
	t.Helper()
	all := map[string]solution{}
	for n := 1; n <= 8; n++ {
		raw, err := packs.FS.ReadFile(fmt.Sprintf("chapter%d.yaml", n))
		if err != nil {
			t.Fatal(err)
		}
		var chapter struct {
			Questions []solution `yaml:"questions"`
		}
		if err := yaml.Load(raw, &chapter); err != nil {
			t.Fatal(err)
		}
		for _, s := range chapter.Questions {
			all[fmt.Sprint(s.Number)] = s
		}
	}
	return all
}

// solve is an answer to the open question: right or wrong to the tutor's; to the
// interviewer's its key points by name (points, points_en), explained (full), or words.
func (c *speaker) solve(how string) string {
	c.t.Helper()
	switch {
	case c.talk.Assistant == "interview" && strings.Contains(how, " "):
		return how
	case c.talk.Assistant == "interview":
		return keyPoints(c.t, c.doc, how)
	}
	s, ok := solutions(c.t)[textOf(look(c.doc, "data.quiz.number"))]
	switch {
	case !ok:
		c.t.Fatal("no question is open")
	case s.Type == "subjective" && how == "right":
		return s.Explanation["ko"]
	case s.Type == "subjective":
		return "컴퓨터는 전기로 돌아가는 기계입니다. 책상 위에 두고 씁니다."
	case how == "right":
		return fmt.Sprint(s.Answer)
	}
	return fmt.Sprint(s.Answer%4 + 1)
}

// keyPoints answers the interviewer's open question by its key points, one a sentence.
func keyPoints(t testing.TB, doc any, how string) string {
	t.Helper()
	raw, err := interviewpacks.FS.ReadFile(textOf(look(doc, "data.question.category")) + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	var pack struct {
		Questions []struct {
			ID     string `yaml:"id"`
			Points []struct {
				Name map[string]string `yaml:"name"`
				Say  string            `yaml:"say"`
			} `yaml:"points"`
		} `yaml:"questions"`
	}
	if err := yaml.Load(raw, &pack); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, q := range pack.Questions {
		if q.ID != look(doc, "data.question.id") {
			continue
		}
		for _, p := range q.Points {
			line := p.Name["ko"]
			switch how {
			case "points_en":
				line = p.Name["en"]
			case "full":
				var concepts []string
				for _, concept := range strings.Split(p.Say, " / ") {
					first, _, _ := strings.Cut(concept, "|")
					concepts = append(concepts, strings.ReplaceAll(strings.TrimPrefix(first, "*"), " + ", " "))
				}
				line += ": " + strings.Join(concepts, ", ")
			}
			said = append(said, line)
		}
	}
	if said == nil {
		t.Fatal("no question is open")
	}
	return strings.Join(said, ". ") + "."
}

// followedUp tells whether the question that was answered is asked further.
func (c *speaker) followedUp() bool {
	return textOf(look(c.doc, "data.question.follow_up")) != "" && is(look(c.doc, "data.question.id"), look(c.before, "data.question.id"))
}
