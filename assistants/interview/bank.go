package interview

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/assistants/interview/packs"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
	"github.com/madang-dev/madang/internal/words"
)

// settingsFile is the pack that says who asks; all others are categories.
const settingsFile = "interviewer.yaml"

// bank is what is asked and by whom; it is read-only.
type bank struct {
	settings   settings
	categories []category
	questions  map[string]*Question
}

// settings are interviewer.yaml.
type settings struct {
	Persona      persona      `yaml:"persona"`
	Plans        []plan       `yaml:"plans"`
	Limits       limits       `yaml:"limits"`
	Technologies []technology `yaml:"technologies"`
	Source       source       `yaml:"source"`
}

type persona struct {
	Name            words.Text   `yaml:"name"`
	Role            words.Text   `yaml:"role"`
	Backstory       words.Text   `yaml:"backstory"`
	StyleGuidelines []words.Text `yaml:"style_guidelines"`
}

func (p *persona) in(language string) PersonaState {
	s := PersonaState{Name: p.Name.In(language), Role: p.Role.In(language), Backstory: p.Backstory.In(language)}
	for _, line := range p.StyleGuidelines {
		s.StyleGuidelines = append(s.StyleGuidelines, line.In(language))
	}
	return s
}

// plan is a field to practise, with the share of each category in per cent.
type plan struct {
	Key  string     `yaml:"key"` // of its phrases too: field.<key>
	Name words.Text `yaml:"name"`
	// Words choose it besides its phrases.
	Words  []string `yaml:"words"`
	Quotas []quota  `yaml:"quotas"`
}

type quota struct {
	Category string `yaml:"category"`
	Share    int    `yaml:"share"`
}

// limits say when an interview is over.
type limits struct {
	Questions int `yaml:"questions"` // that were scored
	Minutes   int `yaml:"minutes"`   // of talking
	// Break is how long a pause counts as talking at most, in minutes.
	Break     int     `yaml:"break"`
	Precision float64 `yaml:"precision"` // the standard error that is enough
	Best      int     `yaml:"best"`      // how many of the best questions one is drawn from
	Fallbacks int     `yaml:"fallbacks"` // turned back in a row before ending is offered
}

// technology is a name that is extracted from answers.
type technology struct {
	Name  string   `yaml:"name"`
	Words []string `yaml:"words"`
}

// source is where the questions are from.
type source struct {
	Title      words.Text `yaml:"title"`
	CompiledOn string     `yaml:"compiled_on"`
}

// category is one pack of questions.
type category struct {
	Key  string     `yaml:"category"`
	Name words.Text `yaml:"name"`
	// Wordings are lists that say takes over by name ("@result").
	Wordings  []wording  `yaml:"wordings"`
	Questions []Question `yaml:"questions"`
}

type wording struct {
	Name string `yaml:"name"`
	Say  string `yaml:"say"`
}

// Question is one of the bank.
type Question struct {
	ID         string `yaml:"id"`
	Difficulty int    `yaml:"difficulty"` // 0-100, the author's
	// Discrimination is how sharply answers tell able candidates from others; nil
	// is 1, while nothing is known of its answers.
	Discrimination *float64   `yaml:"discrimination"`
	Topic          words.Text `yaml:"topic"`
	// Called is what candidates name it by besides its topic.
	Called []string   `yaml:"called"`
	Ask    words.Text `yaml:"ask"`
	// Clarify says the question in other words, without its answer.
	Clarify  words.Text `yaml:"clarify"`
	FollowUp words.Text `yaml:"follow_up"`
	// About are the key points, from 1, that FollowUp leads to.
	About  []int       `yaml:"about"`
	Points []keyPoint  `yaml:"points"`
	Wrong  []wrongFact `yaml:"wrong"`
	Cat    string      `yaml:"-"`
	rubric scoring.Rubric
	// technologies are those that the question names.
	technologies []string
}

// keyPoint is what a good answer holds. Say are its concepts, with " / " between
// them, each of wordings in any language with "|" between: half of the concepts
// earn half of the points.
type keyPoint struct {
	Name words.Text `yaml:"name"`
	Say  string     `yaml:"say"`
}

// wrongFact is a false claim, which leaves its key point without points.
type wrongFact struct {
	Say string `yaml:"say"`
	// Sides name two things that are told apart, and Told what is true of each
	// alone: said of the other it is the false claim.
	Sides []string   `yaml:"sides"`
	Told  []string   `yaml:"told"`
	Point int        `yaml:"point"` // from 1
	Why   words.Text `yaml:"why"`
}

// loadBank reads and checks the packs: the built-in ones, with those of a folder in
// the place of those of their names and beside them. Its errors name file, line and
// remedy.
func loadBank(dir string) (*bank, error) {
	b := &bank{questions: map[string]*Question{}}
	files := datafile.Over(dir, packs.FS)
	names, err := fs.Glob(files, "*.yaml")
	if err = cmp.Or(datafile.Folder(dir), err); err != nil {
		return nil, err
	}
	for _, name := range names {
		if name == settingsFile {
			continue
		}
		var c category
		check := func() datafile.Flaws { return c.check(b) }
		if err := scoring.ReadPack(files, name, &c, texts.Languages(), check); err != nil {
			return nil, err
		}
		b.categories = append(b.categories, c)
		for i := range c.Questions {
			b.questions[c.Questions[i].ID] = &c.Questions[i]
		}
	}
	err = scoring.ReadPack(files, settingsFile, &b.settings, texts.Languages(), func() datafile.Flaws {
		return b.settings.check(b)
	})
	for _, q := range b.questions {
		if q.Cat == behavioural {
			continue // "how do you react" is no technology
		}
		for _, language := range texts.Languages() {
			q.technologies = append(q.technologies, b.technologies(q.Topic.In(language)+" "+q.Ask.In(language))...)
		}
	}
	return b, err
}

// ready makes the question's rubric: equal shares that make the whole.
func (q *Question) ready(category string) {
	q.Cat = category
	for i, p := range q.Points {
		share := scoring.Whole*(i+1)/len(q.Points) - scoring.Whole*i/len(q.Points)
		c := scoring.Criterion{Name: p.Name, Full: p.Name, Points: share}
		for concept := range strings.SplitSeq(p.Say, " / ") {
			c.Concepts = append(c.Concepts, p.wordings(concept))
		}
		c.Need = len(c.Concepts)
		q.rubric.Criteria = append(q.rubric.Criteria, c)
	}
	for _, w := range q.Wrong {
		m := scoring.Mistake{Why: w.Why, Voids: w.Point}
		if w.Say != "" {
			m.Terms = wordings(w.Say)
		}
		for _, side := range w.Sides {
			m.Sides = append(m.Sides, wordings(side))
		}
		for _, told := range w.Told {
			m.Told = append(m.Told, wordings(told))
		}
		q.rubric.Mistakes = append(q.rubric.Mistakes, m)
	}
}

// wordings are a concept's, and the key point's own name, whatever is said of it.
func (p *keyPoint) wordings(concept string) scoring.Terms {
	terms := wordings(concept)
	for _, language := range texts.Languages() {
		terms[""] = append(terms[""], "*"+p.Name.In(language))
	}
	return terms
}

// wordings are terms of any language: what an answer is read for is the same in
// all of them.
func wordings(text string) scoring.Terms {
	var list []string
	for w := range strings.SplitSeq(text, "|") {
		list = append(list, strings.TrimSpace(w))
	}
	return scoring.Terms{"": list}
}

// pooled is the question as the state's pool has it.
func (q *Question) pooled() PoolQuestion {
	p := PoolQuestion{ID: q.ID, Category: q.Cat, Difficulty: q.Difficulty}
	if q.Discrimination != nil {
		p.Discrimination = *q.Discrimination
	}
	return p
}

// given are the texts that the candidate was shown, which earn nothing copied.
func (q *Question) given() []string {
	var list []string
	for _, language := range texts.Languages() {
		list = append(list, q.Ask.In(language), q.Clarify.In(language), q.FollowUp.In(language))
	}
	return list
}

func (b *bank) plan(key string) *plan {
	i := slices.IndexFunc(b.settings.Plans, func(p plan) bool { return p.Key == key })
	return &b.settings.Plans[max(i, 0)]
}

// category is one's name in a language.
func (b *bank) category(key, language string) string {
	for _, c := range b.categories {
		if c.Key == key {
			return c.Name.In(language)
		}
	}
	return key
}

// pool are the questions that a plan can ask.
func (b *bank) pool(p *plan) (list []PoolQuestion) {
	for _, c := range b.categories {
		if slices.ContainsFunc(p.Quotas, func(q quota) bool { return q.Category == c.Key }) {
			for i := range c.Questions {
				list = append(list, c.Questions[i].pooled())
			}
		}
	}
	return list
}

// technologies are those that a text names, in the order of the settings.
func (b *bank) technologies(text string) (list []string) {
	folded := korean.Fold(text)
	latin := strings.FieldsFunc(folded, func(r rune) bool { return r >= utf8.RuneSelf || !korean.InWord(r) && !strings.ContainsRune("+#.", r) })
	for i, word := range latin {
		latin[i] = strings.Trim(word, ".")
	}
	named := func(w string) bool {
		if korean.BeginsHangul(w) {
			return strings.Contains(folded, w)
		}
		return slices.Contains(latin, w)
	}
	for _, t := range b.settings.Technologies {
		if slices.ContainsFunc(t.Words, named) {
			list = append(list, t.Name)
		}
	}
	return list
}
