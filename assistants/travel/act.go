package travel

import (
	"context"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// handler is what an act behind a plan does: change changes the trip, on a copy
// of it where the message only asks; say writes the answer where the deed says
// not all.
type handler struct {
	change func(p *planner, s *MultiAgentState, r *slot.Reading)
	say    func(v voice) []string
	// priced tells that the answer shows prices, which are the sample's.
	priced bool
}

// handlers are the acts behind a plan. What is not here is told by its slots, or
// is a word of courtesy.
var handlers = map[string]handler{
	slot.ActCheaper:  {change: (*planner).cheaper},
	slot.ActBetter:   {change: (*planner).better},
	slot.ActOther:    {change: (*planner).other, say: voice.areaOffer, priced: true},
	slot.ActChoose:   {change: (*planner).choose},
	slot.ActConfirm:  {change: (*planner).confirm, say: voice.beforeLeaving, priced: true},
	slot.ActUndo:     {change: (*planner).undo},
	slot.ActRemove:   {change: (*planner).editDays},
	slot.ActAdd:      {change: (*planner).editDays},
	slot.ActSwap:     {change: (*planner).editDays},
	slot.ActDay:      {change: (*planner).editDays},
	slot.ActDiet:     {say: voice.diet},
	slot.ActDislike:  {change: (*planner).dislike, say: voice.disliked},
	slot.ActComplain: {say: voice.remedies, priced: true},
	slot.ActCompare:  {say: voice.compared, priced: true},
	slot.ActWhy:      {say: voice.because, priced: true},
	slot.ActMore:     {say: voice.ideas},
	slot.ActShow:     {say: voice.again},
	slot.ActBrief:    {say: voice.brief, priced: true},
	slot.ActShare:    {say: voice.brief, priced: true},
	slot.ActAsk:      {change: (*planner).suppose, say: voice.answered},
}

// The codes of a Deed.
const (
	deedSlots    = "slots"
	deedPlan     = "plan"
	deedHotel    = "hotel"
	deedFlight   = "flight"
	deedCheapest = "cheapest"
	deedDearest  = "dearest"
	deedOnly     = "only_one"
	deedDays     = "days"
	deedNothing  = "nothing_there"
	deedFree     = "free_already"
	deedUndone   = "undone"
	deedNoUndo   = "nothing_to_undo"
	deedIf       = "if"
)

// act does what the message wants of the plan. What it settles is taken out of
// the reading.
func (p *planner) act(s *MultiAgentState, r *slot.Reading) {
	h := handlers[r.Act]
	if h.change == nil {
		return
	}
	if c, asked := s.copied(), *r; r.Asks || r.Within {
		h.change(p, &c, &asked)
		if r.Asks || c.Deed != nil && c.Deed.OverBy > 0 {
			if s.Deed = c.Deed; s.Deed != nil {
				s.Deed.Offer, s.Deed.Before = true, s.pick().Costs.Total
			}
			return
		}
	}
	h.change(p, s, r)
}

// reckon adds the plans up anew after a choice among what was found.
func (p *planner) reckon(s *MultiAgentState) {
	if plans, err := p.plans(s); err == nil {
		s.FinalPlans = plans
		costs := s.pick().Costs
		s.BudgetBreakdown = &costs
	}
}

func (p *planner) choose(s *MultiAgentState, r *slot.Reading) { p.takePlan(s, r.Plan) }

// confirm settles the plan that is talked about.
func (p *planner) confirm(s *MultiAgentState, _ *slot.Reading) {
	band := s.pick().Type
	s.ChosenPlan = &band
	s.Deed = &Deed{Code: deedPlan, Band: band, After: s.pick().Costs.Total}
}

// takePlan takes a plan as it was offered.
func (p *planner) takePlan(s *MultiAgentState, band string) {
	s.ChosenPlan, s.HotelChoice, s.FlightChoice = &band, nil, nil
	p.reckon(s)
	costs := s.pick().Costs
	s.Deed = &Deed{Code: deedPlan, Band: band, After: costs.Total, OverBy: costs.OverBy}
}

func (p *planner) cheaper(s *MultiAgentState, r *slot.Reading) { p.shift(s, r.Item, -1) }
func (p *planner) better(s *MultiAgentState, r *slot.Reading)  { p.shift(s, r.Item, +1) }

// shift goes a band down or up with the stay, the flight or the whole plan.
func (p *planner) shift(s *MultiAgentState, item string, by int) {
	now := s.pick()
	next := func(band string) string {
		bands := catalog.Bands()
		return bands[min(max(slices.Index(bands, band)+by, 0), len(bands)-1)]
	}
	switch {
	case item == slot.ItemHotel && now.Hotel != nil && next(now.Hotel.Type) != now.Hotel.Type:
		p.takeOffer(s, deedHotel, next(now.Hotel.Type))
	case item == slot.ItemFlight && now.Flight != nil && next(now.Flight.Type) != now.Flight.Type:
		p.takeOffer(s, deedFlight, next(now.Flight.Type))
	case item != slot.ItemHotel && item != slot.ItemFlight && (next(now.Type) != now.Type || by < 0 && (s.HotelChoice != nil || s.FlightChoice != nil)):
		p.takePlan(s, next(now.Type))
	case by < 0:
		s.Deed = &Deed{Code: deedCheapest, Band: now.Type, After: now.Costs.Total}
	default:
		s.Deed = &Deed{Code: deedDearest, Band: now.Type, After: now.Costs.Total}
	}
}

// takeOffer takes the stay or the flight of another band into the plan.
func (p *planner) takeOffer(s *MultiAgentState, code, band string) {
	now := s.pick().Type
	s.ChosenPlan = &now
	if code == deedHotel {
		s.HotelChoice = &band
	} else {
		s.FlightChoice = &band
	}
	p.reckon(s)
	costs := s.pick().Costs
	s.Deed = &Deed{Code: code, Band: band, After: costs.Total, OverBy: costs.OverBy}
}

// other takes another stay or flight: the one that was named, else the next
// dearer one that the budget allows, else a cheaper one. Another area is
// searched.
func (p *planner) other(s *MultiAgentState, r *slot.Reading) {
	if r.StayArea != nil {
		return // a slot, whose change searches again
	}
	if r.Base != "" {
		p.takePlan(s, r.Base)
	}
	code, now := deedHotel, ""
	if r.Item == slot.ItemFlight {
		code = deedFlight
	}
	switch plan := s.pick(); {
	case code == deedFlight && plan.Flight != nil:
		now = plan.Flight.Type
	case code == deedHotel && plan.Hotel != nil:
		now = plan.Hotel.Type
	}
	at := slices.Index(catalog.Bands(), now)
	for _, band := range append([]string{r.Plan}, catalog.Bands()[at+1:]...) {
		if band == "" || band == now {
			continue
		}
		c := s.copied()
		if p.takeOffer(&c, code, band); band == r.Plan || c.pick().Costs.Fit == budget.Within {
			p.takeOffer(s, code, band)
			return
		}
	}
	if at > 0 {
		p.takeOffer(s, code, catalog.Bands()[at-1])
		return
	}
	s.Deed = &Deed{Code: deedOnly, After: s.pick().Costs.Total}
}

// suppose reckons what a change would cost that the message only asks about.
func (p *planner) suppose(s *MultiAgentState, r *slot.Reading) {
	if r.Topic != slot.TopicIf {
		return
	}
	hotels, flights, now := s.HotelOptions, s.FlightOptions, s.pick().Type
	moved := r.Destination != nil && *r.Destination != value(s.Destination)
	s.Notices = []Notice{}
	fill(s, *r)
	d, err := p.destination(s)
	if err != nil || len(s.missing()) > 0 || len(r.Problems) > 0 {
		return
	}
	s.HotelOptions, s.FlightOptions = rescaled(hotels, s), flights
	if moved {
		s.FlightOptions, _ = p.pack.Flights(context.Background(), catalog.FlightQuery{Destination: d, Origin: d.Origin})
		s.HotelOptions, _ = p.pack.Hotels(context.Background(), catalog.HotelQuery{Destination: d, Nights: *s.Duration, Rooms: catalog.Rooms(*s.NumPeople)})
	}
	plans, err := p.plans(s)
	if err != nil {
		return
	}
	s.FinalPlans = plans
	s.Deed = &Deed{
		Code: deedIf, Band: now, After: s.plan(now).Costs.Total, OverBy: s.plan(now).Costs.OverBy,
		City: d.ID, Nights: *s.Duration, People: *s.NumPeople,
	}
}

// rescaled are stays for another number of nights or rooms.
func rescaled(hotels []catalog.Hotel, s *MultiAgentState) []catalog.Hotel {
	list := slices.Clone(hotels)
	for i := range list {
		h := &list[i]
		h.Nights, h.Rooms = *s.Duration, catalog.Rooms(*s.NumPeople)
		h.TotalPrice = h.PricePerNight * int64(h.Nights) * int64(h.Rooms)
	}
	return list
}
