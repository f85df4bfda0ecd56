// Package retest makes texts that a regular expression matches, to hold what
// stands in its place or before it against the expression itself.
package retest

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"
)

// most is how often what may be repeated without end is.
const most = 4

// Matches are n texts that an expression matches, but for where it looks at
// what stands around them (\b, ^, $). They are the same for the same seed.
func Matches(t testing.TB, expression string, n int, seed uint64) []string {
	t.Helper()
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 11))
	list := make([]string, n)
	for i := range list {
		var b strings.Builder
		write(&b, random, re)
		list[i] = b.String()
	}
	return list
}

func write(b *strings.Builder, random *rand.Rand, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteRune(folded(random, r, re.Flags))
		}
	case syntax.OpCharClass:
		at := 2 * random.IntN(len(re.Rune)/2)
		low, high := re.Rune[at], re.Rune[at+1]
		b.WriteRune(low + rune(random.IntN(int(min(high-low, 300))+1)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune('x')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			write(b, random, sub)
		}
	case syntax.OpAlternate:
		write(b, random, re.Sub[random.IntN(len(re.Sub))])
	case syntax.OpStar:
		times(b, random, re.Sub[0], 0, most)
	case syntax.OpPlus:
		times(b, random, re.Sub[0], 1, most)
	case syntax.OpQuest:
		times(b, random, re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		high := re.Max
		if high < 0 {
			high = re.Min + most
		}
		times(b, random, re.Sub[0], re.Min, high)
	}
}

func times(b *strings.Builder, random *rand.Rand, re *syntax.Regexp, low, high int) {
	for range low + random.IntN(high-low+1) {
		write(b, random, re)
	}
}

// folded is a letter, or one of those that count as the same.
func folded(random *rand.Rand, r rune, flags syntax.Flags) rune {
	if flags&syntax.FoldCase == 0 {
		return r
	}
	for range random.IntN(3) {
		r = unicode.SimpleFold(r)
	}
	return r
}
