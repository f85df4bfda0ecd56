package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/madang-dev/madang/datafile"
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
	return p, nil
}

// read decodes a file and has its value checked.
func read[T any](files fs.FS, name string, into *T, check func(*T, *checker)) error {
	data, err := datafile.Open(files, name)
	if err != nil {
		return fmt.Errorf("catalog: %w", err)
	}
	if err := data.Decode(into); err != nil {
		line, message := datafile.ErrorLine(err)
		return fmt.Errorf("catalog: %s:%d: %s: write it as the built-in file does", name, line, message)
	}
	c := &checker{name: name, file: data}
	check(into, c)
	return errors.Join(c.errs...)
}

func (p *Pack) named(t words.Text, aliases []string, place Mention) {
	add := func(text string) { p.names = append(p.names, name{strings.ToLower(text), place}) }
	for _, text := range t {
		add(text)
	}
	for _, text := range aliases {
		add(text)
	}
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
			ID: d.ID + "-flight-" + band, Type: band, Price: d.Flight.Of(band),
			From: q.Origin, To: d.Airports[0], Minutes: d.Minutes, Source: SourceSample,
		})
	}
	return flights, nil
}

// Hotels are the sample's stays, one in each band and its own area.
func (p *Pack) Hotels(_ context.Context, q HotelQuery) ([]Hotel, error) {
	d, kind := q.Destination, q.Kind
	if kind == "" {
		kind = KindHotel
	}
	hotels := make([]Hotel, 0, 3)
	for i, band := range Bands() {
		price, area := d.Hotel.Of(band), d.StayAreas[(len(d.StayAreas)-i)%len(d.StayAreas)]
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
