package knowledge

import "math/bits"

// question is a query made ready to be compared with many texts: a text is
// heard term by term, which leaves the concepts that it does not touch alone.
// It belongs to one goroutine, until done.
type question struct {
	x        *Index
	concepts []concept
	weight   float64 // of all concepts
	analyzer *analyzer
	*scratch

	terms   []uint32  // that it speaks of, by place; none has place 0
	boosts  []float64 // by place, for BM25
	marks   []uint64  // by place: the concepts that speak of the term
	heard   []float32 // by place: how much the text at hand holds of it
	places  []uint32  // of what is heard
	touched uint64    // the concepts that it touches, a bit each
}

// lastMark stands for a concept and all behind it: few queries have more.
const lastMark = 63

// scratch is what takes long to be made anew for each question.
type scratch struct {
	place  []uint32  // by term: its place in the question at hand, else 0
	scores []float64 // by chunk, 0 between searches
	counts []uint32  // by chunk, 0 between searches
	chosen []uint32  // by document: its candidate, from 1 on, 0 between searches
}

func (x *Index) newScratch() *scratch {
	return &scratch{make([]uint32, len(x.stats)), make([]float64, len(x.chunks)), make([]uint32, len(x.chunks)), make([]uint32, len(x.entries))}
}

// ask makes a question of a text.
func (x *Index) ask(text string) *question {
	a := newAnalyzer()
	return x.question(a, x.read(a, text))
}

// question makes a question of concepts.
func (x *Index) question(a *analyzer, concepts []concept) *question {
	q := &question{
		x: x, concepts: concepts, analyzer: a, scratch: x.scratches.Get().(*scratch),
		terms: make([]uint32, 1, 64), boosts: make([]float64, 1, 64), marks: make([]uint64, 1, 64),
	}
	for i, c := range concepts {
		q.weight += c.weight
		q.learn(c, 1<<min(i, lastMark))
	}
	q.heard = make([]float32, len(q.terms))
	return q
}

// done gives back what the question borrowed. It may not be used any more.
func (q *question) done() {
	for _, t := range q.terms[1:] {
		q.place[t] = 0
	}
	q.x.scratches.Put(q.scratch)
	q.scratch = nil
}

// The boosts of a query's terms: what was said counts more than what it may
// also be called, a whole word more than a pair of syllables.
const (
	synonymBoost = 0.6
	bigramBoost  = 0.25
	faintBoost   = 0.5
)

// learn takes the terms of a concept in.
func (q *question) learn(c concept, mark uint64) {
	base := 1.0
	if c.faint {
		base = faintBoost
	}
	for _, w := range c.ways {
		boost := base
		if w.synonym {
			boost *= synonymBoost
		}
		for _, word := range w.words {
			q.raise(word.exact, boost, mark)
			q.raise(word.pairs, boost*bigramBoost, mark)
		}
	}
}

func (q *question) raise(list []uint32, boost float64, mark uint64) {
	for _, t := range list {
		at := q.place[t]
		if at == 0 {
			at = uint32(len(q.terms))
			q.place[t] = at
			q.terms, q.boosts, q.marks = append(q.terms, t), append(q.boosts, 0), append(q.marks, 0)
		}
		q.boosts[at] = max(q.boosts[at], boost)
		q.marks[at] |= mark
	}
}

// hear takes in that the text at hand holds a term, by its place.
func (q *question) hear(at uint32, weight float32) {
	if q.heard[at] == 0 {
		q.places = append(q.places, at)
		q.touched |= q.marks[at]
	}
	q.heard[at] = max(q.heard[at], weight)
}

// hearTerms takes the terms of a text in.
func (q *question) hearTerms(list []uint32) {
	for _, t := range list {
		if at := q.place[t]; at != 0 {
			q.hear(at, 1)
		}
	}
}

// hearText takes in a text that is not indexed.
func (q *question) hearText(text string) {
	for _, w := range words(normalise(text)) {
		for _, term := range q.analyzer.terms(w.text) {
			if n, ok := q.x.terms[term]; ok && q.place[n] != 0 {
				q.hear(q.place[n], 1)
			}
		}
	}
}

// hearEntry takes in a document: of each term, how much the best field of any
// of its chunks counts that holds it.
func (q *question) hearEntry(e *entry) error {
	for at, t := range q.terms {
		if at == 0 {
			continue
		}
		term, err := q.x.posted(t)
		if err != nil {
			return err
		}
		for field, list := range term.fields {
			if within(list, e.first, e.end) {
				q.hear(uint32(at), float32(weights[field].boost))
			}
		}
	}
	return nil
}

// forget makes the question ready for another text.
func (q *question) forget() {
	for _, at := range q.places {
		q.heard[at] = 0
	}
	q.places, q.touched = q.places[:0], 0
}

// holds is the weight of a term in the text at hand, 0 for none.
func (q *question) holds(term uint32) float64 { return float64(q.heard[q.place[term]]) }

// coverage is how well the text at hand answers a question.
type coverage struct {
	share float64 // of the query's weight
	said  float64 // the same, in the query's own words alone
	// sure tells that at least one concept is there as a word, or as nearly
	// all of a compound; known that one of them is a term of the lexicon.
	sure, known bool
}

// coverage of the question by the text at hand.
func (q *question) coverage() coverage {
	var c coverage
	if q.weight == 0 {
		return c
	}
	for left := q.touched; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		end := i + 1
		if i == lastMark {
			end = len(q.concepts)
		}
		for ; i < end; i++ {
			c.add(q, i)
		}
	}
	c.share /= q.weight
	c.said /= q.weight
	return c
}

func (c *coverage) add(q *question, i int) {
	con := &q.concepts[i]
	worth, said := con.worth(q)
	c.share += con.weight * worth
	c.said += con.weight * said
	if worth > sureWorth && !con.faint {
		c.sure = true
		c.known = c.known || con.known
	}
}

// share of the question's weight that a text of these terms covers.
func (q *question) share(terms []uint32) float64 {
	q.hearTerms(terms)
	c := q.coverage()
	q.forget()
	return c.share
}
