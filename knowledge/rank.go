package knowledge

import (
	"cmp"
	"math"
	"slices"

	"github.com/blevesearch/bleve/v2/search"
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
func (x *Index) rank(q []concept, hits search.DocumentMatchCollection) []*candidate {
	list := x.candidates(q, hits)
	x.weigh(q, list)
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.odds, a.odds), cmp.Compare(a.chunk.doc.id, b.chunk.doc.id))
	})
	if x.single {
		confide(q, list)
	}
	return list
}

// candidate is a document's best chunk with what is known of it.
type candidate struct {
	chunk   *chunk
	covered float64
	bm25    float64 // 1 is the best hit's
	rough   float64

	features featureList
	odds     float64  // by the ranking's weights
	sure     sureList // of the first one only
	score    float64
}

// candidates are the best chunks of documents, roughly best first.
func (x *Index) candidates(q []concept, hits search.DocumentMatchCollection) []*candidate {
	best := map[*entry]*candidate{}
	for _, h := range hits {
		c := x.chunks[h.ID]
		covered, sure := x.coverage(q, c.holds)
		if !sure || covered < floor && (covered < knownFloor || !knows(q, c)) {
			continue
		}
		one := &candidate{chunk: c, covered: covered, bm25: h.Score / hits[0].Score}
		one.rough = covered * (1 + one.bm25) / 2
		if have := best[c.doc]; have == nil || one.rough > have.rough {
			best[c.doc] = one
		}
	}
	list := make([]*candidate, 0, len(best))
	for _, c := range best {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.rough, a.rough), cmp.Compare(a.chunk.doc.id, b.chunk.doc.id))
	})
	return list[:min(len(list), closely)]
}

// knows tells whether a chunk holds a term of the lexicon that the query
// speaks of.
func knows(q []concept, c *chunk) bool {
	return slices.ContainsFunc(q, func(con concept) bool {
		return con.known && !con.faint && con.worth(c.holds) > sureWorth
	})
}

// rounded takes off the digits that depend on the order in which the index
// adds its terms' weights up, so that the same search finds the same.
func rounded(score float64) float64 { return math.Round(score*1e6) / 1e6 }

// coverage is the share of the query's weight that a text answers; sure
// tells that at least one concept is there as a word, or as nearly all of a
// compound. holds is the weight of a term in the text, 0 for none.
func (x *Index) coverage(q []concept, holds func(term uint32) float64) (share float64, sure bool) {
	var have, all float64
	for _, con := range q {
		worth := con.worth(holds)
		sure = sure || worth > sureWorth && !con.faint
		have += con.weight * worth
		all += con.weight
	}
	if all == 0 {
		return 0, false
	}
	return have / all, sure
}

func (c concept) worth(holds func(term uint32) float64) float64 {
	worth := 0.0
	for _, w := range c.ways {
		worth = max(worth, w.worth(holds))
	}
	return worth
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

// worth is how well a text says what the way means, 0-1.
func (w way) worth(holds func(term uint32) float64) float64 {
	if len(w.words) == 0 {
		return 0
	}
	sum := 0.0
	for _, word := range w.words {
		sum += word.worth(holds)
	}
	worth := sum / float64(len(w.words))
	if w.synonym {
		worth *= synonymWorth
	}
	return worth
}

func (t wordTerms) worth(holds func(term uint32) float64) float64 {
	said := 0.0
	for _, e := range t.exact {
		if weight := holds(e); weight > translationBoost+1e-6 {
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
		if holds(b) > 0 {
			n++
		}
	}
	share := float64(n) / float64(t.allPairs)
	if t.allPairs == 1 {
		return singlePair * share
	}
	return bigramWorth * share * share
}
