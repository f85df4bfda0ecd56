package korean

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold is a text as it is compared: ② is 2, ２ is 2, A is a.
func Fold(s string) string { return strings.Map(typed, strings.ToLower(norm.NFKC.String(s))) }

// typed turns the initial consonants that NFKC makes of ㄱ, ㄴ, … back into
// the letters that people type.
func typed(r rune) rune {
	const (
		first   = 0x1100
		letters = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
		width   = len("ㄱ")
	)
	if i := int(r-first) * width; i >= 0 && i < len(letters) {
		r, _ = utf8.DecodeRuneInString(letters[i:])
	}
	return r
}

// Plain is a folded text without what people vary: spaces and punctuation.
func Plain(s string) string {
	return keep(s, InWord)
}

// Tight is a folded text without its spaces.
func Tight(s string) string { return keep(s, func(r rune) bool { return !unicode.IsSpace(r) }) }

func keep(s string, wanted func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if wanted(r) {
			return r
		}
		return -1
	}, Fold(s))
}

// Words are the words of a folded text with one space between; a hyphen or a
// slash parts them too. Pictures are none: "패스 🙏" is 패스.
func Words(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case InWord(r), unicode.IsSpace(r):
			return r
		case r == '-' || r == '/':
			return ' '
		}
		return -1
	}, Fold(s))), " ")
}

// Syllables is how long words are to say: two Latin letters are about one syllable
// of Hangul.
func Syllables(words string) int {
	halves := 0
	for _, r := range words {
		switch {
		case unicode.Is(unicode.Latin, r):
			halves++
		case !unicode.IsSpace(r):
			halves += 2
		}
	}
	return (halves + 1) / 2
}

// CountLetters counts a text's letters.
func CountLetters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// IsHangul tells whether a letter is Korean.
func IsHangul(r rune) bool { return unicode.Is(unicode.Hangul, r) }

// Pairs are pairs of neighbouring letters.
type Pairs map[[2]rune]bool

// Bigrams are the pairs of neighbouring characters of a text.
func Bigrams(s string) Pairs { return pairs(s, func(rune) bool { return true }) }

// PairsOf are the pairs within the words of a text, whatever its case.
func PairsOf(text string) Pairs { return pairs(strings.ToLower(text), InWord) }

func pairs(s string, within func(rune) bool) Pairs {
	list, last := Pairs{}, rune(-1)
	for _, r := range s {
		if !within(r) {
			r = -1
		}
		if r >= 0 && last >= 0 {
			list[[2]rune{last, r}] = true
		}
		last = r
	}
	return list
}

// Common counts the pairs that both have.
func (p Pairs) Common(o Pairs) (n int) {
	if len(o) < len(p) { // a question may be long where each sentence is short
		p, o = o, p
	}
	for pair := range p {
		if o[pair] {
			n++
		}
	}
	return n
}

// Alike tells whether two texts have so many percent of the shorter one's
// pairs in common.
func (p Pairs) Alike(o Pairs, percent int) bool {
	short := min(len(p), len(o))
	return short > 0 && p.Common(o)*100 >= short*percent
}

// Likeness is how much two plain texts share, from 0 to 1 (Dice's coefficient
// of their bigrams).
func Likeness(a, b string) float64 {
	x, y := Bigrams(a), Bigrams(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	return 2 * float64(x.Common(y)) / float64(len(x)+len(y))
}

// Inflected is a stem and, where it ends in a vowel, the stem with the endings
// that close on its last syllable: 밝히 is also 밝힌, 밝힐, 밝힙; 찾아 is 찾았.
func Inflected(stem string) []string {
	list := []string{stem}
	final, size := utf8.DecodeLastRuneInString(stem)
	if size == len(stem) || finalOf(final) != 0 {
		return list
	}
	for _, closed := range []rune{4, 8, 16, 17, 20} { // ㄴ ㄹ ㅁ ㅂ ㅆ
		list = append(list, stem[:len(stem)-size]+string(final+closed))
	}
	return list
}

// verbEndings are what verbs end in whatever they say.
const verbEndings = "습니다 입니다 합니다 됩니다 됩니까 인가요 나요 세요 하여 하는 있습 없습 때문 경우"

// Topics is what a text is about: the pairs of neighbouring letters of its
// Hangul but for what verbs end in, and the beginnings of its longer Latin
// words ("requested" is "reque"), each once.
func Topics(text string) map[string]bool {
	const shortest, beginning = 4, 5
	topics := map[string]bool{}
	for _, run := range letterRun.FindAllString(strings.ToLower(text), -1) {
		letters := []rune(run)
		switch {
		case IsHangul(letters[0]):
			for k := 1; k < len(letters); k++ {
				if pair := string(letters[k-1 : k+1]); !strings.Contains(verbEndings, pair) {
					topics[pair] = true
				}
			}
		case len(letters) >= shortest:
			topics[string(letters[:min(len(letters), beginning)])] = true
		}
	}
	return topics
}

// Share is the part of some topics that any of others are too, 0 to 1; 0 of none.
func Share(of map[string]bool, others ...map[string]bool) float64 {
	n := 0
	for topic := range of {
		if slices.ContainsFunc(others, func(o map[string]bool) bool { return o[topic] }) {
			n++
		}
	}
	return float64(n) / float64(max(len(of), 1))
}

// letterRun are letters of one kind side by side: of Hangul, or of others. Signs of
// Hangul (㈜) are no letters.
var letterRun = regexp.MustCompile(`[가-힣ㄱ-ㆎ\x{1100}-\x{11FF}]+|[^\P{L}\p{Hangul}]+`)
