package realestate

import (
	"context"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/planning"
)

// lookUp is what the library has for the questions of a request, before it is
// planned for. What it has may be another later: a replay hears the same.
func (d *desk) lookUp(ctx context.Context, t *turn, request planning.Request) ([]planning.Found, error) {
	if d.Shelf == nil || request.Intent != "" {
		return nil, nil
	}
	return engine.Do(ctx, t, "look up", func(ctx context.Context) ([]planning.Found, error) { return d.found(ctx, request) })
}

// found is the best article for each question of a request.
func (d *desk) found(ctx context.Context, request planning.Request) (list []planning.Found, err error) {
	for _, question := range d.planner.Questions(request.Query) {
		hits, err := d.Shelf.SearchArticles(ctx, knowledge.Query{Text: question, Limit: 1, Language: request.Language})
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			list = append(list, planning.Found{Question: question, Law: h.Record.Law, Article: h.Record.Article, Chance: h.Score})
		}
	}
	return list, nil
}
