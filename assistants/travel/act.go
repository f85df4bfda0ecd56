package travel

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// handler is what an act behind a plan does: change changes the trip, on a copy
// of it where the message only asks; the telling is the answer where the deed
// says not all.
type handler struct {
	change func(p *planner, s *MultiAgentState, r *slot.Reading)
	telling
}

// handlers are the acts behind a plan. What is not here is told by its slots, or
// is a word of courtesy.
var handlers = map[string]handler{
	slot.ActCheaper:  {change: shift(-1, deedCheapest)},
	slot.ActBetter:   {change: shift(+1, deedDearest)},
	slot.ActOther:    {(*planner).other, telling{say: voice.areaOffer, priced: true}},
	slot.ActChoose:   {change: (*planner).choose},
	slot.ActConfirm:  {(*planner).confirm, telling{say: voice.beforeLeaving, priced: true}},
	slot.ActUndo:     {change: (*planner).undo},
	slot.ActRemove:   {(*planner).editDays, telling{say: voice.instead}},
	slot.ActAdd:      {(*planner).editDays, telling{say: voice.ofKinds}},
	slot.ActSwap:     {change: (*planner).editDays},
	slot.ActDay:      {(*planner).editDays, telling{say: voice.ofKinds}},
	slot.ActDiet:     {telling: telling{texts: []string{"not_held.diet"}}},
	slot.ActDislike:  {(*planner).dislike, telling{say: voice.disliked}},
	slot.ActComplain: {telling: telling{say: voice.remedies, priced: true}},
	slot.ActCompare:  {telling: telling{say: voice.compared, priced: true}},
	slot.ActWhy:      {telling: telling{say: voice.because, priced: true}},
	slot.ActMore:     {telling: telling{say: voice.ideas}},
	slot.ActShow:     {telling: telling{say: voice.again}},
	slot.ActWhich:    {telling: telling{say: voice.which}},
	slot.ActBrief:    {telling: telling{say: voice.brief, priced: true}},
	slot.ActShare:    {telling: telling{say: voice.brief, priced: true}},
	slot.ActAsk:      {(*planner).suppose, telling{say: voice.answered}},
}

// The codes of a Deed, besides the parts of a plan (slot.ItemHotel and others).
const (
	deedSlots    = "slots"
	deedPlan     = "plan"
	deedCheapest = "cheapest"
	deedDearest  = "dearest"
	deedOnly     = "only_one"
	deedDays     = "days"
	deedNothing  = "nothing_there"
	deedFree     = "free_already"
	deedUndone   = "undone"
	deedNoUndo   = "nothing_to_undo"
	deedIf       = "if"
	deedFits     = "fits"  // whether a budget is enough
	deedHours    = "hours" // of a flight
	deedNoKind   = "no_kind"
	deedCosts    = "costs" // what is paid or left out of the sum
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

// takeBand takes another plan as it was offered, or the stay or the flight of
// another band into the plan, and adds the plans up anew.
func (p *planner) takeBand(s *MultiAgentState, item, band string) {
	if part(item) {
		now := s.pick().Type
		s.ChosenPlan, s.Choices = &now, maps.Collect(maps.All(s.Choices))
		s.Choices[item] = band
		s.Deed = &Deed{Code: item, Band: band}
	} else {
		s.ChosenPlan, s.Choices = &band, nil
		s.Deed = &Deed{Code: deedPlan, Band: band}
	}
	s.FinalPlans = p.plans(s)
	costs := s.pick().Costs
	s.BudgetBreakdown, s.Deed.After, s.Deed.OverBy = &costs, costs.Total, costs.OverBy
}

// part tells whether an item is a part of the plan, which has a band of its own.
func part(item string) bool {
	return item == slot.ItemHotel || item == slot.ItemFlight || item == slot.ItemDaily
}

// bandOf is the band of the plan, or of a part of it; "" is none.
func (s *MultiAgentState) bandOf(item string) string {
	switch plan := s.pick(); {
	case !part(item):
		return plan.Type
	case item == slot.ItemDaily:
		return cmp.Or(plan.Daily, plan.Type)
	case item == slot.ItemHotel && plan.Hotel != nil:
		return plan.Hotel.Type
	case item == slot.ItemFlight && plan.Flight != nil:
		return plan.Flight.Type
	}
	return ""
}

func (p *planner) choose(s *MultiAgentState, r *slot.Reading) { p.takeBand(s, "", r.Band) }

// confirm settles the plan that is talked about.
func (p *planner) confirm(s *MultiAgentState, _ *slot.Reading) {
	band := s.pick().Type
	s.ChosenPlan = &band
	s.Deed = s.asItIs(deedPlan)
}

// asItIs is a deed that leaves the plan, with what it costs and by how much that
// is over the budget.
func (s *MultiAgentState) asItIs(code string) *Deed {
	costs := s.pick().Costs
	return &Deed{Code: code, Band: s.pick().Type, After: costs.Total, OverBy: costs.OverBy}
}

// shift goes a band down or up with a part of the plan or with all of it;
// where there is none, end says so.
func shift(by int, end string) func(*planner, *MultiAgentState, *slot.Reading) {
	return func(p *planner, s *MultiAgentState, r *slot.Reading) {
		bands, now := catalog.Bands(), s.bandOf(r.Item)
		next := bands[min(max(slices.Index(bands, now)+by, 0), len(bands)-1)]
		whole := !part(r.Item)
		if whole && len(r.Keeps) > 0 {
			p.shiftParts(s, next, r.Keeps, end)
			return
		}
		mixed := whole && len(s.Choices) > 0
		if now == "" || next == now && !(by < 0 && mixed) {
			s.Deed = s.asItIs(end)
			return
		}
		p.takeBand(s, r.Item, next)
	}
}

// shiftParts takes the stay and the flight of another band and leaves those that
// are to be kept, and what is spent there.
func (p *planner) shiftParts(s *MultiAgentState, band string, keeps []string, end string) {
	moved := 0
	for _, item := range []string{slot.ItemHotel, slot.ItemFlight} {
		if !slices.Contains(keeps, item) && s.bandOf(item) != band {
			p.takeBand(s, item, band)
			moved++
		}
	}
	switch moved {
	case 0:
		s.Deed = s.asItIs(end)
	case 2:
		s.Deed.Code = slot.ItemBoth
	}
}

// other takes another stay or flight: the one that was named, else the next
// dearer one that the budget allows, else a cheaper one. Another area is
// searched.
func (p *planner) other(s *MultiAgentState, r *slot.Reading) {
	if r.Item == slot.ItemBoth {
		p.shiftParts(s, r.Band, nil, deedOnly)
		return
	}
	if r.StayArea != nil || r.Topic == slot.TopicArea {
		return // a slot, whose change searches again, or none that is known
	}
	item := slot.ItemHotel
	if part(r.Item) {
		item = r.Item
	}
	now := s.bandOf(item)
	at := slices.Index(catalog.Bands(), now)
	for _, band := range append([]string{r.Band}, catalog.Bands()[at+1:]...) {
		if band == "" || band == now {
			continue
		}
		c := s.copied()
		if p.takeBand(&c, item, band); band == r.Band || c.pick().Costs.Fit == budget.Within {
			*s = c
			return
		}
	}
	if at > 0 {
		p.takeBand(s, item, catalog.Bands()[at-1])
		return
	}
	s.Deed = s.asItIs(deedOnly)
}

// suppose reckons what a change would cost that the message only asks about.
func (p *planner) suppose(s *MultiAgentState, r *slot.Reading) {
	if r.Topic != slot.TopicIf {
		return
	}
	hotels, flights, now := s.HotelOptions, s.FlightOptions, s.pick().Type
	moved := r.Destination != nil && *r.Destination != value(s.Destination)
	s.Notices = []Notice{}
	p.fill(s, *r)
	d := p.destination(s)
	if len(s.missing()) > 0 || len(r.Problems) > 0 {
		return
	}
	s.HotelOptions, s.FlightOptions = rescaled(hotels, s), flights
	if moved {
		s.FlightOptions, _ = p.pack.Flights(context.Background(), catalog.FlightQuery{Destination: d, Origin: d.Origin})
		s.HotelOptions, _ = p.pack.Hotels(context.Background(), catalog.HotelQuery{Destination: d, Nights: *s.Duration, Rooms: catalog.Rooms(*s.NumPeople)})
	}
	s.FinalPlans = p.plans(s)
	if r.Budget != nil { // "is there a way under 4 million": the best plan that is within
		for _, plan := range s.FinalPlans {
			if plan.Costs.OverBy == 0 || plan.Type == catalog.Budget {
				now = plan.Type
			}
		}
	}
	code := deedIf
	if r.Budget != nil && r.Duration == nil && r.NumPeople == nil && !moved {
		code = deedFits
	}
	s.Deed = &Deed{
		Code: code, Band: now, After: s.plan(now).Costs.Total, OverBy: s.plan(now).Costs.OverBy,
		Start: value(r.StartDate), City: d.ID, Nights: *s.Duration, People: *s.NumPeople, Budget: s.toldBudget(),
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

// snapshot is a trip before a change.
type snapshot struct {
	raw   json.RawMessage
	total int64
	band  string
}

// snapshot keeps the trip without its conversation; of the run that is under way
// nothing is in it.
func (s *MultiAgentState) snapshot() snapshot {
	if !s.PlansGenerated {
		return snapshot{}
	}
	return snapshot{encode(s.tripOnly()), s.pick().Costs.Total, s.pick().Type}
}

// of tells whether a trip differs from the snapshot.
func (b snapshot) of(s *MultiAgentState) bool { return !bytes.Equal(encode(s.tripOnly()), b.raw) }

// tripOnly is the trip without what belongs to the conversation or to one run.
func (s *MultiAgentState) tripOnly() MultiAgentState {
	t := *s
	t.LastItem, t.LastPlace = "", ""
	t.Run, t.Turn, t.LastDay, t.Messages, t.Previous, t.Errors, t.AgentHistory, t.Offered = Run{}, 0, 0, nil, nil, nil, nil, nil
	t.Asked, t.Suggested, t.CurrentAgent, t.NextAgent, t.CurrentStep, t.UpdatedAt = "", "", "", nil, "", ""
	return t
}

// undo puts the trip back as it was before its last change.
func (p *planner) undo(s *MultiAgentState, _ *slot.Reading) {
	var t MultiAgentState
	if s.Previous == nil || json.Unmarshal(s.Previous, &t) != nil {
		s.Deed = &Deed{Code: deedNoUndo}
		return
	}
	t.Run, t.Turn, t.Messages, t.Errors, t.AgentHistory = s.Run, s.Turn, s.Messages, s.Errors, s.AgentHistory
	t.CurrentAgent, t.CurrentStep, t.UpdatedAt = s.CurrentAgent, s.CurrentStep, s.UpdatedAt
	*s = t
	complete(s)
	s.Deed = s.asItIs(deedUndone)
}
