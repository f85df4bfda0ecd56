package tutor

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/korean"
)

// Finding is what the resolver found for a question.
type Finding struct {
	Found bool `json:"found"`
	// Health tells that body and health are asked about, which is for doctors.
	Health  bool     `json:"health,omitempty"`
	Terms   []string `json:"terms,omitempty"`
	Chapter int      `json:"chapter,omitempty"`
	Sources []string `json:"sources,omitempty"`
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
		s.say(QnAResolver, messageTool, assistant.Cut(found.Draft, maxScript), now)
	})
}

// resolution is an answer to a question and what it rests on.
type resolution struct {
	Draft   string  `json:"draft"`
	Finding Finding `json:"finding"`
}

// maxPassages is how many sections of the course a model is shown.
const maxPassages = 4

// passages are the words of the glossary and the sections that have to do
// with a question, the nearest first.
func (c *course) passages(question string, chapter int, level, language string) []passage {
	question = assistant.Cut(question, maxRead)
	var list []passage
	add := func(chapter int, title, text string) {
		list = append(list, passage{Number: len(list) + 1, Title: title, Text: text, chapter: chapter})
	}
	terms := c.glossary.find(question)
	for _, term := range terms[:min(len(terms), maxTerms)] {
		add(term.Chapter, term.name(language), term.Text.In(language))
	}
	for _, s := range c.nearest(contentWords(question), chapter, level, language, 1) {
		if len(list) == maxTerms+maxPassages {
			break
		}
		add(s.chapter, texts.Say(language, "qna.passage", "chapter", s.chapter, "title", s.title), s.body)
	}
	return list
}

// resolve answers from the glossary, else from the theory that says most of
// the question's words, else says that it can't.
func (c *course) resolve(question string, chapter int, level, language string) resolution {
	question = assistant.Cut(question, maxRead)
	if phrases.Has(question, "health") {
		return resolution{Finding: Finding{Health: true}}
	}
	terms := c.glossary.find(question)
	words := contentWords(question)
	if len(terms) == 1 && terms[0].everywhere() && len(words) > 2 {
		terms = nil // the rest tells more
	}
	if v := c.glossary.apart(terms); v != nil && len(terms) >= 2 {
		return resolution{v.Text.In(language), Finding{Found: true, Terms: v.Of, Chapter: c.glossary.term(v.Of[0]).Chapter}}
	}
	if len(terms) > 0 {
		return explain(terms[:min(len(terms), maxTerms)], language)
	}
	near := c.nearest(words, chapter, level, language, max(2, (len(words)+1)/2))
	if len(near) == 0 {
		if terms = c.glossary.find(question); len(terms) > 0 { // at least what the rest asks about
			return explain(terms[:1], language)
		}
		return resolution{}
	}
	s := near[0]
	title := texts.Say(language, "qna.section", "chapter", s.chapter, "title", s.title)
	return resolution{title + "\n\n" + firstParagraphs(s.body), Finding{Found: true, Chapter: s.chapter}}
}

func explain(terms []*term, language string) resolution {
	f := Finding{Found: true, Chapter: terms[0].Chapter}
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

// nearest are the sections that say so many of the words at least, those
// that say most of them first; of the same, those of the chapter and the level.
func (c *course) nearest(words []string, chapter int, level, language string, least int) []section {
	var found []section
	for _, s := range c.sectionsIn(language) {
		hits := 0
		for _, w := range words {
			if strings.Contains(s.plain, w) {
				s.score += 10 * utf8.RuneCountInString(w)
				hits++
			}
		}
		if s.chapter == chapter {
			s.score += 5
		}
		if s.level == level {
			s.score += 4
		}
		if hits >= least {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b section) int { return b.score - a.score })
	return found
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

// contentWords are a question's words without particles, endings and the
// words that only ask.
func contentWords(question string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(korean.Fold(question), func(r rune) bool { return !korean.InWord(r) }) {
		if m := phrases.Match(w, "question.particle"); m != nil {
			w = m[1]
		}
		if utf8.RuneCountInString(w) > 1 && !phrases.Has(w, "question.empty") && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}
