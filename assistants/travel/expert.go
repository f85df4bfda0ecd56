package travel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/engine"
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

// destination is where the trip goes. A session may outlive an entry of the
// catalog.
func (p *planner) destination(s *MultiAgentState) (*catalog.Destination, error) {
	d := p.pack.Destination(value(s.Destination))
	if d == nil {
		return nil, teams.Permanent(fmt.Errorf("travel: the catalog has no %q", value(s.Destination)))
	}
	return d, nil
}

// start is the first day of the trip.
func (s *MultiAgentState) start() time.Time {
	day, err := time.Parse(time.DateOnly, value(s.StartDate))
	if err != nil {
		return time.Time{}
	}
	return day
}

// searchFlights is the flight expert.
func (p *planner) searchFlights(ctx context.Context, step *step) (result, error) {
	s := step.State
	d, err := p.destination(s)
	if err != nil {
		return result{}, err
	}
	v, origin := p.voice(s), value(s.Origin)
	if origin == "" || slices.Contains(d.Airports, origin) {
		origin = d.Origin
	}
	step.Progress(10, v.Say("looking"))
	found, err := search(ctx, p.Logger, step, "flights to "+d.ID, p.pack.Flights, p.Flights.Flights, catalog.FlightQuery{
		Origin: origin, Destination: d, Depart: s.start(), Return: s.start().AddDate(0, 0, *s.Duration),
		People: *s.NumPeople, Airline: value(s.PreferredAirline),
	})
	if err != nil {
		return result{}, err
	}
	low, best, high := byPrice(found)
	why := v.Say("found.flights_why", "low", low.Won(), "high", high.Won(), "n", len(found))
	a, agent, err := analyzed(found, best.ID, best.Source, why, v.flightTips(best.Source == catalog.SourceSample))
	return result{
		Shown: state.StepResult{
			Summary: v.Say("found.flights", "n", len(found), "low", low.Won()), TotalResults: len(found), Highlights: v.flightLines(found),
		},
		Update: func(s *MultiAgentState) {
			s.FlightOptions, s.FlightsSearched, s.FlightAnalysis = found, true, a
			s.AgentResults[flightExpert] = agent
		},
	}, err
}

// searchHotels is the hotel expert.
func (p *planner) searchHotels(ctx context.Context, step *step) (result, error) {
	s := step.State
	d, err := p.destination(s)
	if err != nil {
		return result{}, err
	}
	found, err := search(ctx, p.Logger, step, "lodging in "+d.ID, p.pack.Hotels, p.Hotels.Hotels, catalog.HotelQuery{
		Destination: d, Nights: *s.Duration, Rooms: catalog.Rooms(*s.NumPeople), Kind: value(s.AccommodationPreference), Area: s.stayArea(d),
	})
	if err != nil {
		return result{}, err
	}
	v := p.voice(s)
	low, best, _ := byPrice(found)
	why := v.Say("found.hotels_why", "area", best.Area, "rooms", best.Rooms, "nights", best.Nights, "total", best.TotalPrice)
	a, agent, err := analyzed(found, best.ID, best.Source, why, []string{})
	return result{
		Shown: state.StepResult{Summary: v.Say("found.hotels", "n", len(found), "nights", *s.Duration, "low", low.Won()), TotalResults: len(found)},
		Update: func(s *MultiAgentState) {
			s.HotelOptions, s.HotelsSearched, s.HotelAnalysis = found, true, a
			s.AgentResults[hotelExpert] = agent
		},
	}, err
}

// stayArea is where the user wants to stay; nil is anywhere.
func (s *MultiAgentState) stayArea(d *catalog.Destination) words.Text {
	area, _ := d.AreaNamed(value(s.StayArea))
	return area
}

// analyzed is a search in short and in full.
func analyzed[T offer](found []T, bestID, source, why string, tips []string) (*Analysis, AgentResult, error) {
	low, best, high := byPrice(found)
	agent, err := agentResult(found, best, why, tips)
	return &Analysis{
		Count: len(found), LowestWon: low.Won(), HighestWon: high.Won(), BestOption: bestID,
		Reasoning: why, Sample: source == catalog.SourceSample,
	}, agent, err
}

// offer is a flight or a stay.
type offer interface {
	Band() string
	Won() int64
}

// search looks offers up where the step says; what a service brings is
// recorded.
func search[Q any, T offer](ctx context.Context, log *slog.Logger, step *step, what string, sample, service func(context.Context, Q) ([]T, error), q Q) (found []T, err error) {
	if quick(step.ExecutionStep) {
		found, err = sample(ctx, q)
	} else {
		found, err = engine.Do(ctx, step.Turn, "search", func(ctx context.Context) (found []T, err error) {
			defer func() {
				if p := recover(); p != nil { // recorded too, so that a replay does not wait for it
					log.Error("panic in a search", "agent", step.AgentName, "run_id", step.Run.RunID, "panic", p, "stack", string(debug.Stack()))
					err = teams.Permanent(fmt.Errorf("panic in a search: %v", p))
				}
				found, err = taken(found), inShort(what, err)
			}()
			return service(ctx, q)
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
	var list []T
	count := map[string]int{}
	for _, o := range offers {
		if count[o.Band()]++; count[o.Band()] <= maxPerBand && len(list) < maxPerBand*len(catalog.Bands()) {
			list = append(list, o)
		}
	}
	return list
}

// errForGood marks a failure that another attempt can't mend.
var errForGood = errors.New("for good")

// maxErrorBytes bounds an error in the record, which holds it more than once.
const maxErrorBytes = 512

// inShort is an error for the record, with what failed: never a whole page.
func inShort(what string, err error) error {
	if err == nil {
		return nil
	}
	text := what + ": " + cmp.Or(clip(strings.ToValidUTF8(err.Error(), "\uFFFD"), maxErrorBytes), "no reason given")
	if teams.IsPermanent(err) {
		return fmt.Errorf("%s (%w)", text, errForGood)
	}
	return errors.New(text)
}

// byPrice are the cheapest offer, the one in the middle and the dearest.
func byPrice[T offer](offers []T) (low, middle, high T) {
	sorted := slices.Clone(offers)
	slices.SortStableFunc(sorted, func(a, b T) int { return cmp.Compare(a.Won(), b.Won()) })
	return sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]
}

// agentResult is an agent's finding in full. Agents write their own key of
// agent_results: two that finish together must not lose each other's.
func agentResult(options, best any, reasoning string, tips []string) (AgentResult, error) {
	var all json.RawMessage
	var err1 error
	if options != nil {
		all, err1 = encode(options)
	}
	one, err2 := encode(best)
	return AgentResult{Options: all, Recommendation: one, Reasoning: reasoning, Tips: tips}, errors.Join(err1, err2)
}

// encode is JSON with < > & as they are, as the engine stores it.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

func (v voice) flightTips(sample bool) []string {
	if id := value(v.s.PreferredAirline); sample && v.pack.Airlines.Has(id) {
		return []string{v.Say("no_airline_fares", "airline", v.pack.Airlines.Name(id))}
	}
	return []string{}
}

func (v voice) flightLines(flights []catalog.Flight) []string {
	lines := make([]string, 0, len(flights))
	for _, f := range flights[:min(len(flights), 5)] {
		lines = append(lines, v.Say("found.flight", "plan", plan(f.Type), "price", f.Price))
	}
	return lines
}
