package knowledge

import "regexp"

// ruleWord names a rule as such, or is what is left of a verb.
var ruleWord = regexp.MustCompile(`^(?:조항|조문|규정|제도|법|법률|법령|특약|혜택|원칙|clause|rule|law|provision|article|regulation|scheme)s?(?:이|가|은|는|도|에)?$|^.{0,2}(?:다는|라는|다고|라고)$`)

// untold is what of a query an article does not tell: the things that it
// lacks, and whether it misses all that is asked about.
func (l *Library) untold(q *question, a Article) (lacking []string, misses bool, err error) {
	if err := q.hearArticle(a); err != nil {
		return nil, false, err
	}
	defer q.forget()
	lacking, err = l.lacks(q, a)
	return lacking, missed(q), err
}

// lacks are the things that a query speaks of and the article at hand does
// not, in the query's words. Verbs are none: the same is done in many words.
func (l *Library) lacks(q *question, a Article) ([]string, error) {
	var list []string
	for _, c := range q.concepts {
		if c.verb || c.faint && !digit(c.text[0]) || q.tells(c) || ruleWord.MatchString(c.text) {
			continue
		}
		noun := nounOf(c.text)
		if noun != c.text && !c.known {
			told, err := l.articles.tellsNoun(a, noun)
			if err != nil {
				return nil, err
			}
			if told {
				continue
			}
		}
		list = appendNew(list, noun)
	}
	return list, nil
}

// tellsNoun tells whether an article holds a noun.
func (x *Index) tellsNoun(a Article, noun string) (bool, error) {
	analyzer := newAnalyzer()
	c := concept{text: noun, ways: []way{x.way(analyzer, noun, false)}}
	q := x.question(analyzer, []concept{c})
	defer q.done()
	err := q.hearArticle(a)
	return err == nil && !(q.worthOf(c) < sureWorth), err
}

// hearArticle takes in all that an article holds. One of another index is
// read anew.
func (q *question) hearArticle(a Article) error {
	if e := q.x.entries[a.ID]; e != nil {
		return q.hearEntry(e)
	}
	q.hearText(a.Law + " " + a.Title + " " + a.Gist)
	return nil
}

// tells tells whether the text at hand speaks of a concept.
func (q *question) tells(c concept) bool { return q.worthOf(c) > sureWorth }

func (q *question) worthOf(c concept) float64 {
	worth, _ := c.worth(q)
	return worth
}

// missed tells whether the text at hand speaks of nothing of the phrase that
// is asked about.
func missed(q *question) bool {
	asked := false
	for _, c := range q.concepts {
		if !c.asked || c.faint {
			continue
		}
		if q.tells(c) {
			return false
		}
		asked = true
	}
	return asked
}
