package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a machine without zone files must know Paris' summer time too

	"github.com/madang-dev/madang/datafile"
)

// Pack is the destinations of a file. It answers searches with its
// illustrative prices and is read-only.
type Pack struct {
	AsOf         string
	Destinations []*Destination
	byID         map[string]*Destination
}

// packFile is the shape of destinations.yaml.
type packFile struct {
	AsOf         string         `yaml:"as_of"`
	Destinations []*Destination `yaml:"destinations"`
}

// Open reads destinations.yaml and refuses one that plans can't rest on.
func Open(files fs.FS) (*Pack, error) {
	data, err := datafile.Open(files, "destinations.yaml")
	if err != nil {
		return nil, fmt.Errorf("catalog: %w", err)
	}
	var file packFile
	if err := data.Decode(&file); err != nil {
		return nil, fmt.Errorf("catalog: destinations.yaml: %w", err)
	}
	p := &Pack{AsOf: file.AsOf, Destinations: file.Destinations, byID: map[string]*Destination{}}
	var errs []error
	for _, d := range p.Destinations {
		if p.byID[d.ID] != nil {
			errs = append(errs, fmt.Errorf("%s is there twice", d.ID))
		}
		p.byID[d.ID] = d
		errs = append(errs, d.check())
	}
	if len(p.Destinations) == 0 {
		errs = append(errs, errors.New("no destinations"))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("catalog: destinations.yaml: %w", err)
	}
	return p, nil
}

// Destination finds a destination by its id; nil is none.
func (p *Pack) Destination(id string) *Destination { return p.byID[id] }

// check completes a destination and tells what is wrong with it.
func (d *Destination) check() error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf(d.ID+": "+format, args...))
	}
	if d.ID == "" || d.Name.KO == "" || d.Name.EN == "" || len(d.Airports) == 0 || d.Origin == "" || len(d.StayAreas) == 0 {
		bad("id, name, airports, origin and stay_areas are needed")
	}
	zone, err := time.LoadLocation(d.Timezone)
	if err != nil || d.Timezone == "" {
		bad("timezone %q is unknown", d.Timezone)
	}
	d.zone = zone
	for name, p := range map[string]Price{"flight": d.Flight, "hotel": d.Hotel, "daily": d.Daily} {
		if p.Budget <= 0 || p.Standard < p.Budget || p.Premium < p.Standard {
			bad("%s prices have to rise from budget to premium", name)
		}
	}
	seen := map[string]bool{}
	for i := range d.Sights {
		s := &d.Sights[i]
		if seen[s.ID] || s.ID == "" || s.Name.KO == "" || s.Minutes <= 0 || s.Minutes > 12*60 || s.Style == "" {
			bad("sight %q: a unique id, a name, a style and up to 720 minutes are needed", s.ID)
		}
		seen[s.ID] = true
		if s.open, s.close, err = parseHours(s.Hours); err != nil {
			bad("sight %s: %v", s.ID, err)
		}
	}
	return errors.Join(errs...)
}

const dayMinutes = 24 * 60

func parseHours(hours string) (open, closing int, err error) {
	if hours == "" {
		return 0, 2 * dayMinutes, nil
	}
	from, to, ok := strings.Cut(hours, "-")
	open, err1 := parseClock(from)
	closing, err2 := parseClock(to)
	if err := errors.Join(err1, err2); err != nil || !ok || closing <= open {
		return 0, 0, fmt.Errorf("hours %q are not HH:MM-HH:MM", hours)
	}
	return open, closing, nil
}

func parseClock(text string) (int, error) {
	h, m, ok := strings.Cut(text, ":")
	hour, err1 := strconv.Atoi(h)
	minute, err2 := strconv.Atoi(m)
	if !ok || err1 != nil || err2 != nil || hour < 0 || hour > 30 || minute < 0 || minute > 59 {
		return 0, fmt.Errorf("%q is no time of day", text)
	}
	return hour*60 + minute, nil
}

// Flights are the sample's round trips, one in each band.
func (p *Pack) Flights(_ context.Context, q FlightQuery) ([]Flight, error) {
	d := q.Destination
	flights := make([]Flight, 0, 3)
	for _, band := range Bands() {
		f := Flight{
			ID: d.ID + "-flight-" + band, Type: band, Price: d.Flight.Of(band),
			From: q.Origin, To: d.Airports[0], Minutes: d.Minutes, Source: SourceSample,
		}
		flights = append(flights, f)
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
		h := Hotel{
			ID: d.ID + "-" + kind + "-" + band, Type: band, Kind: kind,
			Area:          d.StayAreas[(len(d.StayAreas)-i)%len(d.StayAreas)],
			PricePerNight: d.Hotel.Of(band), Rooms: q.Rooms, Nights: q.Nights, Source: SourceSample,
		}
		h.TotalPrice = h.PricePerNight * int64(q.Rooms) * int64(q.Nights)
		hotels = append(hotels, h)
	}
	return hotels, nil
}
