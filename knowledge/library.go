package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Config says what a library is made of.
type Config struct {
	// FS holds the pack files; statutes.yaml is required.
	FS fs.FS
	// Synonyms adds entries to the pack's lexicon.
	Synonyms Lexicon
	// Articles adds articles to the pack's, such as raw statute text of
	// ReadStatutes. Their ids may not repeat the pack's.
	Articles []Article
	// Passages are what an operator has ingested, searched beside the rest.
	Passages []Passage
	// Embedder, when there is one, finds what has a vector by meaning too.
	Embedder Embedder
	// MinSimilarity is the cosine below which a text has nothing to do with a
	// query; 0 is DefaultMinSimilarity.
	MinSimilarity float64
	// SearchedFunc is told how articles were searched, a Way… constant, where
	// there are passages or an Embedder.
	SearchedFunc func(way string)
}

// Library answers look-ups in the packs. It is safe for many goroutines and
// nothing of it changes after Open but that its records get vectors; those
// it hands out are shared, so they may not be changed.
type Library struct {
	pack     *pack
	articles *Index
	tables   *Index
	loans    *Index

	articleByID map[string]Article
	tableByID   map[string]TableChunk
	tableKeys   [][]string // of the articles that the pack's tables belong to
	byReference map[string][]covered

	laws     []string  // each once, those of the packs first
	passages []Article // those that were ingested
	beyond   *beyond   // how passages are searched, nil without any

	meaning *meaning // nil without an embedder
	near    atomic.Pointer[near]
	least   float64 // a cosine
	told    func(way string)
}

// covered is an article with the reference under which it is kept.
type covered struct {
	id  string
	ref reference
}

// Open reads and checks the packs and builds the indexes. Errors name the
// file and line.
func Open(ctx context.Context, cfg Config) (*Library, error) {
	if cfg.FS == nil {
		return nil, errors.New("open knowledge: no file system")
	}
	p, err := readPack(cfg.FS)
	if err != nil {
		return nil, fmt.Errorf("open knowledge: %w", err)
	}
	if err := p.extend(cfg); err != nil {
		return nil, fmt.Errorf("open knowledge: %w", err)
	}
	l := &Library{
		pack:        p,
		articleByID: map[string]Article{},
		tableByID:   map[string]TableChunk{},
		byReference: map[string][]covered{},
		least:       cmp.Or(cfg.MinSimilarity, DefaultMinSimilarity), told: cfg.SearchedFunc,
	}
	if cfg.Embedder != nil {
		l.meaning = &meaning{embedder: cfg.Embedder}
	}
	l.file()
	err = l.shelve(cfg.Passages)
	if err == nil {
		err = l.index(ctx, cfg)
	}
	if err != nil {
		return nil, fmt.Errorf("open knowledge: %w", err)
	}
	return l, nil
}

// extend adds what the configuration brings to what the pack holds.
func (p *pack) extend(cfg Config) error {
	seen := map[string]bool{}
	for _, a := range p.articles {
		seen[a.ID] = true
	}
	for _, a := range cfg.Articles {
		if err := checked(seen, a.ID, a.validate()); err != nil {
			return fmt.Errorf("added article: %w", err)
		}
		p.articles = append(p.articles, a)
	}
	extra, err := extraSynonyms(cfg)
	if err != nil {
		return err
	}
	merged := p.lexicon.and(cfg.Synonyms).and(extra)
	named := map[string]bool{}
	laws := lawsOf(cfg.Passages)
	for _, a := range p.articles {
		laws = append(laws, a.Law)
	}
	for _, law := range laws {
		if law = mainLaw(law); !named[law] {
			named[law] = true
			merged.Laws = append(merged.Laws, LawAlias{Name: law})
		}
	}
	if err := merged.compile(); err != nil {
		return fmt.Errorf("synonyms: %w", err)
	}
	p.lexicon = merged
	return nil
}

// file keeps records by id and articles by what they cover.
func (l *Library) file() {
	for _, a := range l.pack.articles {
		l.articleByID[a.ID] = a
		l.laws = appendNew(l.laws, a.Law)
		for _, c := range a.Covers {
			if ref, ok := parseCover(a.Law, c); ok {
				l.byReference[ref.key()] = append(l.byReference[ref.key()], covered{a.ID, ref})
			}
		}
	}
	for _, t := range l.pack.tables {
		l.tableByID[t.ID] = t
		l.tableKeys = append(l.tableKeys, coverKeys(t.Law, t.Covers))
	}
}

// index builds the indexes side by side.
func (l *Library) index(ctx context.Context, cfg Config) error {
	lexicon := &l.pack.lexicon
	var group errgroup.Group
	build := func(x **Index, docs []Document) {
		group.Go(func() (err error) {
			*x, err = NewIndex(ctx, docs, lexicon)
			return err
		})
	}
	build(&l.articles, articleDocuments(l.pack.articles, lexicon))
	build(&l.tables, tableDocuments(l.pack.tables, lexicon))
	build(&l.loans, loanDocuments(l.pack.loans, l.pack.guarantees))
	if len(cfg.Passages) > 0 {
		group.Go(func() (err error) {
			l.beyond, err = newBeyond(ctx, cfg, lexicon, l.least)
			return err
		})
	}
	err := group.Wait()
	if err == nil {
		l.articles.single = true
	}
	return err
}

// indexes are those of the library.
func (l *Library) indexes() []*Index {
	list := []*Index{l.articles, l.tables, l.loans}
	if l.beyond != nil {
		list = append(list, l.beyond.index)
	}
	return list
}

// Counts says how many records of each kind the library holds.
type Counts struct {
	Articles, Tables, Loans, Guarantees, Market, Listings int
	Passages                                              int // ingested, beside the articles
}

// Counts of the library.
func (l *Library) Counts() Counts {
	p := l.pack
	return Counts{len(p.articles), len(p.tables), len(p.loans), len(p.guarantees), len(p.market), len(p.listings), len(l.passages)}
}

func articleDocuments(articles []Article, lexicon *Lexicon) []Document {
	docs := make([]Document, len(articles))
	for i, a := range articles {
		docs[i] = Document{
			ID: a.ID, Head: lexicon.names(a.Law), Title: a.Title + " " + a.TitleEN,
			Keywords: a.Keywords, Questions: a.Questions, Text: a.Gist, Translation: a.GistEN,
			Group: a.Law, Prior: lexicon.prior(a),
		}
	}
	return docs
}

func tableDocuments(tables []TableChunk, lexicon *Lexicon) []Document {
	docs := make([]Document, len(tables))
	for i, t := range tables {
		docs[i] = Document{ID: t.ID, Head: lexicon.names(t.Law), Title: t.Title + " " + t.TitleEN, Keywords: t.Keywords, Text: t.Text()}
	}
	return docs
}

func loanDocuments(loans []LoanProduct, guarantees []Guarantee) []Document {
	var docs []Document
	for _, p := range loans {
		docs = append(docs, Document{
			ID: p.ID, Head: p.Operator, Title: p.Name + " " + p.NameEN, Keywords: p.Keywords,
			Text: strings.Join([]string{p.Audience, p.Rates, p.Terms, p.Note}, "\n"),
		})
	}
	for _, g := range guarantees {
		docs = append(docs, Document{
			ID: g.ID, Head: g.Operator, Title: g.Name + " " + g.NameEN, Keywords: g.Keywords,
			Text: strings.Join(append(slices.Clone(g.Conditions), g.ApplyBefore, g.Rates, g.Note), "\n"),
		})
	}
	return docs
}
