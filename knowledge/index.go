package knowledge

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/korean"
)

// document is what an index searches. Empty fields are fine.
type document struct {
	ID        string
	Head      string // where it belongs: a law's names, a handbook's chapter
	Title     string
	Keywords  []string
	Questions []string // what people ask whose answer it is
	Text      string   // cut into chunks when long
	// Translation is the text in another language. It counts little: it
	// only helps questions whose words the lexicon does not translate.
	Translation string
	// Group is what documents of one source share, a law's name. A question
	// is seldom about several: documents of a group that fits it well are
	// put first.
	Group string
	// Prior is how much more, or when negative less, the document is asked
	// for than others.
	Prior float64
}

// fields is how many a document is indexed by, boosts how much a hit in each
// counts: head, title, keywords, questions, text, translation. Titles and
// keywords name the subject; text mentions much besides.
const fields = 6

var boosts = [fields]float64{1.2, 2.6, 2.4, 1.6, 1, translationBoost}

const translationBoost = 0.3

// fieldsOf are a document's fields with one of its chunks as the text.
func (d document) fieldsOf(text string) [fields]string {
	return [...]string{d.Head, d.Title, strings.Join(d.Keywords, " , "), strings.Join(d.Questions, " "), text, d.Translation}
}

// index finds documents by the words of their fields, in memory. Nothing of
// it changes after newIndex, so many goroutines may search it.
type index struct {
	lexicon *lexicon
	// single tells that a query has one right document: its score is then the
	// chance that the first one is it, and not how well each fits.
	single   bool
	entries  map[string]*entry // by document id
	chunks   []*chunk
	terms    map[string]int32 // a term's number
	postings [][]posting      // by term, in the order of chunks
	idfs     []float64        // by term
	sounds   map[string]bool  // of its words
}

// posting is a chunk that holds a term in a field.
type posting struct {
	chunk int32
	field uint8
	score float32 // by BM25, times the field's boost
}

// entry is a document as ranking sees it.
type entry struct {
	id, group, text string
	prior           float64
	title           []int32
	first, end      int32 // its chunks, by number
}

// chunk is the unit of the index, with the terms of each of its sentences.
type chunk struct {
	doc       *entry
	sentences []sentence
}

type sentence struct {
	text  string
	terms []int32
}

// newIndex builds an index of documents. Ids have to be unique and not empty.
func newIndex(ctx context.Context, docs []document, lexicon *lexicon) (*index, error) {
	x := &index{lexicon: lexicon, entries: map[string]*entry{}, terms: map[string]int32{}, sounds: map[string]bool{}}
	b := &builder{x: x, seen: map[string][]int32{}}
	for _, d := range docs {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("build index: %w", err)
		}
		if d.ID == "" || x.entries[d.ID] != nil {
			return nil, fmt.Errorf("build index: document id %q is empty or used twice", d.ID)
		}
		b.add(d)
	}
	b.score()
	return x, nil
}

// builder fills an index.
type builder struct {
	x       *index
	seen    map[string][]int32 // the terms of words: a text is read for its field, its sentences and its title
	lengths [][fields]float32  // by chunk, in terms
}

// numbers are those of a text's terms, as often as they stand in it.
func (b *builder) numbers(text string) []int32 {
	var list []int32
	for _, s := range words(normalise(text)) {
		known, ok := b.seen[s.text]
		if !ok {
			for _, t := range termsOf(s.text) {
				known = append(known, b.number(t))
			}
			b.seen[s.text] = known
		}
		list = append(list, known...)
	}
	return list
}

func (b *builder) number(term string) int32 {
	n, ok := b.x.terms[term]
	if !ok {
		n = int32(len(b.x.postings))
		b.x.terms[term] = n
		b.x.postings = append(b.x.postings, nil)
		if word, ok := strings.CutPrefix(term, wordMark); ok {
			b.x.sounds[strings.Map(korean.Sound, word)] = true
		}
	}
	return n
}

// set is a text's terms, each once.
func (b *builder) set(text string) []int32 {
	list := b.numbers(text)
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}

func (b *builder) add(d document) {
	e := &entry{id: d.ID, group: d.Group, text: d.Text, prior: d.Prior, title: b.set(d.Title), first: int32(len(b.x.chunks))}
	b.x.entries[d.ID] = e
	texts := Chunks(plain(d.Text), defaultChunkRunes)
	if len(texts) == 0 {
		texts = []string{""} // it may be found by its title alone
	}
	for _, text := range texts {
		b.chunk(d, e, text)
	}
	e.end = int32(len(b.x.chunks))
}

// chunk posts the terms of a document's fields; a posting's score is first
// how often the field holds the term.
func (b *builder) chunk(d document, e *entry, text string) {
	at := int32(len(b.x.chunks))
	var lengths [fields]float32
	for field, value := range d.fieldsOf(text) {
		terms := b.numbers(value)
		lengths[field] = float32(len(terms))
		for _, t := range terms {
			list := b.x.postings[t]
			if n := len(list); n > 0 && list[n-1].chunk == at && list[n-1].field == uint8(field) {
				list[n-1].score++
				continue
			}
			b.x.postings[t] = append(list, posting{at, uint8(field), 1})
		}
	}
	c := &chunk{doc: e}
	for _, s := range korean.Sentences(text) {
		c.sentences = append(c.sentences, sentence{s, b.set(s)})
	}
	b.x.chunks, b.lengths = append(b.x.chunks, c), append(b.lengths, lengths)
}

// The constants of BM25, and the power that rarity is raised to: found on the
// evaluation sets (decision 0028).
const (
	bm25K, bm25B = 3, 0.9
	rarityPower  = 1.5
)

// score makes BM25 scores of counts.
func (b *builder) score() {
	x, averages := b.x, b.averages()
	x.idfs = make([]float64, len(x.postings))
	for t, list := range x.postings {
		chunks, last, holding := 0, int32(-1), [fields]int{}
		for _, p := range list {
			holding[p.field]++
			if p.chunk != last {
				chunks, last = chunks+1, p.chunk
			}
		}
		x.idfs[t] = x.idf(chunks)
		for i, p := range list {
			count, rarity := float64(p.score), math.Pow(x.idf(holding[p.field]), rarityPower)
			length := float64(b.lengths[p.chunk][p.field]) / averages[p.field]
			list[i].score = float32(boosts[p.field] * rarity * count * (bm25K + 1) / (count + bm25K*(1-bm25B+bm25B*length)))
		}
	}
}

// averages are the lengths of fields over the chunks that have them.
func (b *builder) averages() (list [fields]float64) {
	var having [fields]float64
	for _, lengths := range b.lengths {
		for field, n := range lengths {
			if n > 0 {
				list[field] += float64(n)
				having[field]++
			}
		}
	}
	for field := range list {
		list[field] /= max(1, having[field])
	}
	return list
}

// idf is how rare a term is that so many chunks hold.
func (x *index) idf(chunks int) float64 {
	return math.Log(1 + (float64(len(x.chunks))-float64(chunks)+0.5)/(float64(chunks)+0.5))
}

// knows tells whether a word stands in the index.
func (x *index) knows(word string) bool {
	n, ok := x.terms[wordMark+word]
	return ok && len(x.postings[n]) > 0
}

// scored is a document of a search with its score, 0-1.
type scored struct {
	ID    string
	Score float64
}

// Search finds documents for a text, best first; of a long text it reads the
// beginning and the end. Nothing is found when too little of the text is
// known to the index. It fails only when ctx ends.
func (x *index) Search(ctx context.Context, text string, limit int) ([]scored, error) {
	return x.search(ctx, x.ask(text), limit)
}

func (x *index) search(ctx context.Context, q *question, limit int) ([]scored, error) {
	list, err := x.rank(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("search index: %w", err)
	}
	if limit > 0 {
		list = list[:min(len(list), limit)]
	}
	found := make([]scored, len(list))
	for i, c := range list {
		found[i] = scored{c.doc.id, c.score}
	}
	return found, nil
}
