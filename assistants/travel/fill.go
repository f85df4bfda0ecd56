package travel

import (
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// The codes of notices besides those of slot.Problem.
const (
	noticeTold         = "told"
	noticeUnderstood   = "understood"
	noticeModelAway    = "model_away"
	noticeTruncated    = "truncated"
	noticeStartPassed  = "start_passed"
	noticeStartAssumed = "start_assumed"
	noticePerPerson    = "per_person"
	noticeEach         = "each_for_now"
	noticeNotYet       = "nothing_to_export"
	noticeSearchAgain  = "search_again"
)

// fill takes what a message told into the state and marks as stale what was
// found for another trip.
func fill(s *MultiAgentState, r slot.Reading) {
	if r.Act == slot.ActReset {
		restart(s)
	}
	for _, p := range r.Problems {
		s.note(p.Code, p.Slot, p.Text)
	}
	if r.Truncated {
		s.note(noticeTruncated, "", "")
	}
	s.Suggested = r.Suggested
	fillDestination(s, r)
	if set(&s.Duration, r.Duration) {
		s.told(slot.Duration)
		stale(s, flightExpert, hotelExpert)
	}
	fillPeople(s, r)
	fillBudget(s, r)
	fillStyles(s, r)
	fillStart(s, r)
	fillWishes(s, r)
	if r.Act == slot.ActChoose && s.PlansGenerated {
		plan := r.Plan
		s.ChosenPlan = &plan
	}
	s.InfoCollected = len(s.missing()) == 0
	if !s.InfoCollected {
		s.CurrentStep = StepCollecting
	}
}

// restart forgets the trip and keeps the conversation.
func restart(s *MultiAgentState) {
	kept := MultiAgentState{State: State{
		CurrentStep: StepCollecting, Messages: s.Messages, SessionID: s.SessionID,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, Errors: s.Errors,
	}, Turn: s.Turn, RunID: s.RunID, Query: s.Query, Language: s.Language, Today: s.Today,
		AgentHistory: s.AgentHistory, CurrentAgent: s.CurrentAgent, Steps: s.Steps, Notices: s.Notices, RunErrors: s.RunErrors}
	*s = kept
	complete(s)
}

func (s *MultiAgentState) note(code string, name slot.Name, text string) {
	n := Notice{Code: code, Slot: name, Text: text}
	if !slices.Contains(s.Notices, n) {
		s.Notices = append(s.Notices, n)
	}
}

// told notes that a slot was filled, for the words of the answer.
func (s *MultiAgentState) told(name slot.Name) { s.note(noticeTold, name, "") }

// set takes a value that was said; it tells whether that changed anything.
func set[T comparable](into **T, said *T) bool {
	if said == nil || *into != nil && **into == *said {
		return false
	}
	v := *said
	*into = &v
	return true
}

func fillDestination(s *MultiAgentState, r slot.Reading) {
	before := value(s.Destination)
	if !set(&s.Destination, r.Destination) {
		return
	}
	s.told(slot.Destination)
	if before != "" {
		// Places to see belong to the city that they are in.
		s.MustVisitPlaces, s.AvoidPlaces = []string{}, []string{}
	}
	stale(s, flightExpert, hotelExpert)
}

// fillPeople takes the number of people; a budget for each follows it.
func fillPeople(s *MultiAgentState, r slot.Reading) {
	if set(&s.NumPeople, r.NumPeople) {
		s.told(slot.NumPeople)
		stale(s, flightExpert, hotelExpert)
	}
}

func fillBudget(s *MultiAgentState, r slot.Reading) {
	switch {
	case r.Budget != nil && r.PerPerson:
		s.BudgetPerPerson = r.Budget
		if s.NumPeople == nil {
			s.Budget = nil
			s.note(noticeEach, slot.Budget, "")
		}
	case r.Budget != nil:
		s.BudgetPerPerson = nil
		if set(&s.Budget, r.Budget) {
			s.told(slot.Budget)
			stale(s, budgetManager)
		}
		return
	}
	if s.BudgetPerPerson == nil || s.NumPeople == nil {
		if s.Budget == nil {
			stale(s, budgetManager)
		}
		return
	}
	total := *s.BudgetPerPerson * int64(*s.NumPeople)
	if total < slot.MinBudget || total > slot.MaxBudget {
		s.note(slot.OutOfRange, slot.Budget, "")
		s.BudgetPerPerson, s.Budget = nil, nil
		stale(s, budgetManager)
		return
	}
	if set(&s.Budget, &total) {
		s.note(noticePerPerson, slot.Budget, "")
		stale(s, budgetManager)
	}
}

func fillStyles(s *MultiAgentState, r slot.Reading) {
	before := slices.Clone(s.TravelStyle)
	if r.ReplaceStyles {
		s.TravelStyle = []string{}
	}
	for _, style := range r.Styles {
		if !slices.Contains(s.TravelStyle, style) {
			s.TravelStyle = append(s.TravelStyle, style)
		}
	}
	s.TravelStyle = slices.DeleteFunc(s.TravelStyle, func(style string) bool { return slices.Contains(r.Dropped, style) })
	if !slices.Equal(before, s.TravelStyle) {
		s.told(slot.TravelStyle)
		stale(s, itineraryPlanner)
	}
}

func fillStart(s *MultiAgentState, r slot.Reading) {
	if r.StartDate == nil {
		return
	}
	day := r.StartDate.Format(time.DateOnly)
	s.StartAssumed = r.MonthOnly
	if set(&s.StartDate, &day) {
		s.told(slot.StartDate)
		stale(s, flightExpert)
	}
	if r.MonthOnly {
		s.note(noticeStartAssumed, slot.StartDate, "")
	}
}

func fillWishes(s *MultiAgentState, r slot.Reading) {
	if set(&s.Origin, r.Origin) {
		s.told(slot.Origin)
		stale(s, flightExpert)
	}
	if r.Airline != nil && set(&s.PreferredAirline, &r.Airline.Code) {
		s.told(slot.Airline)
		stale(s, flightExpert)
	}
	if set(&s.AccommodationPreference, r.Accommodation) {
		s.told(slot.Accommodation)
		stale(s, hotelExpert)
	}
	if set(&s.BudgetFlexibility, r.Flexibility) {
		s.told(slot.Flexibility)
		stale(s, budgetManager)
	}
	if set(&s.Pace, r.Pace) {
		s.told(slot.Pace)
		stale(s, itineraryPlanner)
	}
	fillPlaces(s, r)
}

// fillPlaces takes places to see and to leave out; the later word counts.
func fillPlaces(s *MultiAgentState, r slot.Reading) {
	without := func(list, those []string) []string {
		return slices.DeleteFunc(list, func(id string) bool { return slices.Contains(those, id) })
	}
	s.AvoidPlaces, s.MustVisitPlaces = without(s.AvoidPlaces, r.MustVisit), without(s.MustVisitPlaces, r.Avoid)
	for _, place := range r.Avoid {
		if !slices.Contains(s.AvoidPlaces, place) && len(s.AvoidPlaces) < maxMustVisit {
			s.AvoidPlaces = append(s.AvoidPlaces, place)
			s.told(slot.Avoid)
			stale(s, itineraryPlanner)
		}
	}
	for _, place := range r.MustVisit {
		if !slices.Contains(s.MustVisitPlaces, place) && len(s.MustVisitPlaces) < maxMustVisit {
			s.MustVisitPlaces = append(s.MustVisitPlaces, place)
			s.told(slot.MustVisit)
			stale(s, itineraryPlanner)
		}
	}
}

// stale marks what agents found as out of date, and with it all that was
// built on it.
func stale(s *MultiAgentState, agents ...string) {
	for _, agent := range agents {
		switch agent {
		case flightExpert:
			s.FlightsSearched, s.ItineraryPlanned = false, false
			s.FlightAnalysis = nil
			s.FlightOptions = s.FlightOptions[:0:0]
		case hotelExpert:
			s.HotelsSearched = false
			s.HotelAnalysis = nil
			s.HotelOptions = s.HotelOptions[:0:0]
		case itineraryPlanner:
			s.ItineraryPlanned = false
		}
		delete(s.AgentResults, agent)
	}
	if !s.ItineraryPlanned {
		s.Itinerary, s.ItineraryOptimization = itinerary.Itinerary{}, nil
	}
	s.BudgetAnalyzed, s.PlansGenerated = false, false
	s.BudgetBreakdown, s.FinalPlans, s.Recommendation, s.ChosenPlan = nil, []Plan{}, nil, nil
	list(&s.FlightOptions)
	list(&s.HotelOptions)
}
