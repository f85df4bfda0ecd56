package travel

import (
	"context"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/state"
)

// planDays is the itinerary planner.
func (p *planner) planDays(_ context.Context, step *step) (result, error) {
	s := step.State
	request := s.request(p.destination(s))
	it := itinerary.Plan(request)
	if was := s.Itinerary; was.Destination == request.Destination.ID && len(was.Days) == request.Nights+1 {
		it = itinerary.Change(request, was, itinerary.Edit{}) // another number of people, another day: what was changed before stays
	}
	o, agent := p.voice(s).laidOut(it)
	return result{
		Shown:  state.StepResult{Summary: agent.Reasoning, TotalResults: o.Places, Highlights: o.Areas[:min(len(o.Areas), 5)]},
		Update: func(s *MultiAgentState) { s.setDays(it, o, agent) },
	}, nil
}

// request is what the days are to be like.
func (s *MultiAgentState) request(d *catalog.Destination) itinerary.Request {
	arrive, leave := s.flightWindow(d)
	return itinerary.Request{
		Destination: d, Start: s.start(), Nights: *s.Duration, Styles: s.TravelStyle, Must: s.MustVisitPlaces, Avoid: s.AvoidPlaces,
		Pace: value(s.Pace), Arrive: arrive, Leave: leave, Free: s.FreeDays,
		Rests:    s.rests(),
		RestFrom: minutesOf(value(s.Rest).From), RestTo: minutesOf(value(s.Rest).To),
	}
}

func minutesOf(clock string) int {
	at, err := time.Parse("15:04", clock)
	if err != nil {
		return 0
	}
	return at.Hour()*60 + at.Minute()
}

// laidOut is what the itinerary planner tells of the days. They are in
// itinerary; a state does not hold them twice.
func (v voice) laidOut(it itinerary.Itinerary) (Optimization, AgentResult) {
	o := Optimization{Days: len(it.Days), Places: len(it.All()), Areas: []string{}, FreeDays: []int{}}
	for _, d := range it.Days {
		if len(d.Places) == 0 {
			o.FreeDays = append(o.FreeDays, d.Day)
		} else {
			o.Areas = append(o.Areas, v.name(d.Area))
		}
	}
	for _, place := range it.All() {
		o.TravelMinutes += place.TravelMinutes
	}
	o.Unplaced = mapped(it.Unplaced, v.name)
	return o, agentResult(nil, o, v.Say("found.days", "places", o.Places, "days", o.Days, "minutes", o.TravelMinutes))
}

func (s *MultiAgentState) setDays(it itinerary.Itinerary, o Optimization, agent AgentResult) {
	s.Itinerary, s.ItineraryPlanned, s.ItineraryOptimization = it, true, &o
	s.AgentResults[itineraryPlanner] = agent
}

// clockLayout is how offers write local times.
const clockLayout = "2006-01-02T15:04:05"

// minuteOf counts from the midnight that a day begins with; it is beyond a
// day's end when the time is on a later one.
func minuteOf(at, day time.Time) int { return int(at.Sub(day).Minutes()) }
