package travel

import (
	"encoding/json"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/state"
)

// data is the answer's data: slots always, the itinerary and the plans once
// they are there.
func (p *planner) data(s *MultiAgentState) map[string]state.TeamData {
	data := map[string]state.TeamData{}
	put := func(key string, ok bool, v any) {
		data[key] = state.TeamData{Status: "success", Data: encode(v)}
		if !ok {
			data[key] = state.TeamData{Status: "failed", Data: json.RawMessage("null")}
		}
	}
	v, missing := p.voice(s), s.missing()
	list(&missing)
	put("slots", true, struct {
		slot.Slots
		Name     string      `json:"destination_name"`
		FreeDays []int       `json:"free_days"`
		Missing  []slot.Name `json:"missing"`
		Asked    slot.Name   `json:"asked"`
	}{s.Slots, v.name(v.city()), s.FreeDays, missing, s.Asked})
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
