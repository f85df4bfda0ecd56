// Package budget reckons what a trip costs, to the won, and which of its
// plans fits the money there is.
package budget

import (
	"cmp"
	"slices"
)

// The ways that a plan fits a budget.
const (
	Within    = "within"
	Tolerable = "tolerable" // over, by no more than a tenth
	Over      = "over"
)

// The ways that a budget is meant.
const (
	Strict   = "strict"
	Flexible = "flexible"
)

// Trip is what the costs depend on.
type Trip struct {
	Nights, People int
	Budget         int64 // for all; 0 is none, which every plan is within
}

// Days is a day more than the nights.
func (t Trip) Days() int { return t.Nights + 1 }

// Prices are those of one plan; nil is not known and counts for nothing,
// which Breakdown.Missing says.
type Prices struct {
	Flight *int64 // a person
	Hotel  *int64 // all rooms and nights
	Daily  int64  // a person a day
	// FlightsPaid and HotelPaid are what these cost for all, whatever the prices:
	// 0 is what is left out of the sum.
	FlightsPaid, HotelPaid *int64
}

// Breakdown is what a plan costs, in whole won.
type Breakdown struct {
	Type string `json:"type"` // budget | standard | premium
	// Flights and Hotel are nil where no price could be found.
	Flights *int64 `json:"flights"`
	Hotel   *int64 `json:"hotel"`
	Daily   int64  `json:"daily"`
	// Total is the sum of what is known, PerPerson its share, rounded up.
	Total     int64 `json:"total"`
	PerPerson int64 `json:"per_person"`
	Budget    int64 `json:"budget"`
	// Remaining is the budget less the total; below zero it is over.
	Remaining int64  `json:"remaining"`
	OverBy    int64  `json:"over_by"`
	Fit       string `json:"fit"`
	// MealLimit is the part of the daily spending that meals may take: a
	// third of the budget or so, and never more than is spent.
	MealLimit int64 `json:"meal_limit"`
	// Missing names what the total lacks.
	Missing []string `json:"missing,omitempty"`
}

const (
	mealPercent      = 35
	tolerancePercent = 10
)

// Reckon adds a plan up.
func Reckon(plan string, t Trip, p Prices) Breakdown {
	people := int64(max(t.People, 1))
	b := Breakdown{Type: plan, Budget: t.Budget, Daily: p.Daily * people * int64(t.Days()), Hotel: cmp.Or(p.HotelPaid, p.Hotel), Flights: p.FlightsPaid}
	b.Total = b.Daily
	if p.Flight != nil && b.Flights == nil {
		flights := *p.Flight * people
		b.Flights = &flights
	}
	for part, won := range map[string]*int64{"flights": b.Flights, "hotel": b.Hotel} {
		if won == nil {
			b.Missing = append(b.Missing, part)
			continue
		}
		b.Total += *won
	}
	slices.Sort(b.Missing)
	b.PerPerson = (b.Total + people - 1) / people
	limit := cmp.Or(t.Budget, b.Total)
	b.Remaining = limit - b.Total
	b.OverBy = max(-b.Remaining, 0)
	b.MealLimit = min(limit*mealPercent/100, b.Daily)
	switch {
	case b.OverBy == 0:
		b.Fit = Within
	case b.OverBy <= t.Budget*tolerancePercent/100:
		b.Fit = Tolerable
	default:
		b.Fit = Over
	}
	return b
}

// Allowed tells whether a plan may be had: a strict budget is a ceiling, a
// flexible one may be passed by a tenth.
func (b Breakdown) Allowed(flexibility string) bool {
	return b.Fit == Within || b.Fit == Tolerable && flexibility != Strict
}

// Recommend is the index of the most comfortable plan that fits: within the
// budget if there is one, else, unless it is strict, the one least over. It
// is -1 when none may be had. The plans go from the cheapest to the dearest.
func Recommend(plans []Breakdown, flexibility string) int {
	best := -1
	for i, b := range plans {
		if b.Fit == Within || b.Allowed(flexibility) && (best < 0 || plans[best].OverBy > b.OverBy) {
			best = i
		}
	}
	return best
}

// Cheapest is the index of the plan that costs least, -1 without any.
func Cheapest(plans []Breakdown) int {
	best := -1
	for i, b := range plans {
		if best < 0 || b.Total < plans[best].Total {
			best = i
		}
	}
	return best
}

// NightsWithin is the longest stay, up to the trip's, at which the prices fit
// the budget; 0 when not even one night does. perNight is the hotel's price
// of one night for all.
func NightsWithin(t Trip, p Prices, perNight int64) int {
	for ; t.Nights > 0; t.Nights-- {
		if hotel := perNight * int64(t.Nights); p.Hotel != nil {
			p.Hotel = &hotel
		}
		if Reckon("", t, p).Fit == Within {
			return t.Nights
		}
	}
	return 0
}
