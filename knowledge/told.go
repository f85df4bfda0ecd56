package knowledge

import "regexp"

// ruleWord names a rule as such, or is what is left of a verb.
var ruleWord = regexp.MustCompile(`^(?:조항|조문|규정|제도|법|법률|법령|특약|혜택|원칙|clause|rule|law|provision|article|regulation|scheme)s?(?:이|가|은|는|도|에)?$|^.{0,2}(?:다는|라는|다고|라고)$`)

// untold is what of a question an article does not tell: the things that it
// lacks, in the question's words, and whether it misses all that is asked
// about. Verbs are none of these: the same is done in many words.
func (q *question) untold(a Article) (lacking []string, misses bool) {
	h := q.holdingArticle(a)
	for _, c := range q.concepts {
		worth, _ := c.worth(h)
		if c.verb || c.faint && !digit(c.text[0]) || worth > sureWorth || ruleWord.MatchString(c.text) {
			continue
		}
		noun := nounOf(c.text)
		if noun == c.text || c.known || !q.x.tells(a, noun) {
			lacking = appendNew(lacking, noun)
		}
	}
	return lacking, q.misses(h)
}

// tells tells whether an article holds a noun.
func (x *Index) tells(a Article, noun string) bool {
	q := x.question([]reading{{text: noun, wordings: []string{noun}}})
	return q.coverage(q.holdingArticle(a)).share >= sureWorth
}

// misses tells whether a text speaks of nothing of the phrase that is asked
// about.
func (q *question) misses(h held) bool {
	asked := false
	for _, c := range q.concepts {
		if !c.asked || c.faint {
			continue
		}
		if worth, _ := c.worth(h); worth > sureWorth {
			return false
		}
		asked = true
	}
	return asked
}
