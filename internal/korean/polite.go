package korean

import (
	"regexp"
	"strings"
)

// Polite turns a plain Korean sentence ("…할 수 있다.") into the style in which
// users are spoken to ("…할 수 있습니다."). What does not end in 다 is left as
// it is.
func Polite(sentence string) string {
	at := sentenceTail.FindStringIndex(sentence)[0]
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

// bareVerb tells adjectives and the copula from nouns among stems without a
// final consonant: "안전하다", "서류이다" against "무효다", "원 이하다".
func bareVerb(stem string) bool {
	return !hasSuffix(stem, "이하", "이르") && hasSuffix(stem, "이", "니", "하", "르", "크", "쁘", "싸")
}

// sentenceTail is what stands behind a sentence's verb: brackets, which may hold
// others but not deeper ones, and the full stop.
var sentenceTail = regexp.MustCompile(`(?:\s*\((?:[^()]|\([^()]*\))*\))*\.?$`)

// The vowels of a Hangul syllable that Asked contracts.
const (
	finals  = 28
	vowelU  = 13 // ㅜ
	vowelWo = 14 // ㅝ
	vowelI  = 20 // ㅣ
	vowelYo = 6  // ㅕ
	vowels  = 21
)

// Asked makes a clause that goes on with 고 the request that it is: "빼고" is "빼줘",
// "넣어주고" "넣어줘", "하루 늘리고" "하루 늘려줘". Other clauses stay.
func Asked(clause string) string {
	stem, ok := strings.CutSuffix(strings.TrimRight(clause, " ,"), "고")
	runes := []rune(stem)
	if !ok || len(runes) == 0 || !IsHangul(runes[len(runes)-1]) {
		return clause
	}
	last := &runes[len(runes)-1]
	final := (*last - hangulFirst) % finals
	switch vowel := (*last - hangulFirst) / finals % vowels; {
	case *last == '주':
		return string(runes[:len(runes)-1]) + "줘"
	case *last == '하':
		*last = '해'
	case final > 0:
		return stem + "어줘"
	case vowel == vowelU:
		*last += (vowelWo - vowelU) * finals
	case vowel == vowelI:
		*last -= (vowelI - vowelYo) * finals
	}
	return string(runes) + "줘"
}
