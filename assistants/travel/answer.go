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
	if d == nil || !v.s.PlansGenerated {
		return nil
	}
	now, key := v.s.pick(), "deed."+d.Code
	shown := now
	if d.Offer {
		shown = Plan{Type: d.Band, Hotel: ofBand(v.s.HotelOptions, d.Band), Flight: ofBand(v.s.FlightOptions, d.Band)}
		if texts.Has("offer." + d.Code) {
			key = "offer." + d.Code
		}
	}
	var lines []string
	if d.Hours != nil {
		lines = append(lines, v.hours()...)
	} else if paid := v.paid(); d.Code == deedCosts && paid != nil {
		lines = append(lines, paid...)
	} else if texts.Has(key) {
		lines = append(lines, v.Say(key, v.trip("plan", plan(d.Band), "hotel", v.hotel(shown.Hotel), "flight", v.fare(shown.Flight),
			"total", d.After, "n", v.s.Focus.Day, "out", v.places(d.Out), "in", v.places(d.In), "held", v.places(d.Held), "spent", v.destination().Daily[d.Band], "changed", d.Days, "of_flight", v.s.Focus.Item == slot.ItemFlight, "anew", len(v.s.Steps) > 0, "supposed", v.supposed(d), "sum", d.Budget, "over", d.OverBy, "less", max(d.Before-d.After, 0), "dearer", max(d.After-d.Before, 0), "there", v.there(d), "elsewhere", d.City != "" && d.City != value(v.s.Destination))...))
	}
	after, over := d.After, d.OverBy
	switch {
	case d.Code == deedSlots || d.Code == deedCosts:
		same := v.s.plan(d.Band).Costs
		after, over = same.Total, same.OverBy
	case !d.Offer:
		after, over = now.Costs.Total, now.Costs.OverBy
	}
	if d.Before > 0 && after > 0 && d.Hours == nil && (d.Code != deedDays || after != d.Before) && !slices.Contains([]string{deedNoUndo, deedNothing, deedFits}, d.Code) {
		lines = append(lines, v.Say("change", "before", d.Before, "after", after, "more", max(after-d.Before, 0), "less", max(d.Before-after, 0),
			"over", over, "budget", cmp.Or(d.Budget, v.s.toldBudget()), "offer", d.Offer, "dated", d.Start != "" || v.s.has(noticeTold, slot.StartDate), "plan", plan(cmp.Or(d.Band, now.Type)), "same", d.Code == deedSlots || d.Code == deedCosts))
	}
	if d.Code == deedFits {
		lines = append(lines, v.savings()...)
	}
	if d.Code == deedCosts {
		if lines = append(lines, v.figure(v.s.plan(d.Band))); now.Type != d.Band {
			lines = append(lines, v.best()[0])
		}
	}
	for _, n := range d.Days {
		if d.Offer || len(v.s.Steps) > 0 {
			break // as they are, which is not what is offered, nor what the steps behind it came to
		}
		lines = append(lines, v.onDay(n)...)
	}
	if d.Code == deedFree {
		lines = append(lines, v.ofDay()...)
	}
	for _, name := range v.places(d.Unplaced) {
		lines = append(lines, v.Say("unplaced", "name", name, "n", v.s.Focus.Day))
	}
	return append(lines, v.about(slices.Concat(d.In, d.Held))...)
}

// supposed is the trip that a question supposes.
func (v voice) supposed(d *Deed) words.Message {
	start, _ := time.Parse(time.DateOnly, d.Start)
	return words.M("supposed", "dated", d.Start != "", "start", v.day(start), "city", v.there(d), "nights", d.Nights, "days", d.Nights+1, "people", d.People, "rooms", catalog.Rooms(d.People), "plan", plan(d.Band))
}

// there is the city that a question supposes.
func (v voice) there(d *Deed) words.Text {
	if to := v.pack.Destination(d.City); to != nil {
		return to.Name
	}
	return v.city()
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

// about are the facts of places by their ids: hours, days closed, and when they
// are planned.
func (v voice) about(ids []string) (lines []string) {
	for _, id := range ids {
		s, ok := v.destination().Sight(id)
		if !ok {
			continue
		}
		day, at := v.s.Itinerary.Find(id)
		lines = append(lines, v.Say("sight", "name", s.Name, "area", s.Area, "hours", strings.Replace(s.Hours, "-", "–", 1), "closed", closedOn(s),
			"varies", s.Varies, "entry", s.Entry, "book", s.Book, "far", itinerary.Out(v.destination(), s), "n", day, "start", at.Start, "end", at.End))
	}
	return lines
}

// telling is how an act or a question is answered: by texts that know all of the
// trip, or by a function. priced tells that prices are shown, which are the
// sample's.
type telling struct {
	texts  []string
	say    func(v voice) []string
	priced bool
}

// topics are the answers to questions about the trip; one that is not here is a
// text of the catalogue's facts, or says that these are not held.
var topics = map[string]telling{
	slot.TopicIf:      {priced: true}, // the deed tells
	slot.TopicCost:    {say: voice.costs, priced: true},
	slot.TopicFit:     {say: voice.costs, priced: true},
	slot.TopicPlan:    {say: voice.ofPlan, priced: true},
	slot.TopicHours:   {say: voice.openHours},
	topicEntries:      {say: voice.entries},
	slot.TopicArea:    {texts: []string{"stay_area"}, priced: true},
	slot.TopicMeals:   {texts: []string{"meals"}, say: voice.ofDay, priced: true},
	"rain":            {texts: []string{"rainy"}},
	"passport":        {texts: []string{"topic.entry", "topic.passport"}},
	"included":        {texts: []string{"included"}, say: voice.costs, priced: true},
	"times":           {say: voice.times},
	"advance":         {say: voice.advance},
	slot.TopicEvening: {texts: []string{"evening"}},
	"money":           {texts: []string{"topic.money", "money_a_day"}},
	"transport":       {texts: []string{"topic.transport", "not_held.routes"}},
	"":                {say: voice.facts},
}

func (v voice) tell(t telling) (lines []string) {
	if t.say != nil {
		lines = t.say(v)
	}
	for _, key := range t.texts {
		lines = append(lines, v.Say(key, v.planned()...))
	}
	return lines
}

// answered answers a question about the trip from what is planned and from the
// catalogue; what neither holds is said.
func (v voice) answered() []string {
	topic := v.s.Topic
	placeless := slices.Contains([]string{slot.TopicIf, slot.TopicArea, slot.TopicMeals, "included", "transport", "takes", "length", "rain"}, topic) || texts.Has("not_held."+topic)
	if len(v.s.Focus.Named) > 0 && !placeless {
		return v.about(v.s.Focus.Named) // one place's fee stands beside its hours
	}
	if t, ok := topics[topic]; ok {
		return v.tell(t)
	}
	if texts.Has("not_held." + topic) {
		return slices.Concat([]string{v.Say("not_held."+topic, v.planned()...)}, v.about(v.s.Focus.Named), v.facts())
	}
	return []string{v.topic()}
}

// planned is what texts may know of a trip that is planned.
func (v voice) planned() []any {
	d, pick := v.destination(), v.s.pick()
	var eats []words.Text
	for _, p := range v.s.Itinerary.All() {
		if slices.Contains(v.pack.FoodStyles, p.Style) {
			eats = append(eats, p.Name)
		}
	}
	return append(v.place(d), "hotel", v.hotel(pick.Hotel), "flight", v.fare(pick.Flight), "near", v.nearDays(d), "close", pick.Hotel != nil && v.name(pick.Hotel.Area) == v.name(v.nearDays(d)),
		"eats", eats, "foods", v.places(v.s.Focus.Foods), "spent", v.destination().Daily[v.s.bandOf(slot.ItemDaily)], "meal", pick.Costs.MealLimit/int64(max(*v.s.NumPeople*(*v.s.Duration+1), 1)))
}

// eveningEnds is when a place for the evening is open, in minutes.
const eveningEnds = 20 * 60

// costs are what the plan costs, first the figure that is asked for.
func (v voice) costs() []string {
	p, f, days := v.s.pick(), v.s.Focus, int64(*v.s.Duration+1)
	if v.s.Topic == slot.TopicFit {
		f.Figure = cmp.Or(f.Figure, "left")
	}
	first := v.Say("asked_sum", v.trip(append(v.sums(p), "figure", f.Figure, "item", f.Item, "open", v.s.assumes(slot.Budget),
		"each_flight", each(p.Costs.Flights, v.s.NumPeople), "each_hotel", each(p.Costs.Hotel, v.s.NumPeople), "each_daily", p.Costs.Daily/int64(value(v.s.NumPeople)),
		"left", p.Costs.Remaining, "left_each", p.Costs.Remaining/int64(value(v.s.NumPeople)), "over", p.Costs.OverBy, "a_night", v.aNight(p), "rooms_of", pricesOf(v.destination().Hotel), "meal", p.Costs.MealLimit/days/int64(value(v.s.NumPeople)), "spent_a_day", p.Costs.Daily/days/int64(value(v.s.NumPeople)), "a_day", p.Costs.Total/days, "a_day_each", p.Costs.PerPerson/days)...)...)
	if f.Figure == "spending" || f.Figure == "largest" {
		return []string{first}
	}
	return []string{first, v.figure(p)}
}

// each is a person's share of a price that may be unknown; 0 is none.
func each(won *int64, people *int) int64 { return value(won) / int64(value(people)) }

// ofPlan is the plan that is asked about, with its stay and flight.
func (v voice) ofPlan() []string {
	p := v.s.plan(v.s.Focus.Band)
	return []string{v.figure(p), v.Text(v.hotel(p.Hotel)), v.Text(v.fare(p.Flight))}
}

// times are those of the flight, which the sample does not have.
func (v voice) times() []string {
	if day := v.again(); day != nil { // "when does day 2 end?"
		return day
	}
	if text := cmp.Or(v.flight(v.s.pick().Flight), v.slot(slot.Flying)); text != "" {
		return []string{text}
	}
	return []string{v.Say("not_held.times"), v.Say("topic.flight", v.planned()...)}
}

// areaOffer is what staying in another area would cost.
func (v voice) areaOffer() []string {
	if v.s.Topic == slot.TopicArea {
		return v.tell(topics[slot.TopicArea])
	}
	if v.s.Topic == slot.TopicService {
		return []string{v.Say("not_held.service")}
	}
	area, ok := v.destination().AreaNamed(v.s.Focus.Area)
	if v.s.Deed != nil || !ok {
		return nil
	}
	return []string{v.Say("area_offer", "area", area)}
}

// facts are what is known of the hotel, the flight or the day that is asked
// about.
func (v voice) facts() []string {
	day := v.ofDay()
	switch {
	case v.s.Focus.Item == slot.ItemHotel:
		return []string{v.Say("known_hotel", v.planned()...), v.sample()}
	case v.s.Focus.Item == slot.ItemFlight:
		return []string{v.Say("known_flight", v.planned()...), v.sample()}
	case len(v.s.Focus.Kinds) > 0: // whether the days hold one
		return v.ofKinds()
	case day != nil || texts.Has("not_held."+v.s.Topic) || len(v.s.Notices) > 0:
		return day
	}
	return []string{v.Say("not_held.it", v.trip()...)}
}

// ofDay is the day that is asked about, in a line.
func (v voice) ofDay() []string { return v.onDay(v.s.Focus.Day) }

func (v voice) onDay(n int) []string {
	if n < 1 || n > len(v.s.Itinerary.Days) {
		return nil
	}
	return []string{v.dayLine(v.s.Itinerary.Days[n-1])}
}

const topicEntries = "entry_fee"

// entries adds up what the places of the day, or of all, cost to enter, each beside it.
func (v voice) entries() []string {
	var of []words.Message
	sum := int64(0)
	for _, day := range v.s.Itinerary.Days {
		for _, p := range day.Places {
			if (v.s.Focus.Day == 0 || v.s.Focus.Day == day.Day) && p.Entry > 0 {
				of, sum = append(of, words.M("entry_of", "name", p.Name, "won", p.Entry)), sum+p.Entry
			}
		}
	}
	return []string{v.Say("entries", v.trip("of", of, "each_entry", sum, "all_entries", sum*int64(value(v.s.NumPeople)), "n", v.s.Focus.Day)...)}
}

// openHours tells when the places of the day, or of all, are open, and which of the
// city's are closed on a day of the week.
func (v voice) openHours() []string {
	var ids []string
	for _, day := range v.s.Itinerary.Days {
		for _, p := range day.Places {
			if v.s.Focus.Day == 0 || v.s.Focus.Day == day.Day {
				ids = append(ids, p.ID)
			}
		}
	}
	return append([]string{v.Say("open_when_planned"), v.closings()}, v.about(ids)...)
}

// nearDays is the area to stay in that most of the places lie in.
func (v voice) nearDays(d *catalog.Destination) words.Text {
	count := make([]int, len(d.StayAreas))
	for _, p := range v.s.Itinerary.All() {
		if in, ok := d.AreaNamed(p.Area.In(words.Base)); ok {
			count[slices.IndexFunc(d.StayAreas, func(a words.Text) bool { return a.In(words.Base) == in.In(words.Base) })]++
		}
	}
	return d.StayAreas[slices.Index(count, slices.Max(count))]
}

// sights are the names of a city's places of a kind.
func sights(d *catalog.Destination, of func(catalog.Sight) bool) (names []words.Text) {
	for _, s := range d.Sights {
		if of(s) {
			names = append(names, s.Name)
		}
	}
	return names
}

// remedies are what can be done about a complaint.
func (v voice) remedies() []string {
	pick, key := v.s.pick(), "remedy."+v.s.Focus.Item
	if !texts.Has(key) {
		key = "remedy.any"
	}
	cheapest := v.s.FinalPlans[max(budget.Cheapest(costsOf(v.s.FinalPlans)), 0)]
	lines := append(v.about(v.s.Focus.Named), v.Say(key, append(v.planned(), "plan", plan(cheapest.Type), "total", cheapest.Costs.Total, "now", pick.Costs.Total,
		"less", max(pick.Costs.Total-cheapest.Costs.Total, 0))...))
	if v.s.Focus.Item == "cost" {
		lines = append(lines, v.savings()...)
	}
	return lines
}

func (v voice) disliked() []string {
	switch {
	case v.s.Deed != nil || len(v.s.Notices) > 0:
		return nil
	case v.s.Focus.Item == slot.ItemHotel || v.s.Focus.Item == slot.ItemFlight:
		return v.remedies()
	}
	var of []words.Text
	for _, p := range v.s.Itinerary.All() {
		if len(v.s.Focus.Drops) == 0 || slices.Contains(v.s.Focus.Drops, p.Style) {
			of = append(of, p.Name)
		}
	}
	return []string{v.Say("remedy.dislike", "styles", names(v.pack.Styles, v.s.Focus.Drops), "names", of)}
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
	if key := "why." + v.s.Focus.Item; texts.Has(key) {
		return []string{v.Say(key, v.planned()...)}
	}
	if len(v.s.Focus.Named) > 0 {
		return append([]string{v.Say("why_places")}, v.about(v.s.Focus.Named)...)
	}
	if day := v.ofDay(); day != nil {
		d := v.s.Itinerary.Days[v.s.Focus.Day-1]
		return append([]string{v.Say("why_day", "n", d.Day, "kind", d.Kind, "from", d.From, "to", d.To)}, day...)
	}
	pick := v.s.pick()
	lines := []string{v.Say("why_plan", v.trip("plan", plan(pick.Type), "total", pick.Costs.Total)...), v.figure(pick)}
	return append(lines, v.reasons(v.s.FinalPlans, pick.Type)...)
}

// which asks what a change that was wanted should come to.
func (v voice) which() []string { return []string{v.Say("which."+v.s.Focus.Item, v.trip()...)} }

// again is the day that is asked for; the whole trip is shown as it was.
func (v voice) again() []string {
	if v.ofDay() == nil {
		return nil
	}
	d := v.s.Itinerary.Days[v.s.Focus.Day-1]
	return append([]string{v.dayHead(d)}, v.visited(d)...)
}

// brief is the trip in a few lines, to be read at a glance or sent on.
func (v voice) brief() []string {
	pick := v.s.pick()
	lines := append(v.summary(), v.Say("brief", "plan", plan(pick.Type), "total", pick.Costs.Total, "each", pick.Costs.PerPerson))
	if v.s.StayArea != nil {
		lines = append(lines, v.Say("reason.area", "area", pick.Hotel.Area))
	}
	return append(lines, v.days(v.s.Itinerary.Days).lines...)
}
