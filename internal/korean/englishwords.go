package korean

import "strings"

// englishOnes are the numerals that add up, englishScales those that
// multiply what was said before them.
var (
	englishOnes = map[string]int64{
		"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
		"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
		"seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
		"sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	}
	englishScales = map[string]int64{"thousand": 1e3, "million": 1e6, "billion": 1e9}
)

// englishFirsts are the letters that the first word of a spelt sum begins
// with: a numeral's, and those of "a" and "half".
const englishFirsts = "aefhnost"

// maxEnglishWords is how many words a spelt sum has at most: what goes on
// longer is none, and would be read from each of its words.
const maxEnglishWords = 16

// scanEnglishWords reads a sum that is spelt in English: "three hundred
// million won", "half a billion won", "two hundred and fifty thousand". A
// number without thousand, million or billion is no sum unless won follows.
func scanEnglishWords(s string, at int) (Money, int, bool) {
	if at > 0 && (isLatin(s[at-1]) || isDigit(s[at-1])) || strings.IndexByte(englishFirsts, s[at]|0x20) < 0 {
		return Money{}, at, false
	}
	var total, part int64
	last := int64(1e12) // scales have to fall
	half, article, scaled, said := false, false, false, false
	i, end := at, at
	for words := 0; i < len(s) && words < maxEnglishWords; words++ {
		word, stop := latinWord(s, i)
		one, isOne := englishOnes[word]
		scale, isScale := englishScales[word]
		switch {
		case word == "half" && !said:
			half = true
		case word == "a" && !said:
			article = true
		case word == "and" && said:
		case isOne && part < maxNumber:
			part, said, end = part+one, true, stop
		case word == "hundred" && (part > 0 || article):
			part, said, end = max(part, 1)*100, true, stop
		case isScale && half:
			total, last = total+scale/2, scale
			said, scaled, half, end = true, true, false, stop
		case isScale && scale < last && (part > 0 || article && !said):
			total, part, last = total+max(part, 1)*scale, 0, scale
			said, scaled, end = true, true, stop
		default:
			return closeWords(s, end, total+part, said, scaled)
		}
		if total > MaxWon || part > MaxWon {
			return Money{Won: MaxWon, TooLarge: true}, end, true
		}
		if i = stop; i < len(s) && (s[i] == ' ' || s[i] == '-') {
			i++
		}
	}
	return closeWords(s, end, total+part, said, scaled)
}

// closeWords ends a spelt sum, with the won behind it.
func closeWords(s string, end int, won int64, said, scaled bool) (Money, int, bool) {
	unit := wonAt(s, end)
	if !said || !scaled && unit == 0 {
		return Money{}, end, false
	}
	return Money{Won: won}, end + unit, true
}

// latinWord is the word of letters at s[at:] in lower case, and its end.
func latinWord(s string, at int) (string, int) {
	end := at
	for end < len(s) && isLatin(s[end]) && end-at < 12 {
		end++
	}
	return strings.ToLower(s[at:end]), end
}

// linkWords may stand between a word of money and its sum.
var linkWords = map[string]bool{"is": true, "of": true, "for": true, "at": true, "a": true, "about": true, "around": true, "was": true, "it": true, "are": true, "up": true, "with": true}

// besideMoney is how far around a number money may be named, in bytes.
const besideMoney = 96

// aboutMoney tells whether a word of money stands right before s[at:].
func aboutMoney(s string, at int) bool {
	_, end := scanDigits(s, at)
	near := strings.ToLower(s[max(0, at-besideMoney):min(len(s), end+besideMoney)])
	if behind := clip(s[end:], 8); behind != "" && behind[0] != ' ' && strings.Contains(near, "won") && !strings.HasSuffix(behind, " from") && !strings.HasSuffix(behind, " away") {
		return true // "180 million won plus 400k"
	}
	words := strings.FieldsFunc(s[max(0, at-40):at], func(r rune) bool { return r == ' ' || r == ':' || r == '=' })
	for i, n := len(words)-1, 0; i >= 0 && n < 4; i, n = i-1, n+1 {
		word := strings.ToLower(words[i])
		for _, m := range lists.MoneyWords {
			if word == m || strings.HasPrefix(word, m) && !isLatin(m[0]) {
				return true
			}
		}
		if !linkWords[word] {
			return false
		}
	}
	return false
}
