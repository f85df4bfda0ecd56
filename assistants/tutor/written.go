package tutor

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/madang-dev/madang/internal/korean"
)

var (
	sentenceEnd = regexp.MustCompile(`[.!?。]+(?:\s|$)|\n`)
	clauseEnd   = regexp.MustCompile(`[.!?。,;·\n]+`)
)

// written is an answer as the rubric reads it.
type written struct {
	spaced  string   // folded, with its spaces
	whole   string   // tight
	clauses []string // tight
	parts   int      // sentences or clauses that say something
}

func newAnswer(text string) *written {
	a := &written{spaced: korean.Fold(text), whole: korean.Tight(text)}
	for _, c := range clauseEnd.Split(text, -1) {
		if c = korean.Tight(c); c != "" {
			a.clauses = append(a.clauses, c)
		}
		if korean.CountLetters(c) >= 4 {
			a.parts++
		}
	}
	return a
}

// concepts counts the concepts of a criterion that the answer holds.
func (a *written) concepts(c Criterion) int {
	n := 0
	for _, synonyms := range c.Concepts {
		if slices.ContainsFunc(synonyms, a.holds) {
			n++
		}
	}
	return n
}

// holds finds a term: a topic ("*…") anywhere, a claim where it is not
// denied.
func (a *written) holds(term string) bool {
	if topic, is := strings.CutPrefix(term, "*"); is {
		return a.mentions(topic)
	}
	return a.claims(term)
}

func (a *written) mentions(term string) bool {
	t := korean.Tight(term)
	if utf8.RuneCountInString(t) > 1 {
		return containsAny(a.whole, korean.Inflected(t)...)
	}
	return a.startsWord(t)
}

// startsWord finds a term of one character: "표" is in "표로", and not in
// "목표".
func (a *written) startsWord(term string) bool {
	for rest := a.spaced; ; {
		i := strings.Index(rest, term)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:i])
		if !korean.IsHangul(before) {
			return true
		}
		rest = rest[i+len(term):]
	}
}

// deniers turn a claim into its opposite when they follow it.
var deniers = regexp.MustCompile(`^.{0,8}?(않|아니|없|아닙|아닌|못하|못한|못합|안되|안돼|안된|말아|말고|필요없)(으면|면|기때문)?`)

// claims finds a term that its clause does not take back: "확인하지 않는다"
// does not claim "확인", "확인하지 않으면 위험하다" does.
func (a *written) claims(term string) bool {
	t := korean.Tight(term)
	if korean.CountLetters(t) == 0 {
		return strings.Contains(a.whole, t)
	}
	return slices.ContainsFunc(korean.Inflected(t), func(form string) bool {
		return strings.Contains(a.whole, form) &&
			slices.ContainsFunc(a.clauses, func(clause string) bool { return claimed(clause, form) })
	})
}

// claimed finds a term in a clause where nothing behind it denies it.
func claimed(clause, term string) bool {
	for rest := clause; ; {
		i := strings.Index(rest, term)
		if i < 0 {
			return false
		}
		rest = rest[i+len(term):]
		m := deniers.FindStringSubmatch(rest)
		if m == nil || m[2] != "" || containsAny(term, "않", "없", "못", "아니", "모르") {
			return true
		}
	}
}

// form is 2 for sentences of one's own, 1 for a few words, 0 for less or
// for one thing said over and over.
func (a *written) form() int {
	n := korean.CountLetters(a.whole)
	if n == 0 || len(korean.Bigrams(a.whole))*3 < n {
		return 0
	}
	switch {
	case n >= 40 && a.parts >= 2:
		return 2
	case n >= 20:
		return 1
	}
	return 0
}
