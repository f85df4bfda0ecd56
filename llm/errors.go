package llm

import "errors"

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
