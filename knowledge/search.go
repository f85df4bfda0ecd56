package knowledge

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/madang-dev/madang/internal/answer"
)

// defaultLimit is how many hits a query without a limit gets.
const defaultLimit = 5

// Query asks for records. Keywords come from an analysis of the text; they
// are searched for when the text itself finds nothing.
type Query struct {
	Text     string
	Keywords []string
	Limit    int // below 1 is defaultLimit
	// Language is the snippet's, where an article has a text in it.
	Language string
}

// Hit is a record with its score (0-1, 1 for an article named by number)
// and the sentence of it that answers the query best.
type Hit[T any] struct {
	Record  T       `json:"record"`
	Score   float64 `json:"score"`
	Snippet string  `json:"snippet,omitempty"`
	// Exact tells that the query named the record by its number.
	Exact bool `json:"exact,omitempty"`
	// Share is how much of what the query says the record holds, 0-1, where it is told.
	Share float64 `json:"share,omitempty"`
}

func (q Query) limit() int {
	if q.Limit < 1 {
		return defaultLimit
	}
	return q.Limit
}

// SearchArticles finds articles: those that the query names first, then by
// relevance; passages with the text of an article come right behind it. A guide for the
// situation, one at most, stands before what is found by relevance. An
// irrelevant query finds none. It fails only when ctx ends.
func (l *Library) SearchArticles(ctx context.Context, q Query) ([]Hit[Article], error) {
	q.Text = ends(q.Text)
	var named []scored
	for _, ref := range l.pack.lexicon.references(q.Text) {
		for _, id := range l.covering(ref) {
			named = append(named, scored{id, 1})
		}
	}
	found, err := find(ctx, l.articles, q)
	if err != nil {
		return nil, err
	}
	v, way, err := l.vectorOf(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	if l.told != nil && (l.ingested > 0 || l.meaning != nil) {
		l.told(way)
	}
	found = l.besideArticles(l.byMeaning(found, v, q.limit()*2))
	guide, err := l.guide(ctx, q, found)
	if err != nil {
		return nil, err
	}
	found = append(guide, found...)
	hits := articleHits{library: l, query: q, question: l.articles.ask(q.Text), seen: map[string]bool{}}
	for i, f := range append(named, found...) {
		hits.add(f, i < len(named))
	}
	return hits.list, nil
}

// articleHits are the articles found for a query, each once.
type articleHits struct {
	library  *Library
	query    Query
	question *question
	seen     map[string]bool
	list     []Hit[Article]
}

func (h *articleHits) add(f scored, exact bool) {
	a, ok := h.library.articleByID[f.ID]
	if !ok || h.seen[f.ID] || len(h.list) == h.query.limit() {
		return
	}
	h.seen[f.ID] = true
	snippet := h.library.articles.quote(h.question, plain(a.text(h.query.Language)))
	h.list = append(h.list, Hit[Article]{Record: a, Score: f.Score, Exact: exact, Snippet: snippet})
}

// find searches for a query's text and, when that finds nothing, for its
// keywords.
func find(ctx context.Context, x *index, q Query) ([]scored, error) {
	// More than asked for: named articles may repeat ranked ones, and an
	// index may hold two kinds of records.
	limit := q.limit() * 2
	found, err := x.search(ctx, x.ask(q.Text), limit)
	if err != nil || len(found) > 0 || len(q.Keywords) == 0 {
		return found, err
	}
	return x.search(ctx, x.ask(strings.Join(q.Keywords, " ")), limit)
}

// Article lists the records that explain an article ("주임법", "7조의2"),
// those of the paragraph first when one is named. Nil when there is none.
func (l *Library) Article(law, article string) []Article {
	refs := l.pack.lexicon.references(l.pack.lexicon.lawName(ends(law)) + " " + ends(article))
	var found []Article
	for _, ref := range refs {
		for _, id := range l.covering(ref) {
			found = append(found, l.articleByID[id])
		}
	}
	return found
}

// covering lists the ids of the records for a reference: exact paragraph
// before whole article before other paragraphs. A reference without a law
// is looked up in the first law that has a record of it.
func (l *Library) covering(ref reference) []string {
	if ref.Law == "" {
		for _, law := range l.laws {
			named := ref
			named.Law = law
			if len(l.byReference[named.key()]) > 0 {
				return l.covering(named)
			}
		}
		return nil
	}
	list := slices.Clone(l.byReference[ref.key()])
	slices.SortStableFunc(list, func(a, b covered) int { return distance(a.ref, ref) - distance(b.ref, ref) })
	var ids []string
	for _, c := range list {
		ids = answer.Add(ids, c.id)
	}
	return ids
}

// distance is how far a record is from what was named: 0 the same
// paragraph and item, 1 the paragraph, 2 the whole article, 3 another.
func distance(have, want reference) int {
	switch {
	case want.Para == 0:
		return 0
	case have.Para == want.Para && have.Item == want.Item:
		return 0
	case have.Para == want.Para:
		return 1
	case have.Para == 0:
		return 2
	}
	return 3
}

// TablesOf lists the tables that belong to an article's record.
func (l *Library) TablesOf(a Article) []TableChunk {
	keys := coverKeys(a.Law, a.Covers)
	var tables []TableChunk
	for i, t := range l.pack.tables {
		if slices.ContainsFunc(l.tableKeys[i], func(k string) bool { return slices.Contains(keys, k) }) {
			tables = append(tables, t)
		}
	}
	return tables
}

// coverKeys are the keys of the articles that a record of a law covers.
func coverKeys(law string, covers []string) []string {
	var keys []string
	for _, c := range covers {
		if ref, ok := parseCover(law, c); ok {
			keys = append(keys, ref.key())
		}
	}
	return keys
}

// Market lists the rows that match, the latest contracts first.
func (l *Library) Market(f PropertyFilter) []MarketRow { return f.Market(l.pack.market) }

// Listings lists the homes on offer that match, in the pack's order.
func (l *Library) Listings(f PropertyFilter) []Listing { return f.Listings(l.pack.listings) }

func choose[T interface{ Home() Home }](all []T, f PropertyFilter) []T {
	var out []T
	for _, one := range all {
		if f.matches(one.Home()) {
			out = append(out, one)
		}
	}
	return out
}

// bounded is n up to a limit, 0 for none.
func bounded(n, limit int) int { return min(n, cmp.Or(max(limit, 0), n)) }
