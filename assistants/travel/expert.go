package travel

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/engine"
	"github.com/madang-dev/madang/internal/cut"
	"github.com/madang-dev/madang/internal/fault"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/supervisor"
	"github.com/madang-dev/madang/teams"
)

type (
	// step is a step at work, result what its agent brings back.
	step   = supervisor.Step[MultiAgentState]
	result = supervisor.Result[MultiAgentState]
)

// destination is where the trip goes; nil is not known yet.
func (p *planner) destination(s *MultiAgentState) *catalog.Destination {
	return p.pack.Destination(value(s.Destination))
}

// start is the first day of the trip; the zero time is none.
func (s *MultiAgentState) start() time.Time {
	day, _ := time.Parse(time.DateOnly, value(s.StartDate))
	return day
}

// searchFlights is the flight expert.
func (p *planner) searchFlights(ctx context.Context, step *step) (result, error) {
	s, d := step.State, p.destination(step.State)
	v, origin := p.voice(s), value(s.Origin)
	if origin == "" || slices.Contains(d.Airports, origin) {
		origin = d.Origin
	}
	step.Progress(10, v.Say("looking"))
	found, err := search(ctx, p, step, "flights to "+d.ID, p.pack.Flights, p.Flights.Flights, catalog.FlightQuery{
		Origin: origin, Destination: d, Depart: s.start(), Return: s.start().AddDate(0, 0, *s.Duration),
		People: *s.NumPeople, Airline: value(s.PreferredAirline),
	})
	if err != nil {
		return result{}, err
	}
	a, best := analysed(found)
	a.BestOption, a.Sample = best.ID, best.Source == catalog.SourceSample
	a.Reasoning = v.Say("found.flights_why", "low", a.LowestWon, "high", a.HighestWon, "n", len(found))
	agent := agentResult(found, best, a.Reasoning, v.flightTips(a.Sample)...)
	return result{
		Shown: state.StepResult{Summary: v.Say("found.flights", "n", len(found), "low", a.LowestWon), TotalResults: len(found)},
		Update: func(s *MultiAgentState) {
			s.FlightOptions, s.FlightsSearched, s.FlightAnalysis = found, true, &a
			s.AgentResults[flightExpert] = agent
		},
	}, nil
}

// searchHotels is the hotel expert.
func (p *planner) searchHotels(ctx context.Context, step *step) (result, error) {
	s, d := step.State, p.destination(step.State)
	found, err := search(ctx, p, step, "lodging in "+d.ID, p.pack.Hotels, p.Hotels.Hotels, catalog.HotelQuery{
		Destination: d, Nights: *s.Duration, Rooms: catalog.Rooms(*s.NumPeople), Kind: value(s.AccommodationPreference), Area: s.stayArea(d),
	})
	if err != nil {
		return result{}, err
	}
	v := p.voice(s)
	a, best := analysed(found)
	a.BestOption, a.Sample = best.ID, best.Source == catalog.SourceSample
	a.Reasoning = v.Say("found.hotels_why", "area", best.Area, "rooms", best.Rooms, "nights", best.Nights, "total", best.TotalPrice)
	agent := agentResult(found, best, a.Reasoning)
	return result{
		Shown: state.StepResult{Summary: v.Say("found.hotels", "n", len(found), "nights", *s.Duration, "low", a.LowestWon), TotalResults: len(found)},
		Update: func(s *MultiAgentState) {
			s.HotelOptions, s.HotelsSearched, s.HotelAnalysis = found, true, &a
			s.AgentResults[hotelExpert] = agent
		},
	}, nil
}

// stayArea is where the user wants to stay; nil is anywhere.
func (s *MultiAgentState) stayArea(d *catalog.Destination) words.Text {
	area, _ := d.AreaNamed(value(s.StayArea))
	return area
}

// offer is a flight or a stay.
type offer interface {
	Band() string
	Won() int64
}

// analysed is a search in short, and the offer in the middle.
func analysed[T offer](offers []T) (Analysis, T) {
	sorted := slices.Clone(offers)
	slices.SortStableFunc(sorted, func(a, b T) int { return cmp.Compare(a.Won(), b.Won()) })
	n := len(sorted)
	return Analysis{Count: n, LowestWon: sorted[0].Won(), HighestWon: sorted[n-1].Won()}, sorted[n/2]
}

// search looks offers up where the step says; what a service brings is
// recorded.
func search[Q any, T offer](ctx context.Context, p *planner, step *step, what string, sample, service func(context.Context, Q) ([]T, error), q Q) (found []T, err error) {
	if quick(step.ExecutionStep) {
		found, err = sample(ctx, q)
	} else {
		found, err = engine.Do(ctx, step.Turn, "search", func(ctx context.Context) ([]T, error) {
			// A panic is recorded too, so that a replay does not wait for it.
			found, err := fault.Guard(func() ([]T, error) { return service(ctx, q) })
			return taken(found), p.inShort(what, err)
		})
		if errors.Is(err, errForGood) { // which a record tells too
			err = teams.Permanent(err)
		}
	}
	if err == nil && len(found) == 0 {
		err = teams.Permanent(fmt.Errorf("%s: %w", what, catalog.ErrNone))
	}
	return found, err
}

// maxPerBand bounds how many offers of a band are taken, and so the state
// and the record of a run.
const maxPerBand = 10

// taken are the offers that the planner works with, in the source's order.
func taken[T offer](offers []T) []T {
	count := map[string]int{}
	list := slices.DeleteFunc(slices.Clone(offers), func(o T) bool {
		count[o.Band()]++
		return count[o.Band()] > maxPerBand
	})
	return list[:min(len(list), maxPerBand*len(catalog.Bands()))]
}

// errForGood marks a failure that another attempt can't mend.
var errForGood = errors.New("for good")

// maxErrorBytes bounds an error in the record, which holds it more than once.
const maxErrorBytes = 512

// inShort is an error for the record, with what failed: never a whole page.
func (p *planner) inShort(what string, err error) error {
	if err == nil {
		return nil
	}
	text := what + ": " + cmp.Or(cut.Bytes(strings.ToValidUTF8(err.Error(), "\uFFFD"), maxErrorBytes), "no reason given")
	var panicked *fault.Panic
	if errors.As(err, &panicked) {
		p.Logger.Error("panic in a search", "of", what, "panic", panicked.Value, "stack", string(panicked.Stack))
	}
	if panicked != nil || teams.IsPermanent(err) {
		return fmt.Errorf("%s (%w)", text, errForGood)
	}
	return errors.New(text)
}

// agentResult is an agent's finding in full. Agents write their own key of
// agent_results: two that finish together must not lose each other's.
func agentResult(options, best any, reasoning string, tips ...string) AgentResult {
	return AgentResult{Options: encode(options), Recommendation: encode(best), Reasoning: reasoning, Tips: append([]string{}, tips...)}
}

// encode is a value of the planner's own types as JSON, with < > & as they are,
// as the engine stores it; nil is none.
func encode(v any) json.RawMessage {
	if v == nil {
		return nil
	}
	raw, err := state.Encode(v)
	if err != nil {
		panic("travel: encode: " + err.Error())
	}
	return raw
}

// flightTips tell that the sample has no fares of the wanted airline.
func (v voice) flightTips(sample bool) []string {
	if id := value(v.s.PreferredAirline); sample && v.pack.Airlines.Has(id) {
		return []string{v.Say("no_airline_fares", "airline", v.pack.Airlines.Name(id))}
	}
	return nil
}
