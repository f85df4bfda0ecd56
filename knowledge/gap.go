package knowledge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// The kinds of what a library does not hold.
const (
	GapPlace   = "place"   // the law of another country
	GapLaw     = "law"     // a law that is named
	GapArticle = "article" // an article of a law that is there
	GapTerm    = "term"    // a word for what is asked about
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
	if len(gaps) == 0 { // else the words around it are of the same unknown thing
		for _, word := range l.unheld(text) {
			add(GapTerm, word)
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

// unheld are the words for what is asked about that no index knows.
func (l *Library) unheld(text string) []string {
	text = normalise(text)
	taken := make([]bool, len(text))
	for _, m := range l.pack.lexicon.terms.scan(text, asTerm) {
		take(taken, m.start, m.end)
	}
	existence := IsExistence(text)
	var list []string
	for _, w := range l.pack.lexicon.asked(text) {
		if noun := l.unknownNoun(w, untaken(w, taken), existence); noun != "" {
			list = append(list, noun)
		}
	}
	if existence {
		// How many times as much is a figure that made-up rules like, and
		// articles put otherwise ("배액").
		for _, at := range phrases.FindAll(text, "question.multiple") {
			list = append(list, text[at[0]:at[1]])
		}
	}
	return list
}

// unknownNoun is the noun of a word when nothing knows it, else "". A word
// that the lexicon knows in part is known, unless the rest makes another
// thing of it: 상속세 is not what is said of 상속, and where it is asked
// whether there is such a rule, 왼손잡이 is no 손잡이.
func (l *Library) unknownNoun(w span, rests []string, existence bool) string {
	lexicon := &l.pack.lexicon
	word, noun := w.text, nounOf(w.text)
	if m := phrases.Match(word, "word.condition"); m != nil {
		word, noun = m[1], m[1]
	}
	whole := len(rests) == 1 && rests[0] == w.text
	switch {
	case whole && (lexicon.empty(word) || lexicon.stopped(noun) || lexicon.faint(noun)):
		return ""
	case !whole:
		suffixed := len(rests) == 1 && strings.HasSuffix(w.text, rests[0]) && phrases.Has(rests[0], "word.another")
		prefixed := len(rests) > 0 && strings.HasPrefix(word, rests[0]) && existence
		if !suffixed && !prefixed {
			return ""
		}
	}
	if phrases.Has(noun, "word.times") || lexicon.noLaw(noun) || l.holds(noun) || l.misspelt(noun) {
		return ""
	}
	return noun
}

// empty tells whether a word is no subject by itself: a stop word, a number,
// a weak word or what looks like a verb.
func (l *lexicon) empty(word string) bool {
	return l.stopped(word) || l.faint(word) || verbLike(word)
}

// misspelt tells whether a long word sounds like a known one: 확정일짜 is
// 확정일자.
func (l *Library) misspelt(word string) bool {
	const long = 4
	return utf8.RuneCountInString(word) >= long && l.articles.sounds[strings.Map(korean.Sound, word)]
}

// maxCompound is how many syllables a compound has at most.
const maxCompound = 20

// holds tells whether any index has a word, or all parts of a compound.
func (l *Library) holds(word string) bool {
	return slices.ContainsFunc(stemsOf(word), func(stem string) bool {
		runes := []rune(stem)
		return len(runes) <= maxCompound && l.composed(runes) || l.knows(stem)
	})
}

// composed tells whether a word is put together of known words of two
// syllables and more.
func (l *Library) composed(word []rune) bool {
	reached := make([]bool, len(word)+1) // from the beginning, by known words
	reached[0] = true
	for from := range word {
		for to := from + 2; reached[from] && to <= len(word); to++ {
			reached[to] = reached[to] || l.knows(string(word[from:to]))
		}
	}
	return reached[len(word)]
}
