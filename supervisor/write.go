package supervisor

import (
	"context"
	"errors"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/llm/dictation"
	"github.com/madang-dev/madang/state"
)

// Writer writes an answer in place of the rules. It returns the response to
// give, which may be the rules' own; its error is that of Desk.AskFunc.
type Writer func(ctx context.Context, desk Desk) (state.Response, error)

// Desk is what a Writer works with.
type Desk struct {
	// AskFunc asks the model. What came of it is durable before it returns,
	// so that a node which takes the run over does not pay again, and a
	// replay hears the same. Its error is the end of the run. A ctx that its
	// caller ends sooner ends the asking only.
	AskFunc func(ctx context.Context, call llm.Call) (dictation.Heard, error)
	// Pen shows what is written, and only that.
	Pen *dictation.Pen
}

// askKey names the run's one recorded answer, and the scope of its record.
const askKey = "answer"

// asks tells whether a model is asked in the run: where there is one, and in
// a replay where there was.
func (sv *supervisor) asks(t *turn) bool {
	if replay, asked := t.Scope(askKey).Recorded(); replay {
		return asked
	}
	return sv.cfg.Model != nil
}

// write has the writer write the answer and tells what it asked the model,
// nil for nothing. A writer that panics leaves the rules' answer.
func (sv *supervisor) write(ctx context.Context, t *turn, writer Writer, draft state.Response) (response state.Response, use *state.ModelUse, err error) {
	pen := dictation.NewPen(t.Info().RunID, func(d state.AnswerDelta) {
		if err := t.Emit(engine.Event{Type: state.EventAnswerDelta, Body: d}); err != nil {
			sv.cfg.Logger.Warn("answer delta", "run_id", t.Info().RunID, "error", err)
		}
	})
	defer pen.Close()
	desk := Desk{Pen: pen, AskFunc: func(askCtx context.Context, call llm.Call) (dictation.Heard, error) {
		h, err := sv.dictate(ctx, askCtx, t, call)
		if h.Fallback != dictation.FallbackOff && err == nil {
			use = useOf(h, call.Prompt)
		}
		return h, err
	}}
	response, err = dictation.Guard(func() (state.Response, error) { return writer(ctx, desk) })
	var p *dictation.Panic
	switch {
	case errors.As(err, &p):
		sv.cfg.Logger.Error("panic while an answer was written", "run_id", t.Info().RunID, "error", err, "stack", string(p.Stack))
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
		Purpose: UseAnswer, Model: h.Answer.Model, Prompt: p.ID(), Outcome: state.ModelUsed, Why: h.Fallback,
		InputTokens: h.Answer.Usage.InputTokens, OutputTokens: h.Answer.Usage.OutputTokens,
	}
	if h.Fallback != "" {
		use.Outcome = state.ModelFallback
	}
	return use
}

// dictate asks the model once for the run; a replay hears the record.
func (sv *supervisor) dictate(run, asking context.Context, t *turn, call llm.Call) (dictation.Heard, error) {
	info := t.Info()
	call.UserID, call.SessionID, call.RunID, call.Assistant = info.UserID, info.SessionID, info.RunID, sv.cfg.Assistant
	a := dictation.Asking{Model: sv.cfg.Model, OnceFunc: t.Once, Key: askKey, Deadline: info.Deadline, Logger: sv.cfg.Logger}
	heard, err := engine.Recall(run, t.Scope(askKey), func(run context.Context) (dictation.Heard, error) { return a.Ask(run, asking, call) })
	if heard.Fallback != "" && heard.Fallback != dictation.FallbackOff {
		sv.cfg.Logger.Warn("the rules' answer stands for the model's", "run_id", info.RunID, "reason", heard.Fallback, "error", heard.Detail)
	}
	return heard, err
}
