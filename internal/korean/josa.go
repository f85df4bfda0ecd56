package korean

import (
	"strings"
	"unicode"
)

// Josa puts the right particle behind a word: Josa("임대인", "을", "를") is
// "임대인을". The first form follows a final consonant, the second a vowel;
// with "으로" a final ㄹ counts as a vowel ("서울로"). Digits are heard as
// they are read ("3" ends in ㅁ). A closing quote is passed over, and so is what
// stands in brackets behind the word ("포맷(WebP)을").
func Josa(word, withFinal, withoutFinal string) string {
	spoken := word
	if at := strings.LastIndexByte(word, '('); at > 0 && strings.HasSuffix(word, ")") {
		spoken = word[:at]
	}
	final := finalConsonant(spoken)
	if final == 0 || (final == finalRieul && strings.HasPrefix(withFinal, "으로")) {
		return word + withoutFinal
	}
	return word + withFinal
}

const (
	hangulFirst = 0xAC00
	hangulLast  = 0xD7A3
	finalRieul  = 8
	finalOther  = 1
)

// digitFinals are the final consonants of 영일이삼사오육칠팔구.
var digitFinals = [10]int{21, finalRieul, 0, 16, 0, 0, 1, finalRieul, finalRieul, 0}

// finalConsonant is the index of the final consonant that a word ends in,
// as it is spoken; 0 is none.
func finalConsonant(word string) int {
	runes := []rune(word)
	for i := len(runes) - 1; i >= 0; i-- {
		r := runes[i]
		switch {
		case finalOf(r) >= 0:
			return finalOf(r)
		case r >= '0' && r <= '9':
			return digitFinals[r-'0']
		case r == '%':
			return 0 // 퍼센트
		case unicode.IsLetter(r):
			return latinFinal(unicode.ToLower(r))
		}
	}
	return 0
}

// finalOf is the number of a syllable's final consonant, 0 for none and -1
// where the letter is no Hangul syllable.
func finalOf(r rune) int {
	if r < hangulFirst || r > hangulLast {
		return -1
	}
	return int(r-hangulFirst) % 28
}

// latinFinal guesses from the last letter of a Latin word or abbreviation:
// L, M, N and R are read with a final consonant (엘, 엠, 엔, 알).
func latinFinal(r rune) int {
	switch r {
	case 'l', 'r':
		return finalRieul
	case 'm', 'n':
		return finalOther
	}
	return 0
}
