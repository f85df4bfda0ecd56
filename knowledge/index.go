package knowledge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
)

// Document is what an Index searches. Empty fields are fine.
type Document struct {
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

// weights tells how much a hit in a field counts. Titles and keywords name
// the subject; text mentions much besides.
var weights = [...]struct {
	field string
	boost float64
}{
	{"head", 1.2}, {"title", 2.6}, {"keywords", 2.4}, {"questions", 1.6}, {"text", 1}, {"translation", translationBoost},
}

const translationBoost = 0.3

// Index finds documents by meaning-bearing words, in memory. It can be used
// by many goroutines at once; Close it when done.
type Index struct {
	lexicon *Lexicon
	store   bleve.Index
	reader  index.IndexReader // of all that store holds: nothing is added after NewIndex
	closed  atomic.Bool
	// single tells that a query has one right document: its score is then the
	// chance that the first one is it, and not how well each fits.
	single  bool
	entries map[string]*entry // by document id
	chunks  []*chunk          // by number
	places  []uint32          // the numbers of chunks, by those that bleve has for them
	terms   map[string]uint32 // a term's number
	stats   []termStats       // by number
	idfs    []float64         // by the number of chunks that hold a term

	postings  []atomic.Pointer[posted]      // by term, read when they are first asked for
	wordings  []atomic.Pointer[[]wordTerms] // by the lexicon's words, likewise
	scratches sync.Pool                     // of *scratch
}

// termStats is where a term stands: in how many chunks, and in which fields
// (one bit for each of weights).
type termStats struct {
	text   string
	chunks uint32
	fields uint8
}

// entry is a document as ranking sees it.
type entry struct {
	number    uint32 // among the entries
	id, group string
	text      string
	prior     float64
	title     []uint32
	// Its chunks are those from first up to end, by number.
	first, end uint32
}

// chunk is the unit of the index, with the terms of each of its sentences.
type chunk struct {
	doc       *entry
	sentences []sentence
}

type sentence struct {
	text  string
	terms []uint32
}

// NewIndex builds an index of documents. A nil lexicon is an empty one.
// Ids have to be unique and not empty.
func NewIndex(ctx context.Context, docs []Document, lexicon *Lexicon) (*Index, error) {
	if lexicon == nil {
		lexicon = &Lexicon{}
	}
	m := mapping.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	store, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	x := &Index{lexicon: lexicon, store: store, entries: map[string]*entry{}, terms: map[string]uint32{}}
	if err := x.add(ctx, docs); err != nil {
		return nil, fmt.Errorf("fill index: %w", errors.Join(err, store.Close()))
	}
	if err := x.settle(); err != nil {
		return nil, fmt.Errorf("read index: %w", errors.Join(err, store.Close()))
	}
	return x, nil
}

// Close frees the index. Nothing may search it any more.
func (x *Index) Close() error {
	if x.closed.Swap(true) {
		return nil
	}
	return errors.Join(x.reader.Close(), x.store.Close())
}

// settle prepares what searches need of an index that is filled.
func (x *Index) settle() error {
	if err := x.openReader(); err != nil {
		return err
	}
	n := float64(len(x.chunks))
	x.idfs = make([]float64, len(x.chunks)+1)
	for df := range x.idfs {
		x.idfs[df] = math.Log(1 + (n-float64(df)+0.5)/(float64(df)+0.5))
	}
	x.postings = make([]atomic.Pointer[posted], len(x.stats))
	x.wordings = make([]atomic.Pointer[[]wordTerms], len(x.lexicon.words))
	x.scratches.New = func() any { return x.newScratch() }
	return nil
}

// batchSize bounds the memory of one write.
const batchSize = 500

func (x *Index) add(ctx context.Context, docs []Document) error {
	w := x.indexer()
	batch := x.store.NewBatch()
	seen := map[string]bool{}
	for _, d := range docs {
		if d.ID == "" || seen[d.ID] {
			return fmt.Errorf("document id %q is empty or used twice", d.ID)
		}
		seen[d.ID] = true
		e := &entry{number: uint32(len(x.entries)), id: d.ID, group: d.Group, text: d.Text, prior: d.Prior, title: w.numbers(d.Title), first: uint32(len(x.chunks))}
		x.entries[d.ID] = e
		for _, text := range chunksOf(plain(d.Text)) {
			if err := batch.IndexAdvanced(w.chunk(d, e, text)); err != nil {
				return fmt.Errorf("document %s: %w", d.ID, err)
			}
		}
		e.end = uint32(len(x.chunks))
		if batch.Size() < batchSize {
			continue
		}
		if err := x.write(ctx, batch); err != nil {
			return err
		}
		batch = x.store.NewBatch()
	}
	return x.write(ctx, batch)
}

func (x *Index) write(ctx context.Context, batch *bleve.Batch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return x.store.Batch(batch)
}

// chunksOf is never empty: a document may be found by its title alone.
func chunksOf(text string) []string {
	if c := Chunks(text, 0); len(c) > 0 {
		return c
	}
	return []string{""}
}

func fieldValue(d Document, field, text string) string {
	switch field {
	case "head":
		return d.Head
	case "title":
		return d.Title
	case "keywords":
		return strings.Join(d.Keywords, " , ")
	case "questions":
		return strings.Join(d.Questions, " ")
	case "translation":
		return d.Translation
	}
	return text
}

// Found is a document of a search with its score, 0-1.
type Found struct {
	ID    string
	Score float64
}

// candidates bounds how many chunks are looked at closely; what BM25 puts
// behind them hardly ever covers a question better.
const candidates = 120

// Search finds documents for a text, best first. Nothing is found when too
// little of the text is known to the index. It fails only when ctx ends or
// the index is closed.
func (x *Index) Search(ctx context.Context, text string, limit int) ([]Found, error) {
	q := x.ask(text)
	defer q.done()
	return x.search(ctx, q, limit)
}

func (x *Index) search(ctx context.Context, q *question, limit int) ([]Found, error) {
	list, err := x.compared(ctx, q)
	if err != nil {
		return nil, err
	}
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	found := make([]Found, 0, len(list))
	for _, c := range list {
		found = append(found, Found{c.chunk.doc.id, c.score})
	}
	return found, nil
}

// compared are the documents that may answer a question, best first.
func (x *Index) compared(ctx context.Context, q *question) ([]*candidate, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("search index: %w", err)
	}
	hits, err := x.hits(q)
	if err != nil {
		return nil, fmt.Errorf("search index: %w", err)
	}
	return x.rank(q, hits), nil
}

// idf is how rare a term is.
func (x *Index) idf(term uint32) float64 { return x.idfs[x.stats[term].chunks] }
