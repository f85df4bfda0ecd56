package tutor

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/guard"
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
	// Beside tells that what was told is near to the question, and may not answer it.
	Beside bool `json:"beside,omitempty"`
	// Near are the titles of answers that may be meant where none is likely enough.
	Near []string `json:"near,omitempty"`
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
	aspect          string // of the answer before that is wanted
}

func (s *TutorState) asking() asking {
	in := asking{level: s.UserType, language: s.Language, last: s.Last, aspect: s.Turn.Aspect}
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
	clearly      = 1.4  // times likelier than the next, which is told at once
)

// How much of what a question says an answer holds at least. One that holds less than half
// shares a word with it and is of something else: it is told as what is near, unless it is
// very likely; one that hardly holds anything is not near.
const meets, touches = 0.45, 0.3

// maxNear is how many answers are named of which one may be meant, closely how many are
// looked through for one of the chapter before, and maxNamed how many words of its own a
// question names that goes on with another.
const maxNear, closely, maxNamed = 3, 10, 2

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
	if found, _ := c.asked.Find(context.Background(), question, 1); len(found) > 0 && found[0].Score >= knowledge.Doubtful {
		a := c.answer(found[0].Record.ID)
		add(a.Chapter, a.Title.In(in.language), a.Text.In(in.language))
	}
	near := c.nearest(question, in, 0)
	for _, s := range near[:min(len(near), maxTerms+maxPassages-len(list))] {
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
	if named := len(c.asked.Subjects(question)) > 0; in.aspect == "" || named && (in.aspect == "example" || korean.Asks(question)) {
		found = c.alone(question, in)
	}
	sure := phrases.Has(korean.Words(question), "own_words") || tellsBack(question)
	switch tries := sure || in.last != nil && states(question); {
	case tries && in.aspect == "" && (found.Finding.Found || in.last != nil):
		found = c.judged(question, sure || !found.Finding.Found || found.Finding.Title == in.last.Title, in, found)
	case found.Finding.Found:
	case in.last != nil:
		found = c.follow(question, in)
	case sure && in.chapter > 0 && !phrases.Has(korean.Words(question), "question.wh"): // what was taught, to compare one's own with, if that is of it
		taught := recap(c.chapter(in.chapter).Levels[cmp.Or(in.level, Beginner)], in.language)
		f := Finding{Found: phrases.Has(korean.Words(question), "own_words") || c.part(question, taught) != "", Chapter: in.chapter, Title: c.chapter(in.chapter).Title.In(in.language)}
		found = resolution{taught, f}
	}
	if !found.Finding.Found {
		return c.have(question, in)
	}
	if phrases.Has(question, "code") && c.chapter(found.Finding.Chapter).Subject != nil {
		found.Draft += "\n\n" + texts.Say(in.language, "qna.not_run")
	}
	return found
}

// have is what there is on a question that nothing surely answers: what its words mean,
// or the answer that is clearly likelier than others, with the titles of those that may
// be meant. Of what only comes near, its first sentence, and where it is taught.
func (c *course) have(question string, in asking) (found resolution) {
	terms := slices.DeleteFunc(c.glossary.find(question), (*term).everywhere)
	near, ahead, held := c.near(question, in)
	switch {
	case len(terms) > 0:
		terms = terms[:min(len(terms), maxTerms)]
		found = explain(terms, in.language)
		found.Finding.Beside = !slices.ContainsFunc(korean.Sentences(question), func(sentence string) bool {
			foreign, subjects := c.foreign(sentence, terms)
			return subjects > 0 && 2*foreign <= subjects && (tellsBack(sentence) || phrases.Has(korean.Words(sentence), "defines"))
		})
	case ahead != nil && !guard.Orders(question): // an order is no question that an answer may be near to
		found = c.told(ahead, in)
		words := c.stems(question)
		found.Finding.Beside = held < meets || 2*shared(words, korean.Plain(found.Finding.Title+found.Draft)) < float64(len(words))
	}
	lead := "qna.have"
	switch {
	case !found.Finding.Found:
	case found.Finding.Beside:
		lead, found.Draft = "qna.nearest", korean.Sentences(found.Draft)[0]
	case len(terms) == 0:
		near = near[1:] // which is told
	}
	if found.Finding.Near = near; !found.Finding.Found {
		return found
	}
	found.Draft = texts.Say(in.language, lead, "title", found.Finding.Title, "chapter", found.Finding.Chapter) + "\n\n" + found.Draft
	if len(near) > 0 {
		found.Draft += "\n\n" + texts.Say(in.language, "qna.near") + "\n\n" + bullets(near)
	}
	return found
}

// near are the titles of the answers that a question may mean, and the first of them
// where it is clearly likelier than the next, with how much of the question it holds.
func (c *course) near(question string, in asking) (titles []string, ahead *answer, held float64) {
	found, _ := c.asked.Find(context.Background(), question, maxNear)
	for i, hit := range found {
		a := c.answer(hit.Record.ID)
		if found[0].Score >= perhaps && found[0].Share >= touches && hit.Score >= found[0].Score/farBehind {
			titles = append(titles, a.Title.In(in.language))
		}
		if i == 0 && len(titles) > 0 && !c.elsewhere(a, in) && (len(found) == 1 || hit.Score >= clearly*found[1].Score) {
			ahead, held = a, hit.Share
		}
	}
	return titles, ahead, held
}

// elsewhere tells that an answer is of another chapter than the subject that is taught.
func (c *course) elsewhere(a *answer, in asking) bool {
	return in.chapter > 0 && c.chapter(in.chapter).Subject != nil && a.Chapter != in.chapter
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
			named := c.chapter(a.Chapter).Subject != nil && len(c.asked.Subjects(question)) == 1
			return (named || c.likeliest(question, nil, likely) != nil) && (!c.elsewhere(a, in) || c.likeliest(question, nil, likelyTaught) != nil)
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
	foreign, _ := c.foreign(question, terms)
	return asks && foreign == 0
}

// foreign counts the subjects of a question that are in no name of its terms, and all.
func (c *course) foreign(question string, terms []*term) (foreign, all int) {
	subjects := c.asked.Subjects(question)
	own := slices.DeleteFunc(slices.Clone(subjects), func(subject string) bool {
		return !slices.ContainsFunc(korean.Stems(subject), func(stem string) bool { return c.glossary.holds(terms, korean.Tight(stem)) })
	})
	return len(subjects) - len(own), len(subjects)
}

// follow answers what goes on with the answer before: what is wanted of it, what the
// question is near to in its chapter, or a sentence of it.
func (c *course) follow(question string, in asking) resolution {
	if found := c.aspect(in); found.Finding.Found {
		return found
	}
	names := len(c.asked.Subjects(question))
	found, _ := c.asked.Find(context.Background(), question, closely, in.last.Told...)
	for _, hit := range found {
		if a := c.answer(hit.Record.ID); names > 0 && names <= maxNamed && a.Chapter == in.last.Chapter && hit.Score >= follows {
			return c.told(a, in)
		}
	}
	return in.recalled(c.part(question, c.text(in.last, in.language)))
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
	begins, _, _ := strings.Cut(s.body, "\n\n")
	return resolution{title + "\n\n" + begins, in.found(s.chapter, s.id(), s.title)}
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
// not told; nil where none is likely enough, or holds too little of the question.
func (c *course) likeliest(question string, told []string, enough float64) *answer {
	found, _ := c.asked.Find(context.Background(), question, 1, told...)
	if len(found) == 0 || found[0].Score < enough || found[0].Share < meets && found[0].Score < likelyTaught {
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
