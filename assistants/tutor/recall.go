package tutor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/scoring"
)

// aspects are what is wanted of the answer before, by the keys of their phrases: of it
// (aspect.…, or of a lesson, act.…) and, but for the last two, in it (shows.…).
var aspects = []string{"why", "limit", "example", "easier", "summary"}

// tellsBack tells whether a sentence doubts what was told last or puts it in the
// learner's own words; "how do I write it right?" asks something else.
func tellsBack(text string) bool {
	return slices.ContainsFunc(korean.Sentences(text), func(sentence string) bool {
		said := korean.Words(sentence)
		return phrases.Has(said, "doubts") || phrases.Has(said, "tells_back") && !phrases.Has(said, "question.wh")
	})
}

// states tells whether a text asks and wants nothing.
func states(text string) bool {
	said := korean.Words(text)
	return !korean.Asks(text) && !korean.EndsAsking(text) && !phrases.HasAny(said, "asks", "defines", "request", "question.wh")
}

// aspect is what is wanted of the answer before: its beginning, the sentences of it that
// show a reason or a limit, or what its chapter has in a picture or for an example.
func (c *course) aspect(in asking) resolution {
	level, told := c.chapter(in.last.Chapter).Levels[Beginner], korean.Sentences(c.text(in.last, in.language))
	switch in.aspect {
	case "example":
		theory := sectionsOf(level.Theory.In(in.language))
		return in.recalled(theory[len(theory)-1].body)
	case "easier":
		return in.recalled(another(level, in.language))
	case "summary":
		told = told[:min(len(told), 1)]
	default:
		told = slices.DeleteFunc(told, func(s string) bool { return !phrases.Has(korean.Fold(s), "shows."+in.aspect) })
	}
	return in.recalled(strings.Join(told, " "))
}

// recalled is a part of the answer before; of nothing it is none.
func (in asking) recalled(part string) resolution {
	if part == "" {
		return resolution{}
	}
	return resolution{part, *in.last}
}

// part is the sentence of what was told that half of what a text is about stands in, and
// more of it than in any other.
func (c *course) part(text, told string) (part string) {
	words := c.stems(text)
	best := max(1, (len(words)+1)/2)
	for _, sentence := range korean.Sentences(told) {
		if hits := int(shared(words, korean.Plain(sentence))); hits >= best {
			part, best = sentence, hits+1
		}
	}
	return part
}

// stems are the beginnings of the words that say what a text is about.
func (c *course) stems(text string) []string {
	return stems(strings.Join(c.asked.Subjects(text), " "))
}

// judged holds what a learner says against what was told of it, and what is known to be
// right or wrong in its chapter; where sure tells that it is put to be judged, and nothing
// decides it, that is said, with what comes nearest, of this answer or of another.
func (c *course) judged(claim string, sure bool, in asking, found resolution) resolution {
	var other resolution
	if !found.Finding.Found {
		last := c.text(in.last, in.language)
		part, told := c.part(claim, last), korean.Sentences(last)
		if part == "" && len(c.asked.Subjects(claim)) > 1 && !phrases.Has(korean.Words(claim), "doubts") {
			other = c.have(claim, in)
		}
		found = in.recalled(cmp.Or(part, strings.Join(told[:min(len(told), 1)], "")))
	}
	if start, _, ok := phrases.Find(claim, "tag"); ok {
		claim = claim[:start] // "isn't it?" denies nothing
	}
	switch verdict, by := c.verdict(claim, found.Finding.Chapter); {
	case by != nil:
		found = c.told(by, in)
		found.Draft = texts.Say(in.language, "qna."+verdict) + "\n\n" + found.Draft
	case other.Finding.Found:
		return other
	case c.agrees(claim, found.Draft, in.language):
		found.Draft = texts.Say(in.language, "qna.agrees") + "\n\n" + found.Draft
	case sure:
		found.Draft = texts.Say(in.language, "qna.own_words") + "\n\n" + found.Draft
	}
	return found
}

// agrees tells whether most words of a claim stand in what was told, and in a sentence that
// denies only if the claim does; what goes further ("always", "more than") is left open.
func (c *course) agrees(claim, told, language string) bool {
	for _, term := range c.glossary.find(claim) {
		told += "\n" + term.Text.In(language)
	}
	words, part := c.stems(claim), c.part(claim, told)
	denies := func(text string) bool { return phrases.Has(korean.Words(text), "denies") }
	return len(words) >= 3 && 3*shared(words, korean.Plain(told)) >= 2*float64(len(words)) &&
		part != "" && denies(part) == denies(claim) && !phrases.Has(korean.Words(claim), "goes_further")
}

// verdict is "right" or "wrong" by the answer of a chapter that decides a claim.
func (c *course) verdict(claim string, chapter int) (string, *answer) {
	for i, a := range c.answers {
		for _, known := range a.Claims {
			if a.Chapter == chapter && scoring.Claims(claim, known.Terms) {
				return known.Verdict, &c.answers[i]
			}
		}
	}
	return "", nil
}

// text is what a finding told of words or of a situation; "" is a section of a chapter.
func (c *course) text(f *Finding, language string) string {
	switch {
	case f == nil || len(f.Terms)+len(f.Told) == 0:
	case len(f.Terms) > 0:
		return c.glossary.term(f.Terms[0]).Text.In(language)
	case c.answer(f.Told[0]) != nil:
		return c.answer(f.Told[0]).Text.In(language)
	}
	return ""
}
