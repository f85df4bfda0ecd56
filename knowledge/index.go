package knowledge

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
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
	// single tells that a query has one right document: its score is then the
	// chance that the first one is it, and not how well each fits.
	single  bool
	entries map[string]*entry // by document id
	chunks  map[string]*chunk // by chunk id
	terms   map[string]uint32 // a term's number
	stats   []termStats       // by number
}

// termStats is where a term stands: in how many chunks, and in which fields
// (one bit for each of weights).
type termStats struct {
	text   string
	chunks int
	fields uint8
}

// entry is a document as ranking sees it.
type entry struct {
	id, group string
	text      string
	prior     float64
	title     []uint32
	chunks    []*chunk
}

// chunk is the unit of the index: what it holds, with the weight of the best
// field that holds it, and the terms of each of its sentences.
type chunk struct {
	doc       *entry
	held      []held
	sentences []sentence
}

type sentence struct {
	text  string
	terms []uint32
}

type held struct {
	term  uint32
	boost float32
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
	x := &Index{lexicon: lexicon, store: store, entries: map[string]*entry{}, chunks: map[string]*chunk{}, terms: map[string]uint32{}}
	if err := x.add(ctx, docs); err != nil {
		return nil, fmt.Errorf("fill index: %w", errors.Join(err, store.Close()))
	}
	return x, nil
}

// Close frees the index.
func (x *Index) Close() error { return x.store.Close() }

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
		e := &entry{id: d.ID, group: d.Group, text: d.Text, prior: d.Prior, title: w.numbers(d.Title)}
		x.entries[d.ID] = e
		for i, text := range chunksOf(plain(d.Text)) {
			if err := batch.IndexAdvanced(w.chunk(d, e, i, text)); err != nil {
				return fmt.Errorf("document %s: %w", d.ID, err)
			}
		}
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
	list, err := x.compared(ctx, text)
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

// compared are the documents that may answer a text, best first.
func (x *Index) compared(ctx context.Context, text string) ([]*candidate, error) {
	q := x.read(text)
	terms := x.boosts(q)
	if len(terms) == 0 {
		return nil, ctx.Err()
	}
	var parts []query.Query
	// In one order: a sum of floats depends on it in its last digit.
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		for i, w := range weights {
			if x.stats[term].fields&(1<<i) == 0 {
				continue
			}
			t := query.NewTermQuery(x.stats[term].text)
			t.SetField(w.field)
			t.SetBoost(terms[term] * w.boost)
			parts = append(parts, t)
		}
	}
	req := bleve.NewSearchRequestOptions(query.NewDisjunctionQuery(parts), candidates, 0, false)
	res, err := x.store.SearchInContext(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("search index: %w", err)
	}
	return x.rank(q, res.Hits), nil
}

// idf is how rare a term is.
func (x *Index) idf(term uint32) float64 {
	n, df := float64(len(x.chunks)), float64(x.stats[term].chunks)
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}
