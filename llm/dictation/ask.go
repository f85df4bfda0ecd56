package dictation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/madang-dev/madang/llm"
	"github.com/madang-dev/madang/state"
)

// Heard is what came of asking a model: its answer, or why there is none to
// use. It is stored as JSON.
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

// maxDetail bounds an error that is recorded, in bytes.
const maxDetail = 500

// Asking is how a run asks the model.
type Asking struct {
	Model *llm.Client
	// OnceFunc does work once a run under a key, durably: engine.Turn.Once.
	OnceFunc func(ctx context.Context, key string, work func(context.Context) (json.RawMessage, error)) (json.RawMessage, error)
	// Key names the answer among the run's results.
	Key string
	// Deadline is the run's; zero is none.
	Deadline time.Time
	Logger   *slog.Logger
}

// Ask asks the model once for the run. What came of it is durable before Ask
// returns, so that a node which takes the run over does not pay again. run is
// the run's context, asking one of it that may end sooner and then ends the
// asking only. The error is the end of the run; everything else is heard.
func (a Asking) Ask(run, asking context.Context, call llm.Call) (Heard, error) {
	raw, err := a.OnceFunc(run, a.Key, func(run context.Context) (json.RawMessage, error) {
		heard, err := a.listen(run, asking, call)
		if err != nil {
			return nil, err
		}
		return json.Marshal(heard)
	})
	if err != nil {
		return Heard{}, err
	}
	var heard Heard
	return heard, json.Unmarshal(raw, &heard)
}

// listen asks the model within the time that there is.
func (a Asking) listen(run, asking context.Context, call llm.Call) (Heard, error) {
	most := writeTimeout
	if !a.Deadline.IsZero() {
		most = min(most, time.Until(a.Deadline)-storeTime)
	}
	asking, cancel := context.WithTimeoutCause(asking, most, fmt.Errorf("%w: no answer in time", llm.ErrUnavailable))
	defer cancel()
	call.DeltaFunc, call.ResetFunc = a.quiet(call.DeltaFunc), a.quietly(call.ResetFunc)
	answer, err := Guard(func() (llm.Answer, error) { return a.Model.Ask(asking, call) })
	switch {
	case run.Err() != nil:
		return Heard{}, context.Cause(run)
	case err == nil:
		return Heard{Answer: answer}, nil
	case asking.Err() != nil:
		err = context.Cause(asking)
	}
	detail := err.Error()
	return Heard{Answer: answer, Fallback: Reason(err), Detail: detail[:min(len(detail), maxDetail)]}, nil
}

// quiet and quietly keep a panic in what a model's own goroutine calls from
// ending the program; the text that it cost is checked as a whole later.
func (a Asking) quiet(f func(string)) func(string) {
	if f == nil {
		return nil
	}
	return func(text string) { a.quietly(func() { f(text) })() }
}

func (a Asking) quietly(f func()) func() {
	if f == nil {
		return nil
	}
	return func() {
		_, err := Guard(func() (struct{}, error) { f(); return struct{}{}, nil })
		if err != nil {
			a.Logger.Error("panic while an answer was streamed", "error", err)
		}
	}
}

// Reason is why an error of a model leads to the rules.
func Reason(err error) string {
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
