package knowledge

// quote is the sentence of a document's text that says most of what the query
// asks; the first one when none says anything of it. A text that is not the
// indexed one, such as its translation, is read anew.
func (x *Index) quote(q *question, id, text string) string {
	var best choice
	if e := x.entries[id]; e != nil && e.text == text {
		for _, c := range x.chunks[e.first:e.end] {
			for _, s := range c.sentences {
				q.hearTerms(s.terms)
				best.offer(q, s.text)
			}
		}
		return best.text
	}
	for _, s := range sentences(text) {
		q.hearText(s)
		best.offer(q, s)
	}
	return best.text
}

// choice is the best sentence so far.
type choice struct {
	text  string
	score float64
}

// offer compares the sentence that the question has heard.
func (b *choice) offer(q *question, sentence string) {
	score := q.coverage().share
	q.forget()
	if b.text == "" || score > b.score {
		b.text, b.score = sentence, score
	}
}
