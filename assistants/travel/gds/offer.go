package gds

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
)

// offer is a priced round trip as the service writes it.
type offer struct {
	ID          string      `json:"id"`
	Seats       int         `json:"numberOfBookableSeats"`
	Itineraries []itinerary `json:"itineraries"`
	Price       struct {
		Currency   string `json:"currency"`
		GrandTotal string `json:"grandTotal"`
		Total      string `json:"total"`
	} `json:"price"`
	Carriers  []string `json:"validatingAirlineCodes"`
	Travelers []struct {
		Segments []struct {
			Cabin string `json:"cabin"`
		} `json:"fareDetailsBySegment"`
	} `json:"travelerPricings"`
}

type itinerary struct {
	Duration string `json:"duration"` // PT2H5M
	Segments []struct {
		Departure stop `json:"departure"`
		Arrival   stop `json:"arrival"`
		Stops     int  `json:"numberOfStops"`
	} `json:"segments"`
}

type stop struct {
	IATA string `json:"iataCode"`
	At   string `json:"at"` // local time
}

// maxFieldBytes bounds an id, a code or a time; longer ones are none.
const maxFieldBytes = 64

// flight is the offer as the planner knows it, priced for one person.
func (o offer) flight(people int, carriers map[string]string) (catalog.Flight, error) {
	if len(o.Itineraries) != 2 || len(o.Itineraries[0].Segments) == 0 || len(o.Itineraries[1].Segments) == 0 {
		return catalog.Flight{}, errors.New("gds: no round trip")
	}
	if o.Price.Currency != "KRW" {
		return catalog.Flight{}, fmt.Errorf("gds: priced in %q", o.Price.Currency)
	}
	total, err := won(cmp.Or(o.Price.GrandTotal, o.Price.Total))
	if err != nil {
		return catalog.Flight{}, err
	}
	out, back := o.Itineraries[0], o.Itineraries[1]
	first, last := out.Segments[0].Departure, out.Segments[len(out.Segments)-1].Arrival
	f := catalog.Flight{
		ID: "gds-" + o.ID, Price: (total + int64(max(people, 1)) - 1) / int64(max(people, 1)),
		From: first.IATA, To: last.IATA, DepartAt: first.At, ArriveAt: last.At,
		ReturnAt: back.Segments[0].Departure.At, ReturnArrive: back.Segments[len(back.Segments)-1].Arrival.At,
		Minutes: minutes(out.Duration), Stops: max(out.stops(), back.stops()), Seats: o.Seats, Source: Source, Cabin: o.cabin(),
	}
	if len(o.Carriers) > 0 {
		f.Airline = cmp.Or(carriers[o.Carriers[0]], o.Carriers[0])
	}
	for _, text := range []string{f.ID, f.Airline, f.From, f.To, f.DepartAt, f.ArriveAt, f.ReturnAt, f.ReturnArrive} {
		if len(text) > maxFieldBytes {
			return catalog.Flight{}, errors.New("gds: a field is too long")
		}
	}
	return f, nil
}

func (i itinerary) stops() int {
	n := len(i.Segments) - 1
	for _, s := range i.Segments {
		n += s.Stops
	}
	return n
}

// cabins are those of a plane, the plainest first; "" is not told.
var cabins = []string{"", "ECONOMY", "PREMIUM_ECONOMY", "BUSINESS", "FIRST"}

// cabin is the plainest cabin of the trip.
func (o offer) cabin() string {
	plainest := len(cabins)
	for _, t := range o.Travelers {
		for _, s := range t.Segments {
			if at := slices.Index(cabins, s.Cabin); at > 0 {
				plainest = min(plainest, at)
			}
		}
	}
	return cabins[plainest%len(cabins)]
}

// won reads a decimal sum exactly; a part of a won is rounded up.
func won(text string) (int64, error) {
	whole, part, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n <= 0 || n > 1_000_000_000 || strings.Trim(part, "0123456789") != "" {
		return 0, fmt.Errorf("gds: price %.20q", text)
	}
	if strings.Trim(part, "0") != "" {
		n++
	}
	return n, nil
}

// minutes reads an ISO duration of hours and minutes; 0 is none.
func minutes(text string) int {
	took, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(text, "PT")))
	if err != nil || took < 0 || took > 99*time.Hour {
		return 0
	}
	return int(took.Minutes())
}

// choose gives one offer a band: the cheapest, the most comfortable that is
// not cheaper, and between the two the one with the fewest stops, then the
// lowest price. With fewer offers, bands share them.
func choose(all []catalog.Flight) []catalog.Flight {
	slices.SortStableFunc(all, func(a, b catalog.Flight) int {
		return cmp.Or(cmp.Compare(a.Price, b.Price), cmp.Compare(comfort(b), comfort(a)), strings.Compare(a.ID, b.ID))
	})
	best := slices.MinFunc(all, func(a, b catalog.Flight) int { return cmp.Compare(comfort(b), comfort(a)) })
	middle := all[0]
	if between := slices.DeleteFunc(slices.Clone(all[1:]), func(f catalog.Flight) bool { return f.ID == best.ID || f.Price > best.Price }); len(between) > 0 {
		middle = slices.MinFunc(between, func(a, b catalog.Flight) int { return cmp.Compare(a.Stops, b.Stops) })
	}
	chosen := []catalog.Flight{all[0], middle, best}
	for i, band := range catalog.Bands() {
		chosen[i].Type = band
	}
	return chosen
}

// comfort is a rank: the cabin, then few stops, then a short way.
func comfort(f catalog.Flight) int {
	return slices.Index(cabins, f.Cabin)*1_000_000 - f.Stops*10_000 - min(f.Minutes, 9_999)
}
