package clause

import (
	"regexp/syntax"
	"strings"
)

// needs lists words of which a text must hold at least one, in lower case,
// for a pattern to match it; nil when there are none. Looking for them first
// spares most sentences the regular expression, which is what keeps a long
// contract fast.
func needs(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	return required(re)
}

func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		return rarest(re.Sub)
	case syntax.OpAlternate:
		return either(re.Sub)
	}
	return nil
}

// rarest is the most telling part of a sequence: the one whose shortest word
// is the longest.
func rarest(parts []*syntax.Regexp) []string {
	var best []string
	for _, p := range parts {
		if words := required(p); shortest(words) > shortest(best) {
			best = words
		}
	}
	return best
}

// either is what one of the branches needs; nothing when a branch needs
// nothing.
func either(branches []*syntax.Regexp) []string {
	var all []string
	for _, b := range branches {
		words := required(b)
		if words == nil {
			return nil
		}
		all = append(all, words...)
	}
	return all
}

func shortest(words []string) int {
	if len(words) == 0 {
		return 0
	}
	least := len(words[0])
	for _, w := range words {
		least = min(least, len(w))
	}
	return least
}

// holdsOne tells whether a text in lower case can match a pattern at all.
func holdsOne(lower string, words []string) bool {
	if words == nil {
		return true
	}
	for _, w := range words {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}
