package knowledge

import (
	"regexp"
	"slices"
	"strings"
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
func (l *Lexicon) abroad(text string) []string {
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

// What makes a place a matter of somebody and not of the law: where they
// live, come from or go to.
var (
	personAfter  = regexp.MustCompile(`^(?:(?:에서|에)\s*(?:서\s*)?(?:사는|사시|살|계신|계시|있는|있어|거주|온|오신|왔|일하|근무|출장|유학|체류|머무|지내|송금|보낸|들어온|나가|가 있|가있)|인|\s*(?:사람|국적|시민|영주권|교포|동포|유학|주재원|여권|은행|국민)|(?:으로|로)\s*(?:발령|이민|이사|출국|유학|출장|떠|가|갔|돌아))`)
	personBefore = regexp.MustCompile(`(?:from|lives? in|living in|lived in|moved? to|moving to|moved back to|work(?:s|ing)? in|citizens? of|born in|stays? in|staying in|currently in|is in|am in|an?)\s+(?:the\s+)?$`)
	personBehind = regexp.MustCompile(`^(?:n\b|\s+(?:citizen|national|passport|expat|embassy|bank|army|military|soldier|company|person|landlord|tenant|owner))`)
)

// maxAround is how far from a place it is read whose place it is, in bytes.
const maxAround = 60

func ofAPerson(text string, start, end int) bool {
	before, after := text[max(0, start-maxAround):start], text[end:min(len(text), end+maxAround)]
	return personAfter.MatchString(after) || personBefore.MatchString(before) || personBehind.MatchString(after)
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
		list = append(list, multiple.FindAllString(text, -1)...)
	}
	return list
}

// multiple is how many times as much: a figure that a made-up rule likes.
// Articles put it otherwise ("배액"), so that none is known by it.
var (
	multiple = regexp.MustCompile(`(?:두|세|네|다섯|열|백|\d+)\s?배`)
	times    = regexp.MustCompile(`^배(?:가|로|를|나|의)?$`) // the second word of one
	// condition is a noun in the way of a condition: "왼손잡이면".
	condition = regexp.MustCompile(`^(.{2,}이)(?:면|라면)$`)
	// another is a syllable that makes another noun of the word before it.
	another = regexp.MustCompile(`^(?:세|금|죄|권|증|보험|연금)(?:[은는이가을를의도]|에|에서|로)?$`)
)

// unknownNoun is the noun of a word when nothing knows it, else "". A word
// that the lexicon knows in part is known, unless the rest makes another
// thing of it: 상속세 is not what is said of 상속, and where it is asked
// whether there is such a rule, 왼손잡이 is no 손잡이.
func (l *Library) unknownNoun(w span, rests []string, existence bool) string {
	lexicon := &l.pack.lexicon
	word, noun := w.text, nounOf(w.text)
	if m := condition.FindStringSubmatch(word); m != nil {
		word, noun = m[1], m[1]
	}
	whole := len(rests) == 1 && rests[0] == w.text
	switch {
	case whole && (lexicon.empty(word) || lexicon.stopped(noun) || lexicon.faint(noun)):
		return ""
	case !whole:
		suffixed := len(rests) == 1 && strings.HasSuffix(w.text, rests[0]) && another.MatchString(rests[0])
		prefixed := len(rests) > 0 && strings.HasPrefix(word, rests[0]) && existence
		if !suffixed && !prefixed {
			return ""
		}
	}
	if times.MatchString(noun) || lexicon.noLaw(noun) || l.holds(noun) || l.misspelt(noun) {
		return ""
	}
	return noun
}

// empty tells whether a word is no subject by itself: a stop word, a number,
// a weak word or what looks like a verb.
func (l *Lexicon) empty(word string) bool {
	return l.stopped(word) || l.faint(word) || verbLike(word)
}

// misspelt tells whether a long word is a known one but for one syllable
// that sounds alike: 확정일짜 is 확정일자.
func (l *Library) misspelt(word string) bool {
	const least, most = 4, 20
	runes := []rune(word)
	if len(runes) < least || len(runes) > most {
		return false
	}
	for i, r := range runes {
		for _, runes[i] = range soundingLike(r) {
			if l.articles.knows(string(runes)) {
				return true
			}
		}
		runes[i] = r
	}
	return false
}

// soundingLike are the Hangul syllables that share two of a syllable's three
// parts.
func soundingLike(r rune) []rune {
	const base, initials, vowels, finals = 0xAC00, 19, 21, 28
	r -= base
	if r < 0 || r >= initials*vowels*finals {
		return nil
	}
	var list []rune
	for _, part := range [...]struct{ step, count rune }{{vowels * finals, initials}, {finals, vowels}, {1, finals}} {
		without := r - r/part.step%part.count*part.step
		for i := range part.count {
			if other := without + i*part.step; other != r {
				list = append(list, base+other)
			}
		}
	}
	return list
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

// knows tells whether any index has a word.
func (l *Library) knows(word string) bool {
	return slices.ContainsFunc(l.indexes(), func(x *Index) bool { return x.knows(word) })
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
