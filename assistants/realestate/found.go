package realestate

import (
	"context"
	"slices"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/planning"
)

// lookedUp is what the library has for a request.
type lookedUp struct {
	Found []planning.Found `json:"found,omitempty"`
	// Gap tells that a law is asked for that it does not hold.
	Gap bool `json:"gap,omitempty"`
}

// lookUp fills a request with what the library has for its questions, before
// it is planned for. What it has may be another later: a replay hears the same.
func (d *desk) lookUp(ctx context.Context, t *turn, request *planning.Request, known planning.Found) error {
	if d.Shelf == nil || request.Intent != "" {
		return nil
	}
	has, err := engine.Do(ctx, t, "look up", func(ctx context.Context) (lookedUp, error) { return d.found(ctx, *request, known) })
	request.Found, request.Gap = has.Found, has.Gap
	return err
}

// found is the best article for each question of a request, of which one may be known. Of
// one that asks for what is not there only the whole is looked up.
func (d *desk) found(ctx context.Context, request planning.Request, known planning.Found) (has lookedUp, err error) {
	questions := d.planner.Questions(request.Query)
	has.Gap = slices.ContainsFunc(d.Shelf.Now().Gaps(request.Query), func(g knowledge.Gap) bool { return g.Kind == knowledge.GapPlace })
	switch {
	case has.Gap:
		questions = questions[:1]
	case request.Topic != "":
		questions = append(questions, d.planner.InTopic(request)...)
	}
	for _, question := range questions {
		best := known
		if known.Question != question {
			if best, err = d.best(ctx, question, request.Language); err != nil {
				return has, err
			}
		}
		if best.Question != "" {
			has.Found = append(has.Found, best)
		}
	}
	return has, nil
}

// best is the article that fits a question best; without a question it is none.
func (d *desk) best(ctx context.Context, question, language string) (planning.Found, error) {
	hits, err := d.Shelf.Now().SearchArticles(ctx, knowledge.Query{Text: question, Limit: 1, Language: language})
	if err != nil || len(hits) == 0 {
		return planning.Found{}, err
	}
	h := hits[0]
	return planning.Found{Question: question, Law: h.Record.Law, Article: h.Record.Article, Chance: h.Score, Guide: h.Record.Guide}, nil
}
