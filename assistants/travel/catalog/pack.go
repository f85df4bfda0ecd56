// Package catalog is what trips are made of: destinations with their sights,
// and the offers of flights and rooms. The built-in pack answers with
// illustrative prices; whoever has real ones answers the same questions.
package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/words"
)

// The files of a pack.
const (
	destinationsFile = "destinations.yaml"
	worldFile        = "world.yaml"
)

// Pack is what is known of the places that trips go to. It answers searches
// with its illustrative prices and is read-only.
type Pack struct {
	World
	Destinations []*Destination
	names        []name
}

// packFile is the shape of destinations.yaml.
type packFile struct {
	AsOf         string         `yaml:"as_of"`
	Destinations []*Destination `yaml:"destinations"`
}

// Open reads a pack and refuses one that plans can't rest on; its errors name
// file and line.
func Open(files fs.FS) (*Pack, error) {
	p := &Pack{}
	if err := read(files, worldFile, &p.World, checkWorld); err != nil {
		return nil, err
	}
	var file packFile
	if err := read(files, destinationsFile, &file, p.checkFile); err != nil {
		return nil, err
	}
	p.Destinations = file.Destinations
	p.index()
	for _, d := range p.Destinations {
		d.shorten()
	}
	return p, nil
}

// read decodes a file and has its value checked.
func read[T any](files fs.FS, name string, into *T, check func(*T, *checker)) error {
	err := datafile.Checked(files, name, into, func() datafile.Flaws {
		var c checker
		check(into, &c)
		return c.Flaws
	})
	if err != nil {
		return fmt.Errorf("catalog: %w", err)
	}
	return nil
}

// Destination finds a destination by its id; nil is none.
func (p *Pack) Destination(id string) *Destination {
	i := slices.IndexFunc(p.Destinations, func(d *Destination) bool { return d.ID == id })
	if i < 0 {
		return nil
	}
	return p.Destinations[i]
}

// In are the destinations of a country; "" is any.
func (p *Pack) In(country string) []*Destination {
	return slices.DeleteFunc(slices.Clone(p.Destinations), func(d *Destination) bool {
		return country != "" && d.Country != country
	})
}

// Flights are the sample's round trips, one in each band.
func (p *Pack) Flights(_ context.Context, q FlightQuery) ([]Flight, error) {
	d := q.Destination
	flights := make([]Flight, 0, 3)
	for _, band := range Bands() {
		flights = append(flights, Flight{
			ID: d.ID + "-flight-" + band, Type: band, Price: d.Flight[band],
			From: q.Origin, To: d.Airports[0], Minutes: d.Minutes, Source: SourceSample,
		})
	}
	return flights, nil
}

// Hotels are the sample's stays, one in each band and its own area.
func (p *Pack) Hotels(_ context.Context, q HotelQuery) ([]Hotel, error) {
	d, kind := q.Destination, cmp.Or(q.Kind, KindHotel)
	hotels := make([]Hotel, 0, 3)
	for i, band := range Bands() {
		price, area := d.Hotel[band], d.StayAreas[(len(d.StayAreas)-i)%len(d.StayAreas)]
		if q.Area != nil {
			area = q.Area
		}
		hotels = append(hotels, Hotel{
			ID: d.ID + "-" + kind + "-" + band, Type: band, Kind: kind,
			Area: area, PricePerNight: price, Rooms: q.Rooms, Nights: q.Nights, Source: SourceSample,
			TotalPrice: price * int64(q.Rooms) * int64(q.Nights),
		})
	}
	return hotels, nil
}

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
