package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/madang-dev/madang/assistants/tutor/packs"
)

// tutorDialog is a conversation with the tutor.
type tutorDialog struct {
	Name  string      `yaml:"name"`
	Turns []tutorTurn `yaml:"turns"`
}

// tutorTurn is a message and what its answer has to be like.
type tutorTurn struct {
	Say      string   `yaml:"say"`
	Repeat   int      `yaml:"repeat"`   // Say that often in one message
	Reply    string   `yaml:"reply"`    // right | wrong: to the open question, instead of Say
	Language string   `yaml:"language"` // of the query frame
	Kind     string   `yaml:"kind"`     // "" is answer
	Intent   string   `yaml:"intent"`
	Has      []string `yaml:"has"`
	Lacks    []string `yaml:"lacks"`
	Stage    string   `yaml:"stage"`
	Mode     string   `yaml:"mode"`
	Chapter  int      `yaml:"chapter"`
	Session  int      `yaml:"session"`
	Question string   `yaml:"question"` // the type of the open one
	Hints    *int     `yaml:"hints_left"`
	Decision string   `yaml:"decision"`
	Forced   bool     `yaml:"forced"`
	Score    []int    `yaml:"score"` // least and most
	Sources  []string `yaml:"sources"`
	English  bool     `yaml:"english"` // no Hangul
	Model    string   `yaml:"model"`   // that answered
}

// tutorData is response.data of the tutor.
type tutorData struct {
	Lesson struct {
		Chapter, Chapters int
		Stage             string `json:"session_progress_stage"`
		Mode              string `json:"ui_mode"`
		Session           int    `json:"session_count"`
	}
	Quiz *struct {
		Number   int
		Type     string
		Question string
		Options  []string
		Hints    []string
		Left     int `json:"hints_left"`
	}
	Evaluation *struct {
		Score    int
		Passed   bool
		Decision string
		Forced   bool
		Criteria []json.RawMessage
		Session  string `json:"session_id"`
	}
}

func tutorDialogs(t *testing.T) []tutorDialog {
	t.Helper()
	raw, err := os.ReadFile("testdata/tutor.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []tutorDialog
	if err := yaml.UnmarshalWithOptions(raw, &list, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return list
}

// solution is the right choice or an example answer to a question.
type solution struct {
	Number      int               `yaml:"number"`
	Type        string            `yaml:"type"`
	Answer      int               `yaml:"answer"`
	Explanation map[string]string `yaml:"explanation"`
}

func solutions(t *testing.T) map[int]solution {
	t.Helper()
	all := map[int]solution{}
	for n := 1; n <= 8; n++ {
		raw, err := packs.FS.ReadFile(fmt.Sprintf("chapter%d.yaml", n))
		if err != nil {
			t.Fatal(err)
		}
		var chapter struct {
			Questions []solution `yaml:"questions"`
		}
		if err := yaml.Unmarshal(raw, &chapter); err != nil {
			t.Fatal(err)
		}
		for _, s := range chapter.Questions {
			all[s.Number] = s
		}
	}
	return all
}

// pupil is somebody at the tutor's.
type pupil struct {
	*socket
	known map[int]solution
	last  tutorData
}

// The tutor holds its conversations on each database, by rules and with a
// model.
func TestTutorDialogs(t *testing.T) {
	t.Parallel()
	list, known := tutorDialogs(t), solutions(t)
	if len(list) < 25 {
		t.Fatalf("only %d dialogs", len(list))
	}
	held(t, 10, func(t *testing.T, s *server) {
		for _, d := range list {
			t.Run(d.Name, func(t *testing.T) {
				t.Parallel()
				own := s.in(t)
				p := &pupil{socket: own.dial(own.session(map[string]any{"assistant": "tutor"}), ""), known: known}
				if f := p.must(); f.Type != "connected" {
					t.Fatalf("greeted with %s", f.Type)
				}
				for _, turn := range d.Turns {
					p.hold(turn)
				}
			})
		}
	})
}

// hold says the turn's message and looks at the answer.
func (p *pupil) hold(turn tutorTurn) {
	p.t.Helper()
	say := turn.Say
	if turn.Repeat > 0 {
		say = strings.Repeat(say, turn.Repeat)
	}
	if turn.Reply != "" {
		say = p.reply(turn.Reply == "right")
	}
	query := map[string]any{"type": "query", "query": say}
	if turn.Language != "" {
		query["language"] = turn.Language
	}
	p.send(query)
	frames := p.answer()
	last := frames[len(frames)-1]
	r := last.Response
	if last.Type == "error" {
		r.Type, r.Message = "error", last.Code+" "+last.Message
	} else if got := types(frames); got != "planning_start final_response" {
		p.t.Errorf("%.60q: frames %s", say, got)
	}
	text := r.Answer + "\n" + r.Message
	fail := func(format string, args ...any) {
		p.t.Helper()
		p.t.Errorf("%.60q: "+format+"\n%s", append(append([]any{say}, args...), text)...)
	}
	if kind := cmpOr(turn.Kind, "answer"); r.Type != kind {
		fail("kind %s, want %s", r.Type, kind)
	}
	if intent := r.Structured.Metadata.Intent + r.Intent; turn.Intent != "" && intent != turn.Intent {
		fail("intent %q, want %s", intent, turn.Intent)
	}
	if meta := r.Structured.Metadata; turn.Model != "" && (meta.AnsweredBy != "model" || meta.Model != turn.Model) {
		fail("answered by %s %s", meta.AnsweredBy, meta.Model)
	}
	for _, want := range turn.Has {
		if !strings.Contains(text, want) {
			fail("no %q", want)
		}
	}
	for _, no := range append(turn.Lacks, "<script", "%!", "\x00") {
		if strings.Contains(text, no) {
			fail("%q should not be there", no)
		}
	}
	if turn.English && strings.ContainsFunc(text, func(c rune) bool { return unicode.Is(unicode.Hangul, c) }) {
		fail("Korean in English")
	}
	for _, want := range turn.Sources {
		if !slices.Contains(r.Structured.Metadata.Sources, want) || !strings.Contains(text, want) {
			fail("no source %s in %q", want, r.Structured.Metadata.Sources)
		}
	}
	if last.Type == "error" {
		return
	}
	p.read(r)
	turn.checkData(p.last, fail)
	p.checkShown(r, fail)
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// read takes response.data apart.
func (p *pupil) read(r response) {
	p.t.Helper()
	p.last = tutorData{}
	for name, into := range map[string]any{"lesson": &p.last.Lesson, "quiz": &p.last.Quiz, "evaluation": &p.last.Evaluation} {
		raw := r.Data[name]
		if raw == nil {
			continue
		}
		var team struct {
			Status string
			Data   json.RawMessage
		}
		if err := json.Unmarshal(raw, &team); err != nil || team.Status != "success" {
			p.t.Fatalf("data.%s: %v in %s", name, err, raw)
		}
		if err := json.Unmarshal(team.Data, into); err != nil {
			p.t.Fatalf("data.%s: %v in %s", name, err, raw)
		}
	}
}

// reply is an answer to the open question.
func (p *pupil) reply(right bool) string {
	p.t.Helper()
	if p.last.Quiz == nil {
		p.t.Fatal("no question is open")
	}
	s := p.known[p.last.Quiz.Number]
	switch {
	case s.Type == "subjective" && right:
		return s.Explanation["ko"]
	case s.Type == "subjective":
		return "저는 오늘 공원에서 산책을 하고 커피를 마셨습니다. 기분이 좋았습니다."
	case right:
		return fmt.Sprint(s.Answer)
	}
	return fmt.Sprint(s.Answer%4 + 1)
}

func (turn tutorTurn) checkData(d tutorData, fail func(string, ...any)) {
	if turn.Stage != "" && d.Lesson.Stage != turn.Stage || turn.Mode != "" && d.Lesson.Mode != turn.Mode {
		fail("at %s in mode %s, want %s %s", d.Lesson.Stage, d.Lesson.Mode, turn.Stage, turn.Mode)
	}
	if turn.Chapter != 0 && d.Lesson.Chapter != turn.Chapter || turn.Session != 0 && d.Lesson.Session != turn.Session {
		fail("chapter %d, session %d", d.Lesson.Chapter, d.Lesson.Session)
	}
	if (d.Lesson.Mode == "quiz") != (d.Quiz != nil) {
		fail("mode %s with quiz %v", d.Lesson.Mode, d.Quiz)
	}
	if turn.Question != "" && (d.Quiz == nil || d.Quiz.Type != turn.Question) {
		fail("question %+v, want %s", d.Quiz, turn.Question)
	}
	if turn.Hints != nil && (d.Quiz == nil || d.Quiz.Left != *turn.Hints || len(d.Quiz.Hints) != 2-*turn.Hints) {
		fail("hints of %+v, want %d left", d.Quiz, *turn.Hints)
	}
	if turn.Decision != "" && (d.Evaluation == nil || d.Evaluation.Decision != turn.Decision || d.Evaluation.Forced != turn.Forced) {
		fail("evaluation %+v, want %s", d.Evaluation, turn.Decision)
	}
	if len(turn.Score) == 2 && (d.Evaluation == nil || d.Evaluation.Score < turn.Score[0] || d.Evaluation.Score > turn.Score[1]) {
		fail("evaluation %+v, want %v points", d.Evaluation, turn.Score)
	}
}

// checkShown holds every answer to what clients that know nothing of the
// tutor need: all of it as Markdown, and sections with the same words.
func (p *pupil) checkShown(r response, fail func(string, ...any)) {
	text := r.Answer + r.Message
	if strings.TrimSpace(text) == "" {
		fail("no words")
	}
	if q := p.last.Quiz; q != nil && !strings.Contains(text, q.Question) {
		fail("the open question is not shown")
	}
	if r.Type == "answer" && len(r.Structured.Sections) == 0 {
		fail("no sections")
	}
	for _, s := range r.Structured.Sections {
		for _, line := range contentOf(p.t, s.Content) {
			if !strings.Contains(r.Answer, line) {
				fail("section %s has %q, the Markdown has not", s.Title, line)
			}
		}
	}
}
