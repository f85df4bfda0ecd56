package supervisor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/llm"
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
	AskFunc func(ctx context.Context, call llm.Call) (Heard, error)
	// Pen shows what is written, and only that.
	Pen *Pen
}

// Heard is what came of asking a model: its answer, or why there is none to
// use.
type Heard struct {
	Answer llm.Answer `json:"answer"`
	// Fallback is one of the Fallback constants, "" for an answer.
	Fallback string `json:"fallback,omitempty"`
	// Detail is the error behind it, for the log.
	Detail string `json:"detail,omitempty"`
}

// Why a model's answer is not used.
const (
	FallbackOff         = "off" // there is no model; nobody has to be told
	FallbackUnavailable = state.ModelUnavailable
	FallbackOverBudget  = state.ModelOverBudget
	FallbackBadAnswer   = state.ModelBadAnswer
	FallbackRefused     = state.ModelRefused
	FallbackFailed      = "failed"
)

// The time that a model has for an answer, and what of the run's own is kept
// for storing it.
const (
	writeTimeout = 30 * time.Second
	storeTime    = time.Second
)

// askKey names the run's one recorded answer, and the scope of its record.
const askKey = "answer"

// maxDetail bounds an error that is recorded, in bytes.
const maxDetail = 500

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
	pen := NewPen(t.Info().RunID, func(d state.AnswerDelta) {
		if err := t.Emit(engine.Event{Type: state.EventAnswerDelta, Body: d}); err != nil {
			sv.cfg.Logger.Warn("answer delta", "run_id", t.Info().RunID, "error", err)
		}
	})
	defer pen.close()
	desk := Desk{Pen: pen, AskFunc: func(askCtx context.Context, call llm.Call) (Heard, error) {
		h, err := sv.dictate(ctx, askCtx, t, call)
		if h.Fallback != FallbackOff && err == nil {
			use = h.use(call.Prompt)
		}
		return h, err
	}}
	response, err = guarded(func() (state.Response, error) { return writer(ctx, desk) })
	var p *panicError
	switch {
	case errors.As(err, &p):
		sv.cfg.Logger.Error("panic while an answer was written", "run_id", t.Info().RunID, "error", err, "stack", string(p.stack))
		response = draft
		if response.StructuredData != nil {
			response.StructuredData.Metadata.Fallback = FallbackFailed
		}
	case err != nil:
		return draft, use, err
	}
	pen.End(response.Answer)
	return response, use, nil
}

// use is the entry of the state's list.
func (h Heard) use(p *llm.Prompt) *state.ModelUse {
	use := &state.ModelUse{
		Purpose: UseAnswer, Model: h.Answer.Model, Prompt: p.ID(), Outcome: state.ModelUsed, Why: h.Fallback,
		InputTokens: h.Answer.Usage.InputTokens, OutputTokens: h.Answer.Usage.OutputTokens,
	}
	if h.Fallback != "" {
		use.Outcome = state.ModelFallback
	}
	return use
}

// dictate asks the model once for the run.
func (sv *supervisor) dictate(run, asking context.Context, t *turn, call llm.Call) (Heard, error) {
	info := t.Info()
	call.UserID, call.SessionID, call.RunID, call.Assistant = info.UserID, info.SessionID, info.RunID, sv.cfg.Assistant
	heard, err := engine.Recall(run, t.Scope(askKey), func(run context.Context) (Heard, error) {
		var heard Heard
		raw, err := t.Once(run, askKey, func(run context.Context) (json.RawMessage, error) {
			heard, err := sv.listen(run, asking, info.Deadline, call)
			if err != nil {
				return nil, err
			}
			return json.Marshal(heard)
		})
		if err != nil {
			return heard, err
		}
		return heard, json.Unmarshal(raw, &heard)
	})
	if heard.Fallback != "" && heard.Fallback != FallbackOff {
		sv.cfg.Logger.Warn("the rules' answer stands for the model's", "run_id", info.RunID, "reason", heard.Fallback, "error", heard.Detail)
	}
	return heard, err
}

// listen asks the model within the time that there is. Its error is the
// run's end; everything else is heard.
func (sv *supervisor) listen(run, asking context.Context, deadline time.Time, call llm.Call) (Heard, error) {
	most := writeTimeout
	if !deadline.IsZero() {
		most = min(most, time.Until(deadline)-storeTime)
	}
	asking, cancel := context.WithTimeoutCause(asking, most, fmt.Errorf("%w: no answer in time", llm.ErrUnavailable))
	defer cancel()
	call.DeltaFunc, call.ResetFunc = sv.quiet(call.DeltaFunc), sv.quietly(call.ResetFunc)
	answer, err := guarded(func() (llm.Answer, error) { return sv.cfg.Model.Ask(asking, call) })
	switch {
	case run.Err() != nil:
		return Heard{}, context.Cause(run)
	case err == nil:
		return Heard{Answer: answer}, nil
	case asking.Err() != nil:
		err = context.Cause(asking)
	}
	detail := err.Error()
	return Heard{Answer: answer, Fallback: reason(err), Detail: detail[:min(len(detail), maxDetail)]}, nil
}

// reason is why an error of a model leads to the rules.
func reason(err error) string {
	for _, r := range []struct {
		err    error
		reason string
	}{
		{llm.ErrOff, FallbackOff}, {llm.ErrUnavailable, FallbackUnavailable}, {context.DeadlineExceeded, FallbackUnavailable}, {llm.ErrOverBudget, FallbackOverBudget},
		{llm.ErrBadAnswer, FallbackBadAnswer}, {llm.ErrRefused, FallbackRefused},
	} {
		if errors.Is(err, r.err) {
			return r.reason
		}
	}
	return FallbackFailed
}
