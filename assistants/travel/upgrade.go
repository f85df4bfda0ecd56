package travel

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// The versions of the state.
const (
	schemaVersion   = 2
	schemaVersionV2 = "2.0"
)

// Upgrades turn stored states of an older version into the next one. The
// pack knows the destinations that version 1 had by name.
func Upgrades(pack *catalog.Pack) map[int]func(json.RawMessage) (json.RawMessage, error) {
	return map[int]func(json.RawMessage) (json.RawMessage, error){
		1: func(raw json.RawMessage) (json.RawMessage, error) { return upgradeV1(raw, pack) },
	}
}

// upgradeV1 makes a state of several agents of one agent's (the design,
// section 9.1). What was searched and planned stays so: the flags follow
// from the results. Prices of old offers are as they were; their form is
// read leniently.
func upgradeV1(raw json.RawMessage, pack *catalog.Pack) (json.RawMessage, error) {
	var s map[string]json.RawMessage
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("travel: state of version 1: %w", err)
	}
	if s == nil {
		return nil, fmt.Errorf("travel: state of version 1 is null")
	}
	set := func(key string, v any) error {
		encoded, err := json.Marshal(v)
		s[key] = encoded
		return err
	}
	lists := []string{"travel_style", "flight_options", "hotel_options", "messages", "errors"}
	for _, key := range lists {
		if empty(s[key]) {
			s[key] = json.RawMessage("[]")
		}
	}
	for _, key := range []string{"destination", "duration", "budget", "num_people"} {
		if len(s[key]) == 0 {
			s[key] = json.RawMessage("null")
		}
	}
	if empty(s["current_step"]) {
		s["current_step"] = json.RawMessage(`"collecting"`)
	}
	planned := !empty(s["itinerary"])
	if err := errors.Join(upgradeSlots(s, pack), upgradeOffers(s, "flight_options", "price"), upgradeOffers(s, "hotel_options", "total_price")); err != nil {
		return nil, err
	}
	for key, v := range map[string]any{
		"schema_version": schemaVersionV2, "budget_flexibility": "flexible",
		"current_agent": "", "next_agent": "", "agent_history": []string{}, "agent_results": map[string]any{},
		"flights_searched": !empty(s["flight_options"]), "hotels_searched": !empty(s["hotel_options"]),
		// The days of version 1 have no fixed form: they are planned anew
		// from the offers, which are kept.
		"itinerary": map[string]any{}, "itinerary_planned": false, "budget_analyzed": false, "plans_generated": false,
		"flight_analysis": nil, "hotel_analysis": nil, "itinerary_optimization": nil, "budget_breakdown": nil,
		"final_plans": []any{}, "recommendation": nil, "preferred_airline": nil, "accommodation_preference": nil,
		"must_visit_places": []string{},
	} {
		if err := set(key, v); err != nil {
			return nil, err
		}
	}
	if planned && string(s["info_collected"]) == "true" {
		s["current_step"] = json.RawMessage(`"planning"`)
	}
	return json.Marshal(s)
}

// upgradeSlots keeps the slots that hold by today's rules: version 1 stored
// what it was told, checked or not. What does not hold is asked for again,
// and offers for another trip are dropped.
func upgradeSlots(s map[string]json.RawMessage, pack *catalog.Pack) error {
	var old struct {
		Destination *string  `json:"destination"`
		Duration    *int     `json:"duration"`
		Budget      *int64   `json:"budget"`
		NumPeople   *int     `json:"num_people"`
		TravelStyle []string `json:"travel_style"`
	}
	raw, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(raw, &old)
	}
	if err != nil {
		return fmt.Errorf("travel: slots of version 1: %w", err)
	}
	kept := State{CurrentStep: StepCollecting}
	if old.Destination != nil {
		for _, m := range pack.Find(*old.Destination) {
			kept.Destination = &m.Destination.ID
		}
	}
	kept.Duration = within(old.Duration, slot.MinNights, slot.MaxNights)
	kept.Budget = within(old.Budget, slot.MinBudget, slot.MaxBudget)
	kept.NumPeople = within(old.NumPeople, slot.MinPeople, slot.MaxPeople)
	kept.TravelStyle = slices.DeleteFunc(old.TravelStyle, func(style string) bool { return !pack.Styles.Has(style) })
	if kept.Destination == nil || kept.Duration == nil || kept.NumPeople == nil {
		s["flight_options"], s["hotel_options"] = json.RawMessage("[]"), json.RawMessage("[]")
	}
	complete := len(kept.missing()) == 0
	if !complete {
		s["current_step"] = json.RawMessage(`"collecting"`)
	}
	for key, v := range map[string]any{
		"destination": kept.Destination, "duration": kept.Duration, "budget": kept.Budget, "num_people": kept.NumPeople,
		"travel_style": append([]string{}, kept.TravelStyle...), "info_collected": complete,
	} {
		if s[key], err = json.Marshal(v); err != nil {
			return err
		}
	}
	return nil
}

func within[T int | int64](v *T, from, to T) *T {
	if v == nil || *v < from || *v > to {
		return nil
	}
	return v
}

// upgradeOffers gives the offers of version 1, which were free dicts, the
// fields that version 2 reads; an offer without a price is dropped, for no
// plan can be reckoned with it.
func upgradeOffers(s map[string]json.RawMessage, key, price string) error {
	var offers []map[string]json.RawMessage
	if err := json.Unmarshal(s[key], &offers); err != nil {
		return fmt.Errorf("travel: %s of version 1: %w", key, err)
	}
	kept := []map[string]json.RawMessage{}
	for i, o := range offers {
		var won float64
		if json.Unmarshal(o[price], &won) != nil || won <= 0 {
			continue
		}
		for field, v := range map[string]string{
			"id": fmt.Sprintf("v1-%s-%d", key, i), "type": []string{"budget", "standard", "premium"}[min(i, 2)], "source": "sample", "kind": "hotel",
		} {
			if text := ""; json.Unmarshal(o[field], &text) != nil || text == "" {
				o[field] = json.RawMessage(`"` + v + `"`)
			}
		}
		o[price] = json.RawMessage(fmt.Sprintf("%d", int64(won)))
		kept = append(kept, known(o))
	}
	encoded, err := json.Marshal(kept)
	s[key] = encoded
	return err
}

// known keeps the fields that both versions have and that are what they
// should be; others of an old offer are left behind.
func known(o map[string]json.RawMessage) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, field := range []string{"id", "type", "source", "kind", "airline", "from", "to", "cabin"} {
		if text := ""; json.Unmarshal(o[field], &text) == nil && text != "" {
			out[field] = o[field]
		}
	}
	for _, field := range []string{"price", "total_price", "price_per_night", "rooms", "nights", "minutes", "stops"} {
		if n := int64(0); json.Unmarshal(o[field], &n) == nil && n > 0 {
			out[field] = o[field]
		}
	}
	return out
}

// empty tells whether a value is missing, null or holds nothing.
func empty(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "[]", "{}", `""`:
		return true
	}
	return false
}
