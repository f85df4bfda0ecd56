package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// posting is a chunk, by number, that holds a term in a field, and its score
// by BM25 before boosts.
type posting struct {
	score float64
	chunk uint32
	field uint32
}

// posted is where a term stands: field by field as in weights, and in each
// by chunk. It is kept once it was read: reading it anew for each query took
// as long as everything else.
type posted []posting

// fields go through it field by field.
func (p posted) fields(yield func(field int, list []posting) bool) {
	for len(p) > 0 {
		n, _ := slices.BinarySearchFunc(p, p[0].field+1, func(one posting, field uint32) int { return cmp.Compare(one.field, field) })
		if !yield(int(p[0].field), p[:n]) {
			return
		}
		p = p[n:]
	}
}

// openReader keeps a reader of the filled index, and which of bleve's
// documents is which chunk.
func (x *Index) openReader() error {
	store, err := x.store.Advanced()
	if err != nil {
		return err
	}
	reader, err := store.Reader()
	if err != nil {
		return err
	}
	if x.places, err = placesOf(reader, len(x.chunks)); err != nil {
		return errors.Join(err, reader.Close())
	}
	x.reader = reader
	return nil
}

// placesOf are the numbers of n chunks, by those that bleve has for them.
func placesOf(reader index.IndexReader, n int) ([]uint32, error) {
	list := make([]uint32, n)
	for i := range list {
		id, err := reader.ExternalID(index.NewIndexInternalID(nil, uint64(i)))
		if err != nil {
			return nil, fmt.Errorf("document %d: %w", i, err)
		}
		number, err := strconv.ParseUint(id, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("document %d: %w", i, err)
		}
		list[i] = uint32(number)
	}
	return list, nil
}

// posted is where a term stands.
func (x *Index) posted(term uint32) (posted, error) {
	if p := x.postings[term].Load(); p != nil {
		return *p, nil
	}
	var made posted
	for i := range weights {
		if x.stats[term].fields&(1<<i) == 0 {
			continue
		}
		var err error
		if made, err = x.readPostings(made, term, i); err != nil {
			return nil, fmt.Errorf("term %s: %w", x.stats[term].text, err)
		}
	}
	made = slices.Clip(slices.Clone(made))
	x.postings[term].Store(&made) // another search may have done the same
	return made, nil
}

// scoring chooses BM25 where bleve is asked for a single term.
func scoring() context.Context {
	return context.WithValue(context.Background(), search.GetScoringModelCallbackKey,
		search.GetScoringModelCallbackFn(func() string { return index.BM25Scoring }))
}

// readPostings puts a term's chunks in a field behind others, with bleve's
// own scores.
func (x *Index) readPostings(list posted, term uint32, field int) (_ posted, err error) {
	if x.closed.Load() {
		return nil, bleve.ErrorIndexClosed
	}
	s, err := searcher.NewTermSearcher(scoring(), x.reader, x.stats[term].text, weights[field].field, 1, search.SearcherOptions{})
	if err != nil {
		return nil, err
	}
	defer func() {
		if closing := s.Close(); err == nil {
			err = closing
		}
	}()
	from := len(list)
	found := &search.SearchContext{DocumentMatchPool: search.NewDocumentMatchPool(1, 0), IndexReader: x.reader}
	for {
		hit, err := s.Next(found)
		if err != nil {
			return nil, err
		}
		if hit == nil {
			break
		}
		list = append(list, posting{hit.Score, x.places[hit.IndexInternalID.Value()], uint32(field)})
		found.DocumentMatchPool.Put(hit)
	}
	slices.SortFunc(list[from:], func(a, b posting) int { return cmp.Compare(a.chunk, b.chunk) })
	return list, nil
}

// within tells whether one of the chunks of a field from first up to end is
// among them.
func within(list []posting, first, end uint32) bool {
	i, _ := slices.BinarySearchFunc(list, first, func(p posting, chunk uint32) int { return cmp.Compare(p.chunk, chunk) })
	return i < len(list) && list[i].chunk < end
}

// hit is a chunk that BM25 found, and which terms of the question it holds.
type hit struct {
	chunk uint32
	score float64
	holds []heldTerm
}

// heldTerm is a term, by its place in the question, with the weight of the
// best field that holds it.
type heldTerm struct {
	at     uint32
	weight float32
}

// hits are the chunks that BM25 puts first, best first: bleve's sum over a
// disjunction of the question's terms in all their fields.
func (x *Index) hits(q *question) ([]hit, error) {
	if x.closed.Load() {
		return nil, bleve.ErrorIndexClosed
	}
	terms := make([]posted, len(q.terms))
	parts, squares := 0, 0.0
	for at := 1; at < len(terms); at++ {
		var err error
		if terms[at], err = x.posted(q.terms[at]); err != nil {
			return nil, err
		}
		for field, list := range terms[at].fields {
			weight := q.boosts[at] * weights[field].boost * x.idfs[len(list)]
			squares += weight * weight
			parts++
		}
	}
	norm := 1 / math.Sqrt(squares)
	for at, term := range terms {
		for field, list := range term.fields {
			weight := q.boosts[at] * weights[field].boost * x.idfs[len(list)] * norm
			for _, p := range list {
				q.scores[p.chunk] += p.score * weight
				q.counts[p.chunk]++
			}
		}
	}
	best := q.best(parts)
	hold(q, terms, best)
	return best, nil
}

// best are the chunks with the best scores, best first, and leaves the
// scores of all as they were before the search.
func (q *question) best(parts int) []hit {
	list := make([]hit, 0, candidates)
	for c, n := range q.counts {
		if n == 0 {
			continue
		}
		one := hit{chunk: uint32(c), score: q.scores[c] * (float64(n) / float64(parts))}
		q.scores[c], q.counts[c] = 0, 0
		switch {
		case len(list) < candidates:
			list = append(list, one)
			if len(list) == candidates {
				heapify(list)
			}
		case list[0].before(one):
		default:
			list[0] = one
			sink(list, 0)
		}
	}
	slices.SortFunc(list, func(a, b hit) int {
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		return cmp.Compare(a.chunk, b.chunk)
	})
	return list
}

// before tells whether a hit comes before another one.
func (h hit) before(other hit) bool {
	return h.score > other.score || h.score == other.score && h.chunk < other.chunk
}

// heapify puts the worst of the hits first, and each before two that are
// better: a heap.
func heapify(list []hit) {
	for i := len(list)/2 - 1; i >= 0; i-- {
		sink(list, i)
	}
}

// sink moves a hit to where it belongs in the heap below it.
func sink(list []hit, i int) {
	for {
		last := i
		for _, child := range [...]int{2*i + 1, 2*i + 2} {
			if child < len(list) && list[last].before(list[child]) {
				last = child
			}
		}
		if last == i {
			return
		}
		list[i], list[last] = list[last], list[i]
		i = last
	}
}

// hold notes which terms the hits hold.
func hold(q *question, terms []posted, list []hit) {
	const most = 12 // that nearly all hold; the others find room of their own
	room := make([]heldTerm, most*len(list))
	for i, h := range list {
		q.counts[h.chunk] = uint32(i + 1)
		list[i].holds = room[i*most : i*most : (i+1)*most]
	}
	for at, term := range terms {
		for _, p := range term {
			if n := q.counts[p.chunk]; n > 0 {
				list[n-1].hold(uint32(at), float32(weights[p.field].boost))
			}
		}
	}
	for _, h := range list {
		q.counts[h.chunk] = 0
	}
}

// hold notes a term; its fields come one after another.
func (h *hit) hold(at uint32, weight float32) {
	if n := len(h.holds); n > 0 && h.holds[n-1].at == at {
		h.holds[n-1].weight = max(h.holds[n-1].weight, weight)
		return
	}
	h.holds = append(h.holds, heldTerm{at, weight})
}
