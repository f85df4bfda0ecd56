package retrieval

import (
	"cmp"
	"context"
	"slices"

	"github.com/madang-dev/madang/assistants/company/semantic"
	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
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

// RulePrefix stands before a rule's own id in that of a hit, which is one among those of
// documents and things.
const RulePrefix = "rule/"

func (r *Retriever) rules(q Query) []Hit {
	if r.cfg.RulesFunc == nil {
		return nil
	}
	var hits []Hit
	for _, told := range r.cfg.RulesFunc().Search(nil, q.Text, q.Language, q.Day, q.Limit) {
		hits = append(hits, Hit{
			ID: RulePrefix + told.Rule, Source: InternalDB, Kind: "rule", Title: told.Title, Snippet: told.Text, Score: told.Score,
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

// web asks the declared search service. The query leaves the house, so numbers
// of persons are masked in it. What comes back is data: its order is the
// service's, its relevance is measured here.
func (r *Retriever) web(ctx context.Context, q Query) ([]Hit, error) {
	found, err := r.cfg.Web.Pages(ctx, guard.Mask(q.Text), q.Limit)
	asked := korean.Topics(q.Text)
	var hits []Hit
	for _, page := range found {
		hits = append(hits, Hit{
			ID: page.URL, Source: Web, Kind: "page", Title: page.Title, Snippet: forms.OneLine(page.Snippet, maxSnippet), URL: page.URL,
			Score:    korean.Share(asked, korean.Topics(page.Title+" "+page.Snippet)),
			Citation: texts.Say(q.Language, "cite.page", "title", page.Title, "url", page.URL),
		})
	}
	return hits, err
}
