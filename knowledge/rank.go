package knowledge

import (
	"math"
	"sort"

	"github.com/blevesearch/bleve/v2/search"
)

// The shape of a score. A document has to cover at least floor of the
// query's weight; coverage and BM25 then share the score.
const (
	floor        = 0.34
	bm25Share    = 0.5
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

// rank scores the hits, keeps the best chunk of each document and drops
// what covers too little of the query.
func (x *Index) rank(q []concept, hits search.DocumentMatchCollection, limit int) []Found {
	if len(hits) == 0 {
		return nil
	}
	top := hits[0].Score
	best := map[string]float64{}
	for _, h := range hits {
		c := x.chunks[h.ID]
		covered, sure := x.coverage(q, c)
		if covered < floor || !sure {
			continue
		}
		score := covered * (1 - bm25Share + bm25Share*h.Score/top)
		if score > best[c.docID] {
			best[c.docID] = score
		}
	}
	found := make([]Found, 0, len(best))
	for id, score := range best {
		found = append(found, Found{ID: id, Score: rounded(math.Min(1, score))})
	}
	sort.Slice(found, func(i, j int) bool {
		if found[i].Score != found[j].Score {
			return found[i].Score > found[j].Score
		}
		return found[i].ID < found[j].ID
	})
	if limit > 0 && len(found) > limit {
		found = found[:limit]
	}
	return found
}

// rounded takes off the digits that depend on the order in which the index
// adds its terms' weights up, so that the same search finds the same.
func rounded(score float64) float64 { return math.Round(score*1e6) / 1e6 }

// coverage is the share of the query's weight that a chunk answers; sure
// tells that at least one concept is there as a word, or as nearly all of a compound.
func (x *Index) coverage(q []concept, c *chunk) (share float64, sure bool) {
	var have, all float64
	for _, con := range q {
		weight := x.weight(con)
		worth := 0.0
		for _, w := range con.ways {
			worth = math.Max(worth, w.worth(c.terms))
		}
		sure = sure || worth > sureWorth && !con.faint
		have += weight * worth
		all += weight
	}
	if all == 0 {
		return 0, false
	}
	return have / all, sure
}

// weight is how much a concept matters: the rarer its words, the more.
func (x *Index) weight(c concept) float64 {
	if c.faint {
		return faintWeight
	}
	weight := math.Inf(1)
	for _, w := range c.ways {
		weight = math.Min(weight, x.rarity(w))
	}
	switch {
	case !math.IsInf(weight, 1):
	case c.verb:
		return unknownVerb
	default:
		return unknownWeight
	}
	return math.Min(maxWeight, math.Max(minWeight, weight))
}

// rarity is the idf of a way's rarest word, infinite when the index holds
// none of its words.
func (x *Index) rarity(w way) float64 {
	rarest := math.Inf(1)
	for _, word := range w.words {
		common := math.Inf(1)
		for _, t := range word.exact {
			if x.df[t] > 0 {
				common = math.Min(common, x.idf(t))
			}
		}
		if !math.IsInf(common, 1) && (math.IsInf(rarest, 1) || common > rarest) {
			rarest = common
		}
	}
	return rarest
}

// worth is how well the terms say what the way means, 0-1.
func (w way) worth(terms map[string]float64) float64 {
	if len(w.words) == 0 {
		return 0
	}
	sum := 0.0
	for _, word := range w.words {
		sum += word.worth(terms)
	}
	worth := sum / float64(len(w.words))
	if w.synonym {
		worth *= synonymWorth
	}
	return worth
}

func (t wordTerms) worth(terms map[string]float64) float64 {
	said := 0.0
	for _, e := range t.exact {
		if weight := terms[e]; weight > translationBoost {
			return 1
		} else if weight > 0 {
			said = translationWorth
		}
	}
	if said > 0 {
		return said
	}
	if len(t.bigrams) == 0 {
		return 0
	}
	n := 0
	for _, b := range t.bigrams {
		if terms[b] > 0 {
			n++
		}
	}
	share := float64(n) / float64(len(t.bigrams))
	if len(t.bigrams) == 1 {
		return singlePair * share
	}
	return bigramWorth * share * share
}
