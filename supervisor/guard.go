package supervisor

import (
	"fmt"
	"runtime/debug"
)

// quiet and quietly keep a panic in what a model's own goroutine calls from
// ending the program; the text that it cost is checked as a whole later.
func (sv *supervisor) quiet(f func(string)) func(string) {
	if f == nil {
		return nil
	}
	return func(text string) { sv.quietly(func() { f(text) })() }
}

func (sv *supervisor) quietly(f func()) func() {
	if f == nil {
		return nil
	}
	return func() {
		_, err := guarded(func() (struct{}, error) { f(); return struct{}{}, nil })
		if err != nil {
			sv.cfg.Logger.Error("panic while an answer was streamed", "error", err)
		}
	}
}

// panicError is a panic as an error.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("supervisor: panic: %v", e.value) }

func guarded[T any](f func() (T, error)) (result T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, debug.Stack()}
		}
	}()
	return f()
}
