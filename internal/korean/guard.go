package korean

import (
	"slices"
	"strings"
)

// Guard is what a text has to hold for an expression to find anything in it;
// to look for it takes far less than the expression does.
type Guard struct {
	Digit bool // one of 0 to 9
	// All are groups of words: of each there has to be one.
	All [][]string
}

// Passes tells whether an expression may find something in a text.
func (g Guard) Passes(s string) bool {
	if g.Digit && !hasDigit(s) {
		return false
	}
	for _, any := range g.All {
		if !slices.ContainsFunc(any, func(word string) bool { return strings.Contains(s, word) }) {
			return false
		}
	}
	return true
}

func hasDigit(s string) bool {
	for i := range len(s) {
		if isDigit(s[i]) {
			return true
		}
	}
	return false
}
