package knowledge

import "slices"

// quote is the sentence of a document's text that says most of what the query
// asks; the first one when none says anything of it. A text that is not the
// indexed one, such as its translation, is read anew.
func (x *Index) quote(q []concept, id, text string) string {
	var best choice
	if e := x.entries[id]; e != nil && e.text == text {
		for _, c := range e.chunks {
			for _, s := range c.sentences {
				best.offer(x, q, s)
			}
		}
		return best.text
	}
	a := newAnalyzer()
	for _, s := range sentences(text) {
		best.offer(x, q, sentence{s, x.known(a, s)})
	}
	return best.text
}

// choice is the best sentence so far.
type choice struct {
	text  string
	score float64
}

func (b *choice) offer(x *Index, q []concept, s sentence) {
	score, _ := x.coverage(q, among(s.terms))
	if b.text == "" || score > b.score {
		b.text, b.score = s.text, score
	}
}

// known are the numbers of a text's terms that the index knows, in order.
func (x *Index) known(a *analyzer, text string) []uint32 {
	var list []uint32
	for _, w := range words(normalise(text)) {
		for _, t := range a.terms(w.text) {
			if n, ok := x.terms[t]; ok {
				list = append(list, n)
			}
		}
	}
	slices.Sort(list)
	return list
}
