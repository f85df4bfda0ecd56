package llm

import (
	"context"
	"errors"
	"time"
)

// What callers fall back on. An error of Ask is one of these, wrapped, or
// ctx's.
var (
	// ErrOff: no model is configured.
	ErrOff = errors.New("llm: no model is configured")
	// ErrUnavailable: the model is away, too slow, or was so lately.
	ErrUnavailable = errors.New("llm: the model is not available")
	// ErrOverBudget: a cap on tokens or money would be passed.
	ErrOverBudget = errors.New("llm: the budget is used up")
	// ErrBadAnswer: the answer is not what was asked for, repaired or not.
	ErrBadAnswer = errors.New("llm: the answer can't be used")
	// ErrRefused: the provider rejects the request; asking again is no use.
	ErrRefused = errors.New("llm: the request was refused")
)

// Unavailable is the ErrUnavailable of a provider that said when to come
// again.
type Unavailable struct {
	RetryAfter time.Duration
	Err        error // why; it isn't told what was asked or said
}

func (e *Unavailable) Error() string {
	text := ErrUnavailable.Error()
	if e.RetryAfter > 0 {
		text += " for " + e.RetryAfter.String()
	}
	return text + ": " + e.Err.Error()
}

// Unwrap makes it an ErrUnavailable.
func (e *Unavailable) Unwrap() []error { return []error{ErrUnavailable, e.Err} }

// OverBudget is the ErrOverBudget of a day's cap, which begins anew after RetryAfter.
type OverBudget struct {
	RetryAfter time.Duration
	Err        error
}

func (e *OverBudget) Error() string { return ErrOverBudget.Error() + ": " + e.Err.Error() }

// Unwrap makes it an ErrOverBudget.
func (e *OverBudget) Unwrap() []error { return []error{ErrOverBudget, e.Err} }

// The outcomes of a call, as metrics and records name them.
const (
	OutcomeOK          = "ok"
	OutcomeOff         = "off"
	OutcomeUnavailable = "unavailable"
	OutcomeOverBudget  = "over_budget"
	OutcomeBadAnswer   = "bad_answer"
	OutcomeRefused     = "refused"
	OutcomeCancelled   = "cancelled"
	OutcomeFailed      = "failed"
)

// Outcome is an error of Ask in one word. A record that keeps the word keeps
// what a caller branches on, which an error's text does not.
func Outcome(err error) string {
	switch {
	case err == nil:
		return OutcomeOK
	case errors.Is(err, ErrOff):
		return OutcomeOff
	case errors.Is(err, ErrOverBudget):
		return OutcomeOverBudget
	case errors.Is(err, ErrBadAnswer):
		return OutcomeBadAnswer
	case errors.Is(err, ErrRefused):
		return OutcomeRefused
	case errors.Is(err, ErrUnavailable):
		return OutcomeUnavailable
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return OutcomeCancelled
	}
	return OutcomeFailed
}
