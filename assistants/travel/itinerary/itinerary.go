// Package itinerary lays a trip out in days: sights that lie near each other
// on one day, within their opening hours, with time to move and to eat, and
// what the traveller must see before what the list likes best.
package itinerary

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/words"
)

// Request is what a trip is to be like.
type Request struct {
	Destination *catalog.Destination
	// Start is the first day; only its date counts.
	Start  time.Time
	Nights int
	Styles []string
	// Must are the sights to be seen, by their ids.
	Must []string
	// Avoid are sights to leave out, by their ids.
	Avoid []string
	Pace  string // relaxed | normal | packed; "" is normal
	// Free are days without visits, from 1; RestFrom and RestTo are minutes of
	// every day without any.
	Free             []int
	RestFrom, RestTo int
	// Rests are the minutes of single days, from 1, in place of those.
	Rests map[int][2]int
	// Arrive and Leave are minutes of the first and the last day, when the
	// traveller is in town (beyond a day's: on the next) and when he has to
	// be gone; 0 is reckoned from how long the flight takes.
	Arrive, Leave int
}

// Itinerary is a trip in days. Its zero value is none.
type Itinerary struct {
	Destination string `json:"destination,omitempty"`
	Timezone    string `json:"timezone,omitempty"`
	Days        []Day  `json:"days,omitempty"`
	// RainOption is an indoor place for when the weather or a holiday
	// closes the others.
	RainOption *words.Text `json:"rain_option,omitempty"`
	// Unplaced are places that had to be seen and fit nowhere.
	Unplaced []words.Text `json:"unplaced,omitempty"`
}

// The kinds of a day.
const (
	Arrival   = "arrival"
	Full      = "full"
	Departure = "departure"
)

// Day is one day of a trip.
type Day struct {
	Day  int    `json:"day"`  // from 1
	Date string `json:"date"` // YYYY-MM-DD
	Kind string `json:"kind"`
	// From and To are the day's own bounds, HH:MM.
	From string `json:"from"`
	To   string `json:"to"`
	// Area is where most of the day is spent.
	Area   words.Text `json:"area"`
	Places []Place    `json:"places"`
}

// Place is a visit.
type Place struct {
	ID      string     `json:"id"`
	Name    words.Text `json:"name"`
	Area    words.Text `json:"area"`
	Style   string     `json:"style,omitempty"`
	Start   string     `json:"start"` // HH:MM
	End     string     `json:"end"`
	Minutes int        `json:"minutes"`
	// TravelMinutes is the way from the place before, or from the hotel.
	TravelMinutes int     `json:"travel_minutes"`
	Hours         string  `json:"hours,omitempty"` // "" is always open
	Varies        bool    `json:"hours_vary,omitempty"`
	Book          bool    `json:"book_ahead,omitempty"`
	Entry         int64   `json:"entry,omitempty"`
	Must          bool    `json:"must,omitempty"`
	Lat           float64 `json:"lat,omitempty"`
	Lon           float64 `json:"lon,omitempty"`
}

// All are the visits of all days.
func (i Itinerary) All() (places []Place) {
	for _, d := range i.Days {
		places = append(places, d.Places...)
	}
	return places
}

// Find is the visit to a place and its day, from 1; 0 is none.
func (i Itinerary) Find(id string) (day int, visit Place) {
	for _, d := range i.Days {
		for _, p := range d.Places {
			if p.ID == id {
				return d.Day, p
			}
		}
	}
	return 0, Place{}
}

// Has tells whether a place is visited on some day.
func (i Itinerary) Has(id string) bool {
	day, _ := i.Find(id)
	return day > 0
}

// window is the part of a day that can be planned, in minutes.
type window struct {
	from, to, restFrom, restTo int
	centre                     catalog.Sight // of the city, from which its first place is reached
	patient                    bool          // one waits for what opens late
}

const (
	fullFrom   = 9 * 60
	fullTo     = 21 * 60
	dayMinutes = 24 * 60
)

// window is that of the day with an index from 0.
func (r Request) window(index int) (window, string) {
	w, kind := window{from: fullFrom, to: fullTo, restFrom: r.RestFrom, restTo: r.RestTo}, Full
	if rest, ok := r.Rests[index+1]; ok {
		w.restFrom, w.restTo = rest[0], rest[1]
	}
	arrive, leave := r.ends()
	if index == 0 {
		w.from, kind = arrive, Arrival
	}
	if index == 1 && r.Arrive > dayMinutes {
		w.from = r.Arrive - dayMinutes // one night was spent in the air
	}
	if index == r.Nights {
		w.to, kind = leave, Departure
	}
	if slices.Contains(r.Free, index+1) {
		w.to = w.from
	}
	// A day that is over before it begins has no room, and shows so.
	w.from = min(max(w.from, fullFrom), fullTo)
	w.to = min(max(w.to, w.from), fullTo)
	return w, kind
}

// ends are when a first day begins and a last one ends, by how far it is.
func (r Request) ends() (arrive, leave int) {
	switch minutes := r.Destination.Minutes; {
	case minutes <= 3*60:
		arrive, leave = 14*60, 14*60
	case minutes <= 7*60:
		arrive, leave = 16*60, 12*60
	default:
		arrive, leave = 19*60, 11*60
	}
	return cmp.Or(r.Arrive, arrive), cmp.Or(r.Leave, leave)
}

func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
