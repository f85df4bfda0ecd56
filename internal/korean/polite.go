package korean

import (
	"slices"
	"strings"
)

// Polite turns a plain Korean sentence ("…할 수 있다.") into the style in which
// users are spoken to ("…할 수 있습니다."). What does not end in 다 is left as
// it is.
func Polite(sentence string) string {
	at := tailAt(sentence)
	body, rest := sentence[:at], sentence[at:]
	stem, ok := strings.CutSuffix(body, "다")
	runes := []rune(stem)
	if !ok || len(runes) == 0 || isPolite(runes) {
		return sentence
	}
	last := runes[len(runes)-1]
	switch final := finalOf(last); {
	case last == '는' && len(runes) > 1 && finalOf(runes[len(runes)-2]) > 0:
		stem = string(runes[:len(runes)-1]) + "습" // 않는다 → 않습니다
	case final == finalN: // 한다 → 합니다
		runes[len(runes)-1] = last - finalN + finalB
		stem = string(runes)
	case final > 0: // 있다 → 있습니다
		stem += "습"
	case final == 0 && bareVerb(stem): // 아니다 → 아닙니다
		runes[len(runes)-1] = last + finalB
		stem = string(runes)
	default: // 무효다 → 무효입니다
		stem += "입"
	}
	return stem + "니다" + rest
}

// isPolite tells whether a verb without its 다 has the polite ending already.
func isPolite(stem []rune) bool {
	n := len(stem)
	return n > 1 && stem[n-1] == '니' && finalOf(stem[n-2]) == finalB
}

// The finals of a Hangul syllable that matter here.
const (
	finalN = 4  // ㄴ
	finalB = 17 // ㅂ
)

// finalOf is the number of a syllable's final consonant, 0 for none and -1
// where the letter is no Hangul syllable.
func finalOf(r rune) int {
	if r < '가' || r > '힣' {
		return -1
	}
	return int(r-'가') % 28
}

// bareVerb tells adjectives and the copula from nouns among stems without a
// final consonant: "안전하다", "서류이다" against "무효다", "원 이하다".
func bareVerb(stem string) bool {
	for _, noun := range []string{"이하", "이르"} {
		if strings.HasSuffix(stem, noun) {
			return false
		}
	}
	return slices.ContainsFunc([]string{"이", "니", "하", "르", "크", "쁘", "싸"}, func(end string) bool { return strings.HasSuffix(stem, end) })
}

// tailAt is where the brackets and the full stop behind a sentence's verb
// begin; a bracket may hold others, but not deeper ones.
func tailAt(text string) int {
	at := len(text)
	if at > 0 && text[at-1] == '.' {
		at--
	}
	for {
		open := bracketBefore(text, at)
		if open < 0 {
			return at
		}
		for at = open; at > 0 && isBlank(text[at-1]); {
			at--
		}
	}
}

// bracketBefore is where the bracket opens that closes right before a place,
// -1 where none does.
func bracketBefore(text string, at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			if depth++; depth > 2 {
				return -1
			}
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
		if depth == 0 { // it is no bracket that stands there
			return -1
		}
	}
	return -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }
