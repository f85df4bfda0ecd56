package catalog

import (
	"errors"
	"time"

	"github.com/madang-dev/madang/internal/words"
)

// ErrNone is returned when a search finds nothing.
var ErrNone = errors.New("catalog: no offers")

// SourceSample marks offers whose prices are illustrative.
const SourceSample = "sample"

// FlightQuery asks for round trips.
type FlightQuery struct {
	Origin         string // IATA
	Destination    *Destination
	Depart, Return time.Time // days
	People         int
	// Airline is the code of the only carrier wanted; "" is any.
	Airline string
}

// Flight is a round trip, priced for one person.
type Flight struct {
	ID    string `json:"id"`
	Type  string `json:"type"`  // budget | standard | premium
	Price int64  `json:"price"` // won a person
	// Airline is the carrier's name, "" where the source doesn't tell.
	Airline string `json:"airline,omitempty"`
	From    string `json:"from"`
	To      string `json:"to"`
	Minutes int    `json:"minutes"` // on the way out
	Stops   int    `json:"stops"`   // of the worse way
	Cabin   string `json:"cabin,omitempty"`
	// The times are local to their airports, "" where not known.
	DepartAt     string `json:"depart_at,omitempty"`
	ArriveAt     string `json:"arrive_at,omitempty"`
	ReturnAt     string `json:"return_at,omitempty"`
	ReturnArrive string `json:"return_arrive_at,omitempty"`
	Seats        int    `json:"seats,omitempty"` // left to book
	Source       string `json:"source"`
}

// KindHotel is the lodging of somebody who names none.
const KindHotel = "hotel"

// HotelQuery asks for rooms.
type HotelQuery struct {
	Destination *Destination
	Nights      int
	Rooms       int
	Kind        string // "" is a hotel
	// Area is where to stay; nil is anywhere.
	Area words.Text
}

// Hotel is a stay, priced for all its rooms and nights.
type Hotel struct {
	ID            string     `json:"id"`
	Type          string     `json:"type"` // budget | standard | premium
	Kind          string     `json:"kind"` // an id of World.Lodgings
	Area          words.Text `json:"area"`
	PricePerNight int64      `json:"price_per_night"` // won a room
	Rooms         int        `json:"rooms"`
	Nights        int        `json:"nights"`
	TotalPrice    int64      `json:"total_price"`
	Source        string     `json:"source"`
}

// peoplePerRoom is how many share a room.
const peoplePerRoom = 2

// Rooms is how many rooms a party needs.
func Rooms(people int) int { return (max(people, 1) + peoplePerRoom - 1) / peoplePerRoom }

// Band is the flight's price band.
func (f Flight) Band() string { return f.Type }

// Won is a person's fare.
func (f Flight) Won() int64 { return f.Price }

// Band is the stay's price band.
func (h Hotel) Band() string { return h.Type }

// Won is the price of all rooms and nights.
func (h Hotel) Won() int64 { return h.TotalPrice }
