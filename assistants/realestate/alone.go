package realestate

import (
	"context"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/dialog"
	"github.com/madang-dev/madang/planning"
)

// alone is what the library has for a message by itself, which decides whether it is a
// question of its own or says more of the one before it; nothing where there is none
// before it.
func (d *desk) alone(ctx context.Context, t *turn, s *State, request planning.Request) (planning.Found, error) {
	if d.Shelf == nil || s.Talk == nil || s.Talk.Asked == "" || request.Intent != "" || len(request.Query) > maxAsked {
		return planning.Found{}, nil
	}
	return engine.Do(ctx, t, "look up by itself", func(ctx context.Context) (planning.Found, error) {
		return d.best(ctx, request.Query, request.Language)
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
	return r.alone.Chance >= least && r.said.Words > maxElliptical && asking(r.message) &&
		!phrases.Has(r.message, "asks.sum")
}

// tells tells whether a message without a fact that is reckoned with says more of the
// question before it: it asks for nothing, and either names nothing that one could ask
// about, of which the library always finds something, or has no answer there. What is a
// situation of its own is no more of the one before ("근데 윗집에서 물이 새요"), unless it
// says that it goes on ("아직 아무 연락이 없어요").
func (r *revision) tells() bool {
	other := r.alone.Guide && r.alone.Chance >= planning.Situation && !phrases.Has(r.message, "goes_on")
	return !other && len(r.said.Facts) == 0 && (len(r.said.Topics) == 0 || r.alone.Chance < planning.Answers) && r.said.Words >= leastTold && r.asked != "" &&
		!r.passing && !phrases.Has(r.message, "asks.part") && !wantsAnswer(r.message) && len(dialog.Acts(r.message)) == 0
}

// maxElliptical is how many words a message has at most that leaves the rest to the
// question before it: "서울 전세는 어때요".
const maxElliptical = 3

// leastTold is how many words a message has at least that tells something: fewer may be
// a reply that nobody has understood.
const leastTold = 3
