package knowledge

// untold is what of a question an article does not tell: the things that it
// lacks, in the question's words, and whether it misses all that is asked
// about. Verbs are none of these: the same is done in many words.
func (q *question) untold(a Article) (lacking []string, misses bool) {
	h := q.holdingArticle(a)
	for _, c := range q.concepts {
		worth, _ := c.worth(h)
		if c.verb || c.faint && !digit(c.text[0]) || worth > sureWorth || phrases.Has(c.text, "word.rule") {
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
func (x *index) tells(a Article, noun string) bool {
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
