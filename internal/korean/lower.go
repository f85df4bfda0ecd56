package korean

import (
	"strings"
	"unicode/utf8"
)

// Lower is strings.ToLower for texts that are mostly Korean: the letters of
// which there is but one case are passed over without a look into tables, and
// a text without capitals is returned as it is.
func Lower(s string) string {
	capital := false
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			capital = capital || c >= 'A' && c <= 'Z'
			i++
			continue
		}
		r, size := LetterAt(s, i)
		if !oneCase(r) {
			return strings.ToLower(s)
		}
		i += size
	}
	if !capital {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// LetterAt is the letter at s[i:] and its length, as utf8.DecodeRuneInString
// gives it, which takes longer for Hangul than for others.
func LetterAt(s string, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	} else if c >= 0xe3 && c <= 0xec && i+2 < len(s) && s[i+1]&0xc0 == 0x80 && s[i+2]&0xc0 == 0x80 {
		return rune(c&0x0f)<<12 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f), 3
	}
	return utf8.DecodeRuneInString(s[i:])
}

// oneCase tells runs of letters and signs that have no lower case: those of
// Korean texts, not all that there are. What is no UTF-8 is none of them.
func oneCase(r rune) bool {
	switch {
	case r >= '가' && r <= '힣', // syllables
		r >= 0x2e80 && r < 0xa640, // Chinese characters, Jamo, brackets, ㎡
		r >= 0xa0 && r < 0xc0,     // ·, ², §
		r >= 0x2010 && r < 0x2100, // dashes, quotation marks, …, ₩
		r >= 0x2190 && r < 0x2460, // arrows, signs
		r >= '①' && r < 'Ⓐ':       // numbers in circles
		return true
	}
	return false
}
