package travel

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/madang-dev/madang/assistants/travel/budget"
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

// stateV1 is the state of one agent. Its offers were free dicts, its days had
// no fixed form.
type stateV1 struct {
	Destination   *string           `json:"destination"`
	Duration      *int              `json:"duration"`
	Budget        *int64            `json:"budget"`
	NumPeople     *int              `json:"num_people"`
	TravelStyle   []string          `json:"travel_style"`
	CurrentStep   Step              `json:"current_step"`
	FlightOptions []json.RawMessage `json:"flight_options"`
	HotelOptions  []json.RawMessage `json:"hotel_options"`
	Itinerary     any               `json:"itinerary"`
	Messages      []Message         `json:"messages"`
	SessionID     string            `json:"session_id"`
	CreatedAt     string            `json:"created_at"`
	UpdatedAt     string            `json:"updated_at"`
	Errors        []string          `json:"errors"`
}

// upgradeV1 makes a state of several agents of one agent's (the design,
// section 9.1). Version 1 stored what it was told, checked or not: what does
// not hold by today's rules is asked for again, and offers for another trip
// are dropped. What was searched stays so; the days are planned anew.
func upgradeV1(raw json.RawMessage, pack *catalog.Pack) (json.RawMessage, error) {
	var old *stateV1
	var loose any // whole numbers may have been written with a point
	if json.Unmarshal(raw, &loose) == nil {
		raw, _ = json.Marshal(loose)
	}
	if err := json.Unmarshal(raw, &old); err != nil || old == nil {
		return nil, fmt.Errorf("travel: state of version 1: %.20s: %w", raw, cmp.Or(err, errors.New("no state")))
	}
	flexible := budget.Flexible
	s := MultiAgentState{State: State{
		Duration: within(old.Duration, slot.MinNights, slot.MaxNights), Budget: within(old.Budget, slot.MinBudget, slot.MaxBudget),
		NumPeople:   within(old.NumPeople, slot.MinPeople, slot.MaxPeople),
		TravelStyle: slices.DeleteFunc(old.TravelStyle, func(style string) bool { return !pack.Styles.Has(style) }),
		CurrentStep: cmp.Or(old.CurrentStep, StepCollecting), Messages: old.Messages,
		SessionID: old.SessionID, CreatedAt: old.CreatedAt, UpdatedAt: old.UpdatedAt, Errors: old.Errors,
	}, BudgetFlexibility: &flexible}
	for _, m := range pack.Find(value(old.Destination)) {
		s.Destination = &m.Destination.ID
	}
	if s.Destination != nil && s.Duration != nil && s.NumPeople != nil {
		s.FlightOptions, s.HotelOptions = flightsV1(old.FlightOptions), hotelsV1(old.HotelOptions)
	}
	s.FlightsSearched, s.HotelsSearched = len(s.FlightOptions) > 0, len(s.HotelOptions) > 0
	days, _ := old.Itinerary.(map[string]any)
	switch s.InfoCollected = len(s.missing()) == 0; {
	case !s.InfoCollected:
		s.CurrentStep = StepCollecting
	case len(days) > 0:
		s.CurrentStep = StepPlanning
	}
	complete(&s)
	return json.Marshal(s)
}

func within[T int | int64](v *T, from, to T) *T {
	if v == nil || *v < from || *v > to {
		return nil
	}
	return v
}

// flightsV1 and hotelsV1 keep the offers that still are some, named by their
// place: no plan can be reckoned without a price.
func flightsV1(offers []json.RawMessage) (kept []catalog.Flight) {
	for i, raw := range offers {
		f := catalog.Flight{ID: fmt.Sprintf("v1-flight-%d", i), Type: catalog.Bands()[min(i, 2)], Source: catalog.SourceSample}
		if json.Unmarshal(raw, &f) == nil && f.Price > 0 {
			kept = append(kept, f)
		}
	}
	return kept
}

func hotelsV1(offers []json.RawMessage) (kept []catalog.Hotel) {
	for i, raw := range offers {
		h := catalog.Hotel{ID: fmt.Sprintf("v1-hotel-%d", i), Type: catalog.Bands()[min(i, 2)], Kind: catalog.KindHotel, Source: catalog.SourceSample}
		if json.Unmarshal(raw, &h) == nil && h.TotalPrice > 0 {
			kept = append(kept, h)
		}
	}
	return kept
}
