package travel

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
)

// sources tells which offers of a run come from the built-in pack. It is
// recorded, so that a replay searches where the run did, whatever service it
// has itself.
type sources struct {
	Flights bool `json:"flights"`
	Hotels  bool `json:"hotels"`
}

func (p *planner) sources(ctx context.Context, t *turn) (sources, error) {
	return engine.RecallAhead(ctx, t.Scope(""), func(context.Context) (sources, error) {
		return sources{Flights: p.Flights == flightSource(p.pack), Hotels: p.Hotels == hotelSource(p.pack)}, nil
	})
}

// maxPerBand bounds how many offers of a band are taken, and so the state
// and the record of a run.
const maxPerBand = 10

// taken are the offers that the planner works with, in the source's order.
func taken[T any](offers []T, bandOf func(T) string) []T {
	var list []T
	count := map[string]int{}
	for _, o := range offers {
		band := bandOf(o)
		if count[band]++; count[band] <= maxPerBand && len(list) < maxPerBand*len(catalog.Bands()) {
			list = append(list, o)
		}
	}
	return list
}

// flights looks flights up for a step; what a service brings is recorded.
func (x *execution) flights(step state.ExecutionStep) flightSearch {
	if x.builtIn.Flights {
		return x.pack.Flights
	}
	return func(ctx context.Context, q catalog.FlightQuery) ([]catalog.Flight, error) {
		return recalled(ctx, x, step, func(ctx context.Context) ([]catalog.Flight, error) {
			found, err := x.Flights.Flights(ctx, q)
			return taken(found, func(f catalog.Flight) string { return f.Type }), err
		})
	}
}

// hotels looks rooms up for a step, as flights does.
func (x *execution) hotels(step state.ExecutionStep) hotelSearch {
	if x.builtIn.Hotels {
		return x.pack.Hotels
	}
	return func(ctx context.Context, q catalog.HotelQuery) ([]catalog.Hotel, error) {
		return recalled(ctx, x, step, func(ctx context.Context) ([]catalog.Hotel, error) {
			found, err := x.Hotels.Hotels(ctx, q)
			return taken(found, func(h catalog.Hotel) string { return h.Type }), err
		})
	}
}

// stopped is why an agent's work was stopped, nil when it came to its end.
// It is recorded even of an agent that only reckons: it may have been
// skipped before it was done.
func (x *execution) stopped(ctx context.Context, step state.ExecutionStep) error {
	_, err := recalled(ctx, x, step, func(context.Context) (bool, error) { return true, nil })
	return err
}

// attempt is how work ended, for the run's journal.
type attempt[T any] struct {
	Found     T      `json:"found,omitempty"`
	Error     string `json:"error,omitempty"`
	Permanent bool   `json:"permanent,omitempty"`
	Panic     string `json:"panic,omitempty"`
	// Stopped tells that the work was over because its context was: a
	// replay waits for that too.
	Stopped bool `json:"stopped,omitempty"`
}

// scopeOf is the scope of a step's work. It is not that of the step's clock:
// work that was given up may still be on its way when the step goes on.
func (x *execution) scopeOf(step state.ExecutionStep) engine.Scope {
	return x.turn.Scope(step.StepID + " work")
}

// recalled does work whose outcome the state does not decide. A replay ends
// it the same way without doing it, and not before it was stopped where it
// was. Errors keep their words only.
func recalled[T any](ctx context.Context, x *execution, step state.ExecutionStep, work func(context.Context) (T, error)) (none T, err error) {
	was, err := engine.Recall(ctx, x.scopeOf(step), func(ctx context.Context) (attempt[T], error) {
		return attempted(ctx, x, step, work), nil
	})
	switch {
	case err != nil:
		return none, err
	case was.Stopped:
		<-ctx.Done()
		return none, context.Cause(ctx)
	case was.Panic != "":
		panic(was.Panic)
	case was.Permanent:
		return none, teams.Permanent(errors.New(was.Error))
	case was.Error != "":
		return none, errors.New(was.Error)
	}
	return was.Found, nil
}

func attempted[T any](ctx context.Context, x *execution, step state.ExecutionStep, work func(context.Context) (T, error)) (a attempt[T]) {
	defer func() {
		if p := recover(); p != nil {
			x.Logger.Error("panic in a search", "agent", step.AgentName, "run_id", x.turn.Info().RunID,
				"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			a = attempt[T]{Panic: inWords(fmt.Sprint(p))}
		}
	}()
	found, err := work(ctx)
	switch {
	case ctx.Err() != nil:
		return attempt[T]{Stopped: true}
	case err != nil:
		return attempt[T]{Error: inWords(err.Error()), Permanent: teams.IsPermanent(err)}
	}
	return attempt[T]{Found: found}
}

// inWords are an error's in the record: never empty and never a whole page.
func inWords(text string) string {
	if text == "" {
		return "no reason given"
	}
	return clip(strings.ToValidUTF8(text, "\uFFFD"), maxContentBytes)
}
