package retrieval

import (
	"cmp"
	"context"
	"slices"

	"github.com/madang-dev/madang/assistants/company/semantic"
)

const (
	// leastRelevant is the score below which a hit is left out of the answer.
	leastRelevant = 0.3
	maxSnippet    = 240
)

// internal are the rules, documents and the things of the company's data. An error
// comes with what else was found.
func (r *Retriever) internal(ctx context.Context, q Query, documents []Hit) (hits []Hit, hidden []string, err error) {
	named, hidden, err := r.things(ctx, q)
	hits = slices.Concat(r.rules(q), documents, named)
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits, hidden, err
}

func (r *Retriever) rules(q Query) []Hit {
	if r.cfg.Rules == nil {
		return nil
	}
	var hits []Hit
	for _, told := range r.cfg.Rules.Search(q.Text, q.Language, q.Day, q.Limit) {
		hits = append(hits, Hit{
			ID: "rule/" + told.Rule, Source: InternalDB, Kind: "rule", Title: told.Title, Snippet: told.Text, Score: told.Score,
			Citation: texts.Say(q.Language, "cite.rule", "id", told.Rule, "title", told.Title, "article", told.Article, "as_of", told.AsOf),
		})
	}
	return hits
}

// things are customers, people and products that the text names.
func (r *Retriever) things(ctx context.Context, q Query) (hits []Hit, hidden []string, err error) {
	if r.cfg.Things == nil {
		return nil, nil, nil
	}
	seen, hidden, err := r.cfg.Things.Things(ctx, semantic.Question{Text: q.Text, Language: q.Language, Person: q.Person}, q.Limit)
	for _, t := range seen {
		hits = append(hits, Hit{
			ID: t.Dimension + "/" + t.ID, Source: InternalDB, Kind: t.Dimension, Title: t.Name, Snippet: t.Detail, Score: 1,
			Citation: texts.Say(q.Language, "cite.thing", "kind", t.Kind, "id", t.ID, "title", t.Name),
		})
	}
	return hits, hidden, err
}
