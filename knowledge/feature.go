package knowledge

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
func (x *Index) weigh(q *question, list []*candidate) {
	groups := groupFits(list)
	for _, c := range list {
		f := x.featuresOf(q, groups, c)
		z := rankingBias
		for i, w := range rankingWeights {
			z += w * f[i]
		}
		c.features, c.odds, c.score = f, rounded(z), rounded(chance(z))
	}
}

func (x *Index) featuresOf(q *question, groups map[string]float64, c *candidate) featureList {
	var f featureList
	f[featCovered], f[featBM25], f[featSaid] = c.covered, c.bm25, c.said
	f[featTitle] = q.share(c.chunk.doc.title)
	f[featTitleFit] = x.titleFit(q, c.chunk.doc.title)
	for _, s := range c.chunk.sentences {
		f[featSentence] = max(f[featSentence], q.share(s.terms))
	}
	f[featGroup] = groups[c.chunk.doc.group]
	f[featPrior] = c.chunk.doc.prior
	return f
}

// titleFit is how much of a title, by the rarity of its terms, the query
// speaks of.
func (x *Index) titleFit(q *question, title []uint32) float64 {
	var have, all float64
	for _, t := range title {
		weight := x.idf(t)
		all += weight
		if q.place[t] != 0 {
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
