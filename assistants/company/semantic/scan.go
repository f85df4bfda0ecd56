package semantic

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// token is a part of a question and what it can stand for.
type token struct {
	meaning
	// others are further meanings of the same word.
	others     []meaning
	text       string
	start, end int
	// tail are the particles and endings behind the word.
	tail string
	// per is the metric that this one is divided by.
	per    string
	period Period
	// readings are the periods that the words could mean, where they are several.
	readings []Period
	// yearless tells a piece of a year whose year is not said.
	yearless bool
	number   figure
	// by tells that the result is broken down by it, not that it is waved
	// aside; used that another rule has taken it.
	by, not, used bool
	// doubtful tells an unknown word that is near one that is known: it is never passed over.
	doubtful bool
}

// is tells a phrase by its key.
func (t token) is(keys ...string) bool { return t.sort == isPhrase && slices.Contains(keys, t.name) }

// scanner reads a question from left to right.
type scanner struct {
	lex     *lexicon
	text    string
	letters []letter
	// spans are periods and numbers, which are read by expressions, by where
	// they begin.
	spans  map[int]token
	dead   map[int]bool
	tokens []token
}

// scan reads a question into tokens. Each letter is looked at once for each
// length of a word, so the time grows as the text does.
func (x *lexicon) scan(text string, spans []token) []token {
	s := &scanner{lex: x, text: text, spans: map[int]token{}, dead: map[int]bool{}}
	for _, t := range spans {
		s.spans[t.start] = t
	}
	start := true
	for i, r := range text {
		if unicode.IsSpace(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' && r != '/' && r != '&' {
			start = true
			continue
		}
		for _, f := range strings.ToLower(korean.Fold(string(r))) {
			if _, ok := s.spans[i]; ok {
				start = true // "top3"
			}
			s.letters = append(s.letters, letter{f, i, i + utf8.RuneLen(r), start})
			start = false
		}
	}
	for i := 0; i < len(s.letters); {
		i = s.step(i)
	}
	return s.tokens
}

// step reads what begins at a letter and returns the letter behind it.
func (s *scanner) step(i int) int {
	found := s.lex.matches(s.letters, i)
	// A name that begins with a number is longer than the number: "team 1".
	if t, ok := s.spanAt(i); ok && (len(found) == 0 || s.letters[found[0].end-1].to <= t.end) {
		s.tokens = append(s.tokens, t)
		end := i
		for end < len(s.letters) && s.letters[end].from < t.end {
			end++
		}
		return s.tail(end)
	}
	for _, m := range found {
		if s.alone(i, m) {
			continue
		}
		if m.open || s.goesOn(m.end) {
			if rest := s.word(m.end); m.open && m.end < rest && !s.particle(m.end, rest) {
				m.meanings = slices.DeleteFunc(slices.Clone(m.meanings), func(of meaning) bool { return !of.stem })
			}
			s.take(i, m)
			if m.open {
				return s.word(m.end)
			}
			return s.tail(m.end)
		}
	}
	end := s.word(i + 1)
	before := lastRune(s.text[:s.letters[i].from])
	if i > 0 && !unicode.IsSpace(before) && !unicode.IsLetter(before) && s.particle(i, end) { // of "5%"
		return end
	}
	// What was read by an expression ends a word too.
	for j := i + 1; j < end; j++ {
		if _, ok := s.spanAt(j); ok {
			end = j
		}
	}
	s.tokens = append(s.tokens, token{meaning: meaning{sort: isUnknown}, text: s.said(i, end), start: s.letters[i].from, end: s.letters[end-1].to})
	return end
}

// alone refuses a filler of one letter that is the beginning of a longer word.
func (s *scanner) alone(i int, m match) bool {
	return !m.open && m.end == i+1 && m.meanings[0].name == "filler" && (!s.letters[i].start || m.end < s.word(i+1))
}

// take adds the token of a match.
func (s *scanner) take(i int, m match) {
	s.tokens = append(s.tokens, token{meaning: m.meanings[0], others: m.meanings[1:], text: s.said(i, m.end), start: s.letters[i].from, end: s.letters[m.end-1].to})
}

func (s *scanner) said(i, end int) string { return s.text[s.letters[i].from:s.letters[end-1].to] }

// spanAt is the period or number that begins at a letter.
func (s *scanner) spanAt(i int) (token, bool) {
	t, ok := s.spans[s.letters[i].from]
	return t, ok
}

// word is where the word at a letter ends.
func (s *scanner) word(i int) int {
	for i < len(s.letters) && !s.letters[i].start {
		i++
	}
	return i
}

// tail passes over the particles behind a word.
func (s *scanner) tail(i int) int {
	if end := s.word(i); i > 0 && i < end && s.particle(i, end) {
		s.tokens[len(s.tokens)-1].tail = s.said(i, end)
		return end
	}
	return i
}

// maxParticle is how many letters the particles behind a word have at most: what
// is longer is not looked at again for each letter of it.
const maxParticle = 12

// particle tells whether the rest of a word is nothing but particles.
func (s *scanner) particle(i, end int) bool {
	if end-i > maxParticle {
		return false
	}
	rest := s.said(i, end)
	return korean.IsParticle(rest) || phrases.Has(rest, "ending")
}

// goesOn tells whether what is left of a word behind a match can be read: it
// is empty, a particle, or further words. A word of which only the beginning
// is known is not known.
func (s *scanner) goesOn(i int) bool {
	if i >= len(s.letters) || s.letters[i].start {
		return true
	}
	if s.dead[i] {
		return false
	}
	if _, ok := s.spanAt(i); ok || s.particle(i, s.word(i)) {
		return true
	}
	for _, m := range s.lex.matches(s.letters, i) {
		if !s.alone(i, m) && (m.open || s.goesOn(m.end)) {
			return true
		}
	}
	s.dead[i] = true
	return false
}
