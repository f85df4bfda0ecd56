package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

// Model is who is asked; the zero Model is nobody.
type Model struct {
	Client *llm.Client
	// Timeout is how long an answer is waited for, 0 as long as the client does,
	// and never longer than the run may go on.
	Timeout time.Duration
	Logger  *slog.Logger // nil is none
}

// Heard is what came of asking a model: its answer, or why there is none to
// use. It is recorded as JSON.
type Heard struct {
	Answer llm.Answer `json:"answer"`
	// Fallback is the outcome of asking, why the answer is not used; "" for an answer.
	Fallback string `json:"fallback,omitempty"`
	// RetryAfterMS is how long a cap stays reached; 0 where nobody knows.
	RetryAfterMS int64 `json:"retry_after_ms,omitempty"`
	// Detail is the error behind it, for the log.
	Detail string `json:"detail,omitempty"`
	// Prompt is what was asked (name@version).
	Prompt string `json:"prompt,omitempty"`
}

// Tagless keeps what users said from closing the marks that it stands between in a
// prompt.
func Tagless(s string) string { return strings.NewReplacer("<", "‹", ">", "›").Replace(s) }

// Off tells whether there was no model to ask; nobody has to be told.
func (h Heard) Off() bool { return h.Fallback == llm.OutcomeOff }

// Use is the entry of a state's list of what models were asked for; nil when
// none was.
func (h Heard) Use(purpose string) *state.ModelUse {
	if h.Off() {
		return nil
	}
	use := &state.ModelUse{
		Purpose: purpose, Model: h.Answer.Model, Prompt: h.Prompt, Outcome: state.ModelUsed, Why: h.Fallback,
		InputTokens: h.Answer.Usage.InputTokens, OutputTokens: h.Answer.Usage.OutputTokens,
	}
	if h.Fallback != "" {
		use.Outcome = state.ModelFallback
	}
	return use
}

const (
	// storeTime is what of the run's own time is kept for storing the answer.
	storeTime = time.Second
	// maxDetail bounds an error that is recorded, in bytes.
	maxDetail = 500
)

// Once asks the model, by a Do of that name: whoever carries the run on, or
// plays it again, hears the same and does not pay again. A call without a
// prompt asks nobody. The error is the end of the run or of the step;
// everything else is heard.
func Once[S any](ctx context.Context, t *engine.Turn[S], m Model, name string, call llm.Call) (Heard, error) {
	return once(ctx, t, m, name, call, func(context.CancelCauseFunc) {})
}

// Write is Once of an answer that is shown while it is written.
func Write[S, T any](ctx context.Context, t *engine.Turn[S], m Model, name string, call llm.Call, show *Sentences[T]) (Heard, error) {
	call.DeltaFunc, call.ResetFunc = show.Delta, show.Reset
	return once(ctx, t, m, name, call, func(stop context.CancelCauseFunc) { show.stopFunc = stop })
}

func once[S any](ctx context.Context, t *engine.Turn[S], m Model, name string, call llm.Call, begun func(stop context.CancelCauseFunc)) (Heard, error) {
	info := t.Info()
	call.UserID, call.SessionID, call.RunID, call.Address = info.UserID, info.SessionID, info.RunID, info.Address
	var work func(context.Context) (Heard, error)
	if m.Client != nil && call.Prompt != nil {
		work = func(ctx context.Context) (Heard, error) { return m.ask(ctx, info.Deadline, call, begun) }
	}
	heard, err := engine.Do(ctx, t, name, work)
	switch {
	case errors.Is(err, engine.ErrNoWork):
		return Heard{Fallback: llm.OutcomeOff}, nil
	case err == nil && heard.Fallback != "":
		m.log().WarnContext(ctx, "the rules go on without the model", "prompt", heard.Prompt, "run_id", info.RunID, "reason", heard.Fallback, "error", heard.Detail)
	}
	return heard, err
}

// Ask asks the model outside of any run.
func (m Model) Ask(ctx context.Context, call llm.Call) (Heard, error) {
	if m.Client == nil || call.Prompt == nil {
		return Heard{Fallback: llm.OutcomeOff}, nil
	}
	return m.ask(ctx, time.Time{}, call, func(context.CancelCauseFunc) {})
}

// ask asks the model within the time that there is; begun is handed what ends
// the asking.
func (m Model) ask(ctx context.Context, deadline time.Time, call llm.Call, begun func(stop context.CancelCauseFunc)) (Heard, error) {
	late := fmt.Errorf("%w: no answer in time", llm.ErrUnavailable)
	asking, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	begun(stop)
	end := m.end()
	if byRun := deadline.Add(-storeTime); byRun.After(time.Time{}) && (end.IsZero() || byRun.Before(end)) {
		end = byRun
	}
	if !end.IsZero() {
		var cancel context.CancelFunc
		asking, cancel = context.WithDeadlineCause(asking, end, late)
		defer cancel()
	}
	call.DeltaFunc, call.ResetFunc = m.quiet(call.DeltaFunc), m.quietly(call.ResetFunc)
	answer, err := fault.Guard(func() (llm.Answer, error) { return m.Client.Ask(asking, call) })
	heard := Heard{Answer: answer, Prompt: call.Prompt.ID()}
	switch {
	case ctx.Err() != nil:
		return Heard{}, context.Cause(ctx)
	case err == nil:
		return heard, nil
	case asking.Err() != nil:
		err = context.Cause(asking)
	}
	heard.Fallback, heard.Detail = llm.Outcome(err), err.Error()
	if heard.Fallback == llm.OutcomeCancelled { // by a time that was not the run's
		heard.Fallback = llm.OutcomeUnavailable
	}
	if over, ok := errors.AsType[*llm.OverBudget](err); ok {
		heard.RetryAfterMS = over.RetryAfter.Milliseconds()
	}
	heard.Detail = heard.Detail[:min(len(heard.Detail), maxDetail)]
	return heard, nil
}

// end is when an answer that is asked for now is no longer waited for; zero where
// the model sets no time.
func (m Model) end() time.Time {
	if m.Timeout <= 0 {
		return time.Time{}
	}
	return time.Now().Add(m.Timeout)
}

func (m Model) log() *slog.Logger {
	return cmp.Or(m.Logger, slog.New(slog.DiscardHandler))
}

// quiet and quietly keep a panic in what a model's own goroutine calls from
// ending the program; the text that it cost is checked as a whole later.
func (m Model) quiet(f func(string)) func(string) {
	if f == nil {
		return nil
	}
	return func(text string) { m.quietly(func() { f(text) })() }
}

func (m Model) quietly(f func()) func() {
	if f == nil {
		return nil
	}
	return func() {
		_, err := fault.Guard(func() (struct{}, error) { f(); return struct{}{}, nil })
		if err != nil {
			m.log().Error("panic while an answer was streamed", "error", err)
		}
	}
}
