package knowledge

import "slices"

// The features of a candidate, by which a model of one weight each puts it
// in its place.
const (
	featCovered  = iota // share of the query that the chunk covers
	featBM25            // against the best hit's
	featSaid            // share covered in the query's own words
	featTitle           // share of the query that the title covers
	featTitleFit        // share of the title that the query speaks of
	featSentence        // share of the query that one sentence covers
	featGroup           // how well the document's group fits, against the best group
	featPrior
	features
)

type featureList [features]float64

// FeatureNames are the names of a score's features, in their order.
func FeatureNames() []string {
	return []string{"covered", "bm25", "said", "title", "title_fit", "sentence", "group", "prior"}
}

// weigh gives the candidates their log-odds by the ranking, and how well
// each fits as their score.
func (x *Index) weigh(q []concept, list []*candidate) {
	groups := groupFits(list)
	asked := x.asked(q)
	for _, c := range list {
		f := x.featuresOf(q, asked, groups, c)
		z := rankingBias
		for i, w := range rankingWeights {
			z += w * f[i]
		}
		c.features, c.odds, c.score = f, rounded(z), rounded(chance(z))
	}
}

func (x *Index) featuresOf(q []concept, asked map[uint32]bool, groups map[string]float64, c *candidate) featureList {
	var f featureList
	f[featCovered], f[featBM25] = c.covered, c.bm25
	f[featSaid] = said(q, c.chunk.holds)
	title := among(c.chunk.doc.title)
	f[featTitle], _ = x.coverage(q, title)
	f[featTitleFit] = x.titleFit(asked, c.chunk.doc.title)
	for _, s := range c.chunk.sentences {
		share, _ := x.coverage(q, among(s.terms))
		f[featSentence] = max(f[featSentence], share)
	}
	f[featGroup] = groups[c.chunk.doc.group]
	f[featPrior] = c.chunk.doc.prior
	return f
}

// among tells whether a term is in a sorted list.
func among(list []uint32) func(term uint32) float64 {
	return func(term uint32) float64 {
		if _, ok := slices.BinarySearch(list, term); ok {
			return 1
		}
		return 0
	}
}

// said is the share of the query that a text covers in the query's words.
func said(q []concept, holds func(term uint32) float64) float64 {
	var have, all float64
	for _, c := range q {
		have += c.weight * c.ways[0].worth(holds)
		all += c.weight
	}
	if all == 0 {
		return 0
	}
	return have / all
}

// asked is every term that the query speaks of, in whatever words.
func (x *Index) asked(q []concept) map[uint32]bool {
	asked := map[uint32]bool{}
	for _, c := range q {
		for _, w := range c.ways {
			for _, word := range w.words {
				for _, list := range [][]uint32{word.exact, word.pairs} {
					for _, t := range list {
						asked[t] = true
					}
				}
			}
		}
	}
	return asked
}

// titleFit is how much of a title, by the rarity of its terms, the query
// speaks of.
func (x *Index) titleFit(asked map[uint32]bool, title []uint32) float64 {
	var have, all float64
	for _, t := range title {
		weight := x.idf(t)
		all += weight
		if asked[t] {
			have += weight
		}
	}
	if all == 0 {
		return 0
	}
	return have / all
}

// groupFits is how well each group fits the query: the sum of its best three
// candidates, the best group's being 1.
func groupFits(list []*candidate) map[string]float64 {
	const counted = 3
	seen, fit, best := map[string]int{}, map[string]float64{}, 0.0
	for _, c := range list { // roughly best first
		g := c.chunk.doc.group
		if seen[g]++; g == "" || seen[g] > counted {
			continue
		}
		fit[g] += c.rough
		best = max(best, fit[g])
	}
	for g := range fit {
		fit[g] /= best
	}
	return fit
}
