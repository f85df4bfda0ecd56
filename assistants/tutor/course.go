package tutor

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/madang-dev/madang/datafile"
	"github.com/madang-dev/madang/internal/korean"
)

// chapterCount is how many chapters the course has.
const chapterCount = 8

// maxHints is how many hints each question has.
const maxHints = 2

// course is all packs together; it is read-only.
type course struct {
	chapters  []chapter
	questions map[int]*Question
	glossary  glossary
	sections  []section // of all chapters' theory, for questions in between
}

// bilingual is a text in both languages.
type bilingual struct {
	KO string `yaml:"ko"`
	EN string `yaml:"en"`
}

func (b bilingual) in(language string) string { return pick(language, b.KO, b.EN) }

// chapter is one pack.
type chapter struct {
	Number    int              `yaml:"chapter"`
	Title     bilingual        `yaml:"title"`
	Topics    []topic          `yaml:"topics"`
	Sources   []string         `yaml:"sources"`
	Levels    map[string]level `yaml:"levels"`
	Questions []Question       `yaml:"questions"`
}

type topic struct {
	ID string `yaml:"id"`
	KO string `yaml:"ko"`
	EN string `yaml:"en"`
}

// level is what a kind of user is taught.
type level struct {
	Goals     []string `yaml:"goals"`
	SummaryEN string   `yaml:"summary_en"`
	// Theory is Markdown; each "### " begins a section.
	Theory string `yaml:"theory"`
	// Recap are the key points, Another the same in a picture: what a
	// chapter is studied with again.
	Recap   []string `yaml:"recap"`
	Another string   `yaml:"another"`
}

// Question is one of a chapter's pool.
type Question struct {
	Number   int         `yaml:"number"`
	Level    string      `yaml:"level"`
	Type     string      `yaml:"type"`
	Topic    string      `yaml:"topic"`
	Text     string      `yaml:"question"`
	Choices  []string    `yaml:"choices"`
	Answer   int         `yaml:"answer"` // of Choices, from 1
	Hints    []string    `yaml:"hints"`
	Rubric   []Criterion `yaml:"rubric"`
	Mistakes []Mistake   `yaml:"mistakes"`
	// Explanation is told after the answer; for a subjective question it is
	// an example of a good one.
	Explanation string `yaml:"explanation"`
	Chapter     int    `yaml:"-"`
}

// section is a titled part of a theory.
type section struct {
	chapter     int
	level       string
	title, body string
	plain       string // normalized title and body
}

// load reads and checks the packs.
func load(files fs.FS) (*course, error) {
	c := &course{questions: map[int]*Question{}}
	for n := 1; n <= chapterCount; n++ {
		name := fmt.Sprintf("chapter%d.yaml", n)
		var ch chapter
		if err := readPack(files, name, &ch); err != nil {
			return nil, err
		}
		if ch.Number != n {
			return nil, fmt.Errorf("pack %s: chapter is %d", name, ch.Number)
		}
		if err := c.add(ch); err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := readPack(files, "glossary.yaml", &c.glossary); err != nil {
		return nil, err
	}
	if err := c.glossary.check(); err != nil {
		return nil, fmt.Errorf("pack glossary.yaml: %w", err)
	}
	return c, nil
}

func readPack(files fs.FS, name string, into any) error {
	file, err := datafile.Open(files, name)
	if err == nil {
		err = file.Decode(into)
	}
	if err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	return nil
}

func (c *course) add(ch chapter) error {
	if err := ch.check(); err != nil {
		return err
	}
	for _, name := range []string{Beginner, Advanced} {
		for _, s := range sectionsOf(ch.Levels[name].Theory) {
			s.chapter, s.level, s.plain = ch.Number, name, korean.Plain(s.title+s.body)
			c.sections = append(c.sections, s)
		}
	}
	c.chapters = append(c.chapters, ch)
	own := c.chapters[len(c.chapters)-1].Questions
	for i := range own {
		q := &own[i]
		if c.questions[q.Number] != nil {
			return fmt.Errorf("question %d is given twice", q.Number)
		}
		q.Chapter = ch.Number
		c.questions[q.Number] = q
	}
	return nil
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
	for _, t := range ch.Topics {
		if t.ID == id {
			return pick(language, t.KO, t.EN)
		}
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
