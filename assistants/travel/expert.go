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
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/korean"
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
	origin := value(s.Origin)
	if origin == "" || slices.Contains(d.Airports, origin) {
		origin = d.Origin
	}
	progress(10, in(s.Language, "항공편을 조회하고 있습니다.", "Looking up flights."))
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
	reasoning := inf(s.Language, "왕복 %s부터 %s까지 %d건 가운데 가운데 가격대입니다.", "The middle of %[3]d round trips from %[1]s to %[2]s.", money(low, s.Language), money(high, s.Language), len(found))
	analysis := Analysis{Count: len(found), LowestWon: low, HighestWon: high, BestOption: best.ID, Reasoning: reasoning, Sample: sample}
	result, err := agentResult(found, best, reasoning, flightTips(s, sample))
	if err != nil {
		return report{}, err
	}
	return report{
		result: state.StepResult{
			Summary: inf(s.Language, "항공권 %d건, 1인 %s부터", "%d round trips from %s a person", len(found), money(low, s.Language)), TotalResults: len(found),
			Highlights: flightLines(found, s.Language),
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
	reasoning := inf(s.Language, "%s 지역, 객실 %d개 %d박에 %s입니다.", "In %s: %d room(s) for %d night(s) at %s.", best.Area.In(s.Language), best.Rooms, best.Nights, money(best.TotalPrice, s.Language))
	analysis := Analysis{Count: len(found), LowestWon: low, HighestWon: high, BestOption: best.ID, Reasoning: reasoning, Sample: best.Source == catalog.SourceSample}
	result, err := agentResult(found, best, reasoning, []string{})
	if err != nil {
		return report{}, err
	}
	return report{
		result: state.StepResult{
			Summary: inf(s.Language, "숙소 %d곳, %d박에 %s부터", "%d places to stay, %d night(s) from %s", len(found), *s.Duration, money(low, s.Language)), TotalResults: len(found),
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

func flightTips(s *MultiAgentState, sample bool) []string {
	tips := []string{}
	if c, ok := slot.CarrierByCode(value(s.PreferredAirline)); ok && sample {
		tips = append(tips, inf(s.Language, "예시 자료에는 항공사별 운임이 없습니다. %s 운임은 예약할 때 확인해 주세요.", "The sample has no fares by airline; check those of %s when you book.", c.Name(s.Language)))
	}
	return tips
}

func flightLines(flights []catalog.Flight, language string) []string {
	lines := make([]string, 0, len(flights))
	for _, f := range flights[:min(len(flights), 5)] {
		lines = append(lines, planName(f.Type, language)+": "+money(f.Price, language))
	}
	return lines
}

// money is a sum as it is written in a language.
func money(won int64, language string) string {
	if language == "en" {
		return "₩" + korean.FormatNumber(won)
	}
	return korean.FormatWon(won)
}

func planName(band, language string) string {
	switch band {
	case catalog.Premium:
		return in(language, "프리미엄", "Premium")
	case catalog.Standard:
		return in(language, "표준", "Standard")
	}
	return in(language, "알뜰", "Budget")
}
