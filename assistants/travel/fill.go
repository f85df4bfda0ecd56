package travel

import (
	"cmp"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// The codes of notices besides those of slot.Problem.
const (
	noticeTold        = "told"
	noticeUnderstood  = "understood"
	noticeModelAway   = "model_away"
	noticeStartPassed = "start_passed"
	noticePerPerson   = "per_person"
	noticeEach        = "each_for_now"
	noticeNotHere     = "unknown_sight"
	noticeElsewhere   = "elsewhere"
	noticeNoLodging   = "no_lodging"
	noticeSame        = "same" // told once more
	noticeOneStay     = "one_stay"
	noticeKindPrice   = "kind_price"
	noticeSameFares   = "same_fares" // from wherever one leaves
)

// fill takes what a message told into the state and marks as stale what was
// found for another trip.
func (p *planner) fill(s *MultiAgentState, r slot.Reading) {
	if r.Act == slot.ActReset {
		restart(s)
	}
	s.noteProblems(r)
	s.Wanted = cmp.Or(r.Wanted, s.Wanted)
	if r.Suggested != "" { // which stays until the trip goes somewhere
		s.Suggested = r.Suggested
	}
	if fillDestination(s, r); s.Destination != nil {
		s.Suggested, s.Wanted = "", ""
	}
	take(s, slot.Duration, &s.Duration, r.Duration)
	take(s, slot.NumPeople, &s.NumPeople, r.NumPeople)
	s.InfoCollected = len(s.missing()) == 0 && (s.NumPeople != nil || !r.Refuses(slot.NumPeople)) // no number stands in for one that can't be
	if n := assumedPeople; s.InfoCollected && s.NumPeople == nil {
		s.NumPeople, s.Assumed = &n, union(s.Assumed, []slot.Name{slot.NumPeople})
	}
	fillBudget(s, r)
	fillStyles(s, r)
	fillWishes(s, r)
	if !s.InfoCollected {
		s.CurrentStep = StepCollecting
		return
	}
	if !s.PlansGenerated && r.Band != "" && r.Item == "" {
		s.ChosenPlan = &r.Band
	}
	if r.Empty && r.Day > 0 && r.Day <= *s.Duration+1 && !s.PlansGenerated {
		s.clear(r.Day, parts[r.Part])
	}
	p.assume(s, r.Drops)
}

// assumedPeople are how many a trip is planned for whose number nobody told.
const assumedPeople = 2

// assume fills what else plans need and nobody told: what the trip is to be like
// and, as the budget, what the standard plan costs by the catalogue. What is told
// later takes its place.
func (p *planner) assume(s *MultiAgentState, dropped []string) {
	if len(s.TravelStyle) == 0 {
		s.TravelStyle, s.Assumed = without(slices.Clone(p.pack.AnyStyle), dropped), union(s.Assumed, []slot.Name{slot.TravelStyle})
	}
	if s.Budget != nil && !s.assumes(slot.Budget) {
		return
	}
	d, rooms := p.destination(s), catalog.Rooms(*s.NumPeople)
	fare, stay := d.Flight[catalog.Standard], d.Hotel[catalog.Standard]*int64(rooms**s.Duration)
	_, most := slot.Bounds(slot.Budget)
	total := min(budget.Reckon(catalog.Standard, s.trip(), budget.Prices{Flight: &fare, Hotel: &stay, Daily: d.Daily[catalog.Standard]}).Total, most)
	s.Budget, s.Assumed = &total, union(s.Assumed, []slot.Name{slot.Budget})
}

// restart forgets the trip and keeps the conversation.
func restart(s *MultiAgentState) {
	*s = MultiAgentState{State: State{
		CurrentStep: StepCollecting, Messages: s.Messages, SessionID: s.SessionID,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, Errors: s.Errors,
	}, Turn: s.Turn, AgentHistory: s.AgentHistory, CurrentAgent: s.CurrentAgent, Run: s.Run}
	s.Deed = nil
	complete(s)
}

func (s *MultiAgentState) note(code string, name slot.Name, text string) {
	n := Notice{Code: code, Slot: name, Text: text}
	if !slices.Contains(s.Notices, n) {
		s.Notices = append(s.Notices, n)
	}
}

// has tells whether there is a notice of a slot.
func (s *MultiAgentState) has(code string, name slot.Name) bool {
	return slices.ContainsFunc(s.Notices, func(n Notice) bool { return n.Code == code && n.Slot == name })
}

// noteProblems tells what of a message was not taken.
func (s *MultiAgentState) noteProblems(r slot.Reading) {
	for _, p := range slices.Concat(r.Problems, r.Notes) {
		if p.Code == slot.UnknownPlace && p.Text == s.Wanted {
			p.Code = noticeElsewhere // which was said before
		}
		s.note(p.Code, p.Slot, p.Text)
	}
	for _, name := range r.Unknown {
		s.note(noticeNotHere, slot.MustVisit, name)
	}
	if r.OneStay {
		s.note(noticeOneStay, "", "")
	}
	if r.NoLodging != "" {
		s.note(noticeNoLodging, slot.Accommodation, r.NoLodging)
	}
}

// rests are the agents whose findings rest on a slot.
var rests = map[slot.Name][]string{
	slot.Destination: {flightExpert, hotelExpert}, slot.Duration: {flightExpert, hotelExpert}, slot.NumPeople: {flightExpert, hotelExpert},
	slot.Budget: {budgetManager}, slot.Flexibility: {budgetManager}, slot.TravelStyle: {itineraryPlanner},
	slot.StartDate: {flightExpert}, slot.Origin: {flightExpert}, slot.Airline: {flightExpert}, slot.Accommodation: {hotelExpert},
	slot.Pace: {itineraryPlanner}, slot.Resting: {itineraryPlanner}, slot.Flying: {flightExpert}, slot.StayArea: {hotelExpert}, slot.MustVisit: {itineraryPlanner}, slot.Avoid: {itineraryPlanner}, slot.FlightPaid: {budgetManager}, slot.LodgingPaid: {budgetManager},
}

// changed notes that a slot was filled, for the words of the answer, and
// what was found for another trip.
func (s *MultiAgentState) changed(name slot.Name) {
	s.note(noticeTold, name, "")
	stale(s, rests[name]...)
}

// take takes a value that was said; it tells whether that changed anything. One
// that was assumed is told from now on.
func take[T comparable](s *MultiAgentState, name slot.Name, into **T, said *T) bool {
	if said == nil {
		return false
	}
	assumed := s.assumes(name)
	s.Assumed = without(slices.Clone(s.Assumed), []slot.Name{name})
	if *into != nil && **into == *said {
		if assumed {
			s.note(noticeTold, name, "")
		}
		if assumed && name == slot.Budget { // now there is one to measure costs by
			stale(s, budgetManager)
		}
		s.note(noticeSame, name, "")
		return false
	}
	v := *said
	*into = &v
	s.changed(name)
	return true
}

func fillDestination(s *MultiAgentState, r slot.Reading) {
	moved := s.Destination != nil
	if take(s, slot.Destination, &s.Destination, r.Destination) && moved {
		s.moved()
	}
}

// moved forgets what belongs to the city that the trip went to.
func (s *MultiAgentState) moved() {
	s.MustVisitPlaces, s.AvoidPlaces, s.FreeDays, s.DayRests, s.StayArea, s.ChosenPlan = []string{}, []string{}, []int{}, nil, nil, nil
	s.SetsOff, s.Lands, s.TakesOff = nil, nil, nil
	for _, c := range []**slot.Cost{&s.FlightCost, &s.LodgingCost} {
		if *c != nil && (*c).Kind == slot.CostPaid { // for another city
			*c = nil
		}
	}
}

// fillBudget takes the budget; one for each follows the number of people.
func fillBudget(s *MultiAgentState, r slot.Reading) {
	switch {
	case r.Budget != nil && !r.PerPerson:
		s.BudgetPerPerson = nil
		take(s, slot.Budget, &s.Budget, r.Budget)
		return
	case r.Budget != nil:
		s.BudgetPerPerson = r.Budget
	}
	if s.BudgetPerPerson == nil {
		return
	}
	if s.NumPeople == nil {
		if r.Budget != nil {
			s.Budget = nil
			stale(s, budgetManager)
			s.note(noticeEach, slot.Budget, "")
		}
		return
	}
	s.Assumed = without(slices.Clone(s.Assumed), []slot.Name{slot.Budget})
	total := *s.BudgetPerPerson * int64(*s.NumPeople)
	switch {
	case !slot.Fits(slot.Budget, total):
		s.note(slot.OutOfRange, slot.Budget, "")
		s.BudgetPerPerson, s.Budget = nil, nil
		stale(s, budgetManager)
	case value(s.Budget) != total:
		s.Budget = &total
		s.note(noticePerPerson, slot.Budget, "")
		stale(s, budgetManager)
	}
}

func fillStyles(s *MultiAgentState, r slot.Reading) {
	styles := slices.Clone(s.TravelStyle)
	if r.ReplaceStyles && len(r.TravelStyle) > 0 {
		styles = nil
	}
	styles = without(union(styles, r.TravelStyle), r.Drops)
	told := s.assumes(slot.TravelStyle) && len(r.TravelStyle) > 0
	if told {
		s.Assumed = without(slices.Clone(s.Assumed), []slot.Name{slot.TravelStyle})
	}
	if !slices.Equal(styles, s.TravelStyle) || told {
		s.TravelStyle = styles
		s.changed(slot.TravelStyle)
	}
}

func fillWishes(s *MultiAgentState, r slot.Reading) {
	if r.StartDate != nil {
		s.StartAssumed = r.StartAssumed
		take(s, slot.StartDate, &s.StartDate, r.StartDate)
	}
	if planned := s.PlansGenerated; take(s, slot.Origin, &s.Origin, r.Origin) && planned {
		s.note(noticeSameFares, slot.Origin, "")
	}
	take(s, slot.Airline, &s.PreferredAirline, r.PreferredAirline)
	if take(s, slot.Accommodation, &s.AccommodationPreference, r.AccommodationPreference) && *r.AccommodationPreference != catalog.KindHotel {
		s.note(noticeKindPrice, slot.Accommodation, "")
	}
	take(s, slot.Flexibility, &s.BudgetFlexibility, r.BudgetFlexibility)
	take(s, slot.Pace, &s.Pace, r.Pace)
	take(s, slot.StayArea, &s.StayArea, r.StayArea)
	take(s, slot.FlightPaid, &s.FlightCost, r.FlightCost)
	take(s, slot.LodgingPaid, &s.LodgingCost, r.LodgingCost)
	take(s, slot.Resting, &s.Rest, r.Rest)
	if r.Flies() && !r.Supposes {
		s.takeHours(&r)
		s.changed(slot.Flying)
	}
	// Of places to see and to leave out the later word counts.
	s.AvoidPlaces, s.MustVisitPlaces = without(s.AvoidPlaces, r.MustVisitPlaces), without(s.MustVisitPlaces, r.AvoidPlaces)
	takePlaces(s, slot.Avoid, &s.AvoidPlaces, r.AvoidPlaces)
	takePlaces(s, slot.MustVisit, &s.MustVisitPlaces, r.MustVisitPlaces)
}

func takePlaces(s *MultiAgentState, name slot.Name, into *[]string, said []string) {
	more := union(*into, said)
	if more = more[:min(len(more), max(maxMustVisit, len(*into)))]; len(more) > len(*into) {
		*into = more
		s.changed(name)
	}
}

// union is a list with what of more it lacks.
func union[T comparable](list, more []T) []T {
	list = append([]T{}, list...)
	for _, one := range more {
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// mapped is what f makes of each of a list.
func mapped[A, B any](list []A, f func(A) B) []B {
	made := make([]B, len(list))
	for i, one := range list {
		made[i] = f(one)
	}
	return made
}

func without[T comparable](list, those []T) []T {
	return slices.DeleteFunc(list, func(one T) bool { return slices.Contains(those, one) })
}

// stale marks what agents found as out of date, and with it all that was
// built on it.
func stale(s *MultiAgentState, agents ...string) {
	for _, agent := range agents {
		switch agent {
		case flightExpert:
			s.FlightsSearched, s.FlightAnalysis, s.FlightOptions = false, nil, []catalog.Flight{}
			s.ItineraryPlanned = false // by what is there, as far as it still fits
		case hotelExpert:
			s.HotelsSearched, s.HotelAnalysis, s.HotelOptions = false, nil, []catalog.Hotel{}
		case itineraryPlanner:
			s.ItineraryPlanned, s.Itinerary = false, itinerary.Itinerary{}
		}
		delete(s.AgentResults, agent)
	}
	if !s.ItineraryPlanned {
		s.ItineraryOptimization = nil
	}
	s.BudgetAnalyzed, s.PlansGenerated = false, false
	s.BudgetBreakdown, s.FinalPlans, s.Recommendation = nil, []Plan{}, nil
}
