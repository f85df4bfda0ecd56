package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams"
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
func (p *planner) searchFlights(ctx context.Context, s *MultiAgentState, search flightSearch, progress func(int, string)) (report, error) {
	d, err := p.destination(s)
	if err != nil {
		return report{}, err
	}
	v, origin := p.voice(s), value(s.Origin)
	if origin == "" || slices.Contains(d.Airports, origin) {
		origin = d.Origin
	}
	progress(10, v.Say("looking"))
	found, err := search(ctx, catalog.FlightQuery{
		Origin: origin, Destination: d, Depart: s.start(), Return: s.start().AddDate(0, 0, *s.Duration),
		People: *s.NumPeople, Airline: value(s.PreferredAirline),
	})
	if err == nil && len(found) == 0 {
		err = teams.Permanent(catalog.ErrNone)
	}
	if err != nil {
		return report{}, fmt.Errorf("flights to %s: %w", d.ID, err)
	}
	best := median(found, func(f catalog.Flight) int64 { return f.Price })
	low, high := extremes(found, func(f catalog.Flight) int64 { return f.Price })
	sample := found[0].Source == catalog.SourceSample
	reasoning := v.Say("found.flights_why", "low", low, "high", high, "n", len(found))
	analysis := Analysis{Count: len(found), LowestWon: low, HighestWon: high, BestOption: best.ID, Reasoning: reasoning, Sample: sample}
	result, err := agentResult(found, best, reasoning, v.flightTips(sample))
	if err != nil {
		return report{}, err
	}
	return report{
		result: state.StepResult{
			Summary: v.Say("found.flights", "n", len(found), "low", low), TotalResults: len(found), Highlights: v.flightLines(found),
		},
		update: func(s *MultiAgentState) {
			s.FlightOptions, s.FlightsSearched, s.FlightAnalysis = found, true, &analysis
			s.AgentResults[flightExpert] = result
		},
	}, nil
}

// searchHotels is the hotel expert.
func (p *planner) searchHotels(ctx context.Context, s *MultiAgentState, search hotelSearch) (report, error) {
	d, err := p.destination(s)
	if err != nil {
		return report{}, err
	}
	v := p.voice(s)
	found, err := search(ctx, catalog.HotelQuery{
		Destination: d, Nights: *s.Duration, Rooms: catalog.Rooms(*s.NumPeople), Kind: value(s.AccommodationPreference),
	})
	if err == nil && len(found) == 0 {
		err = teams.Permanent(catalog.ErrNone)
	}
	if err != nil {
		return report{}, fmt.Errorf("lodging in %s: %w", d.ID, err)
	}
	price := func(h catalog.Hotel) int64 { return h.TotalPrice }
	best := median(found, price)
	low, high := extremes(found, price)
	reasoning := v.Say("found.hotels_why", "area", best.Area, "rooms", best.Rooms, "nights", best.Nights, "total", best.TotalPrice)
	analysis := Analysis{Count: len(found), LowestWon: low, HighestWon: high, BestOption: best.ID, Reasoning: reasoning, Sample: best.Source == catalog.SourceSample}
	result, err := agentResult(found, best, reasoning, []string{})
	if err != nil {
		return report{}, err
	}
	return report{
		result: state.StepResult{
			Summary: v.Say("found.hotels", "n", len(found), "nights", *s.Duration, "low", low), TotalResults: len(found),
		},
		update: func(s *MultiAgentState) {
			s.HotelOptions, s.HotelsSearched, s.HotelAnalysis = found, true, &analysis
			s.AgentResults[hotelExpert] = result
		},
	}, nil
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

// median is the offer in the middle by price.
func median[T any](offers []T, price func(T) int64) T {
	sorted := slices.Clone(offers)
	slices.SortStableFunc(sorted, func(a, b T) int { return int(max(min(price(a)-price(b), 1), -1)) })
	return sorted[len(sorted)/2]
}

func extremes[T any](offers []T, price func(T) int64) (low, high int64) {
	low, high = price(offers[0]), price(offers[0])
	for _, o := range offers {
		low, high = min(low, price(o)), max(high, price(o))
	}
	return low, high
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
