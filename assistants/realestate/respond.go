package realestate

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
)

// respond answers by the rules, and where there is a model has it write the
// answer anew.
func (d *desk) respond(ctx context.Context, t *turn) (answer supervisor.Answer[State], err error) {
	var s State
	t.View(func(now *State) { s = *now })
	if s.AggregatedResults == nil {
		answer.Response = guide(d.planner, &s)
		d.remember(&answer, t.Info(), &s, nil, t.Now())
		return answer, nil
	}
	answer.Response = d.compose(&s)
	var use *state.ModelUse
	if s.ModelThere {
		if w := d.writer(&s, answer.Response); w != nil {
			if answer.Response, use, err = d.write(ctx, t, w, answer.Response); err != nil {
				return answer, err
			}
		}
	}
	s.Talk.tell(&answer.Response)
	fresh := mentionsOf(&s, t.Info().RunID)
	answer.Update = func(s *State) {
		noteUse(s, use)
		mentioned(s, fresh)
	}
	d.remember(&answer, t.Info(), &s, fresh, t.Now())
	return answer, nil
}

// writer writes an answer in place of the rules. It returns the response to
// give, which may be the rules' own; its error is that of ask.
type writer func(ctx context.Context, to table) (state.Response, error)

// table is what a writer works with.
type table struct {
	// ask asks the model, and shows by the sentences what it writes, nil for
	// nothing. What came of it is durable before it returns; its error is the
	// end of the run.
	ask func(ctx context.Context, call llm.Call, show *ask.Sentences[evidence.Sentence]) (ask.Heard, error)
	// writer shows what is written, and only that.
	writer *ask.Writer
}

// write has the writer write the answer and tells what it asked the model,
// nil for nothing. A writer that panics leaves the rules' answer.
func (d *desk) write(ctx context.Context, t *turn, by writer, draft state.Response) (response state.Response, use *state.ModelUse, err error) {
	to := table{writer: ask.WriterOf(t)}
	defer to.writer.Close()
	to.ask = func(ctx context.Context, call llm.Call, show *ask.Sentences[evidence.Sentence]) (h ask.Heard, err error) {
		if show == nil {
			h, err = ask.Once(ctx, t, d.model(0), useAnswer, call)
		} else {
			h, err = ask.Write(ctx, t, d.model(0), useAnswer, call, show)
		}
		if err == nil {
			use = h.Use(useAnswer)
		}
		return h, err
	}
	response, err = ask.Guard(func() (state.Response, error) { return by(ctx, to) })
	var p *ask.Panic
	switch {
	case errors.As(err, &p):
		d.Logger.Error("panic while an answer was written", "run_id", t.Info().RunID, "error", err, "stack", string(p.Stack))
		response = draft
		if response.StructuredData != nil {
			response.StructuredData.Metadata.Fallback = ask.FallbackFailed
		}
	case err != nil:
		return draft, use, err
	}
	to.writer.End(response.Answer)
	return response, use, nil
}
