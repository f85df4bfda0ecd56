package retrieval

import (
	"context"

	"github.com/madang-dev/madang/internal/forms"
	"github.com/madang-dev/madang/internal/guard"
	"github.com/madang-dev/madang/internal/korean"
)

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
			Score:    shared(asked, page.Title+" "+page.Snippet),
			Citation: texts.Say(q.Language, "cite.page", "title", page.Title, "url", page.URL),
		})
	}
	return hits, err
}

// shared is the share of what is asked that a text speaks of.
func shared(asked map[string]bool, text string) float64 {
	if len(asked) == 0 {
		return 0
	}
	n := 0
	topics := korean.Topics(text)
	for topic := range asked {
		if topics[topic] {
			n++
		}
	}
	return float64(n) / float64(len(asked))
}
