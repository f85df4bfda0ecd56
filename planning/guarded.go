package planning

import (
	"regexp"

	"github.com/madang-dev/madang/internal/korean"
)

// guarded is an expression that is only tried on texts in which it may find
// something; nearly all queries hold nothing of what most of them look for.
type guarded struct {
	re    *regexp.Regexp
	guard korean.Guard
}

// all are the places of what is found, and of its groups.
func (g guarded) all(s string) [][]int {
	if !g.guard.Passes(s) {
		return nil
	}
	return g.re.FindAllStringSubmatchIndex(s, maxFound)
}

// first is the place of what is found first, nil for none.
func (g guarded) first(s string) []int {
	if !g.guard.Passes(s) {
		return nil
	}
	return g.re.FindStringIndex(s)
}
