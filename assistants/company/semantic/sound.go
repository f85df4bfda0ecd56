package semantic

import "slices"

// alike are vowels, and final consonants, by their place in the alphabet of
// syllables, that most speakers pronounce the same and so mix up in writing.
var (
	alikeVowels = [][]rune{{1, 5}, {3, 7}, {10, 11, 15}}      // ㅐㅔ ㅒㅖ ㅙㅚㅞ
	alikeFinals = [][]rune{{7, 19, 20, 22, 23, 25}, {17, 26}} // ㄷㅅㅆㅈㅊㅌ ㅂㅍ
)

// soundsLike are the other syllables that sound like one, none for what is no
// Korean syllable.
func soundsLike(r rune) (list []rune) {
	const finals, vowels = 28, 21
	if r < '가' || r > '힣' {
		return nil
	}
	at := r - '가'
	final, vowel := at%finals, at/finals%vowels
	other := func(alike [][]rune, have, width rune) {
		for _, set := range alike {
			for _, o := range set {
				if o != have && slices.Contains(set, have) {
					list = append(list, r+(o-have)*width)
				}
			}
		}
	}
	other(alikeVowels, vowel, finals)
	other(alikeFinals, final, 1)
	return list
}
