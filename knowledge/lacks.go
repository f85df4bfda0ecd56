package knowledge

import (
	"regexp"
	"slices"
)

// ruleWord names a rule as such, or is what is left of a verb.
var ruleWord = regexp.MustCompile(`^(?:조항|조문|규정|제도|법|법률|법령|특약|혜택|원칙|clause|rule|law|provision|article|regulation|scheme)s?(?:이|가|은|는|도|에)?$|^.{0,2}(?:다는|라는|다고|라고)$`)

// lacks are the things that a query speaks of and an article does not, in
// the query's words. Verbs are none: the same is done in many words.
func (l *Library) lacks(q []concept, a Article) []string {
	holds := l.articles.holdsOf(a)
	var list []string
	for _, c := range q {
		if c.verb || ruleWord.MatchString(c.text) || c.faint && !digit(c.text[0]) || c.worth(holds) > sureWorth {
			continue
		}
		if noun := nounOf(c.text); noun == c.text || c.known || l.articles.noun(noun, holds) < sureWorth {
			list = appendNew(list, noun)
		}
	}
	return list
}

// noun is how well a text holds a noun.
func (x *Index) noun(noun string, holds func(term uint32) float64) float64 {
	return x.way(newAnalyzer(), noun, false).worth(holds)
}

// holdsOf tells what an article holds in any of its chunks. An article of
// another index is read anew.
func (x *Index) holdsOf(a Article) func(term uint32) float64 {
	if e := x.entries[a.ID]; e != nil {
		return e.holds
	}
	terms := x.known(newAnalyzer(), a.Law+" "+a.Title+" "+a.Gist)
	return among(slices.Compact(terms))
}

// misses tells whether an article speaks of nothing of the phrase that is
// asked about.
func (l *Library) misses(q []concept, a Article) bool {
	asked := func(c concept) bool { return c.asked && !c.faint }
	return slices.ContainsFunc(q, asked) && heldShare(q, l.articles.holdsOf(a), asked) == 0
}
