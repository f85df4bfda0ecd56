package travel

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/words"
)

// deed says what the act did or would do, and what becomes of the total.
func (v voice) deed() []string {
	d := v.s.Deed
	if d == nil || !v.s.PlansGenerated || v.destination() == nil {
		return nil
	}
	now, key := v.s.pick(), "deed."+d.Code
	if d.Offer && texts.Has("offer."+d.Code) {
		key = "offer." + d.Code
	}
	shown := now
	if d.Offer {
		shown = Plan{Type: d.Band, Hotel: ofBand(v.s.HotelOptions, d.Band), Flight: ofBand(v.s.FlightOptions, d.Band)}
	}
	args := v.trip("plan", plan(d.Band), "hotel", v.hotel(shown.Hotel), "flight", v.fare(shown.Flight), "total", d.After, "out", v.places(d.Out),
		"in", v.places(d.In), "changed", d.Days, "supposed", v.supposed(d))
	lines := []string{}
	if texts.Has(key) {
		lines = append(lines, v.Say(key, args...))
	}
	after, over := d.After, d.OverBy
	switch {
	case d.Code == deedSlots:
		same := v.s.plan(d.Band).Costs
		after, over = same.Total, same.OverBy
	case !d.Offer:
		after, over = now.Costs.Total, now.Costs.OverBy
	}
	if d.Before > 0 && after > 0 && d.Code != deedNoUndo && d.Code != deedNothing {
		lines = append(lines, v.Say("change", "before", d.Before, "after", after, "more", max(after-d.Before, 0), "less", max(d.Before-after, 0),
			"over", over, "budget", value(v.s.Budget), "offer", d.Offer, "plan", plan(cmp.Or(d.Band, now.Type)), "same", d.Code == deedSlots))
	}
	for _, n := range d.Days {
		if n <= len(v.s.Itinerary.Days) {
			lines = append(lines, v.dayLine(v.s.Itinerary.Days[n-1]))
		}
	}
	for _, name := range v.places(d.Unplaced) {
		lines = append(lines, v.Say("unplaced", "name", name))
	}
	return append(lines, v.about(d.In)...)
}

// supposed is the trip that a question supposes.
func (v voice) supposed(d *Deed) words.Message {
	city := v.city()
	if to := v.pack.Destination(d.City); to != nil {
		city = to.Name
	}
	return words.M("supposed", "city", city, "nights", d.Nights, "days", d.Nights+1, "people", d.People, "plan", plan(d.Band))
}

// hotel and fare are a stay and a flight in short; a flight's times are not in
// the sample.
func (v voice) hotel(h *catalog.Hotel) words.Message {
	if h == nil {
		return words.M("hotel_unknown")
	}
	return words.M("hotel", "band", plan(h.Type), "area", h.Area, "kind", v.pack.Lodgings.Name(h.Kind), "night", h.PricePerNight, "rooms", h.Rooms,
		"nights", h.Nights, "total", h.TotalPrice)
}

func (v voice) fare(f *catalog.Flight) words.Message {
	if f == nil {
		return words.M("fare_unknown")
	}
	return words.M("fare", "band", plan(f.Type), "airline", slot.Plain(f.Airline), "price", f.Price, "from", f.From, "to", f.To, "stops", f.Stops)
}

// about are the facts of places by their ids: hours and days closed.
func (v voice) about(ids []string) (lines []string) {
	for _, id := range ids {
		if sight, ok := v.destination().Sight(id); ok {
			lines = append(lines, v.sight(sight))
		}
	}
	return lines
}

// sight is what the catalogue holds of a place, and when it is planned.
func (v voice) sight(s catalog.Sight) string {
	var closed []words.Message
	for day := time.Sunday; day <= time.Saturday; day++ {
		if !s.OpenOn(day) {
			closed = append(closed, weekday(day))
		}
	}
	when := words.Message{}
	for _, d := range v.s.Itinerary.Days {
		for _, p := range d.Places {
			if p.ID == s.ID {
				when = words.M("planned_at", "n", d.Day, "start", p.Start, "end", p.End)
			}
		}
	}
	if when.Zero() {
		when = words.M("not_planned")
	}
	return v.Say("sight", "name", s.Name, "area", s.Area, "hours", strings.Replace(s.Hours, "-", "–", 1), "closed", closed, "varies", s.Varies,
		"entry", s.Entry, "book", s.Book, "when", when)
}

// topics are the answers to questions about the trip; one that is not here is a
// text of the catalogue's facts, or says that these are not held.
var topics = map[string]struct {
	say    func(v voice) []string
	priced bool
}{
	slot.TopicIf:      {func(voice) []string { return nil }, true}, // the deed tells
	slot.TopicCost:    {voice.costs, true},
	slot.TopicFit:     {voice.costs, true},
	slot.TopicPlan:    {voice.ofPlan, true},
	slot.TopicHours:   {voice.openHours, false},
	"entry_fee":       {voice.openHours, false},
	"stay_area":       {voice.stayAreas, true},
	"meals":           {voice.meals, true},
	"rain":            {voice.rainy, false},
	"times":           {voice.times, false},
	slot.TopicEvening: {voice.ideas, false},
	"transport":       {func(v voice) []string { return []string{v.topic(), v.Say("not_held.routes")} }, false},
	"":                {voice.facts, false},
}

// answered answers a question about the trip from what is planned and from the
// catalogue; what neither holds is said.
func (v voice) answered() []string {
	topic := v.s.Topic
	if len(v.s.Focus.Places) > 0 && !slices.Contains([]string{slot.TopicIf, "transport", "rain"}, topic) {
		return v.about(v.s.Focus.Places)
	}
	if t, ok := topics[topic]; ok {
		return t.say(v)
	}
	if texts.Has("not_held." + topic) {
		return append([]string{v.Say("not_held."+topic, v.trip()...)}, v.facts()...)
	}
	return []string{v.topic()}
}

func (v voice) costs() []string { return []string{v.figure(v.s.pick())} }

// ofPlan is the plan that is asked about, with its stay and flight.
func (v voice) ofPlan() []string {
	p := v.s.plan(v.s.Focus.Band)
	return []string{v.figure(p), v.Text(v.hotel(p.Hotel)), v.Text(v.fare(p.Flight))}
}

func (v voice) stayAreas() []string {
	d := v.destination()
	return []string{v.Say("stay_area", "hotel", v.hotel(v.s.pick().Hotel), "near", v.nearDays(d), "areas", d.StayAreas)}
}

func (v voice) rainy() []string {
	return []string{v.Say("rainy", "names", v.sights(func(s catalog.Sight) bool { return s.Indoor }))}
}

// times are those of the flight, which the sample does not have.
func (v voice) times() []string {
	if text := v.flight(v.s.pick().Flight); text != "" {
		return []string{text}
	}
	return []string{v.Say("not_held.times"), v.Say("topic.flight", v.place(v.destination())...)}
}

// diet says that no menus are held, and which places to eat are planned.
func (v voice) diet() []string {
	return []string{v.Say("not_held.diet", "names", v.planned(v.isFood))}
}

// areaOffer is what staying in another area would cost.
func (v voice) areaOffer() []string {
	area, ok := v.destination().AreaNamed(v.s.Focus.Area)
	if v.s.Deed != nil || !ok {
		return nil
	}
	var prices []words.Message
	for _, h := range v.s.HotelOptions {
		prices = append(prices, words.M("price_of", "plan", plan(h.Type), "won", h.TotalPrice))
	}
	return []string{v.Say("area_offer", "area", area, "prices", prices)}
}

// facts are what is known of the hotel, the flight or the day that is asked
// about.
func (v voice) facts() []string {
	pick, n := v.s.pick(), v.s.Focus.Day
	switch {
	case v.s.Focus.Item == slot.ItemHotel:
		return []string{v.Say("known_hotel", "hotel", v.hotel(pick.Hotel)), v.sample()}
	case v.s.Focus.Item == slot.ItemFlight:
		return []string{v.Say("known_flight", "flight", v.fare(pick.Flight)), v.sample()}
	case n > 0 && n <= len(v.s.Itinerary.Days):
		return []string{v.dayLine(v.s.Itinerary.Days[n-1])}
	case texts.Has("not_held." + v.s.Topic):
		return nil
	}
	return []string{v.Say("not_held.it", v.trip()...)}
}

// openHours tells when the places of the day, or of all, are open.
func (v voice) openHours() []string {
	var ids []string
	for _, day := range v.s.Itinerary.Days {
		for _, p := range day.Places {
			if v.s.Focus.Day == 0 || v.s.Focus.Day == day.Day {
				ids = append(ids, p.ID)
			}
		}
	}
	return append([]string{v.Say("open_when_planned")}, v.about(ids)...)
}

// nearDays is the area to stay in that most of the places lie in.
func (v voice) nearDays(d *catalog.Destination) words.Text {
	best, most := d.StayAreas[0], 0
	for _, area := range d.StayAreas {
		n := 0
		for _, day := range v.s.Itinerary.Days {
			for _, p := range day.Places {
				if in, ok := d.AreaNamed(p.Area.In(words.Base)); ok && in.In(words.Base) == area.In(words.Base) {
					n++
				}
			}
		}
		if n > most {
			best, most = area, n
		}
	}
	return best
}

// meals are the places to eat that the catalogue has; it has no restaurants.
func (v voice) meals() []string {
	lines := []string{}
	if n := v.s.Focus.Day; n > 0 && n <= len(v.s.Itinerary.Days) {
		lines = append(lines, v.dayLine(v.s.Itinerary.Days[n-1]))
	}
	each := v.s.pick().Costs.MealLimit / int64(max(*v.s.NumPeople*(*v.s.Duration+1), 1))
	food := func(s catalog.Sight) bool { return slices.Contains(v.pack.FoodStyles, s.Style) }
	return append(lines, v.Say("meals", "planned", v.planned(v.isFood), "names", v.sights(food), "each", each))
}

func (v voice) isFood(p itinerary.Place) bool { return slices.Contains(v.pack.FoodStyles, p.Style) }

// planned are the names of planned places of a kind.
func (v voice) planned(of func(itinerary.Place) bool) (names []words.Text) {
	for _, d := range v.s.Itinerary.Days {
		for _, p := range d.Places {
			if of(p) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// sights are the names of the city's places of a kind.
func (v voice) sights(of func(catalog.Sight) bool) (names []words.Text) {
	for _, s := range v.destination().Sights {
		if of(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// maxIdeas is how many places an answer suggests.
const maxIdeas = 5

// ideas are places that are not planned, those of the trip's styles first; for
// an evening, all that are open then.
func (v voice) ideas() []string {
	if v.s.Topic == slot.TopicEvening {
		return []string{v.Say("evening", "names", v.sights(func(s catalog.Sight) bool {
			_, closes := s.Open()
			return closes >= eveningEnds && !slices.Contains(v.s.AvoidPlaces, s.ID)
		}))}
	}
	free := func(styled bool) []words.Text {
		return v.sights(func(s catalog.Sight) bool {
			return !v.s.Itinerary.Has(s.ID) && !slices.Contains(v.s.AvoidPlaces, s.ID) && slices.Contains(v.s.TravelStyle, s.Style) == styled
		})
	}
	list := append(free(true), free(false)...)
	if len(list) == 0 {
		return []string{v.Say("no_ideas")}
	}
	list = list[:min(len(list), maxIdeas)]
	return []string{v.Say("ideas", "names", list, "one", list[0])}
}

// eveningEnds is when a place for the evening is open, in minutes.
const eveningEnds = 20 * 60

// remedies are what can be done about a complaint.
func (v voice) remedies() []string {
	pick, key := v.s.pick(), "remedy."+v.s.Focus.Item
	if !texts.Has(key) {
		key = "remedy.any"
	}
	cheapest := v.s.FinalPlans[max(budget.Cheapest(costsOf(v.s.FinalPlans)), 0)]
	args := []any{"plan", plan(cheapest.Type), "total", cheapest.Costs.Total, "now", pick.Costs.Total,
		"less", max(pick.Costs.Total-cheapest.Costs.Total, 0), "areas", v.destination().StayAreas, "hotel", v.hotel(pick.Hotel)}
	return []string{v.Say(key, args...)}
}

func (v voice) disliked() []string {
	if v.s.Deed != nil || len(v.s.Notices) > 0 {
		return nil
	}
	if of := v.planned(func(p itinerary.Place) bool { return slices.Contains(v.s.Focus.Styles, p.Style) }); len(of) > 0 {
		return []string{v.Say("remedy.style", "styles", names(v.pack.Styles, v.s.Focus.Styles), "names", of)}
	}
	return []string{v.Say("remedy.dislike")}
}

// compared sets the plans beside each other.
func (v voice) compared() []string {
	lines := v.figures()
	for i := 1; i < len(v.s.FinalPlans); i++ {
		a, b := v.s.FinalPlans[i-1], v.s.FinalPlans[i]
		lines = append(lines, v.Say("dearer_by", "plan", plan(b.Type), "than", plan(a.Type), "more", b.Costs.Total-a.Costs.Total))
	}
	return lines
}

// because says why the plan, or a day, is as it is.
func (v voice) because() []string {
	if n := v.s.Focus.Day; n > 0 && n <= len(v.s.Itinerary.Days) {
		d := v.s.Itinerary.Days[n-1]
		return []string{v.Say("why_day", "n", d.Day, "kind", d.Kind, "from", d.From, "to", d.To), v.dayLine(d)}
	}
	if len(v.s.Focus.Places) > 0 {
		return append([]string{v.Say("why_places")}, v.about(v.s.Focus.Places)...)
	}
	pick := v.s.pick()
	lines := []string{v.Say("why_plan", v.trip("plan", plan(pick.Type), "total", pick.Costs.Total)...)}
	return append(append(lines, v.figure(pick)), v.reasons(v.s.FinalPlans, pick.Type)...)
}

// again is the day that is asked for; the whole trip is shown as it was.
func (v voice) again() []string {
	var lines []string
	if n := v.s.Focus.Day; n > 0 && n <= len(v.s.Itinerary.Days) {
		lines = append(lines, v.dayHead(v.s.Itinerary.Days[n-1]))
		for _, place := range v.s.Itinerary.Days[n-1].Places {
			lines = append(lines, v.visit(place))
		}
	}
	return lines
}

// brief is the trip in a few lines, to be read at a glance or sent on.
func (v voice) brief() []string {
	pick := v.s.pick()
	lines := []string{v.Say("summary", v.trip()...), v.Say("brief", "plan", plan(pick.Type), "total", pick.Costs.Total, "each", pick.Costs.PerPerson)}
	for _, d := range v.s.Itinerary.Days {
		names := make([]words.Text, len(d.Places))
		for i, p := range d.Places {
			names[i] = p.Name
		}
		lines = append(lines, v.Say("brief_day", "n", d.Day, "names", names, "free", words.M("free."+d.Kind)))
	}
	return lines
}

// beforeLeaving is what to see to before the trip.
func (v voice) beforeLeaving() []string {
	return append([]string{v.name(v.destination().Entry)}, v.booking()...)
}
