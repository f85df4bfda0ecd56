package retrieval

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/company/access"
	"github.com/madang-dev/madang/assistants/company/filing"
	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/store"
)

const (
	// maxTexts is how many pieces of texts, and how many documents, are searched
	// together, the newest.
	maxTexts = 5_000
	// maxShelves and maxShelved are how many shelves are kept, and how many texts
	// in all of them.
	maxShelves = 256
	maxShelved = 50_000
	embedBatch = 64
	// maxFound is how many are looked at.
	maxFound = 100
)

// What is filed never changes, and a document does with its version. Drafts among
// the pieces are left out: they are searched as documents.
const (
	selectStamp = `SELECT (SELECT count(*) FROM company_filings WHERE company_id = $1 AND ($2 = '' OR person_id = $2)), count(*), COALESCE(sum(version), 0)
FROM company_documents WHERE company_id = $1 AND ($2 = '' OR person_id = $2)`

	selectChunks = `SELECT c.key, c.number, c.title, c.kind, c.content, c.created_at
FROM company_chunks c JOIN company_filings f ON f.company_id = c.company_id AND f.key = c.key
WHERE c.company_id = $1 AND ($2 = '' OR f.person_id = $2) AND c.kind NOT LIKE '%!_draft' ESCAPE '!'
ORDER BY c.created_at DESC, c.key, c.number LIMIT $3`
)

// scope is what is searched together: one person's, or the company's where there is
// none; the handbook where there is no company either.
type scope struct{ companyID, personID string }

func seesAll(p access.Person) bool { return p.Role == access.Manager || p.Role == access.Compliance }

// May tells whether a person may see what another has filed: sales staff see their
// own, which may tell of what others may not see.
func May(p access.Person, personID string) bool {
	return seesAll(p) || p.Role == access.Sales && p.ID != "" && p.ID == personID
}

// shelf is an index with what it was made of.
type shelf struct {
	stamp string
	lib   *knowledge.Library
	texts []filed // the newest first
	by    map[string]filed
	way   string
}

// filed is a passage with what it is of.
type filed struct {
	knowledge.Passage
	kind    string // a document, a note or a passage
	version int    // of a document
	at      time.Time
}

// filed finds texts, the best first; all of them, the newest first, where nothing
// is asked for.
func (r *Retriever) filed(ctx context.Context, q Query) (hits []Hit, way string, err error) {
	way = knowledge.WayWords
	scopes := []scope{{q.Person.CompanyID, q.Person.ID}}
	if seesAll(q.Person) {
		scopes[0].personID = ""
	}
	if r.cfg.Handbook != nil && q.Person.CompanyID == r.cfg.Company && q.Text != "" {
		scopes = append(scopes, scope{})
	}
	for _, of := range scopes {
		sh, err := r.shelf(ctx, of)
		if err != nil {
			return hits, way, err
		}
		if sh.way != knowledge.WayWords {
			way = sh.way
		}
		found, err := sh.search(ctx, q)
		if err != nil {
			return hits, way, err
		}
		hits = append(hits, found...)
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits, way, nil
}

func (sh *shelf) search(ctx context.Context, q Query) (hits []Hit, err error) {
	if q.Text == "" {
		for _, f := range sh.texts {
			if f.kind != passage {
				hits = append(hits, f.hit(q.Language, f.Text, 1))
			}
		}
		return hits, nil
	}
	if sh.lib == nil {
		return nil, nil
	}
	found, err := sh.lib.SearchArticles(ctx, knowledge.Query{Text: q.Text, Limit: maxFound, Language: q.Language})
	if err != nil {
		return nil, err
	}
	for _, h := range found {
		text := cmp.Or(h.Snippet, h.Record.Gist)
		if len([]rune(h.Record.Gist)) <= maxSnippet {
			text = h.Record.Gist // a short one is told whole
		}
		hits = append(hits, sh.by[h.Record.ID].hit(q.Language, text, h.Score))
	}
	return hits, nil
}

// hit is the text as it is cited.
func (f filed) hit(language, snippet string, score float64) Hit {
	h := Hit{
		ID: f.ID, Source: VectorDB, Kind: f.kind, Title: f.Title, Score: score,
		Snippet: forms.OneLine(strings.ReplaceAll(snippet, "\n", ", "), maxSnippet),
	}
	day := f.at.Format(time.DateOnly)
	switch f.kind {
	case document:
		h.Source, h.Citation = InternalDB, texts.Say(language, "cite.document", "title", f.Title, "version", strconv.Itoa(f.version), "day", day)
	case note:
		h.Citation = texts.Say(language, "cite.note", "day", day)
	default:
		h.Citation = texts.Say(language, "cite.passage", "title", f.Title, "source", cmp.Or(f.Source, day))
	}
	return h
}

// shelf is the index of a scope, made again when its texts are others.
func (r *Retriever) shelf(ctx context.Context, of scope) (*shelf, error) {
	key := of.companyID + "\x1f" + of.personID
	kept, _ := r.shelves.Get(key)
	stamp, err := r.stamp(ctx, of)
	if err != nil {
		return nil, fmt.Errorf("retrieval: %w", err)
	}
	if kept != nil && kept.stamp == stamp {
		return kept, nil
	}
	made := &shelf{stamp: stamp, by: map[string]filed{}}
	if made.texts, err = r.texts(ctx, of, kept); err != nil {
		return nil, fmt.Errorf("retrieval: %w", err)
	}
	made.way = r.embed(ctx, made.texts)
	passages := make([]knowledge.Passage, len(made.texts))
	for i, f := range made.texts {
		passages[i], made.by[f.ID] = f.Passage, f
	}
	if len(passages) > 0 {
		if made.lib, err = r.library(ctx, passages, made.way); err != nil {
			return nil, err
		}
	}
	if made.way != knowledge.WayDegraded { // else it is tried again
		r.shelves.Set(key, made, len(passages))
	}
	return made, nil
}

// stamp is another one whenever the texts are. It is read before they are: what
// comes in between has them read once more.
func (r *Retriever) stamp(ctx context.Context, of scope) (string, error) {
	if of == (scope{}) {
		return r.cfg.Handbook.Stamp(ctx)
	}
	var filings, documents, versions int64
	err := r.cfg.Store.View(ctx, "company texts", func(ctx context.Context, tx store.Tx) error {
		return tx.QueryRowContext(ctx, selectStamp, of.companyID, of.personID).Scan(&filings, &documents, &versions)
	})
	return fmt.Sprint(filings, "/", documents, "/", versions), err
}

func (r *Retriever) library(ctx context.Context, passages []knowledge.Passage, way string) (*knowledge.Library, error) {
	cfg := knowledge.Config{FS: datafile.Sub(files, "pack"), Passages: passages}
	if way == knowledge.WayHybrid {
		cfg.Embedder = r.cfg.Embedder
	}
	lib, err := knowledge.Open(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("retrieval: %w", err)
	}
	return lib, nil
}

// texts reads the texts of a scope. Those that the kept shelf has, which may be nil,
// are not opened and embedded again.
func (r *Retriever) texts(ctx context.Context, of scope, kept *shelf) (list []filed, err error) {
	if of == (scope{}) {
		passages, err := r.cfg.Handbook.Passages(ctx)
		for _, p := range passages {
			p.ID = "text/" + p.ID
			if before := kept.text(p.ID); p.Vector == nil && before.Text == p.Text {
				p.Vector = before.Vector
			}
			list = append(list, filed{Passage: p, kind: passage})
		}
		return list, err
	}
	err = r.cfg.Store.View(ctx, "company texts", func(ctx context.Context, tx store.Tx) error {
		chunks, err := r.readChunks(ctx, tx, of, kept)
		if err != nil {
			return err
		}
		list, err = r.readDocuments(ctx, tx, of, kept)
		list = append(chunks, list...)
		return err
	})
	slices.SortStableFunc(list, func(a, b filed) int { return b.at.Compare(a.at) })
	return list, err
}

// text is the shelf's text of an ID; nothing where there is none.
func (sh *shelf) text(id string) filed {
	if sh == nil {
		return filed{}
	}
	return sh.by[id]
}

func (r *Retriever) readChunks(ctx context.Context, tx store.Tx, of scope, kept *shelf) (list []filed, err error) {
	type row struct {
		filed
		key    string
		number int
	}
	found, err := store.Rows(ctx, tx, func(rows *sql.Rows) (c row, err error) {
		var at int64
		err = rows.Scan(&c.key, &c.number, &c.Title, &c.kind, &c.Text, &at)
		switch c.kind {
		case note, result:
			c.kind = note
		default:
			c.kind = passage
		}
		c.ID, c.at = "text/"+c.key+"#"+strconv.Itoa(c.number), time.UnixMilli(at).In(korean.Zone)
		return c, err
	}, selectChunks, of.companyID, of.personID, maxTexts)
	if err != nil {
		return nil, err
	}
	for _, c := range found {
		if before := kept.text(c.ID); before.ID != "" {
			list = append(list, before)
			continue
		}
		err := r.cfg.Store.OpenOwn(ctx, tx, filing.ChunkTexts(of.companyID, c.key, c.number, &c.Title, &c.Text)...)
		if errors.Is(err, store.ErrSealed) { // of somebody who is being erased
			continue
		}
		if err != nil {
			return nil, err
		}
		c.Law, c.Status = c.Title, knowledge.StatusVerified
		list = append(list, c.filed)
	}
	return list, nil
}

func (r *Retriever) readDocuments(ctx context.Context, tx store.Tx, of scope, kept *shelf) (list []filed, err error) {
	id := func(doc filing.Document) string { return "document/" + doc.ID }
	known := func(doc filing.Document) bool { return kept.text(id(doc)).version == doc.Version }
	documents, err := filing.Texts(ctx, tx, r.cfg.Store, of.companyID, of.personID, maxTexts, known)
	for _, doc := range documents {
		if known(doc) {
			list = append(list, kept.text(id(doc)))
			continue
		}
		list = append(list, filed{
			Passage: knowledge.Passage{ID: id(doc), Title: doc.Title, Law: doc.Title, Text: told(doc.Markdown), Status: knowledge.StatusVerified},
			kind:    document, version: doc.Version, at: doc.UpdatedAt.In(korean.Zone),
		})
	}
	return list, err
}

// told is what a document says, without its headings and the marks of tables.
func told(markdown string) string {
	var lines []string
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "|") && strings.Trim(line, "|-: ") == "" && len(lines) > 0:
			lines = lines[:len(lines)-1] // the names of the columns
			continue
		case line == "", strings.HasPrefix(line, "#"):
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(strings.TrimLeft(cells[i], "*- "))
		}
		lines = append(lines, strings.Join(cells, ": "))
	}
	return strings.Join(lines, "\n")
}

// embed gives the texts their vectors and tells how they are searched: by words
// where there is no embedder, and where it fails.
func (r *Retriever) embed(ctx context.Context, list []filed) string {
	if r.cfg.Embedder == nil {
		return knowledge.WayWords
	}
	var open []*filed
	for i := range list {
		if list[i].Vector == nil {
			open = append(open, &list[i])
		}
	}
	for batch := range slices.Chunk(open, embedBatch) {
		var said []string
		for _, f := range batch {
			said = append(said, f.Title+"\n"+f.Text)
		}
		vectors, err := r.cfg.Embedder.Embed(ctx, said)
		if err != nil || len(vectors) != len(batch) {
			for i := range list {
				list[i].Vector = nil
			}
			return knowledge.WayDegraded
		}
		for i, f := range batch {
			f.Vector, _ = knowledge.Unit(vectors[i]) // without a direction it is found by words alone
		}
	}
	return knowledge.WayHybrid
}
