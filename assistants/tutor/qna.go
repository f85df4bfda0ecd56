package tutor

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
)

// Finding is what the resolver found for a question.
type Finding struct {
	Found bool `json:"found"`
	// Health tells that body and health are asked about, which is for doctors.
	Health  bool     `json:"health,omitempty"`
	Terms   []string `json:"terms,omitempty"`
	Chapter int      `json:"chapter,omitempty"`
	Sources []string `json:"sources,omitempty"`
	// Title names what was told, in whose words what goes on with it is looked for, and
	// Told are the entries and sections that were, with those of the answers before.
	Title string   `json:"title,omitempty"`
	Told  []string `json:"told,omitempty"`
	// Near are the titles of answers that may be meant where none is likely enough, and
	// Spent tells that more of the answer before was wanted than there is.
	Near  []string `json:"near,omitempty"`
	Spent bool     `json:"spent,omitempty"`
	// By is the model that answered; "" is the course's own words. Fallback
	// tells that the model was asked and could not, Why for which of
	// llm/ask's reasons; "" in what was recorded before they were.
	By       string `json:"by,omitempty"`
	Fallback bool   `json:"fallback,omitempty"`
	Why      string `json:"why,omitempty"`
	// RetryAfterMS is how long it can't, where that is known.
	RetryAfterMS int64 `json:"retry_after_ms,omitempty"`
}

// source adds sources that are not named yet.
func (f *Finding) source(list ...string) {
	for _, source := range list {
		if !slices.Contains(f.Sources, source) {
			f.Sources = append(f.Sources, source)
		}
	}
}

// maxRead is how much of a question is looked at, in characters.
const maxRead = 1000

// maxTerms is how many words of the glossary one answer explains.
const maxTerms = 3

// qnaResolver writes the script of an answer. The stage stays what it is
// (section 6.6).
func (t *tutor) qnaResolver(ctx context.Context, tr *turn) (string, error) {
	s, now := tr.State(), t.now(tr)
	found, err := t.tutored(ctx, tr, &s)
	if err != nil {
		return "", err
	}
	return LearningSupervisor, hand(tr, "question resolved", LearningSupervisor, func(s *TutorState) {
		s.QnADraft, s.Turn.QnA = found.Draft, &found.Finding
		s.say(QnAResolver, messageTool, cut.Runes(found.Draft, maxScript), now)
	})
}

// resolution is an answer to a question and what it rests on.
type resolution struct {
	Draft   string  `json:"draft"`
	Finding Finding `json:"finding"`
}

// asking is what a question is asked in: the level of the lesson, and the answer that
// stands before it, if there is one.
type asking struct {
	level, language string
	chapter         int
	last            *Finding
	example         bool // of the answer before is wanted
}

func (s *TutorState) asking() asking {
	in := asking{level: s.UserType, language: s.Language, last: s.Last, example: s.Turn.Example}
	if s.place() != atLevel {
		in.chapter = s.CurrentChapter
	}
	return in
}

// maxPassages is how many answers and sections of the course a model is shown.
const maxPassages = 4

// How likely what is told of the course answers: an answer was written to what people
// ask, a section to teach. What is only near is for a model to look through.
const (
	likely       = 0.4
	likelyNamed  = 0.2 // where a word of a subject is all that is said
	likelySaid   = 0.5 // where nothing is asked
	likelyTaught = 0.7
	perhaps      = 0.25 // of which it is asked whether one is meant
	follows      = 0.1  // in the chapter of the answer before
	farBehind    = 4    // times less likely than the first, which is not named beside it
)

// maxNamed is how many words of its own a question names that goes on with another.
const maxNamed = 2

// maxNear is how many answers are named of which one may be meant, and closely how many
// are looked through for one of the chapter before.
const maxNear, closely = 3, 10

// passages are the words of the glossary, the answers and the sections that have to do
// with a question, the nearest first.
func (c *course) passages(question string, in asking) []passage {
	question = cut.Runes(question, maxRead)
	var list []passage
	add := func(chapter int, title, text string) {
		list = append(list, passage{Number: len(list) + 1, Title: title, Text: text, chapter: chapter})
	}
	terms := c.glossary.find(question)
	for _, term := range terms[:min(len(terms), maxTerms)] {
		add(term.Chapter, term.name(in.language), term.Text.In(in.language))
	}
	if a := c.likeliest(question, nil, knowledge.Doubtful); a != nil {
		add(a.Chapter, a.Title.In(in.language), a.Text.In(in.language))
	}
	for _, s := range c.nearest(question, in, 0) {
		if len(list) == maxTerms+maxPassages {
			break
		}
		add(s.chapter, texts.Say(in.language, "qna.passage", "chapter", s.chapter, "title", s.title), s.body)
	}
	return list
}

// resolve answers a question by itself, else as one that goes on with the answer
// before, else says that it can't.
func (c *course) resolve(question string, in asking) resolution {
	question = cut.Runes(question, maxRead)
	if phrases.Has(question, "health") {
		return resolution{Finding: Finding{Health: true}}
	}
	found := resolution{}
	if !in.example || len(c.asked.Subjects(question)) > 0 {
		found = c.alone(question, in)
	}
	if !found.Finding.Found && in.last != nil {
		found = c.follow(question, in)
	}
	said := korean.Words(question)
	own, back := phrases.Has(said, "own_words"), tellsBack(said) // which are not judged
	if !found.Finding.Found {
		found = c.recalled(question, own, own || back, in, found)
	}
	own = own || (back || states(question)) && in.last != nil && found.Finding.Title == in.last.Title
	if found.Finding.Found {
		if own {
			found.Draft = texts.Say(in.language, "qna.own_words") + "\n\n" + found.Draft
		}
		if phrases.Has(question, "code") && c.chapter(found.Finding.Chapter).Subject != nil {
			found.Draft += "\n\n" + texts.Say(in.language, "qna.not_run")
		}
		return found
	}
	terms := slices.DeleteFunc(c.glossary.find(question), (*term).everywhere)
	near := c.near(question, in)
	if len(terms) > 0 {
		found = explain(terms[:min(len(terms), maxTerms)], in.language) // at least what it asks about
		parts := []string{texts.Say(in.language, "qna.beside"), found.Draft}
		if len(near) > 0 {
			parts = append(parts, texts.Say(in.language, "qna.near"), bullets(near))
		}
		found.Draft = strings.Join(parts, "\n\n")
	}
	found.Finding.Near = near
	return found
}

// keyPoints are those of the chapter that is taught, to compare one's own with.
func (c *course) keyPoints(in asking) resolution {
	ch := c.chapter(in.chapter)
	f := Finding{Found: true, Chapter: in.chapter, Title: ch.Title.In(in.language)}
	return resolution{recap(ch.Levels[cmp.Or(in.level, Beginner)], in.language), f}
}

// near are the titles of the answers that a question may mean.
func (c *course) near(question string, in asking) (titles []string) {
	found, _ := c.asked.Find(context.Background(), question, maxNear)
	for _, hit := range found {
		if found[0].Score >= perhaps && hit.Score >= found[0].Score/farBehind {
			titles = append(titles, c.answer(hit.Record.ID).Title.In(in.language))
		}
	}
	return titles
}

// alone answers a question by what it says itself: what a word means by the glossary,
// a situation by the answer to it, else by the section that teaches it.
func (c *course) alone(question string, in asking) resolution {
	if a := c.titled(question); a != nil {
		return c.told(a, in)
	}
	terms := c.glossary.find(question)
	defines := len(terms) > 0 && c.defines(question, terms)
	if !defines || len(terms) > 1 { // what tells words apart is a situation
		enough := func(a *answer) bool {
			elsewhere := in.chapter > 0 && c.chapter(in.chapter).Subject != nil && a.Chapter != in.chapter
			named := c.chapter(a.Chapter).Subject != nil && len(c.asked.Subjects(question)) == 1
			return (named || c.likeliest(question, nil, likely) != nil) && (!elsewhere || c.likeliest(question, nil, likelyTaught) != nil)
		}
		if a := c.likeliest(question, nil, likelyNamed); a != nil && enough(a) {
			return c.told(a, in)
		}
	}
	if defines {
		return explain(terms[:min(len(terms), maxTerms)], in.language)
	}
	if near := c.nearest(question, in, likelyTaught); len(near) > 0 {
		return near[0].told(in)
	}
	return resolution{}
}

// defines tells that a question asks what terms mean, and speaks of nothing else.
func (c *course) defines(question string, terms []*term) bool {
	asks := phrases.Has(korean.Words(question), "defines") || c.glossary.isTerm(korean.Plain(question))
	return asks && !slices.ContainsFunc(c.asked.Subjects(question), func(subject string) bool {
		return !slices.ContainsFunc(korean.Stems(subject), func(stem string) bool { return c.glossary.holds(terms, korean.Tight(stem)) })
	})
}

// follow answers what goes on with the answer before: what the question is near to in
// its chapter, and where it names nothing more of what the course teaches of the same.
// Nothing is told twice.
func (c *course) follow(question string, in asking) resolution {
	about := question
	switch names := c.asked.Subjects(question); {
	case in.example:
		return c.exampleOf(in)
	case len(names) == 0:
		about = in.last.Title
	case len(names) > maxNamed: // says what it is about itself
		return resolution{}
	default:
		found, _ := c.asked.Find(context.Background(), question, closely, in.last.Told...)
		for _, hit := range found {
			if a := c.answer(hit.Record.ID); a.Chapter == in.last.Chapter && hit.Score >= follows {
				return c.told(a, in)
			}
		}
	}
	for _, s := range c.nearest(about, in, follows) {
		if s.chapter == in.last.Chapter && !slices.Contains(in.last.Told, s.id()) {
			return s.goesOn(in)
		}
	}
	return resolution{Finding: Finding{Spent: about != question, Chapter: in.last.Chapter}}
}

// exampleOf is the example that the chapter of the answer before ends with.
func (c *course) exampleOf(in asking) resolution {
	theory := sectionsOf(c.chapter(in.last.Chapter).Levels[cmp.Or(in.level, Beginner)].Theory.In(in.language))
	s := theory[len(theory)-1]
	s.chapter, s.level = in.last.Chapter, cmp.Or(in.level, Beginner)
	if slices.Contains(in.last.Told, s.id()) {
		return resolution{Finding: Finding{Spent: true, Chapter: in.last.Chapter}}
	}
	return s.goesOn(in)
}

// told is an answer as it is given, with the sources of the words that belong to it.
func (c *course) told(a *answer, asked asking) resolution {
	f := asked.found(a.Chapter, a.ID, a.Title.In(asked.language))
	if ch := c.chapter(a.Chapter); ch.Subject != nil {
		f.source(in(asked.language, ch.Sources)...)
	}
	for _, id := range a.Follows {
		f.source(in(asked.language, c.glossary.term(id).Sources)...)
	}
	return resolution{a.Text.In(asked.language), f}
}

// told is the beginning of a section as an answer.
func (s section) told(in asking) resolution {
	title := texts.Say(in.language, "qna.section", "chapter", s.chapter, "title", s.title)
	return resolution{title + "\n\n" + firstParagraphs(s.body), in.found(s.chapter, s.id(), s.title)}
}

// goesOn tells a section as more of the answer before, whose subject stays what is
// talked about.
func (s section) goesOn(in asking) resolution {
	r := s.told(in)
	r.Finding.Title = in.last.Title
	return r
}

// found is the finding of what has an id.
func (in asking) found(chapter int, id, title string) Finding {
	f := Finding{Found: true, Chapter: chapter, Title: title, Told: []string{id}}
	if in.last != nil {
		f.Told = append(f.Told, in.last.Told...)
	}
	return f
}

func explain(terms []*term, language string) resolution {
	f := Finding{Found: true, Chapter: terms[0].Chapter, Title: terms[0].name(language)}
	var parts []string
	for _, t := range terms {
		text := t.Text.In(language)
		if len(terms) > 1 {
			text = "**" + t.name(language) + "** — " + text
		}
		parts = append(parts, text)
		f.Terms = append(f.Terms, t.ID)
		f.source(in(language, t.Sources)...)
	}
	return resolution{strings.Join(parts, "\n\n"), f}
}

// likeliest is the answer that is likeliest the one to a question, of those that were
// not told; nil where none is likely enough.
func (c *course) likeliest(question string, told []string, enough float64) *answer {
	found, _ := c.asked.Find(context.Background(), question, 1, told...)
	if len(found) == 0 || found[0].Score < enough {
		return nil
	}
	return c.answer(found[0].Record.ID)
}

// nearest are the sections that are likely enough to answer a question, the likeliest
// before others.
func (c *course) nearest(question string, in asking, enough float64) (list []section) {
	found, _ := c.taught.Find(context.Background(), question, maxPassages)
	all := c.sectionsIn(in.language)
	for _, hit := range found {
		if i := slices.IndexFunc(all, func(s section) bool { return s.id() == hit.Record.ID }); i >= 0 && hit.Score >= enough {
			list = append(list, all[i])
		}
	}
	return list
}

// firstParagraphs is the beginning of a section, up to some 400 characters.
func firstParagraphs(body string) string {
	var kept []string
	length := 0
	for _, p := range strings.Split(body, "\n\n") {
		length += utf8.RuneCountInString(p)
		if len(kept) > 0 && length > 400 {
			break
		}
		kept = append(kept, p)
	}
	return strings.Join(kept, "\n\n")
}
