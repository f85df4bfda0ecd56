package tutor

import (
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// tellsBack tells whether folded words doubt what was told last or put it in the
// learner's own; "how do I write it right?" asks something else.
func tellsBack(said string) bool {
	return phrases.Has(said, "doubts") || phrases.Has(said, "tells_back") && !phrases.Has(said, "question.wh")
}

// states tells whether a text asks and wants nothing.
func states(text string) bool {
	said := korean.Words(text)
	return !korean.Asks(text) && !korean.EndsAsking(text) && !phrases.HasAny(said, "asks", "defines", "request", "question.wh")
}

// recalled is what was told last, where a text goes back to it: all of it, or the key
// points of the chapter, to compare one's own with, else its sentence that half of what
// the text is about stands in, and more of it than in any other. none is what there is
// else.
func (c *course) recalled(text string, own, back bool, in asking, none resolution) resolution {
	told := c.text(in.last, in.language)
	switch {
	case back && told != "":
		return resolution{told, *in.last}
	case own && in.chapter > 0:
		return c.keyPoints(in)
	}
	part, words := "", stems(strings.Join(c.asked.Subjects(text), " "))
	best := max(1, (len(words)+1)/2)
	for _, sentence := range korean.Sentences(told) {
		if hits := int(shared(words, korean.Plain(sentence))); hits >= best {
			part, best = sentence, hits+1
		}
	}
	if part == "" {
		return none
	}
	return resolution{texts.Say(in.language, "qna.said_before") + "\n\n" + strings.TrimSpace(part), *in.last}
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
