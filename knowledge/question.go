package knowledge

import (
	"math"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// question is a query made ready to be compared with many texts of an index:
// its concepts, and their terms, each of which has a place. Nothing of it
// changes after it was made.
type question struct {
	x        *index
	concepts []concept
	weight   float64 // of all concepts
	terms    []askedTerm
	places   map[int32]int // of terms, by number
}

// askedTerm is a term of a question and how much it counts for BM25.
type askedTerm struct {
	number int32
	boost  float64
}

// concept is one thing that a question speaks of.
type concept struct {
	reading
	ways   []way   // one for each wording
	weight float64 // how much of the question it is
}

// way is a wording as an index knows it: its words.
type way struct {
	words []wordTerms
	worth float64 // of a text that holds them
}

// wordTerms are the terms of a word that the index knows, by their places in
// the question; of the pairs that it does not know only how many there are
// counts.
type wordTerms struct {
	exact, pairs []int
	allPairs     int
}

// The boosts of a question's terms: what was said counts more than what it
// may also be called, a whole word more than a pair of syllables.
const (
	synonymBoost = 0.6
	pairBoost    = 0.25
	faintBoost   = 0.5
)

// ask makes a question of a text, of a long one's beginning and end.
func (x *index) ask(text string) *question { return x.question(x.lexicon.read(ends(text))) }

// question makes a question of what was read.
func (x *index) question(list []reading) *question {
	q := &question{x: x, places: map[int32]int{}}
	for _, r := range list {
		c := concept{reading: r}
		for i, text := range r.wordings {
			w := way{worth: synonymWorth}
			if i == 0 {
				w.worth = 1
			}
			for _, s := range words(text) {
				w.words = append(w.words, q.word(s.text))
			}
			c.ways = append(c.ways, w)
		}
		c.faint = c.faint || c.rest && !c.ways[0].known()
		c.weight = q.weightOf(c)
		q.weight += c.weight
		q.boost(c)
		q.concepts = append(q.concepts, c)
	}
	return q
}

// word looks a word's terms up.
func (q *question) word(text string) wordTerms {
	var w wordTerms
	for _, term := range termsOf(text) {
		word := strings.HasPrefix(term, wordMark)
		if !word {
			w.allPairs++
		}
		n, ok := q.x.terms[term]
		if !ok {
			continue
		}
		at, ok := q.places[n]
		if !ok {
			at = len(q.terms)
			q.places[n] = at
			q.terms = append(q.terms, askedTerm{number: n})
		}
		if word {
			w.exact = append(w.exact, at)
		} else {
			w.pairs = append(w.pairs, at)
		}
	}
	return w
}

// known tells whether the index knows a word of the way.
func (w way) known() bool {
	for _, word := range w.words {
		if len(word.exact) > 0 {
			return true
		}
	}
	return false
}

// boost raises the terms of a concept to what they count.
func (q *question) boost(c concept) {
	for i, w := range c.ways {
		boost := 1.0
		if c.faint {
			boost = faintBoost
		}
		if i > 0 {
			boost *= synonymBoost
		}
		for _, word := range w.words {
			for _, at := range word.exact {
				q.terms[at].boost = max(q.terms[at].boost, boost)
			}
			for _, at := range word.pairs {
				q.terms[at].boost = max(q.terms[at].boost, boost*pairBoost)
			}
		}
	}
}

// weightOf is how much a concept matters: the rarer its words, the more.
func (q *question) weightOf(c concept) float64 {
	weight := math.Inf(1)
	for _, w := range c.ways {
		weight = min(weight, q.rarity(w))
	}
	switch {
	case c.faint:
		return faintWeight
	case !math.IsInf(weight, 1):
		return min(maxWeight, max(minWeight, weight))
	case c.verb:
		return unknownVerb
	}
	return unknownWeight
}

// rarity is the idf of a way's rarest word, infinite when the index holds
// none of its words.
func (q *question) rarity(w way) float64 {
	rarest, none := 0.0, true
	for _, word := range w.words {
		common := math.Inf(1)
		for _, at := range word.exact {
			common = min(common, q.x.idfs[q.terms[at].number])
			none = false
		}
		if len(word.exact) > 0 {
			rarest = max(rarest, common)
		}
	}
	if none {
		return math.Inf(1)
	}
	return rarest
}

// held is how much a text holds of each of a question's terms, by place: the
// boost of the field, 1 in a plain text.
type held []float32

func (q *question) holding(terms []int32) held {
	h := make(held, len(q.terms))
	for _, t := range terms {
		if at, ok := q.places[t]; ok {
			h[at] = 1
		}
	}
	return h
}

// holdingText is for a text that is not indexed.
func (q *question) holdingText(text string) held {
	var terms []int32
	for _, w := range words(normalise(text)) {
		for _, term := range termsOf(w.text) {
			if n, ok := q.x.terms[term]; ok {
				terms = append(terms, n)
			}
		}
	}
	return q.holding(terms)
}

// holdingChunks is for all fields of the chunks from first up to end: of each
// term, the boost of the best field that holds it.
func (q *question) holdingChunks(first, end int32) held {
	h := make(held, len(q.terms))
	for at, t := range q.terms {
		list := q.x.postings[t.number]
		for i := firstFrom(list, first); i < len(list) && list[i].chunk < end; i++ {
			h[at] = max(h[at], float32(boosts[list[i].field]))
		}
	}
	return h
}

// holdingArticle is for all fields of an article's document, or for its text
// where another index has it.
func (q *question) holdingArticle(a Article) held {
	e := q.x.entries[a.ID]
	if e == nil {
		return q.holdingText(a.Law + " " + a.Title + " " + a.Gist)
	}
	return q.holdingChunks(e.first, e.end)
}

// worth is how well a text says what the concept means, 0-1, and how well in
// the question's own words.
func (c *concept) worth(h held) (worth, said float64) {
	for i, w := range c.ways {
		worth = max(worth, w.in(h))
		if i == 0 {
			said = worth
		}
	}
	return worth, said
}

func (w *way) in(h held) float64 {
	if len(w.words) == 0 {
		return 0
	}
	sum := 0.0
	for _, word := range w.words {
		sum += word.in(h)
	}
	return w.worth * sum / float64(len(w.words))
}

func (t *wordTerms) in(h held) float64 {
	best := float32(0)
	for _, at := range t.exact {
		best = max(best, h[at])
	}
	switch {
	case best > translationBoost:
		return 1
	case best > 0:
		return translationWorth
	case t.allPairs == 0:
		return 0
	}
	n := 0
	for _, at := range t.pairs {
		if h[at] > 0 {
			n++
		}
	}
	share := float64(n) / float64(t.allPairs)
	if t.allPairs == 1 {
		return singlePair * share
	}
	return pairWorth * share * share
}

// coverage is how well a text answers a question.
type coverage struct {
	share float64 // of the question's weight
	said  float64 // the same, in the question's own words alone
	// sure tells that at least one concept is there as a word, or as nearly
	// all of a compound; known that one of them is a term of the lexicon.
	sure, known bool
}

func (q *question) coverage(h held) coverage {
	var c coverage
	if q.weight == 0 {
		return c
	}
	for i := range q.concepts {
		con := &q.concepts[i]
		worth, said := con.worth(h)
		c.share += con.weight * worth / q.weight
		c.said += con.weight * said / q.weight
		if worth > sureWorth && !con.faint {
			c.sure, c.known = true, c.known || con.known
		}
	}
	return c
}

// quote is the sentence of a document's text that says most of what the
// question asks; the first one when none says anything of it.
func (q *question) quote(text string) string {
	best, share := "", -1.0
	for _, s := range korean.Sentences(text) {
		if c := q.coverage(q.holdingText(s)); c.share > share {
			best, share = s, c.share
		}
	}
	return best
}
