package tutor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// pick is the text in the language: "en", else Korean.
func pick(language, ko, en string) string {
	if language == "en" {
		return en
	}
	return ko
}

// fold is a text as it is compared: ② is 2, ２ is 2, A is a.
func fold(s string) string {
	return strings.Map(standalone, strings.ToLower(norm.NFKC.String(s)))
}

// standalone turns the initial consonants that NFKC makes of ㄱ, ㄴ, … back
// into the letters that people type.
func standalone(r rune) rune {
	const (
		first = 0x1100
		typed = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
		width = len("ㄱ")
	)
	if i := int(r-first) * width; i >= 0 && i < len(typed) {
		r, _ = utf8.DecodeRuneInString(typed[i:])
	}
	return r
}

// plain is a text without what people vary: case, spaces, punctuation.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold(s))
}

// tight is a text without its spaces only.
func tight(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, fold(s))
}

// letters counts a text's letters.
func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

func hangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// bigrams are the pairs of neighbouring characters of a plain text.
func bigrams(s string) map[string]bool {
	runes, set := []rune(s), map[string]bool{}
	for i := 0; i+1 < len(runes); i++ {
		set[string(runes[i:i+2])] = true
	}
	return set
}

// likeness is how much two plain texts share, 0-1 (Dice).
func likeness(a, b string) float64 {
	x, y := bigrams(a), bigrams(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	shared := 0
	for pair := range x {
		if y[pair] {
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(x)+len(y))
}

// containsAny tells whether s holds one of the signs.
func containsAny(s string, signs ...string) bool {
	for _, sign := range signs {
		if strings.Contains(s, sign) {
			return true
		}
	}
	return false
}
