// Package retrieval finds what the company knows: its rules, documents,
// customers and products (internal_db), notes and texts (vector_db), and the
// web, which is off unless a search service is declared. What is found is
// fused by reciprocal rank, filtered by company and permission, and cited.
//
//	found, err := r.Search(ctx, retrieval.Query{Text: text, Person: person, Language: "ko", Day: today})
package retrieval

import (
	"context"
	"embed"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/compliance"
	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/assistant"
	"github.com/madang-dev/madang/internal/cache"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/teams/search/webtool"
)

//go:embed texts/*.yaml phrases/*.yaml pack/*.yaml
var files embed.FS

var (
	texts   = words.Must(files, "texts")
	phrases = dialog.Must(files, "phrases")
)

// The kinds of texts.
const (
	document = "document"
	note     = "note"
	passage  = "passage"
	result   = "result" // figures that were kept: a note
)

// Where is searched.
const (
	InternalDB = "internal_db"
	VectorDB   = "vector_db"
	Web        = "web"
)

// InHouse are the sources of a search that names none.
func InHouse() []string { return []string{InternalDB, VectorDB} }

// Why a source found nothing, besides that there is nothing.
const (
	Off         = "off"         // it is not configured
	Unavailable = "unavailable" // it failed; a later search may work
)

const (
	defaultLimit = 8
	maxQuery     = 2 << 10
)

// ErrNobody is returned for a search by nobody of a company.
var ErrNobody = errors.New("retrieval: nobody of a company asks")

// things finds what a text names of the company's data, of those that a person
// may see; semantic.Layer does.
type things interface {
	Things(ctx context.Context, q semantic.Question, limit int) (seen []semantic.Thing, hidden []string, err error)
}

// Config is what is searched; all may be nil.
type Config struct {
	// RulesFunc are what documents are checked by.
	RulesFunc func() *compliance.Rules
	Store     assistant.Store
	Things    things
	// Handbook are texts that everybody of Company may read.
	Handbook knowledge.Ingested
	Company  string
	// Embedder finds texts by meaning too.
	Embedder knowledge.Embedder
	Web      *webtool.Source
}

// Retriever searches. It is safe for many goroutines.
type Retriever struct {
	cfg Config
	// shelves hold an index of the texts that a person may see: making one of some
	// hundred texts takes milliseconds, searching it one.
	shelves *cache.LRU[*shelf]
}

// New is a retriever.
func New(cfg Config) *Retriever {
	return &Retriever{cfg, cache.NewLRU[*shelf](maxShelves, maxShelved)}
}

// Pays tells whether looking into the sources asks a service that may be paid for.
func (r *Retriever) Pays(sources []string) bool {
	return r.cfg.Embedder != nil || slices.Contains(sources, Web)
}

// Query is what somebody asks for.
type Query struct {
	Text     string
	Person   access.Person
	Sources  []string // none is internal_db and vector_db
	Language string
	Day      time.Time
	Limit    int // of the fused results, below 1 is 8
}

// Hit is one thing that was found.
type Hit struct {
	ID       string  `json:"id"`
	Source   string  `json:"source"`
	Kind     string  `json:"kind"` // rule, document, note, passage, page or a thing of the data: customer
	Title    string  `json:"title"`
	Snippet  string  `json:"snippet,omitempty"`
	Citation string  `json:"citation"`
	URL      string  `json:"url,omitempty"`
	Score    float64 `json:"score"` // 0-1, how relevant
}

// Is tells whether a hit is of the kind that was asked for; a text that an operator
// has put into the handbook is a document too.
func (h Hit) Is(kind string) bool {
	return h.Kind == kind || kind == document && h.Kind == passage
}

// Source is where a hit comes from.
type Source struct {
	ID       string `json:"id"`
	Source   string `json:"source"`
	Citation string `json:"citation"`
	URL      string `json:"url,omitempty"`
}

// Found is what a search found.
type Found struct {
	SearchQueries   []string           `json:"search_queries"`
	SearchSources   []string           `json:"search_sources"`
	SearchResults   map[string][]Hit   `json:"search_results,omitempty"`
	RelevanceScores map[string]float64 `json:"relevance_scores,omitempty"`
	FilteredResults []Hit              `json:"filtered_results,omitempty"` // fused, the best first
	Sources         []Source           `json:"sources,omitempty"`
	Citations       []string           `json:"citations,omitempty"`
	// Failed are the sources that could not be searched, with why.
	Failed map[string]string `json:"failed,omitempty"`
	// Hidden names what was found and the person may not see.
	Hidden []string `json:"hidden,omitempty"`
	// Kind is the kind of text that was asked for: note, document.
	Kind string `json:"kind,omitempty"`
	// All is how many of that kind there are, where nothing more was asked for.
	All int `json:"all,omitempty"`
	// Way is how texts were searched: words, hybrid or degraded.
	Way string `json:"way,omitempty"`
}

// Search asks every source. One that fails is told in Found; an error is
// ErrNobody, or that ctx has ended.
func (r *Retriever) Search(ctx context.Context, q Query) (Found, error) {
	if q.Person.ID == "" || q.Person.CompanyID == "" || q.Person.Role == access.Former || q.Person.Role == "" {
		return Found{}, ErrNobody
	}
	if q.Limit < 1 {
		q.Limit = defaultLimit
	}
	if len(q.Sources) == 0 {
		q.Sources = InHouse()
	}
	q.Text = cut.Bytes(q.Text, maxQuery)
	kind := strings.TrimPrefix(phrases.First(q.Text, phrases.Under("kind")...), "kind.")
	// Words that only say that something is looked for are in no document, so each that is
	// asked for would seem half answered. Nothing is left where all there is was asked for.
	q.Text = strings.Join(slices.DeleteFunc(strings.Fields(q.Text), func(word string) bool { return phrases.Has(word, "asking") }), " ")
	found := Found{SearchQueries: []string{q.Text}, SearchSources: q.Sources, Kind: kind}
	var filed []Hit
	var failed error
	if r.cfg.Store != nil && (slices.Contains(q.Sources, InternalDB) || slices.Contains(q.Sources, VectorDB)) {
		filed, found.Way, failed = r.filed(ctx, q)
	}
	if q.Text == "" && kind != "" {
		found.All = count(filed, kind)
	}
	var lists [][]Hit
	for _, source := range q.Sources {
		of := slices.DeleteFunc(slices.Clone(filed), func(h Hit) bool { return h.Source != source })
		hits, why := r.ask(ctx, source, q, of, &found)
		if err := ctx.Err(); err != nil {
			return Found{}, err
		}
		if failed != nil && source != Web {
			why = Unavailable
		}
		if why != "" {
			put(&found.Failed, source, why)
		}
		// A kind that is asked for comes before what is only like it.
		kindFirst(hits, kind)
		if hits = clean(hits[:min(len(hits), 2*q.Limit)]); len(hits) > 0 {
			put(&found.SearchResults, source, hits)
			lists = append(lists, hits)
		}
	}
	fused := knowledge.Fuse(func(h Hit) string { return h.ID }, lists...)
	kindFirst(fused, kind)
	found.filter(fused, q.Limit)
	return found, nil
}

// count is how many texts of a kind the hits are of; a long one is in several pieces.
func count(hits []Hit, kind string) int {
	texts := map[string]bool{}
	for _, h := range hits {
		if name, _, _ := strings.Cut(h.ID, "#"); h.Is(kind) {
			texts[name] = true
		}
	}
	return len(texts)
}

// kindFirst puts the hits of a kind before the others, each in their order.
func kindFirst(hits []Hit, kind string) {
	slices.SortStableFunc(hits, func(a, b Hit) int { return assistant.Flag(b.Is(kind)) - assistant.Flag(a.Is(kind)) })
}

func put[V any](m *map[string]V, key string, v V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[key] = v
}

// ask is what one source has, filed being its texts; why tells that it could not be
// asked.
func (r *Retriever) ask(ctx context.Context, source string, q Query, filed []Hit, found *Found) (hits []Hit, why string) {
	var err error
	switch source {
	case InternalDB:
		hits, found.Hidden, err = r.internal(ctx, q, filed)
	case VectorDB:
		if r.cfg.Store == nil {
			return nil, Off
		}
		hits = filed
	case Web:
		if r.cfg.Web == nil {
			return nil, Off
		}
		hits, err = r.web(ctx, q)
	default:
		return nil, Off
	}
	if err != nil {
		return hits, Unavailable
	}
	return hits, ""
}

// clean takes out of what others wrote the orders to a machine and the numbers of
// persons, what is left empty, and what the hit before has said: who keeps a note
// twice needs to read it once.
func clean(hits []Hit) []Hit {
	for i := range hits {
		hits[i].Snippet = guard.Mask(guard.WithoutOrders(hits[i].Snippet))
		hits[i].Title = guard.Mask(hits[i].Title)
	}
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.Title == "" && h.Snippet == "" })
	return slices.CompactFunc(hits, func(a, b Hit) bool {
		return a.Kind == b.Kind && a.Title == b.Title && a.Snippet == b.Snippet && a.Citation == b.Citation
	})
}

// filter keeps the relevant of the fused hits, with their sources.
func (f *Found) filter(fused []Hit, limit int) {
	for _, h := range fused {
		put(&f.RelevanceScores, h.ID, h.Score)
		if len(f.FilteredResults) == limit || h.Score < leastRelevant {
			continue
		}
		f.FilteredResults = append(f.FilteredResults, h)
		f.Sources = append(f.Sources, Source{h.ID, h.Source, h.Citation, h.URL})
		f.Citations = append(f.Citations, h.Citation)
	}
}
