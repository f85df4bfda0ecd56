package travel

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// handler is what an act behind a plan does: change changes the trip, on a copy
// of it where the message only asks; say writes the answer where the deed says
// not all.
type handler struct {
	change func(p *planner, s *MultiAgentState, r *slot.Reading)
	say    func(v voice) []string
	// free tells that the answer shows no prices, which are the sample's.
	free bool
}

// handlers are the acts behind a plan. What is not here is told by its slots, or
// is a word of courtesy.
var handlers = map[string]handler{
	slot.ActCheaper:  {change: (*planner).cheaper},
	slot.ActBetter:   {change: (*planner).better},
	slot.ActOther:    {change: (*planner).other, say: voice.areaOffer},
	slot.ActChoose:   {change: (*planner).choose},
	slot.ActConfirm:  {change: (*planner).confirm, say: voice.beforeLeaving},
	slot.ActUndo:     {change: (*planner).undo},
	slot.ActRemove:   {change: (*planner).editDays},
	slot.ActAdd:      {change: (*planner).editDays},
	slot.ActSwap:     {change: (*planner).editDays},
	slot.ActDay:      {change: (*planner).editDays},
	slot.ActDiet:     {say: voice.diet, free: true},
	slot.ActDislike:  {change: (*planner).dislike, say: voice.disliked},
	slot.ActComplain: {say: voice.remedies},
	slot.ActCompare:  {say: voice.compared},
	slot.ActWhy:      {say: voice.because},
	slot.ActMore:     {say: voice.ideas, free: true},
	slot.ActShow:     {say: voice.again, free: true},
	slot.ActBrief:    {say: voice.brief},
	slot.ActShare:    {say: voice.brief},
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

// snapshot is a trip before a change.
type snapshot struct {
	raw   json.RawMessage
	total int64
	band  string
}

// snapshot keeps the trip without its conversation; of the run that is under way
// nothing is in it.
func (p *planner) snapshot(s *MultiAgentState) snapshot {
	if !s.PlansGenerated {
		return snapshot{}
	}
	raw, err := encode(s.tripOnly())
	if err != nil {
		p.Logger.Error("trip before a change", "session_id", s.SessionID, "error", err)
	}
	return snapshot{raw, s.pick().Costs.Total, s.pick().Type}
}

// of tells whether a trip differs from the snapshot.
func (b snapshot) of(s *MultiAgentState) bool {
	raw, err := encode(s.tripOnly())
	return err == nil && !bytes.Equal(raw, b.raw)
}

// tripOnly is the trip without what belongs to the conversation or to one run.
func (s *MultiAgentState) tripOnly() MultiAgentState {
	t := *s
	t.Messages, t.Previous, t.Errors, t.AgentHistory, t.Steps, t.Notices, t.RunErrors = nil, nil, nil, nil, nil, nil, nil
	t.Focus, t.Deed, t.Document, t.Asked, t.Suggested = Focus{}, nil, nil, "", ""
	t.Turn, t.RunID, t.Query, t.Language, t.Intent, t.Topic, t.About = 0, "", "", "", "", "", ""
	t.CurrentAgent, t.NextAgent, t.CurrentStep, t.UpdatedAt, t.Opened = "", nil, "", "", false
	return t
}

// undo puts the trip back as it was before its last change.
func (p *planner) undo(s *MultiAgentState, _ *slot.Reading) {
	var t MultiAgentState
	if s.Previous == nil || json.Unmarshal(s.Previous, &t) != nil {
		s.Deed = &Deed{Code: deedNoUndo}
		return
	}
	t.Messages, t.Errors, t.AgentHistory, t.Steps, t.Notices, t.RunErrors = s.Messages, s.Errors, s.AgentHistory, s.Steps, s.Notices, s.RunErrors
	t.Turn, t.RunID, t.Query, t.Language, t.Today = s.Turn, s.RunID, s.Query, s.Language, s.Today
	t.CurrentAgent, t.CurrentStep, t.UpdatedAt = s.CurrentAgent, s.CurrentStep, s.UpdatedAt
	t.SampleFlights, t.SampleHotels = s.SampleFlights, s.SampleHotels
	*s = t
	complete(s)
	s.Deed = &Deed{Code: deedUndone, After: s.pick().Costs.Total}
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

// editDays changes the days that the message is about and leaves the others.
func (p *planner) editDays(s *MultiAgentState, r *slot.Reading) {
	d, err := p.destination(s)
	if err != nil || r.Day > len(s.Itinerary.Days) {
		s.Deed = &Deed{Code: deedNothing}
		return
	}
	deed := &Deed{Code: deedDays, After: s.pick().Costs.Total}
	e := itinerary.Edit{Day: r.Day, With: r.With, Add: r.MustVisit}
	request := s.request(d)
	switch day := r.Act == slot.ActDay && r.Day > 0; {
	case day && r.Empty && r.Part != "":
		r.Avoid, e.Less = s.partOf(r.Day, r.Part), true
	case day && r.Part == "more":
		e.Add = s.ofStyle(d, s.TravelStyle)
	case day && r.Empty:
		s.FreeDays = append(without(s.FreeDays, []int{r.Day}), r.Day)
	case day && r.With == 0:
		s.FreeDays = without(s.FreeDays, []int{r.Day})
		if e.Anew, e.Refill = len(r.Styles) == 0, len(r.Styles) > 0; e.Refill {
			request.Styles, e.Add = r.Styles, s.ofStyle(d, r.Styles)
		}
		if r.Pace != nil {
			request.Pace = *r.Pace
		}
	}
	s.AvoidPlaces = union(without(s.AvoidPlaces, r.MustVisit), r.Avoid)
	s.MustVisitPlaces = union(without(s.MustVisitPlaces, r.Avoid), r.MustVisit)
	request.Must, request.Avoid, request.Free = s.MustVisitPlaces, s.AvoidPlaces, s.FreeDays
	it := itinerary.Change(request, s.Itinerary, e)
	deed.Days, deed.Out = differing(s.Itinerary, it), r.Avoid
	if o, agent, err := p.voice(s).laidOut(it); err == nil {
		s.setDays(it, o, agent)
	}
	for _, id := range union(r.MustVisit, e.Add) {
		if s.Itinerary.Has(id) {
			deed.In = append(deed.In, id)
		} else {
			deed.Unplaced = append(deed.Unplaced, id)
		}
	}
	if len(deed.Days) == 0 && len(deed.In)+len(deed.Unplaced) == 0 {
		deed.Code = deedNothing
		if r.Empty {
			deed.Code = deedFree
		}
	}
	s.Deed = deed
	r.Avoid, r.MustVisit = nil, nil
	if r.Styles, r.Dropped, r.ReplaceStyles = nil, nil, false; r.Day > 0 { // a place's name may hold a style's
		r.Pace = nil
	}
}

// partOf are the places of a part of a day, or the one that is wanted least.
func (s *MultiAgentState) partOf(day int, part string) (ids []string) {
	places := s.Itinerary.Days[day-1].Places
	hours := map[string][2]string{"morning": {"00:00", "12:00"}, "afternoon": {"12:00", "18:00"}, "evening": {"17:00", "24:00"}}[part]
	for i, p := range places {
		if p.Start >= hours[0] && p.Start < hours[1] || part == "one" && i == len(places)-1 {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// differing are the days, from 1, whose places are not the same.
func differing(a, b itinerary.Itinerary) (days []int) {
	same := func(x, y itinerary.Place) bool { return x.ID == y.ID && x.Start == y.Start }
	for i, d := range b.Days {
		if i >= len(a.Days) || !slices.EqualFunc(a.Days[i].Places, d.Places, same) {
			days = append(days, d.Day)
		}
	}
	return days
}

// ofStyle is a place of some styles, one that is not planned yet if there is
// one.
func (s *MultiAgentState) ofStyle(d *catalog.Destination, styles []string) []string {
	var found []string
	for _, sight := range d.Sights {
		if slices.Contains(styles, sight.Style) && !slices.Contains(s.AvoidPlaces, sight.ID) && (found == nil || s.Itinerary.Has(found[0])) {
			found = []string{sight.ID}
		}
	}
	return found
}

// dislike leaves out what is planned of a style or a kind that the user
// dislikes; a style that the trip has is dropped by its slot.
func (p *planner) dislike(s *MultiAgentState, r *slot.Reading) {
	if slices.ContainsFunc(r.Dropped, func(style string) bool { return slices.Contains(s.TravelStyle, style) }) {
		return
	}
	for _, d := range s.Itinerary.Days {
		for _, place := range d.Places {
			if slices.ContainsFunc(r.Dropped, p.named(s.Query, place.Style)) || place.KindIn(s.Query) {
				r.Avoid = append(r.Avoid, place.ID)
			}
		}
	}
	if len(r.Avoid) > 0 {
		p.editDays(s, r)
	}
}

// named tells of a style whether it is a place's and goes by its own name in a
// text: who dislikes one kind of place does not dislike all of its style.
func (p *planner) named(text, of string) func(style string) bool {
	return func(style string) bool {
		name := p.pack.Styles.Name(style)
		return style == of && slices.ContainsFunc(slices.Collect(maps.Values(name)), func(n string) bool { return strings.Contains(strings.ToLower(text), n) })
	}
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
