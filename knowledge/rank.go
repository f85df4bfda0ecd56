package knowledge

import (
	"cmp"
	"math"
	"slices"
)

// The shape of coverage. A document has to cover at least floor of the
// query's weight; less will do when a term of the lexicon is among it, which
// tells that the question is about the documents' subject at all.
const (
	floor        = 0.34
	knownFloor   = 0.2
	synonymWorth = 0.92 // said in other words
	bigramWorth  = 0.75 // only its syllable pairs are there
	singlePair   = 0.3  // one pair proves little
	// A word that only the translation holds may be there by chance.
	translationWorth = 0.5
	sureWorth        = 0.45 // a compound whose pairs are nearly all there
	minWeight        = 0.8
	maxWeight        = 2.2
	unknownWeight    = 2.0 // of a noun that no document holds
	unknownVerb      = 0.6
	faintWeight      = 0.3
)

// closely is how many documents are compared by all their features.
const closely = 40

// rank scores the hits: the best chunk of each document, without those that
// cover too little of the query, is weighed by its features.
func (x *Index) rank(q *question, hits []hit) []*candidate {
	list := x.candidates(q, hits)
	x.weigh(q, list)
	slices.SortFunc(list, func(a, b *candidate) int {
		if a.odds != b.odds { // names are seldom looked at
			return cmp.Compare(b.odds, a.odds)
		}
		return cmp.Compare(a.chunk.doc.id, b.chunk.doc.id)
	})
	if x.single {
		confide(q.concepts, list)
	}
	return list
}

// candidate is a document's best chunk with what is known of it.
type candidate struct {
	chunk   *chunk
	covered float64
	said    float64 // covered in the query's own words
	bm25    float64 // 1 is the best hit's
	rough   float64

	features featureList
	odds     float64  // by the ranking's weights
	sure     sureList // of the first one only
	score    float64
}

// candidates are the best chunks of documents, roughly best first.
func (x *Index) candidates(q *question, hits []hit) []*candidate {
	all := make([]candidate, 0, len(hits))
	for _, h := range hits {
		for _, t := range h.holds {
			q.hear(t.at, t.weight)
		}
		c := q.coverage()
		q.forget()
		if !c.sure || c.share < floor && (c.share < knownFloor || !c.known) {
			continue
		}
		one := candidate{chunk: x.chunks[h.chunk], covered: c.share, said: c.said, bm25: h.score / hits[0].score}
		one.rough = one.covered * (1 + one.bm25) / 2
		if at := &q.chosen[one.chunk.doc.number]; *at == 0 {
			all = append(all, one)
			*at = uint32(len(all))
		} else if have := &all[*at-1]; one.rough > have.rough {
			*have = one
		}
	}
	for i := range all {
		q.chosen[all[i].chunk.doc.number] = 0
	}
	list := make([]*candidate, len(all))
	for i := range all {
		list[i] = &all[i]
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		if a.rough != b.rough {
			return cmp.Compare(b.rough, a.rough)
		}
		return cmp.Compare(a.chunk.doc.id, b.chunk.doc.id)
	})
	return list[:min(len(list), closely)]
}

// rounded takes off the digits that depend on the order in which the index
// adds its terms' weights up, so that the same search finds the same.
func rounded(score float64) float64 { return math.Round(score*1e6) / 1e6 }

// worth is how well the text at hand says what the concept means, 0-1, and
// how well in the query's own words.
func (c *concept) worth(q *question) (worth, said float64) {
	for i := range c.ways {
		worth = max(worth, c.ways[i].worth(q))
		if i == 0 {
			said = worth
		}
		if worth == 1 {
			break // nothing says it better
		}
	}
	return worth, said
}

// weightOf is how much a concept matters: the rarer its words, the more.
func (x *Index) weightOf(c concept) float64 {
	if c.faint {
		return faintWeight
	}
	weight := math.Inf(1)
	for _, w := range c.ways {
		weight = min(weight, x.rarity(w))
	}
	switch {
	case !math.IsInf(weight, 1):
	case c.verb:
		return unknownVerb
	default:
		return unknownWeight
	}
	return min(maxWeight, max(minWeight, weight))
}

// rarity is the idf of a way's rarest word, infinite when the index holds
// none of its words.
func (x *Index) rarity(w way) float64 {
	rarest := math.Inf(1)
	for _, word := range w.words {
		common := math.Inf(1)
		for _, t := range word.exact {
			common = min(common, x.idf(t))
		}
		if !math.IsInf(common, 1) && (math.IsInf(rarest, 1) || common > rarest) {
			rarest = common
		}
	}
	return rarest
}

// worth is how well the text at hand says what the way means, 0-1.
func (w *way) worth(q *question) float64 {
	if len(w.words) == 0 {
		return 0
	}
	sum := 0.0
	for i := range w.words {
		sum += w.words[i].worth(q)
	}
	worth := sum / float64(len(w.words))
	if w.synonym {
		worth *= synonymWorth
	}
	return worth
}

func (t *wordTerms) worth(q *question) float64 {
	said := 0.0
	for _, e := range t.exact {
		if weight := q.holds(e); weight > translationBoost+1e-6 {
			return 1
		} else if weight > 0 {
			said = translationWorth
		}
	}
	if said > 0 {
		return said
	}
	if t.allPairs == 0 {
		return 0
	}
	n := 0
	for _, b := range t.pairs {
		if q.holds(b) > 0 {
			n++
		}
	}
	share := float64(n) / float64(t.allPairs)
	if t.allPairs == 1 {
		return singlePair * share
	}
	return bigramWorth * share * share
}
