package knowledge

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// dictionary finds its phrases in texts, in time that grows with the text.
type dictionary[T any] map[rune][]phrase[T] // by first rune, the longest first

type phrase[T any] struct {
	text  string
	value T
}

// add takes a phrase; of two with one text the first counts.
func (d dictionary[T]) add(text string, value T) {
	first, _ := utf8.DecodeRuneInString(text)
	at, there := slices.BinarySearchFunc(d[first], text, func(p phrase[T], text string) int {
		return cmp.Or(cmp.Compare(len(text), len(p.text)), strings.Compare(p.text, text))
	})
	if text != "" && !there {
		d[first] = slices.Insert(d[first], at, phrase[T]{text, value})
	}
}

// match is a phrase in a text, by byte offsets.
type match[T any] struct {
	start, end int
	value      T
}

// scan finds the phrases of a text that stand where they are; of those that
// overlap the longest.
func (d dictionary[T]) scan(text string, stands func(text string, start, end int) bool) []match[T] {
	var all []match[T]
	for at, first := range text {
		for _, p := range d[first] {
			if end := at + len(p.text); strings.HasPrefix(text[at:], p.text) && stands(text, at, end) {
				all = append(all, match[T]{at, end, p.value})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b match[T]) int { return (b.end - b.start) - (a.end - a.start) })
	taken := make([]bool, len(text))
	all = slices.DeleteFunc(all, func(m match[T]) bool {
		if taken[m.start] || taken[m.end-1] {
			return true
		}
		take(taken, m.start, m.end)
		return false
	})
	slices.SortFunc(all, func(a, b match[T]) int { return a.start - b.start })
	return all
}

// anywhere lets a phrase stand within a word too.
func anywhere(string, int, int) bool { return true }

// asWord lets a phrase begin a word; a Latin one has to be a whole word, which
// Korean particles may follow.
func asWord(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !korean.InWord(before) && (!isLatin(text[start:]) || !korean.InWord(after) || after > unicode.MaxASCII)
}

// asTerm is asWord for Latin terms; Korean ones may sit within a word but a
// single syllable has to begin one, and numbers may not be cut in two.
func asTerm(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	first, size := utf8.DecodeRuneInString(text[start:])
	switch {
	case isLatin(text[start:]), start+size == end:
		return asWord(text, start, end)
	case unicode.IsDigit(first):
		return !unicode.IsDigit(before) && before != '.' && before != ','
	}
	return true
}

func isLatin(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r < utf8.RuneSelf && unicode.IsLetter(r)
}
