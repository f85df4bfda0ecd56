package retrieval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
	"github.com/madang-dev/madang/supervisor"
)

const (
	// maxChunks is how many pieces of a company's texts are searched, the
	// newest; maxShelves how many companies' are kept.
	maxChunks  = 5_000
	maxShelves = 8
	embedBatch = 64
	// maxFound is how many are looked at for those that a person may see.
	maxFound = 100
)

const (
	selectStamp = `SELECT count(*), COALESCE(max(created_at), 0) FROM company_chunks WHERE company_id = $1`

	selectChunks = `SELECT c.key, c.number, f.person_id, c.title, c.kind, c.content, c.created_at
FROM company_chunks c JOIN company_filings f ON f.company_id = c.company_id AND f.key = c.key
WHERE c.company_id = $1 ORDER BY c.created_at DESC, c.key, c.number LIMIT $2`
)

// shelves hold an index of each company's texts: making one takes a tenth of
// a second, searching it a millisecond.
type shelves struct {
	cfg Config
	mu  sync.Mutex // guards by
	by  map[string]*shelf
}

// shelf is a company's index with what it was made of.
type shelf struct {
	stamp  string
	lib    *knowledge.Library
	texts  []knowledge.Passage // the newest first
	chunks map[string]chunk
	way    string
}

// chunk is a piece of what somebody has filed.
type chunk struct {
	person, kind string
	at           time.Time
}

func (s *shelves) search(ctx context.Context, q Query) ([]Hit, string, error) {
	sh, err := s.of(ctx, q.Person.CompanyID)
	if err != nil || sh.lib == nil {
		return nil, knowledge.WayWords, err
	}
	if q.Text == "" {
		return sh.notes(q), sh.way, nil
	}
	found, err := sh.lib.SearchArticles(ctx, knowledge.Query{Text: q.Text, Limit: maxFound, Language: q.Language})
	if err != nil {
		return nil, sh.way, err
	}
	var hits []Hit
	for _, f := range found {
		if h, ok := sh.hit(q, f.Record.ID, cmp.Or(f.Record.Title, f.Record.Citation()), f.Record.Source); ok {
			text := cmp.Or(f.Snippet, f.Record.Gist)
			if len([]rune(f.Record.Gist)) <= maxSnippet {
				text = f.Record.Gist // a short one is told whole
			}
			h.Snippet, h.Score = forms.OneLine(text, maxSnippet), f.Score
			hits = append(hits, h)
		}
	}
	return hits, sh.way, nil
}

// notes are the newest notes that the person may see, for who asks for all.
func (sh *shelf) notes(q Query) (hits []Hit) {
	for _, p := range sh.texts {
		if h, ok := sh.hit(q, p.ID, p.Title, p.Source); ok && h.Kind == "note" && len(hits) < q.Limit {
			h.Snippet, h.Score = forms.OneLine(p.Text, maxSnippet), 1
			hits = append(hits, h)
		}
	}
	return hits
}

// hit is a passage as it is cited; false is one that the person may not see.
func (sh *shelf) hit(q Query, id, title, source string) (h Hit, ok bool) {
	c, filed := sh.chunks[id]
	if filed && !May(q.Person, c.person) {
		return h, false
	}
	h = Hit{ID: "text/" + id, Source: VectorDB, Kind: "passage", Title: title}
	switch {
	case filed && c.kind == "note":
		h.Kind, h.Citation = c.kind, texts.Say(q.Language, "cite.note", "day", c.at.Format(time.DateOnly))
	case filed:
		h.Citation = texts.Say(q.Language, "cite.passage", "title", title, "source", c.at.Format(time.DateOnly))
	default:
		h.Citation = texts.Say(q.Language, "cite.passage", "title", title, "source", source)
	}
	return h, true
}

// of is the company's index, made again when its texts are others.
func (s *shelves) of(ctx context.Context, companyID string) (*shelf, error) {
	s.mu.Lock()
	kept := s.by[companyID]
	s.mu.Unlock()
	stamp, err := s.stamp(ctx, companyID)
	if err != nil {
		return nil, fmt.Errorf("retrieval: %w", err)
	}
	if kept != nil && kept.stamp == stamp {
		return kept, nil
	}
	made, err := s.read(ctx, companyID)
	if err != nil {
		return nil, fmt.Errorf("retrieval: %w", err)
	}
	made.stamp, made.way = stamp, s.embed(ctx, made.texts, kept)
	if len(made.texts) > 0 {
		if made.lib, err = s.open(ctx, made.texts, made.way); err != nil {
			return nil, err
		}
	}
	if made.way != knowledge.WayDegraded { // else it is tried again
		s.keep(companyID, made)
	}
	return made, nil
}

// stamp is another one whenever the company's texts are. It is read before they
// are: what comes in between has them read once more.
func (s *shelves) stamp(ctx context.Context, companyID string) (string, error) {
	var n, at int64
	err := s.cfg.Store.View(ctx, "company texts", func(ctx context.Context, tx store.Tx) error {
		return tx.QueryRowContext(ctx, selectStamp, companyID).Scan(&n, &at)
	})
	stamp := fmt.Sprint(n, "/", at)
	if err != nil || !s.shared(companyID) {
		return stamp, err
	}
	handbook, err := s.cfg.Handbook.Stamp(ctx)
	return stamp + "/" + handbook, err
}

// shared tells whether the handbook is the company's.
func (s *shelves) shared(companyID string) bool {
	return s.cfg.Handbook != nil && companyID == s.cfg.Company
}

func (s *shelves) read(ctx context.Context, companyID string) (*shelf, error) {
	made := &shelf{chunks: map[string]chunk{}}
	err := s.cfg.Store.View(ctx, "company texts", func(ctx context.Context, tx store.Tx) error {
		return made.read(ctx, tx, s.cfg.Store, companyID)
	})
	if err != nil || !s.shared(companyID) {
		return made, err
	}
	handbook, err := s.cfg.Handbook.Passages(ctx)
	made.texts = append(made.texts, handbook...)
	return made, err
}

func (s *shelves) keep(companyID string, made *shelf) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.by) >= maxShelves {
		clear(s.by)
	}
	s.by[companyID] = made
}

func (s *shelves) open(ctx context.Context, passages []knowledge.Passage, way string) (*knowledge.Library, error) {
	pack, err := fs.Sub(files, "pack")
	if err != nil {
		return nil, fmt.Errorf("retrieval: %w", err)
	}
	cfg := knowledge.Config{FS: pack, Passages: passages}
	if way == knowledge.WayHybrid {
		cfg.Embedder = s.cfg.Embedder
	}
	lib, err := knowledge.Open(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("retrieval: %w", err)
	}
	return lib, nil
}

// read reads what the company has filed.
func (sh *shelf) read(ctx context.Context, tx store.Tx, box filing.Sealer, companyID string) error {
	rows, err := tx.QueryContext(ctx, selectChunks, companyID, maxChunks)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	var numbers []int
	for rows.Next() {
		var key, title, content string
		var number int
		var at int64
		var c chunk
		if err := rows.Scan(&key, &number, &c.person, &title, &c.kind, &content, &at); err != nil {
			return err
		}
		id := key + "#" + strconv.Itoa(number)
		c.at = time.UnixMilli(at).In(supervisor.Korea)
		sh.chunks[id] = c
		sh.texts = append(sh.texts, knowledge.Passage{ID: id, Title: title, Text: content, Source: key, Status: knowledge.StatusVerified})
		numbers = append(numbers, number)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	read := sh.texts
	sh.texts = nil
	for i, p := range read {
		err := box.OpenOwn(ctx, tx, filing.ChunkTexts(companyID, p.Source, numbers[i], &p.Title, &p.Text)...)
		if errors.Is(err, store.ErrSealed) { // of somebody who is being erased
			continue
		}
		if err != nil {
			return err
		}
		p.Law = p.Title
		sh.texts = append(sh.texts, p)
	}
	return nil
}

// embed gives the passages their vectors and tells how they are searched: by
// words where there is no embedder, and where it fails. What was embedded before
// is not again, for what is filed never changes.
func (s *shelves) embed(ctx context.Context, passages []knowledge.Passage, before *shelf) string {
	if s.cfg.Embedder == nil {
		return knowledge.WayWords
	}
	known := map[string][]float32{}
	if before != nil {
		for _, p := range before.texts {
			known[p.ID+p.Text] = p.Vector
		}
	}
	var open []int
	for i, p := range passages {
		if p.Vector == nil {
			passages[i].Vector = known[p.ID+p.Text]
		}
		if passages[i].Vector == nil {
			open = append(open, i)
		}
	}
	for batch := range slices.Chunk(open, embedBatch) {
		if !s.embedBatch(ctx, passages, batch) {
			for i := range passages {
				passages[i].Vector = nil
			}
			return knowledge.WayDegraded
		}
	}
	return knowledge.WayHybrid
}

func (s *shelves) embedBatch(ctx context.Context, passages []knowledge.Passage, batch []int) bool {
	var list []string
	for _, i := range batch {
		list = append(list, passages[i].Title+"\n"+passages[i].Text)
	}
	vectors, err := s.cfg.Embedder.Embed(ctx, list)
	if err != nil || len(vectors) != len(batch) {
		return false
	}
	for k, i := range batch {
		passages[i].Vector = unit(vectors[k])
	}
	return true
}

// unit is a vector of length 1, nil for one of no length.
func unit(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return nil
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(float64(x) / math.Sqrt(sum))
	}
	return out
}
