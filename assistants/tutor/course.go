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
	"github.com/madang-dev/madang/knowledge"
)

// maxHints is how many hints each question has.
const maxHints = 2

// course is all packs together; it is read-only.
type course struct {
	chapters  []chapter
	questions map[int]*Question
	glossary  glossary
	answers   []answer
	asked     *knowledge.Finder // of the answers
	taught    *knowledge.Finder // of the sections
}

// chapter is one pack.
type chapter struct {
	Number int        `yaml:"chapter"`
	Title  words.Text `yaml:"title"`
	// Subject is what is taught beside the course, by its names: one chapter of one
	// level, which no other follows. nil is the course.
	Subject []string `yaml:"subject"`
	// Names are what a wish for the chapter calls what it teaches.
	Names     []string         `yaml:"names"`
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
	number      int // in the theory of the level, from 0
	title, body string
}

// id names a section, in whatever language it is.
func (s section) id() string { return fmt.Sprintf("%d/%s/%d", s.chapter, s.level, s.number) }

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
	if err := scoring.ReadPack(files, "glossary.yaml", &c.glossary, texts.Languages(), func() datafile.Flaws {
		return c.glossary.check(len(names))
	}); err != nil {
		return nil, err
	}
	if err := c.readAnswers(files); err != nil {
		return nil, err
	}
	return c, c.index(files)
}

func (c *course) add(files fs.FS, n int) error {
	var ch chapter
	check := func() datafile.Flaws { return ch.check(n) }
	if err := scoring.ReadPack(files, fmt.Sprintf("chapter%d.yaml", n), &ch, texts.Languages(), check); err != nil {
		return err
	}
	if ch.Subject != nil {
		ch.Levels[Advanced] = ch.Levels[Beginner]
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
		for _, name := range c.chapters[i].levels() {
			for _, s := range sectionsOf(c.chapters[i].Levels[name].Theory.In(language)) {
				s.chapter, s.level = i+1, name
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
		if (q.Level == level || ch.Subject != nil) && (questionType == "" || q.Type == questionType) {
			list = append(list, q)
		}
	}
	return list
}

// levels are the kinds of user that the chapter teaches.
func (ch *chapter) levels() []string {
	if ch.Subject != nil {
		return []string{Beginner}
	}
	return levels()
}

// own counts the chapters of the course itself, which stand before those of subjects.
func (c *course) own() int {
	return len(slices.DeleteFunc(slices.Clone(c.chapters), func(ch chapter) bool { return ch.Subject != nil }))
}

// chapters are how many there are with one: of the course, or with the subjects.
func (t *tutor) chapters(ch *chapter) int {
	if ch.Subject == nil {
		return t.course().own()
	}
	return len(t.course().chapters)
}

// next is the chapter behind one, which is itself where none follows.
func (c *course) next(n int) int {
	if n >= c.own() {
		return n
	}
	return n + 1
}

// subjectOf is the chapter of a subject that a text names, 0 is none.
func (c *course) subjectOf(text string) int {
	return c.called(text, func(ch *chapter) []string { return ch.Subject })
}

// wished is the chapter of the course that a wish names, 0 is none.
func (c *course) wished(text string) int {
	n := c.called(text, func(ch *chapter) []string { return ch.Names })
	for _, named := range c.glossary.find(text) {
		if n == 0 && !named.everywhere() {
			n = named.Chapter
		}
	}
	return n
}

// called is the first chapter of which a word of a text begins with a name, 0 is none.
func (c *course) called(text string, names func(ch *chapter) []string) int {
	said := strings.Fields(korean.Words(text))
	i := slices.IndexFunc(c.chapters, func(ch chapter) bool {
		return slices.ContainsFunc(names(&ch), func(name string) bool {
			return slices.ContainsFunc(said, func(word string) bool { return strings.HasPrefix(word, name) })
		})
	})
	return i + 1
}

// subjects are the titles of what is taught beside the course.
func (c *course) subjects(language string) (titles []string) {
	for _, ch := range c.chapters[c.own():] {
		titles = append(titles, ch.Title.In(language))
	}
	return titles
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
		list = append(list, section{number: len(list), title: strings.TrimSpace(title), body: strings.TrimSpace(body)})
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
