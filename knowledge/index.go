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
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
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
	chunks  map[string]*chunk // by chunk id
	df      map[string]int    // chunks that hold the term
}

// chunk is the unit of the index; terms maps what it holds to the weight of
// the best field that holds it.
type chunk struct {
	docID string
	terms map[string]float64
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
	x := &Index{lexicon: lexicon, store: store, chunks: map[string]*chunk{}, df: map[string]int{}}
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
	a := newAnalyzer()
	batch := x.store.NewBatch()
	seen := map[string]bool{}
	for _, d := range docs {
		if d.ID == "" || seen[d.ID] {
			return fmt.Errorf("document id %q is empty or used twice", d.ID)
		}
		seen[d.ID] = true
		for i, text := range chunksOf(d.Text) {
			if err := batch.IndexAdvanced(x.chunk(a, d, i, text)); err != nil {
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

// ready hands terms that were made before to bleve, which analyses in
// goroutines of its own.
type ready analysis.TokenStream

func (r ready) Analyze([]byte) analysis.TokenStream { return analysis.TokenStream(r) }

func (x *Index) chunk(a *analyzer, d Document, n int, text string) *document.Document {
	id := fmt.Sprintf("%s#%d", d.ID, n)
	c := &chunk{docID: d.ID, terms: map[string]float64{}}
	doc := document.NewDocument(id)
	for _, w := range weights {
		value := fieldValue(d, w.field, text)
		if value == "" {
			continue
		}
		stream := a.Analyze([]byte(value))
		for _, t := range stream {
			c.terms[string(t.Term)] = math.Max(c.terms[string(t.Term)], w.boost)
		}
		doc.AddField(document.NewTextFieldCustom(w.field, nil, []byte(value), index.IndexField, ready(stream)))
	}
	for t := range c.terms {
		x.df[t]++
	}
	x.chunks[id] = c
	return doc
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

// candidates bounds how many chunks are ranked; what BM25 puts behind them
// never covers a question better.
const candidates = 40

// Search finds documents for a text, best first. Nothing is found when too
// little of the text is known to the index. It fails only when ctx ends or
// the index is closed.
func (x *Index) Search(ctx context.Context, text string, limit int) ([]Found, error) {
	q := x.read(text)
	terms := x.boosts(q)
	if len(terms) == 0 {
		return nil, ctx.Err()
	}
	var parts []query.Query
	// In one order: a sum of floats depends on it in its last digit.
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		for _, w := range weights {
			t := query.NewTermQuery(term)
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
	return x.rank(q, res.Hits, limit), nil
}

// idf is how rare a term is; unknown terms are the rarest.
func (x *Index) idf(term string) float64 {
	n, df := float64(len(x.chunks)), float64(x.df[term])
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}
