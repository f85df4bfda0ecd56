package planning

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/korean"
)

// term is a word of the lexicon and what it stands for.
type term struct {
	concepts []int32 // indices into Config.Concepts
	region   int32   // index into the gazetteer, -1 for none
	runes    int
	open     bool // matches what begins with it
	hangul   bool
}

// edge leads from a node of the trie over normalised runes to the next.
type edge struct {
	from int32
	r    rune
}

// lexicon finds the words of a domain in a text, longest first, at the
// boundaries of Korean and English words.
type lexicon struct {
	edges map[edge]int32
	nodes []int32 // by node: index into terms, -1 for none
	terms []term
	sound bool // compares words by their sound
}

func newLexicon(sound bool) *lexicon {
	return &lexicon{sound: sound, edges: map[edge]int32{}, nodes: []int32{-1}}
}

// next is where a rune leads from a node; false is nowhere.
func (l *lexicon) next(from int32, r rune) (int32, bool) {
	if l.sound {
		r = korean.Sound(r)
	}
	to, ok := l.edges[edge{from, r}]
	return to, ok
}

// add enters a word for a concept or a region (the other is -1). Korean
// phrases are entered without their spaces as well.
func (l *lexicon) add(word string, concept, region int32) {
	open := strings.HasSuffix(word, "~")
	word = normalise(strings.TrimSuffix(word, "~")).norm
	if word == "" || l.sound && utf8.RuneCountInString(word) < 2 {
		return
	}
	l.insert(word, concept, region, open)
	if joined := strings.ReplaceAll(word, " ", ""); joined != word && korean.BeginsHangul(word) {
		l.insert(joined, concept, region, open)
	}
}

func (l *lexicon) insert(word string, concept, region int32, open bool) {
	at := int32(0)
	for _, r := range word {
		next, ok := l.next(at, r)
		if !ok {
			if l.sound {
				r = korean.Sound(r)
			}
			next = int32(len(l.nodes))
			l.nodes, l.edges[edge{at, r}] = append(l.nodes, -1), next
		}
		at = next
	}
	if l.nodes[at] < 0 {
		l.nodes[at] = int32(len(l.terms))
		l.terms = append(l.terms, term{region: -1, runes: utf8.RuneCountInString(word), hangul: korean.BeginsHangul(word)})
	}
	t := &l.terms[l.nodes[at]]
	t.open = t.open || open
	if region >= 0 && t.region < 0 {
		t.region = region
	}
	if concept >= 0 {
		t.concepts = append(t.concepts, concept)
	}
}

// hit is a word of the lexicon in a text; offsets are bytes of text.norm.
type hit struct {
	term       *term
	start, end int
	waved      bool // waved aside: "대출 말고"
}

// token is a run of letters and digits between spaces and punctuation.
type token struct {
	start, end int
	runes      int
	known      bool // a word of the lexicon, a number or nothing to know
	content    bool // holds a word that is no filler
}

// tokenise cuts a text at spaces and punctuation; "%" and "㎡" stay, and so
// does a hyphen or an apostrophe before a letter.
func tokenise(s string) []token {
	var tokens []token
	within := false
	for i, r := range s {
		inner := within && (r == '-' || r == '\'') && i+1 < len(s) && (isLatin(s[i+1]) || s[i+1] >= utf8.RuneSelf)
		was := within
		within = inner || korean.InWord(r) || r == '㎡' || r == '%'
		if !within {
			continue
		}
		if !was {
			tokens = append(tokens, token{start: i})
		}
		tok := &tokens[len(tokens)-1]
		tok.end, tok.runes = i+utf8.RuneLen(r), tok.runes+1
	}
	return tokens
}

// maxTerm bounds the runes that a term may span, which keeps the search
// linear in the length of the text.
const maxTerm = 40

// walk gives the terms that begin at s[at:], shortest first, until one is
// taken; depth is their length in runes.
func (l *lexicon) walk(s string, at int, take func(t *term, end, depth int) bool) {
	n := int32(0)
	for depth := 1; at < len(s) && depth <= maxTerm; depth++ {
		r, size := utf8.DecodeRuneInString(s[at:])
		next, ok := l.next(n, r)
		if !ok {
			return
		}
		n, at = next, at+size
		if id := l.nodes[n]; id >= 0 && take(&l.terms[id], at, depth) {
			return
		}
	}
}

// longest is the longest term that begins at s[at:] and ends where a word
// may end, with that place; tok is the token that at lies in.
func (l *lexicon) longest(s string, at int, tok token, first bool) (*term, int) {
	var best *term
	bestEnd := at
	l.walk(s, at, func(t *term, end, _ int) bool {
		if l.endsWell(s, at, end, tok, t, first) {
			best, bestEnd = t, end
		}
		return false
	})
	return best, bestEnd
}

// endsWell tells whether a term that ends at end is a word of its own there.
func (l *lexicon) endsWell(s string, at, end int, tok token, t *term, first bool) bool {
	if !t.hangul {
		return !continuesLatin(s, end) || inflected(s[end:wordEnd(s, end)])
	}
	stop := tok.end
	if end > stop {
		stop = wordEnd(s, end)
	}
	rest := s[end:stop]
	if rest == "" || t.open {
		return t.runes > 1 || rest == "" || first
	}
	if korean.IsParticle(rest) {
		return t.runes > 1 || first
	}
	if t.runes < 2 {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if strings.ContainsRune(verbal, next) {
		return true
	}
	if tok.runes >= runOn || next < utf8.RuneSelf {
		return true
	}
	return l.beginsTerm(s, end)
}

// verbal are the syllables by which a noun becomes a verb: 검토하고,
// 인상됐다, 거절당했는데, 계산한.
const verbal = "하해했할한함합되된될됐돼됨당"

// runOn is the length in runes from which a token is taken for several words
// written without spaces.
const runOn = 7

// beginsTerm tells whether a term of two runes or more begins at s[at:],
// perhaps behind a particle of one rune.
func (l *lexicon) beginsTerm(s string, at int) bool {
	if l.prefixTerm(s, at) {
		return true
	}
	r, size := utf8.DecodeRuneInString(s[at:])
	return strings.ContainsRune("이가을를은는도의로", r) && l.prefixTerm(s, at+size)
}

func (l *lexicon) prefixTerm(s string, at int) (found bool) {
	l.walk(s, at, func(_ *term, _, depth int) bool {
		found = depth >= 2
		return found
	})
	return found
}

func continuesLatin(s string, at int) bool {
	return at < len(s) && (s[at] >= 'a' && s[at] <= 'z' || s[at] >= '0' && s[at] <= '9')
}

// wordEnd is where the word that s[at:] goes on ends; it looks no further
// than a term may be long, so that a text without spaces stays cheap.
func wordEnd(s string, at int) int {
	for i, r := range s[at:] {
		if i > 3*maxTerm || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return at + i
		}
	}
	return len(s)
}

// inflected tells whether what follows an English word is its ending,
// perhaps with Korean particles behind it.
func inflected(rest string) bool {
	switch rest {
	case "s", "es", "ed", "d", "ing", "er", "ers":
		return true
	}
	return false
}

// find lists the words of the lexicon in the tokens of a text and marks the
// tokens that are known.
func (l *lexicon) find(s string, tokens []token, hits []hit, only func(token) bool) []hit {
	covered := 0
	for ti := range tokens {
		tok := &tokens[ti]
		if only != nil && !only(*tok) {
			continue
		}
		at := max(tok.start, covered)
		if covered > tok.start {
			tok.known = true
		}
		for at < tok.end {
			first := at == tok.start
			t, end := l.longest(s, at, *tok, first)
			if t == nil || !first && !l.midWord(s, at, *tok, t, end, hits) {
				_, size := utf8.DecodeRuneInString(s[at:])
				at += size
				continue
			}
			hits = append(hits, hit{t, at, end, dialog.Denies(s[end:])})
			tok.known = true
			at, covered = end, end
		}
	}
	return hits
}

// midWord tells whether a term may begin inside a token: right behind
// another term or a number, or anywhere when it is long enough not to be
// there by chance or the token is several words run together.
func (l *lexicon) midWord(s string, at int, tok token, t *term, end int, hits []hit) bool {
	if t.runes < 2 {
		return false
	}
	if !t.hangul {
		return !(s[at-1] >= 'a' && s[at-1] <= 'z')
	}
	if s[at-1] < utf8.RuneSelf || t.runes >= 3 || tok.runes >= runOn {
		return true
	}
	if len(hits) == 0 || hits[len(hits)-1].start < tok.start {
		return false
	}
	last := hits[len(hits)-1]
	return last.end == at || korean.IsParticle(s[last.end:at])
}
