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

// upgradeV1 makes a state of several agents of one agent's (the design,
// section 9.1). Version 1 stored what it was told, checked or not: what does
// not hold by today's rules is asked for again. Its offers and days had no
// fixed form: they are searched and planned anew.
func upgradeV1(raw json.RawMessage, pack *catalog.Pack) (json.RawMessage, error) {
	var fields map[string]any // whole numbers may have been written with a point
	err := json.Unmarshal(raw, &fields)
	if err != nil || fields == nil {
		return nil, fmt.Errorf("travel: state of version 1: %.20s: %w", raw, cmp.Or(err, errors.New("no state")))
	}
	for _, field := range []string{"flight_options", "hotel_options", "itinerary", "info_collected", "current_step"} {
		delete(fields, field)
	}
	var s MultiAgentState
	if raw, err = json.Marshal(fields); err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		return nil, fmt.Errorf("travel: state of version 1: %w", err)
	}
	s.Duration, s.Budget, s.NumPeople = kept(slot.Duration, s.Duration), kept(slot.Budget, s.Budget), kept(slot.NumPeople, s.NumPeople)
	s.TravelStyle = slices.DeleteFunc(s.TravelStyle, func(style string) bool { return !pack.Styles.Has(style) })
	said, flexible := value(s.Destination), budget.Flexible
	s.Destination, s.BudgetFlexibility = nil, &flexible
	for _, m := range pack.Find(said, "") {
		s.Destination = &m.Destination.ID
	}
	s.InfoCollected = len(s.missing()) == 0
	complete(&s)
	return json.Marshal(s)
}

func kept[T int | int64](name slot.Name, v *T) *T {
	if v == nil || !slot.Fits(name, *v) {
		return nil
	}
	return v
}
