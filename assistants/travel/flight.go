package travel

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/korean"
)

const dayMinutes = 24 * 60

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

// hours tell what a flight leaves of its day, and what could be seen then: of the
// places that are asked about each, else some that are planned on no day.
func (v voice) hours() []string {
	d, h := v.s.Deed, v.s.Deed.Hours
	in, out := ways(v.destination())
	day, minutes := 1, in
	if h.Home {
		day, minutes = *v.s.Duration+1, out
	}
	free := slices.DeleteFunc(slices.Clone(h.Fits), v.s.Itinerary.Has)
	lines := []string{v.Say("flight_day", "home", h.Home, "at", clock(&h.At), "ready", clock(&h.Ready), "n", day, "minutes", minutes, "eve", h.Ready < 0, "morrow", h.Ready >= dayMinutes, "offer", d.Offer,
		"out", v.places(d.Out), "fits", len(h.Fits) > 0, "free", v.places(free[:min(len(free), maxNamed)]))}
	for _, id := range v.s.Focus.Named {
		lines = append(lines, v.Say("flight_place", "name", v.places([]string{id})[0], "n", day, "fits", slices.Contains(h.Fits, id)))
	}
	return lines
}
