package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stem is how much of a Latin word counts: "requested" is "request".
const stem = 5

// endings are pairs of letters that verbs end in whatever they say.
const endings = "습니다 입니다 합니다 됩니다 됩니까 인가요 나요 세요 하여 하는 있습 없습 때문 경우"

var verbEndings = pairsIn(endings)

// words is what a text is about: the pairs of neighbouring letters of its
// Hangul, and the beginnings of its longer Latin words; each once.
type words struct {
	// codes are pairs and beginnings in ASCII as numbers, in order: many
	// texts are compared with many, and numbers take less room than strings
	// and no hashing.
	codes []uint64
	// others are beginnings with other letters, in order; there are hardly
	// any.
	others []string
}

// latinCode marks the codes of beginnings.
const latinCode = uint64(1) << 63

func pairCode(x, y rune) uint64 { return uint64(x)<<21 | uint64(y) }

// wordsOf are the words of a text.
func wordsOf(text string) words { return wordsOfLower(strings.ToLower(text)) }

// wordsOfLower are the words of a text in lower case.
func wordsOfLower(text string) words {
	w := words{codes: make([]uint64, 0, len(text)/4+1)}
	var last rune
	var latin []rune
	for _, r := range text {
		switch {
		case isHangul(r):
			if last != 0 {
				w.codes = append(w.codes, pairCode(last, r))
			}
			last = r
			latin = w.stem(latin)
			continue
		case isLetter(r):
			latin = append(latin, r)
		default:
			latin = w.stem(latin)
		}
		last = 0
	}
	w.stem(latin)
	slices.Sort(w.codes)
	w.codes = without(slices.Compact(w.codes), verbEndings)
	slices.Sort(w.others)
	w.others = slices.Compact(w.others)
	return w
}

// stem takes a Latin word's beginning, if it is long enough, and returns the
// room for the next word.
func (w *words) stem(latin []rune) []rune {
	if len(latin) <= 3 {
		return latin[:0]
	}
	code := latinCode
	for _, r := range latin[:min(len(latin), stem)] {
		if r >= utf8.RuneSelf {
			w.others = append(w.others, string(latin[:min(len(latin), stem)]))
			return latin[:0]
		}
		code = code&latinCode | (code&^latinCode)<<8 | uint64(r)
	}
	w.codes = append(w.codes, code)
	return latin[:0]
}

// pairsIn are all pairs of neighbouring letters, in order.
func pairsIn(text string) []uint64 {
	var list []uint64
	last := ' '
	for _, r := range text {
		if last != ' ' && r != ' ' {
			list = append(list, pairCode(last, r))
		}
		last = r
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// without is a list in order without those of another.
func without(list, others []uint64) []uint64 {
	kept, j := list[:0], 0
	for _, c := range list {
		for j < len(others) && others[j] < c {
			j++
		}
		if j == len(others) || others[j] != c {
			kept = append(kept, c)
		}
	}
	return kept
}

func (w words) count() int { return len(w.codes) + len(w.others) }

func isHangul(r rune) bool {
	return r >= '가' && r <= '힣' || r >= 0x1100 && unicode.Is(unicode.Hangul, r)
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return r >= '가' && r <= '힣' || unicode.IsLetter(r)
}

// shareOf is the share of the words that others have too; 1 of none.
func shareOf(w words, others ...words) float64 {
	if w.count() == 0 {
		return 1
	}
	if len(others) == 1 {
		return float64(common(w.codes, others[0].codes)+common(w.others, others[0].others)) / float64(w.count())
	}
	return float64(among(w.codes, others, words.coded)+among(w.others, others, words.other)) / float64(w.count())
}

func (w words) coded() []uint64 { return w.codes }

func (w words) other() []string { return w.others }

// among counts those of a list that one of others has.
func among[T uint64 | string](list []T, others []words, of func(words) []T) int {
	n := 0
	for _, c := range list {
		for _, o := range others {
			if _, ok := slices.BinarySearch(of(o), c); ok {
				n++
				break
			}
		}
	}
	return n
}

// common counts those of a list in order that another one in order has too,
// in one walk along both.
func common[T uint64 | string](list, other []T) int {
	n, j := 0, 0
	for _, c := range list {
		for j < len(other) && other[j] < c {
			j++
		}
		if j == len(other) {
			break
		}
		if other[j] == c {
			n++
		}
	}
	return n
}

// latin counts the Latin words.
func (w words) latin() int {
	at, _ := slices.BinarySearch(w.codes, latinCode)
	n := len(w.codes) - at
	for _, o := range w.others {
		if o[0] < utf8.RuneSelf {
			n++
		}
	}
	return n
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
