package korean

import (
	"unicode"
	"unicode/utf8"
)

// InWord tells letters and digits.
func InWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// BeginsHangul tells whether a text begins with Hangul.
func BeginsHangul(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return IsHangul(r)
}

// WithinWord tells whether s[at:] goes on a word in Hangul; lone letters (ㅋㅋ)
// are none.
func WithinWord(s string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return finalOf(r) >= 0
}

// sounds are the letters of a syllable by others that sound alike.
var (
	// ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ
	onsetSounds = [19]rune{0, 0, 2, 3, 3, 5, 6, 7, 7, 9, 9, 11, 12, 12, 14, 15, 3, 17, 18}
	// ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ
	vowelSounds = [21]rune{0, 5, 0, 5, 4, 5, 4, 5, 8, 0, 5, 5, 8, 13, 4, 5, 20, 13, 18, 20, 20}
	codaSounds  = [28]rune{0, 1, 1, 1, 4, 4, 4, 7, 8, 8, 8, 8, 8, 8, 8, 8, 16, 17, 17, 7, 7, 21, 7, 7, 1, 7, 17, 7}
)

// Sound maps a syllable to one that sounds alike, so that the usual typing
// mistakes meet: ㅐ/ㅔ/ㅖ, ㅚ/ㅙ/ㅞ, ㅠ/ㅜ and so on, and tense consonants
// with plain ones ("게약서", "갱신청구꿘", "시새", "아파뜨").
func Sound(r rune) rune {
	if r < hangulFirst || r > hangulLast {
		return r
	}
	i := r - hangulFirst
	return hangulFirst + onsetSounds[i/588]*588 + vowelSounds[i%588/28]*28 + codaSounds[i%28]
}
