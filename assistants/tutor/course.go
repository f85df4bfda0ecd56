package tutor

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// maxHints is how many hints each question has.
const maxHints = 2

// course is all packs together; it is read-only.
type course struct {
	chapters  []chapter
	questions map[int]*Question
	glossary  glossary
}

// chapter is one pack.
type chapter struct {
	Number    int              `yaml:"chapter"`
	Title     words.Text       `yaml:"title"`
	Topics    []topic          `yaml:"topics"`
	Sources   []words.Text     `yaml:"sources"`
	Levels    map[string]level `yaml:"levels"`
	Questions []Question       `yaml:"questions"`
}

type topic struct {
	ID    string     `yaml:"id"`
	Title words.Text `yaml:"title"`
}

// level is what a kind of user is taught.
type level struct {
	Goals []words.Text `yaml:"goals"`
	// Theory is Markdown; each "### " begins a section.
	Theory words.Text `yaml:"theory"`
	// Recap are the key points, Another the same in a picture: what a
	// chapter is studied with again.
	Recap   []words.Text `yaml:"recap"`
	Another words.Text   `yaml:"another"`
}

// Question is one of a chapter's pool.
type Question struct {
	Number  int          `yaml:"number"`
	Level   string       `yaml:"level"`
	Type    string       `yaml:"type"`
	Topic   string       `yaml:"topic"`
	Text    words.Text   `yaml:"question"`
	Choices []words.Text `yaml:"choices"`
	Answer  int          `yaml:"answer"` // of Choices, from 1
	// Reasons tell of each wrong choice, in their order, why it is wrong; none
	// leaves it to the explanation.
	Reasons  []words.Text        `yaml:"reasons"`
	Hints    []words.Text        `yaml:"hints"`
	Rubric   []scoring.Criterion `yaml:"rubric"`
	Mistakes []scoring.Mistake   `yaml:"mistakes"`
	// Explanation is told after the answer; for a subjective question it is
	// an example of a good one.
	Explanation words.Text `yaml:"explanation"`
	Chapter     int        `yaml:"-"`
}

// section is a titled part of a theory.
type section struct {
	chapter     int
	level       string
	title, body string
	plain       string // normalized title and body
	score       int    // how near it is to a question
}

// load reads and checks the packs: the files chapter1.yaml, chapter2.yaml and
// so on, as many as there are, and glossary.yaml.
func load(files fs.FS) (*course, error) {
	names, err := fs.Glob(files, "chapter*.yaml")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("the course has no chapter1.yaml: %w", cmp.Or(err, fs.ErrNotExist))
	}
	c := &course{questions: map[int]*Question{}}
	for n := range names {
		if err := c.add(files, n+1); err != nil {
			return nil, err
		}
	}
	return c, scoring.ReadPack(files, "glossary.yaml", &c.glossary, texts.Languages(), func() datafile.Flaws {
		return c.glossary.check(len(names))
	})
}

func (c *course) add(files fs.FS, n int) error {
	var ch chapter
	check := func() datafile.Flaws { return ch.check(n) }
	if err := scoring.ReadPack(files, fmt.Sprintf("chapter%d.yaml", n), &ch, texts.Languages(), check); err != nil {
		return err
	}
	c.chapters = append(c.chapters, ch)
	for i := range ch.Questions {
		q := &ch.Questions[i]
		q.Chapter = n
		c.questions[q.Number] = q
	}
	return nil
}

// sectionsIn are the sections of all theory in a language.
func (c *course) sectionsIn(language string) []section {
	var list []section
	for i := range c.chapters {
		for _, name := range levels() {
			for _, s := range sectionsOf(c.chapters[i].Levels[name].Theory.In(language)) {
				s.chapter, s.level, s.plain = i+1, name, korean.Plain(s.title+s.body)
				list = append(list, s)
			}
		}
	}
	return list
}

// pool is a chapter's questions for a level; "" is every type.
func (ch *chapter) pool(level, questionType string) []*Question {
	var list []*Question
	for i := range ch.Questions {
		q := &ch.Questions[i]
		if q.Level == level && (questionType == "" || q.Type == questionType) {
			list = append(list, q)
		}
	}
	return list
}

// topic is a topic's words.
func (ch *chapter) topic(id, language string) string {
	if i := slices.IndexFunc(ch.Topics, func(t topic) bool { return t.ID == id }); i >= 0 {
		return ch.Topics[i].Title.In(language)
	}
	return id
}

// chapter is one by its number, from 1.
func (c *course) chapter(n int) *chapter {
	return &c.chapters[min(max(n, 1), len(c.chapters))-1]
}

// sectionsOf splits a theory at its headings.
func sectionsOf(theory string) []section {
	var list []section
	for _, part := range strings.Split("\n"+theory, "\n### ")[1:] {
		title, body, _ := strings.Cut(part, "\n")
		list = append(list, section{title: strings.TrimSpace(title), body: strings.TrimSpace(body)})
	}
	return list
}

// choice is the text of a choice, from 1; empty where there is none.
func (q *Question) choice(n int) words.Text {
	if n < 1 || n > len(q.Choices) {
		return nil
	}
	return q.Choices[n-1]
}

// reason is why a wrong choice, from 1, is wrong.
func (q *Question) reason(n int) words.Text {
	if len(q.Reasons) == 0 {
		return q.Explanation
	}
	return slices.Insert(slices.Clone(q.Reasons), q.Answer-1, q.Explanation)[n-1]
}

// marking is what a subjective question's answers are marked by.
func (q *Question) marking() scoring.Rubric {
	return scoring.Rubric{Criteria: q.Rubric, Mistakes: q.Mistakes}
}

// given are the texts that the learner was shown, which earn nothing copied.
func (q *Question) given() []string {
	var list []string
	for _, language := range texts.Languages() {
		list = append(list, append(in(language, q.Hints), q.Text.In(language))...)
	}
	return list
}

// What a word of a question weighs by where the course has it.
const inTitle, inTopic, inGoal = 3, 2, 1

// shortLatin is how long a Latin word is that stands in many others, in letters.
const shortLatin = 4

// chapterOn is the chapter that teaches what a text names, 0 is none: that of a word
// of the glossary, else the one that most of its words stand in.
func (c *course) chapterOn(text string) int {
	if named := slices.DeleteFunc(c.glossary.find(text), (*term).everywhere); len(named) > 0 {
		return named[0].Chapter
	}
	most, at := 0, 0
	for i := range c.chapters {
		ch, score := &c.chapters[i], 0
		for _, w := range contentWords(text) {
			switch letters := []rune(w); {
			case strings.ContainsFunc(w, korean.IsHangul): // whatever its ending
				score += ch.weight(string(letters[:min(len(letters), wordStem)]))
			case len(w) > shortLatin:
				score += ch.weight(w)
			}
		}
		if score > most {
			most, at = score, ch.Number
		}
	}
	return at
}

// weight is how much a word says of what a chapter is about.
func (ch *chapter) weight(word string) int {
	holds := func(text words.Text) bool {
		return slices.ContainsFunc(texts.Languages(), func(language string) bool { return strings.Contains(korean.Plain(text.In(language)), word) })
	}
	if holds(ch.Title) {
		return inTitle
	}
	if slices.ContainsFunc(ch.Topics, func(t topic) bool { return holds(t.Title) }) {
		return inTopic
	}
	for _, l := range ch.Levels {
		if slices.ContainsFunc(l.Goals, holds) {
			return inGoal
		}
	}
	return 0
}
