package realestate

import (
	"context"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/knowledge"
	"github.com/madang-dev/madang/planning"
)

// alone is how likely the library answers a message by itself, which decides whether
// it is a question of its own or says more of the one before it; 0 where there is none
// before it.
func (d *desk) alone(ctx context.Context, t *turn, s *State, request planning.Request) (float64, error) {
	if d.Shelf == nil || s.Talk == nil || s.Talk.Asked == "" || request.Intent != "" || len(request.Query) > maxAsked {
		return 0, nil
	}
	return engine.Do(ctx, t, "look up alone", func(ctx context.Context) (float64, error) {
		hits, err := d.Shelf.Now().SearchArticles(ctx, knowledge.Query{Text: request.Query, Limit: 1, Language: request.Language})
		if err != nil || len(hits) == 0 {
			return 0, err
		}
		return hits[0].Score, nil
	})
}

// asksItself tells whether a message is a question of its own, though it has facts that
// could be put into the one before: it asks in enough words and the library answers it
// alone, surely where it only supposes something.
func (r *revision) asksItself() bool {
	least := planning.Answers
	if phrases.Has(r.message, "supposes") {
		least = planning.Sure
	}
	return r.alone >= least && r.said.Words > maxElliptical && asking(r.message) &&
		!phrases.Has(r.message, "asks.sum")
}

// tells tells whether a message without a fact that is reckoned with says more of the
// question before it: it asks for nothing, and either names nothing that one could ask
// about, of which the library always finds something, or has no answer there.
func (r *revision) tells() bool {
	return len(r.said.Facts) == 0 && (len(r.said.Topics) == 0 || r.alone < planning.Answers) && r.said.Words >= leastTold && r.asked != "" &&
		!r.passing && !phrases.Has(r.message, "asks.part") && len(dialog.Acts(r.message)) == 0
}

// maxElliptical is how many words a message has at most that leaves the rest to the
// question before it: "서울 전세는 어때요".
const maxElliptical = 3

// leastTold is how many words a message has at least that tells something: fewer may be
// a reply that nobody has understood.
const leastTold = 3
