package knowledge

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
)

// The shape of coverage. A document has to cover at least floor of the
// query's weight; less will do when a term of the lexicon is among it, which
// tells that the question is about the documents' subject at all.
const (
	floor        = 0.34
	knownFloor   = 0.2
	synonymWorth = 0.92 // said in other words
	pairWorth    = 0.75 // only its syllable pairs are there
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

// candidates bounds how many chunks are looked at closely, closely how many
// documents are compared by all their features: what BM25 puts behind them
// hardly ever covers a question better.
const (
	candidates = 120
	closely    = 40
)

// candidate is a document's best chunk with what is known of it.
type candidate struct {
	doc   *entry
	chunk *chunk
	bm25  float64 // 1 is the best one's
	held  held
	coverage
	rough float64

	features featureList
	odds     float64  // by the ranking's weights
	sureness sureList // of the first one only
	score    float64
}

// rank lists the documents that may answer a question, best first.
func (x *index) rank(ctx context.Context, q *question) ([]*candidate, error) {
	hits, err := x.hits(ctx, q)
	if err != nil {
		return nil, err
	}
	list := q.covering(hits)
	if err := x.weigh(ctx, q, list); err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.odds, a.odds), cmp.Compare(a.doc.id, b.doc.id))
	})
	if x.single {
		confide(q.concepts, list)
	}
	return list, nil
}

// hits are the chunks that BM25 puts first, best first.
func (x *index) hits(ctx context.Context, q *question) ([]*candidate, error) {
	scores, counts := make([]float64, len(x.chunks)), make([]int, len(x.chunks))
	var chunks []int32
	for _, t := range q.terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, p := range x.postings[t.number] {
			if counts[p.chunk]++; counts[p.chunk] == 1 {
				chunks = append(chunks, p.chunk)
			}
			scores[p.chunk] += t.boost * float64(p.score)
		}
	}
	for _, c := range chunks {
		scores[c] *= float64(counts[c]) // who holds more of the terms comes first
	}
	slices.SortFunc(chunks, func(a, b int32) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	chunks = chunks[:min(len(chunks), candidates)]
	hits := make([]*candidate, len(chunks))
	for i, n := range chunks {
		c := x.chunks[n]
		hits[i] = &candidate{doc: c.doc, chunk: c, bm25: scores[n] / scores[chunks[0]], held: q.holdingChunks(n, n+1)}
	}
	return hits, ctx.Err()
}

// firstFrom is the place of the first posting of a chunk or of one behind it.
func firstFrom(list []posting, chunk int32) int {
	return sort.Search(len(list), func(i int) bool { return list[i].chunk >= chunk })
}

// covering are the best hits of documents that cover enough of the question,
// roughly best first.
func (q *question) covering(hits []*candidate) []*candidate {
	best := map[*entry]*candidate{}
	var list []*candidate
	for _, h := range hits {
		h.coverage = q.coverage(h.held)
		if !h.sure || h.share < floor && (h.share < knownFloor || !h.known) {
			continue
		}
		h.rough = h.share * (1 + h.bm25) / 2
		switch have := best[h.doc]; {
		case have == nil:
			best[h.doc] = h
			list = append(list, h)
		case h.rough > have.rough:
			*have = *h
		}
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.rough, a.rough), cmp.Compare(a.doc.id, b.doc.id))
	})
	return list[:min(len(list), closely)]
}

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
func (x *index) weigh(ctx context.Context, q *question, list []*candidate) error {
	groups := groupFits(list)
	for _, c := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.features = featureList{
			featCovered: c.share, featBM25: c.bm25, featSaid: c.said, featTitle: q.coverage(q.holding(c.doc.title)).share,
			featTitleFit: q.titleFit(c.doc.title), featGroup: groups[c.doc.group], featPrior: c.doc.prior,
		}
		for _, s := range c.chunk.sentences {
			c.features[featSentence] = max(c.features[featSentence], q.coverage(q.holding(s.terms)).share)
		}
		z := rankingBias
		for i, w := range rankingWeights {
			z += w * c.features[i]
		}
		c.odds, c.score = rounded(z), rounded(chance(z))
	}
	return nil
}

// titleFit is how much of a title, by the rarity of its terms, the question
// speaks of.
func (q *question) titleFit(title []int32) float64 {
	var have, all float64
	for _, t := range title {
		all += q.x.idfs[t]
		if _, ok := q.places[t]; ok {
			have += q.x.idfs[t]
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
		g := c.doc.group
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

// rounded takes off the digits that depend on the order in which weights are
// added up, so that the same search finds the same.
func rounded(score float64) float64 { return math.Round(score*1e6) / 1e6 }
