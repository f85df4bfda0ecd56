package tutor

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/madang-dev/madang/assistants/tutor/packs"
	"github.com/madang-dev/madang/internal/korean"
)

func builtIn(t testing.TB) *course {
	t.Helper()
	return shipped()
}

// The course is whole: what load checks, and what a learner would miss.
func TestCourseIsWhole(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	if c.own() != 8 || len(c.chapters) != 11 || len(c.questions) != 98 || len(c.glossary.Terms) < 45 {
		t.Errorf("%d chapters, %d questions, %d terms", len(c.chapters), len(c.questions), len(c.glossary.Terms))
	}
	for _, ch := range c.chapters {
		for name, l := range ch.Levels {
			for language, example := range map[string]string{"ko": "예\n", "en": "example"} {
				if n := len([]rune(l.Theory[language])); n < 600 || !strings.Contains(l.Theory[language], example) {
					t.Errorf("chapter %d %s: the theory in %s has %d characters, or no example", ch.Number, name, language, n)
				}
			}
			if len(ch.pool(name, "")) < 5 {
				t.Errorf("chapter %d %s: %d questions", ch.Number, name, len(ch.pool(name, "")))
			}
		}
		used := map[string]bool{}
		for _, q := range ch.Questions {
			used[q.Topic] = true
		}
		if len(used) != len(ch.Topics) {
			t.Errorf("chapter %d: %d of %d topics have questions", ch.Number, len(used), len(ch.Topics))
		}
	}
}

// The course speaks to its learners politely, and never with broken signs.
func TestCourseIsPolite(t *testing.T) {
	t.Parallel()
	for _, s := range builtIn(t).sectionsIn("ko") {
		for _, sentence := range korean.Sentences(s.body) {
			sentence = strings.TrimRightFunc(strings.TrimSpace(sentence), func(r rune) bool { return !unicode.IsLetter(r) })
			if rude := strings.HasSuffix(sentence, "한다") || strings.HasSuffix(sentence, "이다") || strings.HasSuffix(sentence, "된다"); rude {
				t.Errorf("%d %s, %s: %q", s.chapter, s.level, s.title, sentence)
			}
		}
		if strings.ContainsRune(s.body, unicode.ReplacementChar) {
			t.Errorf("%d %s: broken characters", s.chapter, s.title)
		}
	}
}

// The right answers are spread, so that guessing one number earns little.
func TestRightAnswersAreSpread(t *testing.T) {
	t.Parallel()
	count := map[int]int{}
	for _, q := range builtIn(t).questions {
		if q.Type == MultipleChoice {
			count[q.Answer]++
		}
	}
	for n := 1; n <= 4; n++ {
		if count[n] < 8 || count[n] > 16 {
			t.Errorf("%d is right %d times: %v", n, count[n], count)
		}
	}
}

// A pack that would leave somebody without a lesson is refused by name.
func TestBrokenPacksAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]struct{ file, from, to, want string }{
		"a field nobody knows":    {"chapter1.yaml", "chapter: 1\n", "chapter: 1\ncolour: red\n", "6:1: "},
		"another number":          {"chapter2.yaml", "chapter: 2\n", "chapter: 3\n", "yaml:1: chapter: the file is chapter 2"},
		"an answer beyond":        {"chapter3.yaml", "answer: 4\n", "answer: 5\n", "answer: question 351: 5 is no choice"},
		"a topic nobody listed":   {"chapter4.yaml", "topic: verify\n", "topic: verfy\n", `no topic "verfy"`},
		"points that make no 100": {"chapter5.yaml", "points: 40\n", "points: 41\n", "the points make 101"},
		"one hint":                {"chapter6.yaml", "      - ko: \"AI는 계산기가 아닙니다.\"\n        en: \"AI is not a calculator.\"\n", "", "it has 1 hints"},
		"a level without theory":  {"chapter7.yaml", "  advanced:\n", "  expert:\n", "levels.advanced.theory"},
		"a question twice":        {"chapter8.yaml", "number: 802\n", "number: 801\n", "801 is given twice"},
		"a choice in another":     {"chapter8.yaml", "결과와 비용과 보안", "화면의 색과 글자 크기와 값", "holds choice"},
		"a number elsewhere":      {"chapter1.yaml", "number: 101\n", "number: 901\n", "it is not of chapter 1"},
		"a title in one language": {"chapter1.yaml", `, en: "What AI and generative AI are"`, "", `yaml:6: title: there is nothing in "en"`},
		"a hint in one language":  {"chapter1.yaml", "        en: \"Is it “finding” or “making”? Think about which.\"\n", "", `questions[0].hints[0]: there is nothing in "en"`},
		"terms in one language":   {"chapter1.yaml", `            en: ["split", "piece", "unit", "chunk", "fragment", "broken into"]` + "\n", "", `concepts[0]: there is nothing in "en"`},
		"a term of two meanings":  {"glossary.yaml", `en: ["token"]`, `en: ["AI"]`, "names ai and token"},
		"an answer of no chapter": {"answers1.yaml", "- id: search-or-ai\n  chapter: 1\n", "- id: search-or-ai\n  chapter: 12\n", "yaml:3: answers[0].chapter: there is no chapter 12"},
		"an answer twice":         {"answers2.yaml", "id: how-to-ask-for-a-summary", "id: search-or-ai", `answers[0].id: "search-or-ai" is given twice`},
		"a question for two":      {"answers2.yaml", `"요약해줘만 쓰면 되나요"`, `"전화번호 물어 봐도 되나?"`, `answers[0].questions.ko[3]: "전화번호 물어 봐도 되나?" is given twice`},
		"an answer in one tongue": {"answers1.yaml", `, en: "When to search and when to ask AI"`, "", `answers[0].title: there is nothing in "en"`},
		"a term to follow":        {"answers1.yaml", `follows: ["search-engine", "generative-ai"]`, `follows: ["serch-engine"]`, `no term "serch-engine"`},
		"no YAML":                 {"glossary.yaml", "terms:\n", "terms: [\n", "glossary.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := load(changed(t, change.file, change.from, change.to))
			if err == nil || !strings.Contains(err.Error(), change.want) || !strings.Contains(err.Error(), change.file) {
				t.Errorf("err = %v, want %q", err, change.want)
			}
		})
	}
	if _, err := load(fstest.MapFS{}); err == nil {
		t.Error("an empty folder was taken")
	}
}

// changed is the built-in packs with one text replaced.
func changed(t *testing.T, file, from, to string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(packs.FS, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		raw, err := fs.ReadFile(packs.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(raw)
		if name == file {
			if !strings.Contains(text, from) {
				t.Fatalf("%s has no %q", file, from)
			}
			text = strings.Replace(text, from, to, 1)
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}
