package fault

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic as an error.
type Panic struct {
	Value any
	Stack []byte
}

func (e *Panic) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Guard is what f returns; a panic of f is an error, a *Panic.
func Guard[T any](f func() (T, error)) (result T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{v, debug.Stack()}
		}
	}()
	return f()
}
