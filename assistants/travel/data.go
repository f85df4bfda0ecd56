package travel

import (
	"encoding/json"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/state"
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
	put("slots", true, map[string]any{
		"destination": s.Destination, "destination_name": v.name(v.city()), "duration": s.Duration, "budget": s.Budget, "num_people": s.NumPeople,
		"travel_style": s.TravelStyle, "start_date": s.StartDate, "start_assumed": s.StartAssumed, "origin": s.Origin,
		"budget_flexibility": s.BudgetFlexibility, "preferred_airline": s.PreferredAirline, "accommodation_preference": s.AccommodationPreference,
		"must_visit_places": s.MustVisitPlaces, "avoid_places": s.AvoidPlaces, "pace": s.Pace, "stay_area": s.StayArea, "rest": s.Rest,
		"free_days": s.FreeDays, "missing": missing, "asked": s.Asked,
	})
	if len(s.Steps) > 0 || s.PlansGenerated {
		put("itinerary", s.ItineraryPlanned, struct {
			itinerary.Itinerary
			FlightOptions []catalog.Flight `json:"flight_options"`
			HotelOptions  []catalog.Hotel  `json:"hotel_options"`
		}{s.Itinerary, s.FlightOptions, s.HotelOptions})
		put("plans", s.PlansGenerated, map[string]any{
			"plans": s.FinalPlans, "recommendation": v.recommendation(), "chosen_plan": s.ChosenPlan, "budget_breakdown": s.BudgetBreakdown,
		})
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
