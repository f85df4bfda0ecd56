package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/dictation"
	"github.com/madang-dev/madang/memory"
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
	fresh := mentionsOf(&s, t.Info().RunID)
	answer.Update = func(s *State) {
		noteUse(s, use)
		mentioned(s, fresh)
	}
	d.remember(&answer, t.Info(), &s, fresh, t.Now())
	return answer, nil
}

// remember adds what the user may want to be known next time.
func (d *desk) remember(answer *supervisor.Answer[State], info engine.RunInfo, s *State, fresh []state.Mention, now time.Time) {
	if d.Memory == nil || info.UserID == "" {
		return
	}
	intent, text := s.PlanningState.AnalyzedIntent, answer.Response.Answer
	if text == "" {
		text = answer.Response.Message
	}
	m, ok := d.Memory.Remember(state.Memory{
		ConversationID: info.SessionID, RunID: info.RunID, UserID: info.UserID,
		Query: info.Query, Response: text, Intent: intent.IntentType, Timestamp: now,
		Mentions: fresh, AskedAt: info.Now,
	})
	if !ok {
		return
	}
	answer.Memories = []state.Memory{m}
	answer.Preferences = d.Memory.Learn(memory.Said{
		UserID: info.UserID, RunID: info.RunID, Query: info.Query, Language: info.Language,
		Entities: intent.Entities, At: info.Now,
	})
	answer.After = func(ctx context.Context) { d.Memory.Invalidate(ctx, info.UserID) }
}

// writer writes an answer in place of the rules. It returns the response to
// give, which may be the rules' own; its error is that of ask.
type writer func(ctx context.Context, to table) (state.Response, error)

// table is what a writer works with.
type table struct {
	// ask asks the model. What came of it is durable before it returns,
	// so that a node which takes the run over does not pay again, and a
	// replay hears the same. Its error is the end of the run. A ctx that its
	// caller ends sooner ends the asking only.
	ask func(ctx context.Context, call llm.Call) (dictation.Heard, error)
	// pen shows what is written, and only that.
	pen *dictation.Pen
}

// write has the writer write the answer and tells what it asked the model,
// nil for nothing. A writer that panics leaves the rules' answer.
func (d *desk) write(ctx context.Context, t *turn, writer writer, draft state.Response) (response state.Response, use *state.ModelUse, err error) {
	pen := dictation.NewPen(t.Info().RunID, func(delta state.AnswerDelta) {
		if err := t.Emit(engine.Event{Type: state.EventAnswerDelta, Body: delta}); err != nil {
			d.Logger.Warn("answer delta", "run_id", t.Info().RunID, "error", err)
		}
	})
	defer pen.Close()
	to := table{pen: pen, ask: func(askCtx context.Context, call llm.Call) (dictation.Heard, error) {
		h, err := d.dictate(ctx, askCtx, t, call)
		if h.Fallback != dictation.FallbackOff && err == nil {
			use = useOf(h, call.Prompt)
		}
		return h, err
	}}
	response, err = dictation.Guard(func() (state.Response, error) { return writer(ctx, to) })
	var p *dictation.Panic
	switch {
	case errors.As(err, &p):
		d.Logger.Error("panic while an answer was written", "run_id", t.Info().RunID, "error", err, "stack", string(p.Stack))
		response = draft
		if response.StructuredData != nil {
			response.StructuredData.Metadata.Fallback = dictation.FallbackFailed
		}
	case err != nil:
		return draft, use, err
	}
	pen.End(response.Answer)
	return response, use, nil
}

// useOf is the entry of the state's list.
func useOf(h dictation.Heard, p *llm.Prompt) *state.ModelUse {
	use := &state.ModelUse{
		Purpose: useAnswer, Model: h.Answer.Model, Prompt: p.ID(), Outcome: state.ModelUsed, Why: h.Fallback,
		InputTokens: h.Answer.Usage.InputTokens, OutputTokens: h.Answer.Usage.OutputTokens,
	}
	if h.Fallback != "" {
		use.Outcome = state.ModelFallback
	}
	return use
}

// dictate asks the model once for the run; a replay hears the record.
func (d *desk) dictate(run, asking context.Context, t *turn, call llm.Call) (dictation.Heard, error) {
	info := t.Info()
	call.UserID, call.SessionID, call.RunID, call.Assistant = info.UserID, info.SessionID, info.RunID, Name
	a := dictation.Asking{Model: d.Model, Key: "answer", Deadline: info.Deadline, Logger: d.Logger}
	a.OnceFunc = func(ctx context.Context, key string, work func(context.Context) (json.RawMessage, error)) (json.RawMessage, error) {
		return engine.Do(ctx, t, key, work)
	}
	heard, err := a.Ask(run, asking, call)
	if heard.Fallback != "" && heard.Fallback != dictation.FallbackOff {
		d.Logger.Warn("the rules' answer stands for the model's", "run_id", info.RunID, "reason", heard.Fallback, "error", heard.Detail)
	}
	return heard, err
}
