package llm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sony/gobreaker/v2"
)

// gate lets a bounded number of requests through to a provider, and none for
// a while after it has failed many times in a row.
type gate struct {
	slots   chan struct{}
	breaker *gobreaker.CircuitBreaker[Response]
}

// notSent marks errors that tell nothing about the provider.
type notSent struct{ error }

func (e notSent) Unwrap() error { return e.error }

func newGate(cfg Config) *gate {
	return &gate{
		slots: make(chan struct{}, cfg.Concurrent),
		breaker: gobreaker.NewCircuitBreaker[Response](gobreaker.Settings{
			Timeout:     cfg.BreakFor,
			ReadyToTrip: func(n gobreaker.Counts) bool { return n.ConsecutiveFailures >= uint32(cfg.BreakAfter) },
			// A provider that answers something is there.
			IsSuccessful: func(err error) bool { return !errors.Is(err, ErrUnavailable) },
			IsExcluded: func(err error) bool {
				var unsent notSent
				return errors.As(err, &unsent)
			},
		}),
	}
}

// pass does work when its turn has come.
func (g *gate) pass(ctx context.Context, work func() (Response, error)) (Response, error) {
	select {
	case g.slots <- struct{}{}:
		defer func() { <-g.slots }()
	case <-ctx.Done():
		return Response{}, fmt.Errorf("%w: too many requests are under way", ErrUnavailable)
	}
	if ctx.Err() != nil { // a free slot and the end came together
		return Response{}, ctx.Err()
	}
	r, err := g.breaker.Execute(work)
	var unsent notSent
	switch {
	case errors.Is(err, gobreaker.ErrOpenState), errors.Is(err, gobreaker.ErrTooManyRequests):
		return r, errResting
	case errors.As(err, &unsent):
		return r, unsent.error
	}
	return r, err
}

// errResting is the ErrUnavailable of a provider that is given time to come
// back.
var errResting = fmt.Errorf("%w: it failed too often lately", ErrUnavailable)

// healthy is errResting while requests are held back.
func (g *gate) healthy() error {
	if g.breaker.State() == gobreaker.StateOpen {
		return errResting
	}
	return nil
}

// attempt bounds one request: it ends when the provider has said nothing for
// too long, or far too much.
type attempt struct {
	silence time.Duration
	timer   *time.Timer
	end     context.CancelCauseFunc
	bytes   int
	most    int
}

var (
	errSilent  = errors.New("it said nothing for too long")
	errSlow    = errors.New("it took too long")
	errEndless = errors.New("it did not come to an end")
)

// bytesPerToken is more than any tokenizer's longest usual token.
const bytesPerToken = 32

func newAttempt(ctx context.Context, silence time.Duration, maxTokens int) (context.Context, *attempt) {
	ctx, end := context.WithCancelCause(ctx)
	a := &attempt{silence: silence, end: end, most: 4096 + maxTokens*bytesPerToken}
	a.timer = time.AfterFunc(silence, func() { end(errSilent) })
	return ctx, a
}

// alive is called with every sign of life.
func (a *attempt) alive() { a.timer.Reset(a.silence) }

// wrote counts what was written and tells whether that is still sensible.
func (a *attempt) wrote(text string) bool {
	a.alive()
	if a.bytes += len(text); a.bytes > a.most {
		a.end(errEndless)
		return false
	}
	return true
}

func (a *attempt) close() {
	a.timer.Stop()
	a.end(nil)
}
