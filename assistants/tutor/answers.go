package tutor

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
)

// answerFiles hold answers to what learners ask of situations, where the glossary only
// says what a word means.
const answerFiles = "answers*.yaml"

// answer is one of them. The first sentence of its text answers, and its questions
// are what finds it.
type answer struct {
	ID        string        `yaml:"id"`
	Chapter   int           `yaml:"chapter"`
	Title     words.Text    `yaml:"title"`
	Text      words.Text    `yaml:"text"`
	Questions scoring.Terms `yaml:"questions"`
	// Claims are what learners say of it that is right, or wrong.
	Claims []struct {
		Verdict string        `yaml:"verdict"`
		Terms   scoring.Terms `yaml:"terms"`
	} `yaml:"claims"`
	// Follows are the ids of the terms that it goes on with, whose names find it too.
	Follows []string `yaml:"follows"`
}

// readAnswers reads and checks the files of answers.
func (c *course) readAnswers(files fs.FS) error {
	names, err := fs.Glob(files, answerFiles)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, name := range names {
		var file struct {
			Answers []answer `yaml:"answers"`
		}
		check := func() datafile.Flaws { return c.checkAnswers(file.Answers, seen) }
		if err := scoring.ReadPack(files, name, &file, texts.Languages(), check); err != nil {
			return err
		}
		c.answers = append(c.answers, file.Answers...)
	}
	return nil
}

// checkAnswers finds what is wrong with a file of answers; seen are the ids and the
// questions of those before, each of which can find but one.
func (c *course) checkAnswers(list []answer, seen map[string]bool) datafile.Flaws {
	var f datafile.Flaws
	once := func(path, key, text string) {
		f.Need(!seen[key], path, "%q is given twice: remove one", text)
		seen[key] = true
	}
	for i, a := range list {
		at := fmt.Sprintf("answers[%d]", i)
		f.Need(a.ID != "", at, "it needs an id")
		once(at+".id", "id "+a.ID, a.ID)
		f.Need(a.Chapter >= 1 && a.Chapter <= len(c.chapters), at+".chapter", "there is no chapter %d: write one of 1 to %d", a.Chapter, len(c.chapters))
		for language, questions := range a.Questions {
			for n, q := range questions {
				once(fmt.Sprintf("%s.questions.%s[%d]", at, language, n), korean.Plain(q), q)
			}
		}
		for n, id := range a.Follows {
			f.Need(c.glossary.term(id) != nil, fmt.Sprintf("%s.follows[%d]", at, n), "no term %q: write one of the glossary", id)
		}
	}
	return f
}

// index readies what questions are searched in, in whatever language they are: the
// answers, and the sections of the explanations.
func (c *course) index(files fs.FS) (err error) {
	var entries []knowledge.Entry
	for _, a := range c.answers {
		e := knowledge.Entry{ID: a.ID}
		for _, language := range texts.Languages() {
			e.Title += " " + a.Title.In(language)
			e.Text += "\n" + a.Text.In(language)
			e.Questions = append(e.Questions, a.Questions[language]...)
			for _, id := range a.Follows {
				e.Title += " " + strings.Join(c.glossary.term(id).Names[language], " ")
			}
		}
		entries = append(entries, e)
	}
	if c.asked, err = knowledge.NewFinder(context.Background(), files, entries); err != nil {
		return err
	}
	var sections []knowledge.Entry
	at := map[string]int{}
	for _, language := range texts.Languages() {
		for _, s := range c.sectionsIn(language) {
			i, ok := at[s.id()]
			if !ok {
				i, at[s.id()] = len(sections), len(sections)
				sections = append(sections, knowledge.Entry{ID: s.id()})
			}
			sections[i].Title += " " + s.title
			sections[i].Text += "\n" + s.body
		}
	}
	c.taught, err = knowledge.NewFinder(context.Background(), files, sections)
	return err
}

// answer is one by its id.
func (c *course) answer(id string) *answer {
	if i := slices.IndexFunc(c.answers, func(a answer) bool { return a.ID == id }); i >= 0 {
		return &c.answers[i]
	}
	return nil
}

// titled is the answer of which a text is the title, in any language.
func (c *course) titled(text string) *answer {
	said := korean.Plain(text)
	for i, a := range c.answers {
		for _, language := range texts.Languages() {
			if korean.Plain(a.Title.In(language)) == said {
				return &c.answers[i]
			}
		}
	}
	return nil
}
