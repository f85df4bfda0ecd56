package planning

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// text is a query made comparable: NFC, half width, lower case, single
// spaces. The offsets lead back to what the user typed.
type text struct {
	raw  string
	norm string
	offs []int32 // raw offset of every byte of norm, and of its end
}

// normalise never fails: bytes that are no UTF-8 become spaces.
func normalise(raw string) text {
	t := text{raw: raw, offs: make([]int32, 0, len(raw)+1)}
	var b strings.Builder
	b.Grow(len(raw))
	space := true
	add := func(r rune, at int) {
		r = foldRune(r)
		if r < 0 || r == ' ' && space {
			return
		}
		space = r == ' ' || r == '\n'
		for n := utf8.RuneLen(r); n > 0; n-- {
			t.offs = append(t.offs, int32(at))
		}
		b.WriteRune(r)
	}
	if norm.NFC.IsNormalString(raw) {
		for i, r := range raw {
			add(r, i)
		}
	} else {
		composed(raw, add)
	}
	t.norm = strings.TrimRight(b.String(), " ")
	end := int32(len(raw))
	if len(t.norm) < b.Len() {
		end = t.offs[len(t.norm)]
	}
	t.offs = append(t.offs[:len(t.norm)], end)
	return t
}

// normaliseWord is normalise for a word of the lexicon, most of which are
// comparable as they stand.
func normaliseWord(word string) string {
	for i, r := range word {
		plain := r >= 'a' && r <= 'z' || r >= 0xAC00 && r <= 0xD7A3 || r == ' ' && i > 0 && word[i-1] != ' '
		if !plain {
			return normalise(word).norm
		}
	}
	return strings.TrimRight(word, " ")
}

// composed gives the runes of a text in NFC with the offsets of the segments
// they come from.
func composed(raw string, add func(r rune, at int)) {
	var iter norm.Iter
	iter.InitString(norm.NFC, raw)
	for !iter.Done() {
		at := iter.Pos()
		for _, r := range string(iter.Next()) {
			add(r, at)
		}
	}
}

// foldRune folds one rune; -1 drops it.
func foldRune(r rune) rune {
	switch {
	case r == '\n':
		return r // ends a question
	case r == utf8.RuneError || unicode.IsSpace(r) || r == 'ㆍ' || r == '·':
		return ' '
	case r < utf8.RuneSelf:
		return unicode.ToLower(r)
	case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r):
		return -1
	case r == '“' || r == '”' || r == '「' || r == '」' || r == '『' || r == '』' || r == '«' || r == '»':
		return '"'
	case r == '‘' || r == '’':
		return '\''
	case r >= 0xAC00 && r <= 0xD7A3:
		return r
	}
	if folded := width.LookupRune(r).Folded(); folded != 0 {
		r = folded
	}
	return unicode.ToLower(r)
}

// span gives the raw text and offsets of norm[start:end].
func (t text) span(start, end int) (string, int, int) {
	from, to := int(t.offs[start]), int(t.offs[end])
	for to > from && to <= len(t.raw) && t.raw[to-1] == ' ' {
		to--
	}
	return t.raw[from:to], from, to
}
