package tutor

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/tutor/packs"
	"github.com/madang-dev/madang/internal/dialog/dialogtest"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/lineartest"
	"github.com/madang-dev/madang/internal/words/wordstest"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/store/storetest"
)

func TestTextsAndPhrases(t *testing.T) {
	t.Parallel()
	wordstest.Check(t, texts, ".", "card", "guide")
	dialogtest.Check(t, phrases, ".", "act", "type")
}

// No text of the course is Korean in English, or is missing in a language:
// load refuses the latter.
func TestEnglishIsEnglish(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(packs.FS, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		raw, err := fs.ReadFile(packs.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		english, block := false, 0
		for i, line := range strings.Split(string(raw), "\n") {
			indent := len(line) - len(strings.TrimLeft(line, " "))
			english = english && (line == "" || indent > block)
			if _, text, ok := strings.Cut(line, "en: "); ok {
				english, block = strings.TrimSpace(text) == "|", indent
				line = text
			} else if !english {
				continue
			}
			if strings.ContainsFunc(line, korean.IsHangul) {
				t.Errorf("%s:%d: Korean in English: %s", name, i+1, line)
			}
		}
	}
}

// outside is a word that is in no catalogue and no pack: those of the
// pseudo-language have other letters.
var outside = regexp.MustCompile(`[A-Za-z]{2,}`)

var placeholder = regexp.MustCompile(`\{\w+\}`) // which a lesson shows, as it is

// A whole lesson in a pseudo-language says nothing that is not in a catalogue
// or a pack of its language.
func TestEveryWordIsOfACatalogue(t *testing.T) {
	t.Parallel()
	c := classroomIn(t, store.Config{DataDir: storetest.SQLite(t)}, nil, func(string) (string, bool) { return "en-XA", true })
	for _, said := range []string{
		"hello", "help", "what is a token?", "1", "thanks", "explain again", "next", "hint", "hint", "hint", "7", "1 and 2", "show the question",
		"what is the answer?", "what shall we have for lunch?", "give up", "my progress", "next", "quiz", "3", "next", "written question",
		"AI writes drafts well because I can correct them. It is bad at recent facts, which can be wrong, and it is always right.",
		"next", "switch to the advanced course", "switch to the advanced course", "chapter 7", "chapter 99", "written question", "hint", "give up", "next",
		"how do I split a long report into parts and summarise it?", "chapter 8", "quiz", "skip", "next", "quiz", "skip", "next", "quiz", "skip", "next", "my progress",
	} {
		got := c.say(said)
		all := []string{got.text}
		if data := got.response.StructuredData; data != nil {
			for _, s := range data.Sections {
				all = append(append(all, s.Title), s.Content...)
			}
			all = append(append(all, data.Metadata.Sources...), data.Metadata.Missing...)
		}
		for _, text := range all {
			text = placeholder.ReplaceAllString(text, "")
			if word := outside.FindString(text); word != "" || strings.ContainsFunc(text, korean.IsHangul) || strings.Contains(text, "⟨") {
				t.Errorf("%q: %q is in no catalogue:\n%s", said, word, text)
			}
		}
	}
}

// Whatever a message repeats, it is read in a time that its length bounds.
func TestReadingIsLinear(t *testing.T) { //nolint:paralleltest // it measures time
	c := builtIn(t)
	for name, read := range map[string]func(text string){
		"level":  func(text string) { c.read(text, atLevel, nil, nil) },
		"theory": func(text string) { c.read(text, atTheory, nil, nil) },
		"choice": func(text string) { c.read(text, atQuiz, c.questions[101], nil) },
		"answer": func(text string) { c.read(text, atQuiz, c.questions[104], nil); c.questions[104].marking().Mark(text) },
		"question": func(text string) {
			c.resolve(text, asking{level: Beginner, language: "en"})
			c.passages(text, asking{level: Beginner, language: "ko"})
		},
	} {
		lineartest.Check(t, name, read)
	}
}
