package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word reads an English word: small numbers and months count.
func (r *reader) word() {
	end := r.at
	for end < len(r.text) && r.text[end] >= 'a' && r.text[end] <= 'z' {
		end++
	}
	word := r.text[r.at:end]
	r.at = end
	switch n, known := englishNumbers[word]; {
	case word == "once" || word == "twice":
		r.add("times", map[string]float64{"once": 1, "twice": 2}[word])
	case known:
		next := strings.TrimLeft(r.text[end:], " -")
		for _, u := range units {
			if u.word[0] >= 'a' && u.word[0] <= 'z' && strings.HasPrefix(next, u.word) {
				r.add(u.kind, n*u.factor)
				return
			}
		}
	case len(word) >= 3 && strings.Contains(monthNames, word[:3]) && (len(word) == 3 || strings.Contains(monthsInFull, word)):
		r.month, r.monthEnd = strings.Index(monthNames, word[:3])/4+1, end
	}
}

var englishNumbers = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}

const (
	monthNames   = "jan feb mar apr may jun jul aug sep oct nov dec"
	monthsInFull = "january february march april may june july august sept september october november december"
)

// natives are the Korean counting words, the longer of two first.
var natives = []struct {
	word string
	n    float64
}{
	{"다섯", 5}, {"여섯", 6}, {"일곱", 7}, {"여덟", 8}, {"아홉", 9}, {"열두", 12}, {"열한", 11}, {"열", 10},
	{"한", 1}, {"두", 2}, {"세", 3}, {"석", 3}, {"네", 4}, {"넉", 4},
}

// beginsNative tells whether a counting word may begin with a letter.
func beginsNative(c rune) bool {
	switch c {
	case '다', '여', '일', '아', '열', '한', '두', '세', '석', '네', '넉':
		return true
	}
	return false
}

// native reads "두 달" and "한 번", but not "두 번째" nor "한달음".
func (r *reader) native() {
	rest := r.text[r.at:]
	for _, n := range natives {
		after, ok := strings.CutPrefix(rest, n.word)
		if !ok {
			continue
		}
		after = strings.TrimPrefix(after, " ")
		for _, u := range nativeUnits {
			if tail, ok := strings.CutPrefix(after, u.word); ok && endsCount(tail) {
				r.add(u.kind, n.n*u.factor)
				r.at += len(rest) - len(tail)
				return
			}
		}
		return
	}
}

var nativeUnits = []struct {
	word, kind string
	factor     float64
}{{"달", "months", 1}, {"해", "months", 12}, {"번", "times", 1}, {"차례", "times", 1}}

// endsCount tells whether what follows a counted word leaves it one.
func endsCount(tail string) bool {
	next, _ := utf8.DecodeRuneInString(tail)
	return tail == "" || !unicode.Is(unicode.Hangul, next) || strings.ContainsRune("에만의간이을마전치씩안동까부도", next)
}
