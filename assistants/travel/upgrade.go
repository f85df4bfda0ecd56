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
	Destination   *string   `json:"destination"`
	Duration      *int      `json:"duration"`
	Budget        *int64    `json:"budget"`
	NumPeople     *int      `json:"num_people"`
	TravelStyle   []string  `json:"travel_style"`
	CurrentStep   Step      `json:"current_step"`
	FlightOptions []offerV1 `json:"flight_options"`
	HotelOptions  []offerV1 `json:"hotel_options"`
	Itinerary     any       `json:"itinerary"`
	Messages      []Message `json:"messages"`
	SessionID     string    `json:"session_id"`
	CreatedAt     string    `json:"created_at"`
	UpdatedAt     string    `json:"updated_at"`
	Errors        []string  `json:"errors"`
}

// upgradeV1 makes a state of several agents of one agent's (the design,
// section 9.1). Version 1 stored what it was told, checked or not: what does
// not hold by today's rules is asked for again, and offers for another trip
// are dropped. What was searched stays so; the days are planned anew.
func upgradeV1(raw json.RawMessage, pack *catalog.Pack) (json.RawMessage, error) {
	var old *stateV1
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

// offerV1 is an offer of version 1: what is no text or no number where it
// should be is left behind.
type offerV1 map[string]any

func (o offerV1) text(field, otherwise string) string {
	text, _ := o[field].(string)
	return cmp.Or(text, otherwise)
}

func (o offerV1) number(field string) int64 {
	n, _ := o[field].(float64)
	return int64(max(n, 0))
}

// id and band name an offer that has no names, by its place.
func (o offerV1) id(kind string, i int) string {
	return o.text("id", fmt.Sprintf("v1-%s-%d", kind, i))
}

func (o offerV1) band(i int) string { return o.text("type", catalog.Bands()[min(i, 2)]) }

// flightsV1 and hotelsV1 drop offers without a price: no plan can be reckoned
// with them.
func flightsV1(offers []offerV1) []catalog.Flight {
	var kept []catalog.Flight
	for i, o := range offers {
		if o.number("price") > 0 {
			kept = append(kept, catalog.Flight{
				ID: o.id("flight", i), Type: o.band(i), Price: o.number("price"), Source: o.text("source", catalog.SourceSample),
				Airline: o.text("airline", ""), From: o.text("from", ""), To: o.text("to", ""), Cabin: o.text("cabin", ""),
				Minutes: int(o.number("minutes")), Stops: int(o.number("stops")),
			})
		}
	}
	return kept
}

func hotelsV1(offers []offerV1) []catalog.Hotel {
	var kept []catalog.Hotel
	for i, o := range offers {
		if o.number("total_price") > 0 {
			kept = append(kept, catalog.Hotel{
				ID: o.id("hotel", i), Type: o.band(i), Kind: o.text("kind", catalog.KindHotel), Source: o.text("source", catalog.SourceSample),
				TotalPrice: o.number("total_price"), PricePerNight: o.number("price_per_night"),
				Rooms: int(o.number("rooms")), Nights: int(o.number("nights")),
			})
		}
	}
	return kept
}
