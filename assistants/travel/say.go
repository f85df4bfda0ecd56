package travel

import (
	"embed"
	"strconv"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/words"
)

//go:embed texts/*.yaml
var files embed.FS

var texts = words.Must(files, "texts")

// voice says what a trip's state holds, in the language of its run.
type voice struct {
	words.Printer
	s    *MultiAgentState
	pack *catalog.Pack
}

func (p *planner) voice(s *MultiAgentState) voice {
	return voice{texts.In(s.Language), s, p.pack}
}

// trip is what texts may know of the trip, with more.
func (v voice) trip(more ...any) []any {
	s, first := v.s, v.s.start()
	nights := value(s.Duration)
	return append([]any{
		"city", v.city(), "nights", nights, "days", nights + 1, "people", value(s.NumPeople), "rooms", catalog.Rooms(value(s.NumPeople)),
		"budget", value(s.Budget), "told_budget", s.toldBudget(), "each", value(s.BudgetPerPerson), "start_assumed", s.StartAssumed, "planned", s.PlansGenerated, "strict", s.flexibility() == budget.Strict,
		"styles", names(v.pack.Styles, s.TravelStyle), "all", names(v.pack.Styles, v.pack.Styles.IDs()),
		"first", v.day(first), "last", v.day(first.AddDate(0, 0, nights)), "today", s.Today, "origin", v.pack.Airports.Name(value(s.Origin)),
		"airline", v.pack.Airlines.Name(value(s.PreferredAirline)), "lodging", v.pack.Lodgings.Name(value(s.AccommodationPreference)),
		"wanted", s.Wanted, "of", s.Focus.Of, "relaxed", value(s.Pace) == "relaxed", "stay", v.stayName(), "rest", s.Rest != nil, "rest_from", value(s.Rest).From, "rest_to", value(s.Rest).To, "sets_off", clock(s.SetsOff), "lands", clock(s.Lands), "takes_off", clock(s.TakesOff), "flight_cost", v.cost(s.FlightCost), "lodging_cost", v.cost(s.LodgingCost), "must", v.places(s.MustVisitPlaces), "avoid", v.places(s.AvoidPlaces),
	}, more...)
}

// clock is a minute of a day as HH:MM; "" is none.
func clock(at *int) string {
	if at == nil {
		return ""
	}
	return slot.Clock(*at)
}

// cost is how a part enters the sum, in words.
func (v voice) cost(c *slot.Cost) words.Message {
	if c == nil {
		c = &slot.Cost{Kind: slot.CostEstimated}
	}
	return words.M("cost", "kind", c.Kind, "won", c.Won, "each", c.Each, "people", value(v.s.NumPeople))
}

// city is the destination's name.
func (v voice) city() words.Text {
	if d := v.destination(); d != nil {
		return d.Name
	}
	return words.Text{words.Base: value(v.s.Destination)}
}

// destination is nil where none is known.
func (v voice) destination() *catalog.Destination { return v.pack.Destination(value(v.s.Destination)) }

// stayName is the area that the user wants to stay in.
func (v voice) stayName() words.Text {
	if d := v.destination(); d != nil {
		return v.s.stayArea(d)
	}
	return nil
}

// cities are the names of destinations, all or those of a country; the one that is
// near comes first, then those of its country.
func cities(pack *catalog.Pack, country, near string) []words.Text {
	found := pack.In(country)
	if first := pack.Destination(near); first != nil {
		found = union(union([]*catalog.Destination{first}, pack.In(first.Country)), found)
	}
	return mapped(found, func(d *catalog.Destination) words.Text { return d.Name })
}

// places are the names of sights of the destination; what is no sight, as what
// somebody does not eat, is in the user's own words.
func (v voice) places(ids []string) []words.Text {
	return mapped(ids, func(id string) words.Text {
		if d := v.destination(); d != nil {
			if sight, ok := d.Sight(id); ok {
				return sight.Name
			}
		}
		return words.Text{words.Base: slot.Plain(id)}
	})
}

func names(terms catalog.Terms, ids []string) []words.Text { return mapped(ids, terms.Name) }

// day is a day as answers write it: with its year where that is another than
// today's.
func (v voice) day(t time.Time) words.Message {
	year := ""
	if y := t.Format("2006"); !strings.HasPrefix(v.s.Today, y) {
		year = y
	}
	return words.M("day", "year", year, "weekday", weekday(t.Weekday()), "day", t.Day(), "month", month(int(t.Month())))
}

func weekday(day time.Weekday) words.Message { return words.M("weekday." + strconv.Itoa(int(day))) }

func month(n int) words.Message { return words.M("month." + strconv.Itoa(n)) }

// plan is the name of a plan or a price band.
func plan(band string) words.Message { return words.M("plan." + band) }

// bounds is the rule that a slot's values have to keep.
func bounds(name slot.Name) words.Message {
	least, most := slot.Bounds(name)
	return words.Message{Key: "bounds." + string(name), Args: map[string]any{"min": least, "max": most}}
}
