package evidence

import (
	"strings"
	"unicode"
)

// stem is how much of a Latin word counts: "requested" is "request".
const stem = 5

// endings are pairs of letters that verbs end in whatever they say.
const endings = "습니다 입니다 합니다 됩니다 됩니까 인가요 나요 세요 하여 하는 있습 없습 때문 경우"

// wordsOf is what a text is about: the pairs of neighbouring letters of its
// Hangul, and the beginnings of its longer Latin words.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	var last rune
	var latin []rune
	end := func() {
		if len(latin) > 3 {
			words[string(latin[:min(len(latin), stem)])] = true
		}
		latin = latin[:0]
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.Is(unicode.Hangul, r):
			if pair := string(last) + string(r); last != 0 && !strings.Contains(endings, pair) {
				words[pair] = true
			}
			last = r
			end()
			continue
		case unicode.IsLetter(r):
			latin = append(latin, r)
		default:
			end()
		}
		last = 0
	}
	end()
	return words
}

// shareOf is the share of the words that others have too; 1 of none.
func shareOf(words map[string]bool, others ...map[string]bool) float64 {
	if len(words) == 0 {
		return 1
	}
	n := 0
	for w := range words {
		for _, o := range others {
			if o[w] {
				n++
				break
			}
		}
	}
	return float64(n) / float64(len(words))
}

// Language is the one that a text is written in, "ko" or "en", by its
// letters; "" is neither.
func Language(text string) string {
	hangul, latin := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.IsLetter(r):
			return ""
		}
	}
	switch {
	case hangul+latin == 0:
		return ""
	case 2*hangul >= latin: // names of laws and products stay Korean in English, abbreviations Latin in Korean
		return "ko"
	}
	return "en"
}
