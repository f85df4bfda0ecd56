package travel

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/words"
	"github.com/madang-dev/madang/state"
	"github.com/madang-dev/madang/teams/tools"
)

// tripFor is what the tool takes.
type tripFor struct {
	Destination string `json:"destination" jsonschema:"maxLength=60,description=a city, in Korean or English"`
	Nights      int    `json:"nights" jsonschema:"minimum=1,maximum=30"`
	People      int    `json:"people" jsonschema:"minimum=1,maximum=20"`
	Start       string `json:"start,omitempty" jsonschema:"pattern=^[0-9]{4}-[0-9]{2}-[0-9]{2}$,description=first day; left out is in a month"`
	Budget      int64  `json:"budget,omitempty" jsonschema:"minimum=0,description=won for all"`
}

// tools are what other assistants' models may have the planner do.
func (p *planner) tools() tools.Set {
	t := tools.New("trip_cost", "What a trip to a city costs in three classes: flights, lodging, spending and the total, in won", p.tripCost)
	t.TitleFunc = func(language string) string { return texts.Say(language, "tool.title") }
	return tools.Set{t}
}

// tripCost reckons a trip by the planner's own sources, class by class.
func (p *planner) tripCost(ctx context.Context, by tools.Caller, in tripFor) (tools.Found, error) {
	named := p.pack.Find(in.Destination, "")
	if len(named) == 0 {
		known := mapped(cities(p.pack, "", ""), func(name words.Text) string { return name.In(by.Language) })
		return tools.Found{}, fmt.Errorf("the planner does not know %q; it knows %s", in.Destination, strings.Join(known, ", "))
	}
	d := named[0].Destination
	start, err := time.Parse(time.DateOnly, in.Start)
	if err != nil {
		start = by.Now.AddDate(0, 1, 0)
	}
	flights, err := p.Flights.Flights(ctx, catalog.FlightQuery{
		Origin: d.Origin, Destination: d, Depart: start, Return: start.AddDate(0, 0, in.Nights), People: in.People,
	})
	if err != nil {
		return tools.Found{}, err
	}
	hotels, err := p.Hotels.Hotels(ctx, catalog.HotelQuery{Destination: d, Nights: in.Nights, Rooms: catalog.Rooms(in.People)})
	if err != nil {
		return tools.Found{}, err
	}
	return p.costs(by.Language, d, in, flights, hotels), nil
}

// costs tells what the trip costs in each class.
func (p *planner) costs(language string, d *catalog.Destination, in tripFor, flights []catalog.Flight, hotels []catalog.Hotel) tools.Found {
	v := texts.In(language)
	var found tools.Found
	var lines []string
	for _, band := range catalog.Bands() {
		one := Plan{Type: band, Flight: ofBand(flights, band), Hotel: ofBand(hotels, band)}
		b := budget.Reckon(band, budget.Trip{Nights: in.Nights, People: in.People, Budget: in.Budget}, one.prices(d))
		text := v.Say("tool.cost", "city", d.Name, "plan", plan(band), "nights", in.Nights, "people", in.People, "total", b.Total, "each", b.PerPerson,
			"flights", value(b.Flights), "hotel", value(b.Hotel), "daily", b.Daily, "over", b.OverBy)
		if one.Flight == nil || one.Flight.Source == catalog.SourceSample {
			text += " " + v.Say("sample")
		}
		found.Facts = append(found.Facts, state.Source{Kind: "calculation", Title: v.Say("tool.title"), Text: text, Source: v.Say("tool.source"), Status: "unverified"})
		lines = append(lines, text)
	}
	found.Text = strings.Join(lines, "\n")
	return found
}
