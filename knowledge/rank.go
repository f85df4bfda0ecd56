package knowledge

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// How much each side of a document counts in its rank, out of 1 each: its
// words by BM25 against the best document's, how much of the question it
// holds, and how much its best phrase and its best sentence do. Chosen on the
// labelled sets (decision 0031).
const (
	wordsWeight    = 2
	shareWeight    = 2
	phraseWeight   = 1
	sentenceWeight = 1
)

// The log-odds that a document answers: the more of the question it holds, in
// share and in weight, and the farther the next one is behind it. Fitted once
// on the labelled sets (decision 0031).
const (
	oddsBase   = -3.6
	oddsShare  = 2.7
	oddsHeld   = 0.32
	oddsLead   = 1.65 // of each point of rank
	leadEnough = 1.5
)

// Doubtful is the chance below which a hit is no answer, though it may be near
// one. Below least a search has found nothing.
const (
	Doubtful = 0.3
	least    = 0.05
)

// partPower makes who holds some of a concept hold most of it.
const partPower = 0.25

// closely is how many documents may be found: what is behind them never
// answers.
const closely = 40

// candidate is a document with what is known of it.
type candidate struct {
	entry
	words            float64 // by BM25
	share            float64 // of the question
	phrase, sentence float64 // of the best one, 0-1
	rank, score      float64
}

// tally adds up how much of a question each of many texts holds.
type tally struct {
	cells   []cell
	touched []int32 // by the concept that is being added
	all     []int32
}

type cell struct {
	part  float64 // of the concept that is being added
	held  float64 // of all terms
	share float64 // of the question's weight
}

func (t *tally) add(at int32, worth float64) {
	c := &t.cells[at]
	if c.part == 0 {
		t.touched = append(t.touched, at)
		if c.held == 0 {
			t.all = append(t.all, at)
		}
	}
	c.part += worth
	c.held += worth
}

// end ends a concept.
func (t *tally) end(c *concept) {
	for _, at := range t.touched {
		t.cells[at].share += c.worth(t.cells[at].part)
		t.cells[at].part = 0
	}
	t.touched = t.touched[:0]
}

// rank lists the documents that may answer a question, best first.
func (x *index) rank(ctx context.Context, q *question) ([]*candidate, error) {
	docs, units := &tally{cells: make([]cell, len(x.entries))}, &tally{cells: make([]cell, len(x.units))}
	words := make([]float64, len(x.entries))
	for i := range q.concepts {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("search index: %w", err)
		}
		c := &q.concepts[i]
		for _, t := range c.terms {
			l := &x.lists[t.number]
			worth := t.boost * l.idf
			for _, p := range l.docs {
				docs.add(p.doc, worth)
				words[p.doc] += worth * float64(p.worth)
			}
			for _, u := range l.units {
				units.add(u, worth)
			}
		}
		docs.end(c)
		units.end(c)
	}
	for _, n := range q.runs {
		for _, p := range x.lists[n].docs {
			words[p.doc] += x.lists[n].idf * float64(p.worth)
		}
	}
	list := make([]*candidate, 0, len(docs.all))
	places := make([]*candidate, len(x.entries))
	best := 0.0
	for _, d := range docs.all {
		places[d] = &candidate{entry: x.entries[d], words: words[d], share: docs.cells[d].share / q.weight}
		list = append(list, places[d])
		best = max(best, words[d])
	}
	for _, at := range units.all {
		u, c := x.units[at], units.cells[at]
		share := c.share / q.weight
		if d := places[u.doc]; u.said {
			// Who says nothing else says it best.
			d.phrase = max(d.phrase, share*share*math.Sqrt(min(1, c.held/u.weight)))
		} else {
			d.sentence = max(d.sentence, share)
		}
	}
	for _, c := range list {
		c.rank = rounded(q.worth(c.group) * (wordsWeight*c.words/best + shareWeight*c.share + phraseWeight*c.phrase + sentenceWeight*c.sentence))
	}
	slices.SortFunc(list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.id, b.id))
	})
	return list[:min(len(list), closely)], ctx.Err()
}

// score gives the ranked candidates the chances that they answer: the first
// one's as it was fitted, the others' the less the farther they are behind.
// None is left where even the first hardly answers.
func (q *question) score(list []*candidate) []*candidate {
	if len(list) == 0 {
		return nil
	}
	first, lead := list[0], leadEnough
	for _, c := range list {
		if c.topic == "" && c != first || c.topic != first.topic {
			lead = min(lead, first.rank-c.rank)
			break
		}
	}
	share := first.share
	if q.existence { // a rule stands in one sentence
		share = first.sentence
	}
	odds := oddsBase + share*(oddsShare+oddsHeld*q.weight+oddsLead*lead)
	chance := 1 / (1 + math.Exp(-odds))
	if chance < least {
		return nil
	}
	for _, c := range list {
		c.score = rounded(chance * math.Exp(c.rank-first.rank))
	}
	return list
}

// rounded takes off the digits that depend on the order in which weights are
// added up, so that the same search finds the same.
func rounded(score float64) float64 { return math.Round(score*1e6) / 1e6 }

// scored is a document of a search with its score, 0-1.
type scored struct {
	ID    string
	Score float64
}

// search finds documents for a question, best first. It fails only when ctx
// ends.
func (x *index) search(ctx context.Context, q *question, limit int) ([]scored, error) {
	list, err := x.rank(ctx, q)
	list = q.score(list)
	found := make([]scored, 0, limit)
	for _, c := range list[:min(len(list), limit)] {
		found = append(found, scored{c.id, c.score})
	}
	return found, err
}
