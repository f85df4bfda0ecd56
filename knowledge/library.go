package knowledge

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/madang-dev/madang/internal/answer"
)

// Config says what a library is made of.
type Config struct {
	// FS holds the pack files; statutes.yaml is required.
	FS fs.FS
	// Passages are what an operator has ingested, searched beside the rest.
	Passages []Passage
	// Embedder, when there is one, finds what has a vector by meaning too.
	Embedder Embedder
	// SearchedFunc is told how articles were searched, a Way… constant, where
	// there are passages or an Embedder.
	SearchedFunc func(way string)
}

// Library answers look-ups in the packs. It is safe for many goroutines and
// nothing of it changes after Open but that its records get vectors; those
// it hands out are shared, so they may not be changed.
type Library struct {
	pack            *pack
	articles, loans *index // articles and what is ingested beside them
	guides          *index
	ingested        int                 // how many passages there are
	ingestedIn      map[string][]string // their ids by title, in their order

	laws        []string // each once, those of the packs first
	articleByID map[string]Article
	byReference map[string][]covered
	tableKeys   [][]string // of the articles that the pack's tables belong to

	meaning      *meaning // nil without an embedder
	near         atomic.Pointer[near]
	nearPassages vectors
	told         func(way string)
}

// covered is an article with the reference under which it is kept.
type covered struct {
	id  string
	ref reference
}

// Open reads and checks the packs and builds the indexes. Errors name the
// file and line.
func Open(ctx context.Context, cfg Config) (*Library, error) {
	l, err := newLibrary(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open knowledge: %w", err)
	}
	return l, nil
}

func newLibrary(ctx context.Context, cfg Config) (*Library, error) {
	if cfg.FS == nil {
		return nil, errors.New("no file system")
	}
	p, err := readPack(cfg.FS)
	if err != nil {
		return nil, err
	}
	if err := p.extend(cfg); err != nil {
		return nil, err
	}
	l := &Library{
		pack: p, articleByID: map[string]Article{}, byReference: map[string][]covered{},
		ingested: len(cfg.Passages), ingestedIn: map[string][]string{}, told: cfg.SearchedFunc,
	}
	if cfg.Embedder != nil {
		l.meaning = &meaning{embedder: cfg.Embedder}
	}
	if err := l.file(cfg.Passages); err != nil {
		return nil, err
	}
	return l, l.index(ctx, cfg.Passages)
}

// extend adds what the configuration brings to what the pack holds.
func (p *pack) extend(cfg Config) error {
	var extra lexicon
	if _, err := open(cfg.FS, extraSynonymsFile, &extra); ifThere(err) != nil {
		return err
	}
	merged := p.lexicon.and(extra)
	laws := lawsOf(cfg.Passages)
	for _, a := range p.articles {
		laws[mainLaw(a.Law)] = true
	}
	for _, law := range slices.Sorted(maps.Keys(laws)) {
		merged.Laws = append(merged.Laws, lawAlias{Name: law})
	}
	p.lexicon = merged
	return p.lexicon.compile()
}

// file keeps articles and passages by id and by what they cover, and tables
// by what they belong to.
func (l *Library) file(passages []Passage) error {
	for _, a := range l.pack.articles {
		l.keep(a)
	}
	for _, g := range l.pack.guides { // whoever names the law or the article asks for that
		l.articleByID[g.ID] = g
	}
	for _, p := range passages {
		if _, taken := l.articleByID[p.ID]; taken || p.ID == "" {
			return fmt.Errorf("passage id %q is empty or used twice", p.ID)
		}
		if p.Law == "" || p.Text == "" {
			return fmt.Errorf("passage %s: law or text is empty", p.ID)
		}
		l.keep(p.article())
		l.ingestedIn[p.Law] = append(l.ingestedIn[p.Law], p.ID)
	}
	for _, t := range l.pack.tables {
		l.tableKeys = append(l.tableKeys, coverKeys(t.Law, t.Covers))
	}
	return nil
}

func (l *Library) keep(a Article) {
	l.articleByID[a.ID] = a
	if len(l.laws) == 0 || l.laws[len(l.laws)-1] != a.Law { // articles of a law come together
		l.laws = answer.Add(l.laws, a.Law)
	}
	for _, c := range a.Covers {
		if ref, ok := parseCover(a.Law, c); ok {
			l.byReference[ref.key()] = append(l.byReference[ref.key()], covered{a.ID, ref})
		}
	}
}

// index builds the indexes.
func (l *Library) index(ctx context.Context, passages []Passage) (err error) {
	lexicon := &l.pack.lexicon
	docs := l.documentsOf(l.pack.articles)
	for _, p := range passages {
		a := p.article()
		docs = append(docs, document{
			ID: p.ID, Group: p.Law, Topic: topicOf(a), Phrases: l.pack.phrasesOf(a),
			Fields: [fields]string{
				fieldHead: lexicon.names(p.Law) + " " + p.Head, fieldTitle: p.Article + " " + p.Title,
				fieldKeywords: strings.Join(p.Keywords, " "), fieldText: p.Text,
			},
		})
	}
	if l.articles, err = newIndex(ctx, docs, lexicon, false); err != nil {
		return err
	}
	if l.guides, err = newIndex(ctx, l.documentsOf(l.pack.guides), lexicon, true); err != nil {
		return err
	}
	if l.loans, err = newIndex(ctx, loanDocuments(l.pack.loans, l.pack.guarantees), lexicon, false); err != nil {
		return err
	}
	if l.meaning != nil {
		for _, p := range passages {
			l.nearPassages.add(p.ID, p.Vector)
		}
	}
	return nil
}

// Counts says how many records of each kind the library holds.
type Counts struct {
	Articles, Tables, Loans, Guarantees, Market, Listings int
	Guides                                                int // beside the articles
	Passages                                              int // ingested, beside the articles
}

// Counts of the library.
func (l *Library) Counts() Counts {
	p := l.pack
	return Counts{
		len(p.articles), len(p.tables), len(p.loans), len(p.guarantees), len(p.market), len(p.listings), len(p.guides), l.ingested,
	}
}

func (l *Library) documentsOf(articles []Article) []document {
	lexicon := &l.pack.lexicon
	docs := make([]document, len(articles))
	for i, a := range articles {
		docs[i] = document{
			ID: a.ID, Group: a.Law, Topic: topicOf(a),
			Phrases: l.pack.phrasesOf(a),
			Fields: [fields]string{
				fieldHead: lexicon.names(a.Law), fieldTitle: a.Title + " " + a.TitleEN, fieldKeywords: strings.Join(a.Keywords, " "),
				fieldText: a.Gist, fieldTranslation: a.GistEN,
			},
		}
	}
	return docs
}

func loanDocuments(loans []LoanProduct, guarantees []Guarantee) []document {
	docs := make([]document, 0, len(loans)+len(guarantees))
	add := func(id, operator, name string, keywords []string, text ...string) {
		docs = append(docs, document{ID: id, Fields: [fields]string{
			fieldHead: operator, fieldTitle: name, fieldKeywords: strings.Join(keywords, " "), fieldText: strings.Join(text, "\n"),
		}})
	}
	for _, p := range loans {
		add(p.ID, p.Operator, p.Name+" "+p.NameEN, p.Keywords, p.Audience, p.Rates, p.Terms, p.Note)
	}
	for _, g := range guarantees {
		add(g.ID, g.Operator, g.Name+" "+g.NameEN, g.Keywords, append(slices.Clone(g.Conditions), g.ApplyBefore, g.Rates, g.Note)...)
	}
	return docs
}

// topicOf is the article of a record, without its paragraph.
func topicOf(a Article) string {
	if len(a.Covers) == 0 {
		return ""
	}
	ref, _ := parseCover(a.Law, a.Covers[0])
	return ref.key()
}
