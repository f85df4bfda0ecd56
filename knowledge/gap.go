package knowledge

import (
	"slices"
	"strings"
)

// The kinds of what a library does not hold.
const (
	GapPlace   = "place"   // the law of another country
	GapLaw     = "law"     // a law that is named
	GapArticle = "article" // an article of a law that is there
)

// Gap is something that a question asks for and the library does not hold:
// what is found in spite of it is near, and no answer.
type Gap struct {
	Kind string `json:"kind"`
	// Term is the thing in the question's words.
	Term string `json:"term"`
}

// Gaps lists what a question asks for that the library does not hold, each
// once; of a long text it reads the beginning and the end. A place or a thing
// that the question only tells a story with is none: "집주인이 미국에 사는데"
// asks for no law of America.
func (l *Library) Gaps(text string) []Gap {
	text = ends(text)
	lexicon := &l.pack.lexicon
	var gaps []Gap
	add := func(kind, term string) {
		if gap := (Gap{kind, term}); !slices.Contains(gaps, gap) {
			gaps = append(gaps, gap)
		}
	}
	for _, place := range lexicon.abroad(text) {
		add(GapPlace, place)
	}
	for _, law := range lexicon.unknownLaws(text, lexicon.mentions(text)) {
		add(GapLaw, law.value)
	}
	for _, ref := range lexicon.references(text) {
		if len(l.covering(ref)) == 0 {
			add(GapArticle, strings.TrimSpace(ref.Law+" "+ref.article()))
		}
	}
	return gaps
}

// abroad are the places outside the library's country whose law a question
// asks for. None where the question also speaks of a place at home.
func (l *lexicon) abroad(text string) []string {
	text = normalise(text)
	var places []string
	for _, m := range l.places.scan(text, asWord) {
		switch {
		case m.value == "":
			return nil
		case !ofAPerson(text, m.start, m.end):
			places = append(places, m.value)
		}
	}
	return places
}

// maxAround is how far from a place it is read whose place it is, in bytes.
const maxAround = 60

// ofAPerson tells whether a place is a matter of somebody and not of the law:
// where they live, come from or go to.
func ofAPerson(text string, start, end int) bool {
	before, after := text[max(0, start-maxAround):start], text[end:min(len(text), end+maxAround)]
	return phrases.Has(after, "place.whose") || phrases.Has(before, "place.from")
}
