package korean

import "strings"

// Bigrams are the pairs of neighbouring letters of a word, in their order:
// "보증금" is 보증, 증금. They find compounds and verbs that no list of
// particles takes apart.
func Bigrams(word string) []string {
	letters := []rune(word)
	var list []string
	for i := 0; i+1 < len(letters); i++ {
		list = append(list, string(letters[i:i+2]))
	}
	return list
}

// Pairs are the pairs of neighbouring letters in the words of a text.
type Pairs map[string]bool

// PairsOf are the pairs of a text, whatever its case.
func PairsOf(text string) Pairs {
	pairs := Pairs{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !InWord(r) }) {
		for _, pair := range Bigrams(word) {
			pairs[pair] = true
		}
	}
	return pairs
}

// Common counts the pairs that both have.
func (p Pairs) Common(o Pairs) int {
	n := 0
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

// Likeness is how much two texts share whatever their spaces, case and marks,
// 0-1 (Dice).
func Likeness(a, b string) float64 {
	x, y := PairsOf(Plain(a)), PairsOf(Plain(b))
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	return 2 * float64(x.Common(y)) / float64(len(x)+len(y))
}
