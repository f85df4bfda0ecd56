package dialog

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Expression is a regular expression with the pieces of text of which every match has
// one. Go's tries hundreds of alternatives at each letter, and most of what is looked
// for is in no message: where no piece is, the expression is not tried. None (nil) is
// in no text.
type Expression struct {
	*regexp.Regexp
	pieces []string // in small letters; none where some match has none
}

// Compile is regexp.Compile.
func Compile(source string) (*Expression, error) {
	re, err := regexp.Compile(source)
	if err != nil {
		return nil, err
	}
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return &Expression{re, piecesOf(parsed.Simplify())}, nil
}

// may tells whether a match in the text is possible.
func (e *Expression) may(text string) bool {
	if e == nil || e.pieces == nil {
		return e != nil
	}
	small := strings.ToLower(text)
	// The long s is one of the letters that "s" stands for, and no capital.
	return slices.ContainsFunc(e.pieces, func(p string) bool { return strings.Contains(small, p) }) || strings.Contains(small, "ſ")
}

// MatchString tells whether a match is in the text.
func (e *Expression) MatchString(text string) bool { return e.may(text) && e.Regexp.MatchString(text) }

// FindStringIndex is where the first match is.
func (e *Expression) FindStringIndex(text string) []int { return first(e.FindAllStringIndex(text, 1)) }

// FindAllStringIndex is where the first n matches are, -1 for all.
func (e *Expression) FindAllStringIndex(text string, n int) [][]int {
	if !e.may(text) {
		return nil
	}
	return e.Regexp.FindAllStringIndex(text, n)
}

// FindStringSubmatchIndex is where the first match and its groups are.
func (e *Expression) FindStringSubmatchIndex(text string) []int {
	return first(e.FindAllStringSubmatchIndex(text, 1))
}

// FindAllStringSubmatchIndex is where the first n matches and their groups are, -1 for all.
func (e *Expression) FindAllStringSubmatchIndex(text string, n int) [][]int {
	if !e.may(text) {
		return nil
	}
	return e.Regexp.FindAllStringSubmatchIndex(text, n)
}

func first(all [][]int) []int {
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// piecesOf are pieces of text of which every match of an expression has one, nil where
// that cannot be told. Those of a sequence are of the part that tells most.
func piecesOf(re *syntax.Regexp) (best []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return pieces(re.Rune)
	case syntax.OpCharClass:
		return ofClass(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return piecesOf(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return piecesOf(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if p := piecesOf(sub); shortest(p) > shortest(best) {
				best = p
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			p := piecesOf(sub)
			if p == nil {
				return nil
			}
			best = append(best, p...)
		}
	}
	return best
}

func pieces(runes []rune) []string {
	if slices.ContainsFunc(runes, func(r rune) bool { return r >= utf8.RuneSelf && unicode.SimpleFold(r) != r }) {
		return nil
	}
	return []string{strings.ToLower(string(runes))}
}

// ofClass are the letters of a small class, which is written as pairs of first and last.
func ofClass(ranges []rune) (all []string) {
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			p := pieces([]rune{r})
			if len(all) == 24 || p == nil {
				return nil
			}
			all = append(all, p...)
		}
	}
	return all
}

// shortest is the least length in bytes, 0 of none.
func shortest(pieces []string) (n int) {
	for _, p := range pieces {
		if n == 0 || len(p) < n {
			n = len(p)
		}
	}
	return n
}
