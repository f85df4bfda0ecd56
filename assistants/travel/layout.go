package travel

import (
	"context"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/state"
)

// How long it takes, roughly, from a landing into town and from there to a take-off,
// in minutes: across a border, and at home.
const (
	afterLanding, beforeTakeoff = 90, 180
	afterLandingAtHome          = 60
	beforeTakeoffAtHome         = 120
)

func ways(d *catalog.Destination) (in, out int) {
	if d.Domestic() {
		return afterLandingAtHome, beforeTakeoffAtHome
	}
	return afterLanding, beforeTakeoff
}

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
	o := Optimization{Days: len(it.Days), Places: len(it.All()), Areas: []string{}, FreeDays: []int{}, Unplaced: []string{}}
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
	for _, name := range it.Unplaced {
		o.Unplaced = append(o.Unplaced, v.name(name))
	}
	return o, agentResult(nil, o, v.Say("found.days", "places", o.Places, "days", o.Days, "minutes", o.TravelMinutes))
}

func (s *MultiAgentState) setDays(it itinerary.Itinerary, o Optimization, agent AgentResult) {
	s.Itinerary, s.ItineraryPlanned, s.ItineraryOptimization = it, true, &o
	s.AgentResults[itineraryPlanner] = agent
}

// flightWindow is when the traveller is in town on the first day and has to
// leave on the last, by the hours that he told, else by those of the middle
// offer; 0 where neither has them.
func (s *MultiAgentState) flightWindow(d *catalog.Destination) (arrive, leave int) {
	in, out := ways(d)
	first, last := s.start(), s.start().AddDate(0, 0, *s.Duration)
	if len(s.FlightOptions) > 0 {
		f := s.FlightOptions[min(1, len(s.FlightOptions)-1)]
		if at, err := time.Parse(clockLayout, f.ArriveAt); err == nil {
			arrive = minuteOf(at, first) + in
		}
		if at, err := time.Parse(clockLayout, f.ReturnAt); err == nil {
			leave = max(minuteOf(at, last)-out, 1)
		}
	}
	if at := s.lands(d); at != nil {
		arrive = *at + in
	}
	if s.TakesOff != nil {
		leave = max(*s.TakesOff-out, 1)
	}
	return arrive, leave
}

// lands is when the flight out is there, by local time; nil is not known.
func (s *MultiAgentState) lands(d *catalog.Destination) *int {
	if s.Lands != nil || s.SetsOff == nil {
		return s.Lands
	}
	at := *s.SetsOff + d.Minutes
	if zone, err := time.LoadLocation(d.Timezone); err == nil {
		_, there := s.start().In(zone).Zone()
		_, here := s.start().In(korean.Zone).Zone()
		at += (there - here) / 60
	}
	return &at
}

// clockLayout is how offers write local times.
const clockLayout = "2006-01-02T15:04:05"

// minuteOf counts from the midnight that a day begins with; it is beyond a
// day's end when the time is on a later one.
func minuteOf(at, day time.Time) int { return int(at.Sub(day).Minutes()) }

// fly takes the hours of a flight that the message told, and lays out anew the
// day that they bound.
func (p *planner) fly(s *MultiAgentState, r *slot.Reading) {
	d, deed := p.destination(s), &Deed{Code: deedHours}
	s.takeHours(r)
	request := s.request(d)
	it := itinerary.Change(request, s.Itinerary, itinerary.Edit{Day: r.Day, Less: true})
	in, out := ways(d)
	h := &Hours{Home: r.TakesOff != nil, At: value(r.TakesOff), Ready: value(r.TakesOff) - out}
	if !h.Home {
		h.At = value(s.lands(d))
		h.Ready = h.At + in
	}
	deed.Days, deed.Out = differing(s.Itinerary, it), s.gone(it)
	h.Fits, deed.Hours = itinerary.Fits(request, r.Day), h
	o, agent := p.voice(s).laidOut(it)
	s.setDays(it, o, agent)
	s.Deed = deed
	r.SetsOff, r.Lands, r.TakesOff = nil, nil, nil
}

// takeHours takes the hours of flights. Of the flight out the later word counts.
func (s *MultiAgentState) takeHours(r *slot.Reading) {
	if r.SetsOff != nil || r.Lands != nil {
		s.SetsOff, s.Lands = r.SetsOff, r.Lands
	}
	if r.TakesOff != nil {
		s.TakesOff = r.TakesOff
	}
}
