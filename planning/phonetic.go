package planning

// phonetic maps a syllable to one that sounds alike, so that the usual typing
// mistakes meet: ㅐ/ㅔ/ㅖ, ㅚ/ㅙ/ㅞ, ㅠ/ㅜ and so on, and tense consonants
// with plain ones ("게약서", "갱신청구꿘", "시새", "아파뜨").
func phonetic(r rune) rune {
	if r < 0xAC00 || r > 0xD7A3 {
		return r
	}
	i := r - 0xAC00
	onset, vowel, coda := i/588, i%588/28, i%28
	return 0xAC00 + onsetSound[onset]*588 + vowelSound[vowel]*28 + codaSound[coda]
}

var (
	// ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ
	onsetSound = [19]rune{0, 0, 2, 3, 3, 5, 6, 7, 7, 9, 9, 11, 12, 12, 14, 15, 3, 17, 18}
	// ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ
	vowelSound = [21]rune{0, 5, 0, 5, 4, 5, 4, 5, 8, 0, 5, 5, 8, 13, 4, 5, 20, 13, 18, 20, 20}
	codaSound  = [28]rune{0, 1, 1, 1, 4, 4, 4, 7, 8, 8, 8, 8, 8, 8, 8, 8, 16, 17, 17, 7, 7, 21, 7, 7, 1, 7, 17, 7}
)
