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
// once. A place or a thing that the question only tells a story with is none:
// "집주인이 미국에 사는데" asks for no law of America.
func (l *Library) Gaps(text string) []Gap {
	lexicon := &l.pack.lexicon
	var gaps []Gap
	for _, place := range lexicon.abroad(text) {
		gaps = append(gaps, Gap{GapPlace, place})
	}
	for _, law := range lexicon.unknownLaws(text) {
		gaps = append(gaps, Gap{GapLaw, law.name})
	}
	for _, ref := range lexicon.references(text) {
		if len(l.covering(ref)) == 0 {
			gaps = append(gaps, Gap{GapArticle, strings.TrimSpace(ref.Law + " " + ref.article())})
		}
	}
	if len(gaps) == 0 { // else the words around it are of the same unknown thing
		for _, word := range l.unheld(text) {
			gaps = append(gaps, Gap{GapTerm, word})
		}
	}
	return slices.CompactFunc(gaps, func(a, b Gap) bool { return a == b })
}

// unheld are the words for what is asked about that no index knows.
func (l *Library) unheld(text string) []string {
	text = normalise(text)
	told := make([]bool, len(text)+1)
	for _, m := range l.pack.lexicon.find(text) {
		for i := m.start; i < m.end; i++ {
			told[i] = true
		}
	}
	var list []string
	for _, w := range l.pack.lexicon.asked(text) {
		if noun := l.unknownNoun(text, w, told); noun != "" {
			list = appendNew(list, noun)
		}
	}
	if IsExistence(text) {
		for _, figure := range multiple.FindAllString(text, -1) {
			list = appendNew(list, figure)
		}
	}
	return list
}

// multiple is how many times as much: a figure that a made-up rule likes.
// Articles put it otherwise ("배액"), so that none is known by it.
var (
	multiple = regexp.MustCompile(`(?:두|세|네|다섯|열|백|\d+)\s?배`)
	times    = regexp.MustCompile(`^배(?:가|로|를|나|의)?$`) // the second word of one
)

// unknownNoun is the noun of a word when nothing knows it, else "". A word
// that the lexicon knows in part is known, unless the rest makes another
// thing of it: 상속세 is not what is said of 상속, and where it is asked
// whether there is such a rule, 왼손잡이 is no 손잡이.
func (l *Library) unknownNoun(text string, w span, told []bool) string {
	lexicon := &l.pack.lexicon
	word, noun := w.text, nounOf(w.text)
	if m := condition.FindStringSubmatch(word); m != nil {
		word, noun = m[1], m[1]
	}
	if slices.Contains(told[w.start:w.end], true) {
		rests := uncovered(text, w, told)
		suffixed := len(rests) == 1 && strings.HasSuffix(w.text, rests[0]) && another.MatchString(rests[0])
		prefixed := len(rests) > 0 && strings.HasPrefix(word, rests[0]) && IsExistence(text)
		if !suffixed && !prefixed {
			return ""
		}
	} else if lexicon.empty(word) || lexicon.stopped(noun) || lexicon.faint(noun) {
		return ""
	}
	if times.MatchString(noun) || lexicon.noLaw(noun) || l.holds(noun) || l.misspelt(noun) {
		return ""
	}
	return noun
}

var (
	// condition is a noun in the way of a condition: "왼손잡이면".
	condition = regexp.MustCompile(`^(.{2,}이)(?:면|라면)$`)
	// another is a syllable that makes another noun of the word before it.
	another = regexp.MustCompile(`^(?:세|금|죄|권|증|보험|연금)(?:[은는이가을를의도]|에|에서|로)?$`)
)

// misspelt tells whether a long word is a known one but for one syllable
// that sounds alike: 확정일짜 is 확정일자.
func (l *Library) misspelt(word string) bool {
	const long = 4
	runes := []rune(word)
	if len(runes) < long {
		return false
	}
	return slices.ContainsFunc(l.articles.stats, func(s termStats) bool {
		known, ok := strings.CutPrefix(s.text, wordMark)
		return ok && len(known) == len(word) && slipped(runes, known)
	})
}

// slipped tells whether two words differ in one syllable that sounds alike.
func slipped(runes []rune, other string) bool {
	i, slips := 0, 0
	for _, r := range other {
		switch {
		case i >= len(runes):
			return false
		case runes[i] == r:
		case soundsAlike(runes[i], r):
			slips++
		default:
			return false
		}
		i++
	}
	return slips == 1
}

// soundsAlike tells whether two Hangul syllables share two of their three
// parts.
func soundsAlike(x, y rune) bool {
	const first, last, vowels, finals = '가', '힣', 21, 28
	if x < first || x > last || y < first || y > last {
		return false
	}
	x, y = x-first, y-first
	same := 0
	for _, part := range [][2]rune{
		{x / (vowels * finals), y / (vowels * finals)}, {x / finals % vowels, y / finals % vowels}, {x % finals, y % finals},
	} {
		if part[0] == part[1] {
			same++
		}
	}
	return same == 2
}

// holds tells whether any index has a word, or all parts of a compound.
func (l *Library) holds(word string) bool {
	indexes := []*Index{l.articles, l.tables, l.loans}
	if l.beyond != nil {
		indexes = append(indexes, l.beyond.index)
	}
	one := func(word string) bool {
		return slices.ContainsFunc(indexes, func(x *Index) bool { return x.knows(word) })
	}
	return slices.ContainsFunc(stemsOf(word), func(stem string) bool { return composed(stem, one) })
}

// knows tells whether a word stands in the index.
func (x *Index) knows(word string) bool {
	n, ok := x.terms[wordMark+word]
	return ok && x.stats[n].chunks > 0
}

// composed tells whether a word is known, or is put together of known words
// of two syllables and more.
func composed(word string, known func(word string) bool) bool {
	if known(word) {
		return true
	}
	runes := []rune(word)
	for i := 2; i+2 <= len(runes); i++ {
		if known(string(runes[:i])) && composed(string(runes[i:]), known) {
			return true
		}
	}
	return false
}

// empty tells whether a word is no subject by itself: a stop word, a number,
// a weak word or what looks like a verb.
func (l *Lexicon) empty(word string) bool {
	return l.stopped(word) || l.faint(word) || verbLike(word)
}
