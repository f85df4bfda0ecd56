package travel

import (
	"encoding/json"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/state"
)

// The parts of an answer's data, for clients that lay a trip out themselves.
type (
	slotsData struct {
		Destination             *string     `json:"destination"`
		DestinationName         string      `json:"destination_name"`
		Duration                *int        `json:"duration"`
		Budget                  *int64      `json:"budget"`
		NumPeople               *int        `json:"num_people"`
		TravelStyle             []string    `json:"travel_style"`
		StartDate               *string     `json:"start_date"`
		StartAssumed            bool        `json:"start_assumed"`
		Origin                  *string     `json:"origin"`
		BudgetFlexibility       *string     `json:"budget_flexibility"`
		PreferredAirline        *string     `json:"preferred_airline"`
		AccommodationPreference *string     `json:"accommodation_preference"`
		MustVisitPlaces         []string    `json:"must_visit_places"`
		AvoidPlaces             []string    `json:"avoid_places"`
		Pace                    *string     `json:"pace"`
		Missing                 []slot.Name `json:"missing"`
		Asked                   slot.Name   `json:"asked"`
	}
	plansData struct {
		Plans           []Plan            `json:"plans"`
		Recommendation  *Recommendation   `json:"recommendation"`
		ChosenPlan      *string           `json:"chosen_plan"`
		BudgetBreakdown *budget.Breakdown `json:"budget_breakdown"`
	}
	itineraryData struct {
		itinerary.Itinerary
		FlightOptions []catalog.Flight `json:"flight_options"`
		HotelOptions  []catalog.Hotel  `json:"hotel_options"`
	}
)

// data is the answer's data: slots always, the itinerary and the plans once
// they are there.
func (p *planner) data(s *MultiAgentState) map[string]state.TeamData {
	data := map[string]state.TeamData{}
	put := func(key string, ok bool, v any) {
		raw, err := encode(v)
		if err != nil {
			p.Logger.Error("answer's data", "key", key, "error", err)
			return
		}
		d := state.TeamData{Status: "success", Data: raw}
		if !ok {
			d.Status, d.Data = "failed", json.RawMessage("null")
		}
		data[key] = d
	}
	v, missing := p.voice(s), s.missing()
	list(&missing)
	put("slots", true, slotsData{
		Destination: s.Destination, DestinationName: v.name(v.city()), Duration: s.Duration, Budget: s.Budget, NumPeople: s.NumPeople,
		TravelStyle: s.TravelStyle, StartDate: s.StartDate, StartAssumed: s.StartAssumed, Origin: s.Origin,
		BudgetFlexibility: s.BudgetFlexibility, PreferredAirline: s.PreferredAirline, AccommodationPreference: s.AccommodationPreference,
		MustVisitPlaces: s.MustVisitPlaces, AvoidPlaces: s.AvoidPlaces, Pace: s.Pace, Missing: missing, Asked: s.Asked,
	})
	if len(s.Steps) > 0 || s.PlansGenerated {
		put("itinerary", s.ItineraryPlanned, itineraryData{Itinerary: s.Itinerary, FlightOptions: s.FlightOptions, HotelOptions: s.HotelOptions})
		put("plans", s.PlansGenerated, plansData{Plans: s.FinalPlans, Recommendation: v.recommendation(), ChosenPlan: s.ChosenPlan, BudgetBreakdown: s.BudgetBreakdown})
	}
	return data
}

// recommendation is the one of the state, with its reasons in the language of
// the run: the plans may be of another.
func (v voice) recommendation() *Recommendation {
	if v.s.Recommendation == nil || len(v.s.FinalPlans) == 0 {
		return v.s.Recommendation
	}
	best := v.s.Recommendation.Type
	return &Recommendation{Type: best, Reasons: v.reasons(v.s.FinalPlans, best)}
}
