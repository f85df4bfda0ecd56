package realestate

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/evidence"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/ask"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/supervisor/toolloop"
)

// respond answers by the rules, and where there is a model has it write the
// answer anew.
func (d *desk) respond(ctx context.Context, t *turn) (answer supervisor.Answer[State], err error) {
	s := t.State()
	if s.AggregatedResults == nil {
		answer.Response = guide(d.planner, &s)
		d.remember(&answer, t.Info(), &s, nil, t.Now())
		return answer, nil
	}
	s.joinAnalysis()
	answer.Response = d.compose(&s)
	draft := answer.Response.Answer // whose conclusions a model tells in its own words
	var use *state.ModelUse
	if s.ModelThere {
		loop := d.loop
		if !s.Leads {
			loop = nil
		}
		past, err := toolloop.Past(ctx, t, loop, useAnswer)
		if err != nil {
			return answer, err
		}
		if w := d.writer(&s, answer.Response, aid{loop != nil, past}); w != nil {
			var more []state.ExecutionStep
			if answer.Response, use, more, err = d.write(ctx, t, w, answer.Response, loop, past); err != nil {
				return answer, err
			}
			if len(more) > 0 {
				answer.More, answer.Reason = more, toolloop.Reason(s.Language)
				answer.Update = func(s *State) { noteUse(s, use) }
				return answer, nil
			}
		}
	}
	lines := s.Talk.tell(&answer.Response, &s)
	fresh := mentionsOf(&s, t.Info().RunID)
	answer.Update = func(s *State) {
		s.joinAnalysis()
		noteUse(s, use)
		mentioned(s, fresh)
		s.Talk.keep(s, draft)
		s.Talk.concludes(s, answer.Response, lines)
		if s.Talk != nil {
			s.Talk.Shown = Shown{s.Query, lines}
		}
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
	// nothing. What came of it is durable before the answer is; its error is the
	// end of the run, or errMore. told is what the model reads of what a tool
	// brought.
	ask func(ctx context.Context, call llm.Call, show *ask.Sentences[evidence.Sentence], told func(toolloop.Called) string) (ask.Heard, error)
	// writer shows what is written, and only that.
	writer *ask.Writer
}

// patience is how long the model may say nothing before the rules' answer is
// shown; where it has kept silent already in this run it is not waited for.
func patience(t *turn) time.Duration {
	if slices.ContainsFunc(t.State().ModelUses, func(u state.ModelUse) bool { return u.Why == state.ModelUnavailable }) {
		return 0
	}
	return ask.Patience
}

// errMore tells that the model wants tools to be called before it answers.
var errMore = errors.New("realestate: tools are wanted first")

// write has the writer write the answer and tells what it asked the model, nil
// for nothing, and which calls the model wants first. The rules' answer is shown
// while the model says nothing. A writer that panics leaves that answer.
func (d *desk) write(ctx context.Context, t *turn, by writer, draft state.Response, loop *toolloop.Loop[State], past []toolloop.Called) (response state.Response, use *state.ModelUse, more []state.ExecutionStep, err error) {
	to := table{writer: ask.WriterOf(t)}
	defer to.writer.Close()
	to.writer.StandIn(draft.Answer, patience(t))
	to.ask = func(ctx context.Context, call llm.Call, show *ask.Sentences[evidence.Sentence], told func(toolloop.Called) string) (h ask.Heard, err error) {
		h, more, err = toolloop.Ask(ctx, t, loop, toolloop.Question[evidence.Sentence]{
			Model: d.model(0), Purpose: useAnswer, Call: call, Show: show, TellFunc: told,
		}, past)
		if err == nil {
			use = h.Use(useAnswer)
		}
		if len(more) > 0 {
			err = errMore
		}
		return h, err
	}
	response, err = fault.Guard(func() (state.Response, error) { return by(ctx, to) })
	var p *fault.Panic
	switch {
	case errors.As(err, &p):
		d.Logger.Error("panic while an answer was written", "run_id", t.Info().RunID, "error", err, "stack", string(p.Stack))
		response = draft
		if response.StructuredData != nil {
			response.StructuredData.Metadata.Fallback = llm.OutcomeFailed
		}
	case errors.Is(err, errMore):
		return draft, use, more, nil
	case err != nil:
		return draft, use, nil, err
	}
	to.writer.End(response.Answer)
	return response, use, nil, nil
}
