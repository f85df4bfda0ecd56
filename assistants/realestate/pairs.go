package realestate

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

// pairs are the pairs of neighbouring letters of a text's words, each once
// and in order, as numbers: two texts are compared in one walk along both.
type pairs []uint64

func pairsOf(text string) pairs {
	list := make(pairs, 0, len(text)/2)
	var last rune
	for _, r := range korean.Lower(text) {
		if !inWord(r) {
			last = 0
			continue
		}
		if last != 0 {
			list = append(list, uint64(last)<<21|uint64(r))
		}
		last = r
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// inWord tells letters and digits.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z'
	}
	return r >= '가' && r <= '힣' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// common counts the pairs that both have.
func (p pairs) common(o pairs) int {
	n := 0
	for i, j := 0, 0; i < len(p) && j < len(o); {
		switch {
		case p[i] < o[j]:
			i++
		case p[i] > o[j]:
			j++
		default:
			n++
			i++
			j++
		}
	}
	return n
}

// alike tells whether two texts have so many percent of the shorter one's
// pairs in common.
func (p pairs) alike(o pairs, percent int) bool {
	short := min(len(p), len(o))
	return short > 0 && p.common(o)*100 >= short*percent
}

// alikePercent is from when on two sentences say the same in nearly the same
// words.
const alikePercent = 60
