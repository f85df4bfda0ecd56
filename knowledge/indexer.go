package knowledge

import (
	"slices"
	"strconv"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	index "github.com/blevesearch/bleve_index_api"
)

// indexer fills an index. It remembers what the words it has seen are made
// of: a text is read for its field, for its sentences and for its title.
type indexer struct {
	x      *Index
	a      *analyzer
	seen   map[string]indexedWord
	seenIn []bool   // by term, in the chunk at hand
	terms  []uint32 // those of the chunk at hand
}

// indexedWord is the terms of a word and their numbers.
type indexedWord struct {
	terms   [][]byte
	numbers []uint32
}

func (x *Index) indexer() *indexer {
	return &indexer{x: x, a: newAnalyzer(), seen: map[string]indexedWord{}}
}

func (w *indexer) word(text string) indexedWord {
	if known, ok := w.seen[text]; ok {
		return known
	}
	var made indexedWord
	for _, t := range w.a.terms(text) {
		made.terms = append(made.terms, []byte(t))
		made.numbers = append(made.numbers, w.x.number(t))
	}
	w.seen[text] = made
	return made
}

// numbers are those of a text's terms, in order and each once.
func (w *indexer) numbers(text string) []uint32 {
	var list []uint32
	for _, s := range words(normalise(text)) {
		list = append(list, w.word(s.text).numbers...)
	}
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}

// ready hands terms that were made before to bleve, which analyses in
// goroutines of its own. It is handed to each field directly and not
// registered by name, so that nothing global is touched.
type ready analysis.TokenStream

func (r ready) Analyze([]byte) analysis.TokenStream { return analysis.TokenStream(r) }

// field is a field's terms, which it counts as those of the chunk at hand.
func (w *indexer) field(text string, i int) ready {
	spans := words(normalise(text))
	n := 0
	for _, s := range spans {
		n += len(w.word(s.text).terms)
	}
	tokens, stream := make([]analysis.Token, n), make(ready, 0, n)
	for at, s := range spans {
		known := w.word(s.text)
		for k, term := range known.terms {
			t := &tokens[len(stream)]
			t.Term, t.Start, t.End, t.Position = term, s.start, s.end, at+1
			stream = append(stream, t)
			w.count(known.numbers[k], i)
		}
	}
	return stream
}

// count notes that the chunk at hand holds a term in field i.
func (w *indexer) count(term uint32, i int) {
	w.x.stats[term].fields |= 1 << i
	if n := len(w.x.stats); n > len(w.seenIn) {
		w.seenIn = append(w.seenIn, make([]bool, n-len(w.seenIn))...)
	}
	if !w.seenIn[term] {
		w.seenIn[term] = true
		w.terms = append(w.terms, term)
	}
}

// chunk notes a document's next chunk and makes bleve's document of it, whose
// id is the chunk's number.
func (w *indexer) chunk(d Document, e *entry, text string) *document.Document {
	doc := document.NewDocument(strconv.Itoa(len(w.x.chunks)))
	for i, weight := range weights {
		if value := fieldValue(d, weight.field, text); value != "" {
			doc.AddField(document.NewTextFieldCustom(weight.field, nil, []byte(value), index.IndexField, w.field(value, i)))
		}
	}
	c := &chunk{doc: e}
	for _, term := range w.terms {
		w.x.stats[term].chunks++
		w.seenIn[term] = false
	}
	w.terms = w.terms[:0]
	for _, s := range sentences(text) {
		c.sentences = append(c.sentences, sentence{s, w.numbers(s)})
	}
	w.x.chunks = append(w.x.chunks, c)
	return doc
}
