// Package morph tells what kind of word a Korean word is: by the dictionary of
// mecab-ko, for readers that must know whether a word they don't know could
// name something.
package morph

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	ko "github.com/ikawaha/kagome-dict-ko"
	"github.com/ikawaha/kagome/v2/tokenizer"
)

// Kind is what a stretch of a sentence does in it.
type Kind int

// The kinds. Content is a noun, a number, or a verb before a noun: it may name
// or restrict something. A Predicate asks or tells; Filler is the rest (adverbs,
// particles, exclamations, who is spoken to).
const (
	Content Kind = iota
	Predicate
	Filler
)

// Analyser reads sentences. The zero value is ready; the dictionary (about a
// second, 73 MB) is read when the first one comes. It is safe for concurrent
// use.
type Analyser struct {
	once sync.Once
	t    *tokenizer.Tokenizer
}

// Load reads the dictionary where that was not done yet, and waits for it.
func (a *Analyser) Load() {
	a.once.Do(func() {
		t, err := tokenizer.New(ko.DictShrink(), tokenizer.OmitBosEos())
		if err != nil {
			panic(err) // the dictionary is part of the program
		}
		a.t = t
	})
}

// part is a morpheme of a sentence: where it stands, and its tags, several of
// those that have run together ("봐": a verb and its ending).
type part struct {
	text       string
	start, end int
	tags       []string
}

func (p part) first() string { return p.tags[0] }
func (p part) last() string  { return p.tags[len(p.tags)-1] }

// is tells whether a tag of the part begins with one of some.
func (p part) is(tags ...string) bool {
	return slices.ContainsFunc(p.tags, func(t string) bool {
		return slices.ContainsFunc(tags, func(tag string) bool { return strings.HasPrefix(t, tag) })
	})
}

// Sentence is a text by its morphemes.
type Sentence struct{ parts []part }

// Read reads a text; the time grows as the text does.
func (a *Analyser) Read(text string) *Sentence {
	a.Load()
	s := &Sentence{}
	for _, t := range a.t.Tokenize(text) {
		if pos := t.POS(); len(pos) > 0 && pos[0] != "SP" {
			s.parts = append(s.parts, part{t.Surface, t.Position, t.Position + len(t.Surface), strings.Split(pos[0], "+")})
		}
	}
	return s
}

// Kind is what the bytes from start to end do. What the dictionary does not
// know, or reads in a way that no word begins, is Content: who does not know a
// word must not pass over it.
func (s *Sentence) Kind(start, end int) Kind {
	i := slices.IndexFunc(s.parts, func(p part) bool { return p.end > start })
	j := i
	for j >= 0 && j < len(s.parts) && s.parts[j].start < end {
		j++
	}
	if i < 0 || i == j || s.parts[i].start < start {
		return Content
	}
	word := s.parts[i:j]
	last := word[len(word)-1]
	begins := i == 0 || s.parts[i-1].end < start
	switch {
	case begins && (part{tags: word[0].tags[:1]}).is("J", "E", "XS"):
		return Content // no word begins with an ending
	case last.first() == "JKV" || s.laughs(word):
		return Filler
	case s.restricts(j - 1):
		return Content
	case word[0].is("V", "XR") && last.is("E", "JX"), word[0].is("MAG") && last.is("E"):
		return Predicate
	case word[0].is("V") && nominal(word), word[0].first() == "NNG" && len(word) > 1 && word[1].first() == "VV" && last.is("E"):
		return Predicate
	case word[0].first() == "NNG" && slices.ContainsFunc(word, func(p part) bool {
		return p.is("XSV", "XSA") || p.first() == "VCP" && last.first() == "EC" && len(word) == 3
	}) && last.is("EC", "EF", "JX") && (word[1].text != "하" || last.text != "고"):
		return Predicate // but "재고하고" may be "stock and"
	}
	for _, p := range word {
		if !p.is("MA", "IC", "J", "E", "V", "S") || p.is("N", "SL", "SN", "SH") || p.text == "안" || p.text == "못" {
			return Content
		}
	}
	if word[0].is("MAG") && s.beforeVerb(j) {
		return Content // "often visited": it says which
	}
	return Filler
}

// Noun tells that the bytes from start to end are one noun of the dictionary,
// with particles or without.
func (s *Sentence) Noun(start, end int) bool {
	i := slices.IndexFunc(s.parts, func(p part) bool { return p.start == start })
	if i < 0 || s.parts[i].first() != "NNG" {
		return false
	}
	for _, p := range s.parts[i+1:] {
		if p.start < end && !p.is("J", "VCP", "E") {
			return false
		}
	}
	return true
}

// Restricts tells that the bytes from start to end are a verb or an adjective before a noun,
// of which it says which are meant: "잦은".
func (s *Sentence) Restricts(start, end int) bool {
	i := slices.IndexFunc(s.parts, func(p part) bool { return p.start == start })
	j := slices.IndexFunc(s.parts, func(p part) bool { return p.end == end })
	return i >= 0 && j >= i && s.parts[i].is("VV", "VA", "VX") && s.restricts(j)
}

// laughs tells a word of nothing but single letters: ㅋㅋ, ㄱㄱ, ㅠㅠ.
func (s *Sentence) laughs(word []part) bool {
	return !slices.ContainsFunc(word, func(p part) bool {
		return strings.ContainsFunc(p.text, func(r rune) bool { return r < 'ㄱ' || r > 'ㅣ' })
	})
}

// nominal tells a verb that is made a noun of by one that only serves grammar, with
// what stands behind that: "간게", "먹은걸", "끊긴건데".
func nominal(word []part) bool {
	i := slices.IndexFunc(word, func(p part) bool { return p.is("NNB") })
	if i < 1 || word[i-1].last() != "ETM" {
		return false
	}
	return !slices.ContainsFunc(word[i+1:], func(p part) bool { return !p.is("J", "VCP", "E", "S") })
}

// restricts tells a verb before a noun, which says which are meant; before one
// that only serves grammar it does not ("뽑을 수 있을까").
func (s *Sentence) restricts(i int) bool {
	if s.parts[i].last() != "ETM" {
		return false
	}
	return i+1 == len(s.parts) || !s.parts[i+1].is("NNB") && s.parts[i+1].text != "수"
}

// beforeVerb tells whether the word from part i on is a verb before a noun.
func (s *Sentence) beforeVerb(i int) bool {
	for j := i; j < len(s.parts) && (j == i || s.parts[j].start == s.parts[j-1].end); j++ {
		if s.restricts(j) {
			return true
		}
	}
	return false
}

// openers are the endings of a clause that tells why something is said, not
// what of it is meant.
var openers = []string{"는데", "은데", "ㄴ데", "한데", "인데", "던데", "텐데", "거든", "거든요", "니까"}

// turns are the conjunctions that such a clause ends with: "자료 때문에 그런데".
var turns = []string{"그런데", "근데", "그러는데"}

// Clause is where the clause begins and ends that a byte of the text is in. A
// clause ends behind what ends a sentence, and behind "…는데", "…거든".
func (s *Sentence) Clause(at, length int) (start, end int) {
	for i, p := range s.parts {
		if !s.ends(i) {
			continue
		}
		if p.end > at {
			return start, p.end
		}
		start = p.end
	}
	return start, length
}

func (s *Sentence) ends(i int) bool {
	p := s.parts[i]
	if i+1 < len(s.parts) && s.parts[i+1].start == p.end && unicode.IsLetter([]rune(s.parts[i+1].text)[0]) {
		return false // "…는데요"
	}
	opens := p.is("EC") && slices.ContainsFunc(openers, func(o string) bool { return strings.HasSuffix(p.text, o) })
	opens = opens || i > 0 && s.parts[i-1].last() == "VCP" && p.is("EC") && (p.text == "라" || p.text == "라서") || p.is("VCP") && p.is("EC") && strings.HasSuffix(p.text, "라")
	// "For the meeting, that is, how far are we?" has a conjunction behind its occasion.
	opens = opens || i > 0 && p.first() == "MAJ" && slices.Contains(turns, p.text)
	polite := p.first() == "JX" && p.text == "요" && i > 0 && s.parts[i-1].is("E")
	comma := p.is("E") && i+1 < len(s.parts) && s.parts[i+1].text == ","
	return p.last() == "EF" || opens || polite || comma
}
