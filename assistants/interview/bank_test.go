package interview

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/interview/packs"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words/wordstest"
)

func builtIn(t testing.TB) *bank {
	t.Helper()
	b, err := loadBank("")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Whoever says each key point by its name has most of them, in both languages;
// who repeats the question, or says nothing, has none, and the question's own
// wrong facts are found.
func TestTheBankMarksWhatIsSaid(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	if len(b.questions) != 120 {
		t.Fatalf("%d questions", len(b.questions))
	}
	for id, q := range b.questions {
		for _, language := range texts.Languages() {
			var said []string
			for _, p := range q.Points {
				said = append(said, p.Name.In(language))
			}
			if r := q.rubric.Mark(strings.Join(said, ". "), q.given()...); r.Score < 60 || len(r.Mistakes) > 0 {
				t.Errorf("%s in %s: the key points' names earn %d, mistakes %v", id, language, r.Score, r.Mistakes)
			}
			if r := q.rubric.Mark(q.Ask.In(language), q.given()...); r.Score > 0 {
				t.Errorf("%s in %s: the question itself earns %d", id, language, r.Score)
			}
		}
		for _, text := range []string{
			"저는 이 질문이 매우 중요하다고 생각하며 최선을 다해 성실하게 답변드리겠습니다.",
			"결론부터 말씀드리면 여러 가지 방법이 있고 상황에 따라 다릅니다. 첫째로 중요한 점을 고려해야 하고, 둘째로 문제를 잘 해결해야 합니다. 예를 들어 실제로 그렇게 하면 결과가 좋습니다.",
			"당시 상황에서 맡은 일을 열심히 했고, 노력한 결과 좋은 성과를 얻었습니다. 그 과정에서 많은 것을 배웠습니다.",
			"That is an excellent question, and I would like to answer it as clearly as possible.",
			"First I will explain the concept, then compare the advantages and disadvantages, and finally share my experience, because that is the key point.",
			"In that situation I took action, worked hard and got a great result. I learned a lot from it.",
		} {
			if r := q.mark(&CurrentQuestion{PoolQuestion: q.pooled(), Answers: []string{text}}); r.Score > 0 {
				t.Errorf("%s: form alone earns %d by %+v", id, r.Score, r.Marks)
			}
		}
		for i, w := range q.Wrong {
			if w.Say == "" {
				q.checkSides(t, i)
				continue
			}
			said := strings.ReplaceAll(strings.TrimSpace(strings.Split(w.Say, "|")[0]), " + ", " ")
			r := q.rubric.Mark(said+".", q.given()...)
			found := false
			for _, slip := range r.Mistakes {
				found = found || slip.Mistake == i
			}
			if !found || r.Marks[w.Point-1].Credit != scoring.None {
				t.Errorf("%s: %q is not taken for wrong: %+v", id, said, r)
			}
		}
	}
}

// checkSides says of the one side what is told of the other, and of each its own.
func (q *Question) checkSides(t *testing.T, wrong int) {
	w := q.Wrong[wrong]
	first := func(list string) string { return strings.Split(list, "|")[0] }
	for side, name := range w.Sides {
		for of, told := range w.Told {
			r := q.rubric.Mark(first(name)+"는 "+first(told)+"입니다.", q.given()...)
			found := slices.ContainsFunc(r.Mistakes, func(s scoring.Slip) bool { return s.Mistake == wrong })
			if found != (side != of) {
				t.Errorf("%s: %s of %s is a mistake: %v", q.ID, first(told), first(name), found)
			}
		}
	}
}

// A clause with a word of its own is kept.
func TestOnlyFormIsLeftAside(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"이벤트로 저장, 매우 중요합니다.":                    "이벤트로 저장,",
		"일관성을 위해 해시를 씁니다.":                      "일관성을 위해 해시를 씁니다.",
		"First, use an index. It is important.": " use an index.",
		"":                                      "",
	} {
		if got := substance(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestBadPacksAreRefusedByLine(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		data, err := packs.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for change, want := range map[[3]string]string{
		{"data.yaml", "id: data-02", "id: data-01"}:                              "given twice",
		{"data.yaml", "difficulty: 10", "difficulty: 101"}:                       "not between 0 and 100",
		{"data.yaml", "difficulty: 10", "difficulty: 10\n    discrimination: 0"}: "not between 0.2 and 3",
		{"data.yaml", "about: [1, 4]", "about: [9]"}:                             "no key point 9",
		{settingsFile, "share: 100}", "share: 60}"}:                              "have to make 100",
		{settingsFile, "best: 5", "best: 9"}:                                     "between 3 and 5",
		{settingsFile, "name: {ko: 한결, en: Hangyeol}", "name: {ko: 한결}"}:         `nothing in "en"`,
		{"data.yaml", "told: [", "told: ['x', "}:                                 "2 sides of which 3 are told",
		{settingsFile, "key: data", "key: dota"}:                                 "add words",
	} {
		dir := folder(t, change[0], strings.Replace(read(change[0]), change[1], change[2], 1))
		if _, err := loadBank(dir); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), change[0]+":") {
			t.Errorf("%s: %v, want %q with file and line", change[2], err, want)
		}
	}
}

// folder is one of packs with one file.
func folder(t *testing.T, name, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A folder brings questions of a field of its own and another interviewer, in the
// place of the built-in one; what is not there is no folder.
func TestPacksOfAFolder(t *testing.T) {
	t.Parallel()
	r := newRoom(t, func(cfg *Config) { cfg.PacksDir = "testdata/packs" })
	greeting := r.say("안녕하세요")
	if p := greeting.state.Persona; p.Name != "나루" || !strings.Contains(greeting.text, "나루") || !strings.Contains(greeting.text, "보안") {
		t.Errorf("%+v\n%s", p, greeting.text)
	}
	if s := r.say("보안 쪽으로 할게요").state; s.Task.Plan != "security" || s.Task.CurrentQuestion == nil || s.Task.CurrentQuestion.ID != "security-01" {
		t.Errorf("%s: %+v", s.Task.Plan, s.Task.CurrentQuestion)
	}
	if s := r.say("비밀번호는 솔트를 붙여 느린 해시로 저장합니다").state; s.Task.QuestionsAsked == nil && s.Task.CurrentQuestion.FollowUp == "" {
		t.Errorf("%+v", s.Task)
	}
	if _, err := New(Config{PacksDir: "testdata/none"}); err == nil || !strings.Contains(err.Error(), "a folder that can't be read") {
		t.Error(err)
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "guide", "coach", "farewell", "report", "ask", "greeting", "radar", "title", "why", "review", "card")
}

type testAnswer struct{ ID, Right, Half, Wrong string }

// testAnswers are answers to questions of the bank in other words than its own.
func testAnswers(t *testing.T) (answers []testAnswer) {
	t.Helper()
	file, err := datafile.Open(os.DirFS("testdata"), "answers.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Decode(&answers); err != nil || len(answers) < 20 {
		t.Fatal(len(answers), err)
	}
	return answers
}

// Other words for the same earn what they say, and its opposite earns nothing.
func TestAnswersInOtherWords(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	for _, a := range testAnswers(t) {
		mark := func(text string) int {
			return b.questions[a.ID].mark(&CurrentQuestion{Answers: []string{text}}).Score
		}
		if right, half, wrong := mark(a.Right), mark(a.Half), mark(a.Wrong); right < 80 || half < 20 || half > 60 || wrong > 20 {
			t.Errorf("%s: right %d, half %d, wrong %d", a.ID, right, half, wrong)
		}
	}
}

// What answers another question of the field is seldom taken for an answer.
func TestAnswersToSomethingElse(t *testing.T) {
	t.Parallel()
	b := builtIn(t)
	all, marked := 0, 0
	for _, a := range testAnswers(t) {
		for id, q := range b.questions {
			s := &InterviewState{Task: TaskState{CurrentQuestion: &CurrentQuestion{PoolQuestion: q.pooled()}}}
			switch {
			case id == a.ID:
				if s.strays(q, a.Right) || s.strays(q, a.Half) {
					t.Errorf("%s: its own answers are taken for something else", id)
				}
			case q.Cat == b.questions[a.ID].Cat:
				all++
				if !s.strays(q, a.Right) {
					marked++
				}
			}
		}
	}
	if 100*marked > 12*all {
		t.Errorf("of %d answers to other questions %d are marked", all, marked)
	}
}
