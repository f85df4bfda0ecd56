package travel

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/slot"
	"github.com/madang-dev/madang/internal/words"
)

// guidance is the answer of a run without steps: what was understood, what was
// not taken, the answer to a question in between, and the next question.
func (v voice) guidance() []string {
	s, lines, deeds := v.s, append(slices.Clone(v.s.Earlier), v.courtesy()), v.deed()
	if len(deeds) == 0 || s.Deed.Code == deedSlots {
		lines = append(lines, v.understood())
	}
	lines = append(lines, deeds...)
	for _, n := range s.Notices {
		lines = append(lines, v.notice(n))
	}
	lines = append(lines, v.said()...)
	if v.priced() {
		lines = append(lines, v.sample())
	}
	if s.Intent == slot.ActStatus {
		lines = append(lines, v.known())
	}
	lines = union(nil, slices.DeleteFunc(lines, func(line string) bool { return line == "" }))
	answered := len(lines) > 0 || s.Intent == intentQuestion
	switch {
	case len(lines) > 0:
	case s.Intent == intentCollect:
		lines = []string{v.Say("as_it_is", v.trip("same", v.noted(noticeSame))...)}
	case s.Intent == intentQuestion:
		lines = []string{v.Say("not_held.early", v.trip()...)}
	default:
		lines = []string{v.Say("unclear", v.trip()...)}
	}
	if next := v.nextQuestion(); next != "" && !(answered && s.AskedBefore) {
		lines = union(lines, []string{next})
	}
	return lines
}

// courtesy is what is said first to some acts.
func (v voice) courtesy() string {
	if key := "courtesy." + v.s.Intent; texts.Has(key) {
		return v.Say(key, v.trip()...)
	}
	return ""
}

// part is what came of a wish that others follow in its message.
func (v voice) part() []string { return slices.Concat([]string{v.courtesy()}, v.deed(), v.said()) }

// priced tells whether the answer shows prices of the plans.
func (v voice) priced() bool {
	h, ok := v.handler()
	return v.s.Deed != nil && v.s.Deed.Code == deedCosts || ok && (h.priced || v.s.Deed != nil && v.s.Deed.After > 0 || v.s.Intent == intentQuestion && topics[v.s.Topic].priced)
}

// handler is that of the run's act.
func (v voice) handler() (handler, bool) {
	act := v.s.Intent
	if act == intentQuestion {
		act = slot.ActAsk
	}
	h, ok := handlers[act]
	return h, ok && v.s.PlansGenerated
}

// said is what the act's handler says, or the answer to a question before
// there are plans.
func (v voice) said() []string {
	switch h, ok := v.handler(); {
	case ok && (h.say != nil || h.texts != nil) && (v.s.About == "" || v.s.About == value(v.s.Destination)):
		return v.tell(h.telling)
	case !v.s.PlansGenerated && v.s.Intent == slot.ActDiet:
		return []string{v.Say("early.diet", "foods", v.places(v.s.Focus.Foods))}
	case !v.s.PlansGenerated && v.s.Intent == intentQuestion && v.s.Topic == "" && len(v.s.Focus.Named) > 0:
		return v.about(v.s.Focus.Named)
	case v.s.Topic != "" && (texts.Has("topic."+v.s.Topic) || texts.Has("early."+v.s.Topic) || texts.Has("not_held."+v.s.Topic)):
		return []string{v.topic()}
	}
	return nil
}

// understood repeats what this message told, so that a misreading shows.
func (v voice) understood() string {
	if told := v.noted(noticeTold); len(told) > 0 {
		return v.Say("noted", "told", told)
	}
	return ""
}

// noted are the values of the slots that there is a notice of.
func (v voice) noted(code string) (values []string) {
	for _, n := range v.s.Notices {
		if n.Code == code {
			values = append(values, v.slot(n.Slot))
		}
	}
	return values
}

// slot is a slot's value in words.
func (v voice) slot(name slot.Name) string { return v.Say("slot."+string(name), v.trip()...) }

// known lists all that is known of the trip.
func (v voice) known() string {
	var told []string
	for _, name := range []slot.Name{slot.Destination, slot.Duration, slot.Budget, slot.NumPeople, slot.TravelStyle, slot.StartDate} {
		if v.s.knows(name) && !v.s.assumes(name) {
			told = append(told, v.slot(name))
		}
	}
	return v.Say("known", "told", told)
}

// nextQuestion asks for the first thing that is missing.
func (v voice) nextQuestion() string {
	switch name := v.s.question(); {
	case name == slot.Destination && slices.ContainsFunc(v.s.Notices, func(n Notice) bool { return n.Slot == slot.Destination && n.Code != noticeTold }):
		return "" // the notice has asked already
	case name != "":
		return v.Say("ask."+string(name), v.trip()...)
	case v.s.PlansGenerated:
		return ""
	case v.s.Asked == slot.NumPeople && !v.s.has(slot.OutOfRange, slot.NumPeople):
		return v.notice(Notice{Code: slot.OutOfRange, Slot: slot.NumPeople}) + " " + v.Say("ask.go_on")
	}
	return v.Say("ask.go_on")
}

// notice is a notice in words; "" for those that say nothing by themselves.
func (v voice) notice(n Notice) string {
	key, country := "notice."+n.Code, ""
	_, most := slot.Bounds(slot.Budget)
	switch {
	case n.Code == slot.OutOfRange:
		return v.Say("out_of_range."+string(n.Slot), v.trip("bounds", bounds(n.Slot), "said", n.Text, "quoted", `"`+n.Text+`"`, "max", most)...)
	case n.Code == slot.SeveralPlaces:
		return v.severalPlaces(strings.Split(n.Text, ","))
	case n.Code == slot.SeveralCities:
		country = n.Text
	case !texts.Has(key):
		return ""
	}
	var free []words.Text
	if n.Code == noticeNotHere && v.destination() != nil {
		free = v.unplanned()
		free = free[:min(len(free), maxNamed)]
	}
	return v.Say(key, v.trip("names", free, "said", n.Text, "quoted", `"`+n.Text+`"`, "cities", cities(v.pack, country, v.pack.Near[n.Text]), "near", v.pack.Near[n.Text], "suggested", v.s.Suggested, "kinds", names(v.pack.Lodgings, v.pack.Lodgings.IDs()))...)
}

// severalPlaces sets what a trip to each of some cities would cost beside each
// other, the cheapest first, and asks which it shall be.
func (v voice) severalPlaces(ids []string) string {
	c := v.s.copied()
	nights, people := cmp.Or(value(c.Duration), assumedNights), cmp.Or(value(c.NumPeople), assumedPeople)
	c.Duration, c.NumPeople = &nights, &people
	total := func(d *catalog.Destination, band string) int64 {
		fare, stay := d.Flight[band], d.Hotel[band]*int64(catalog.Rooms(people)*nights)
		one := Plan{Type: band, Flight: &catalog.Flight{Price: fare}, Hotel: &catalog.Hotel{TotalPrice: stay}}
		return budget.Reckon(band, c.trip(), c.prices(one, d)).Total
	}
	var list []*catalog.Destination
	for _, id := range ids {
		if d := v.pack.Destination(id); d != nil {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b *catalog.Destination) int {
		return cmp.Compare(total(a, catalog.Standard), total(b, catalog.Standard))
	})
	sums := mapped(list, func(d *catalog.Destination) words.Message {
		return words.M("city_sum", "name", d.Name, "total", total(d, catalog.Standard), "low", total(d, catalog.Budget))
	})
	if len(list) < 2 { // a notice of another day may name a city that is gone
		return v.Say("ask.destination", v.trip()...)
	}
	less := total(list[1], catalog.Standard) - total(list[0], catalog.Standard)
	return v.Say("notice.several_places", "name", list[0].Name, "less", less, "nights", nights, "people", people, "sums", sums)
}

// assumedNights are those that cities are compared by where nobody told how many.
const assumedNights = 3

// maxNamed is how many places are named in place of one that is not known.
const maxNamed = 3

// topic answers a question in between from the catalog.
func (v voice) topic() string {
	d := v.pack.Destination(v.s.About)
	if d == nil {
		d = v.destination()
	}
	if d == nil && v.s.Wanted == "" { // what is asked of a place that is not held is not told of another
		d = v.pack.Destination(v.s.Suggested)
	}
	key := "topic." + v.s.Topic
	for _, other := range []string{"early.", "not_held."} { // what no trip holds needs none
		if !texts.Has(key) {
			key = other + v.s.Topic
		}
	}
	switch {
	case v.s.Topic == slot.TopicPlaces:
		return v.whereTo()
	case d == nil && texts.Has("about."+v.s.Topic):
		return v.Say("topic.nowhere", v.trip("what", words.M("about."+v.s.Topic))...)
	case d == nil:
		return v.Say(key, v.trip()...)
	}
	text := v.Say(key, v.place(d)...)
	if v.s.Suggested != "" && v.s.Destination == nil {
		text += " " + v.Say("topic.suggest", "name", d.Name)
	}
	return text
}

// How many places to go to are told with their figures, and how long a flight to a
// near one takes at most, in minutes.
const (
	maxWhere   = 5
	nearFlight = 180
)

// whereTo are the places to go to, or those of them that are as is wished.
func (v voice) whereTo() string {
	f, now := v.s.Focus, v.destination()
	list := v.pack.In("")
	cost := func(d *catalog.Destination) int64 { // of a few days
		return d.Flight[catalog.Budget] + 3*(d.Hotel[catalog.Budget]/2+d.Daily[catalog.Budget])
	}
	near, cheap, warm := slices.Contains(f.Where, "near"), slices.Contains(f.Where, "cheap") || v.s.PlansGenerated && v.s.pick().Costs.OverBy > 0, slices.Contains(f.Where, "warm")
	list = slices.DeleteFunc(list, func(d *catalog.Destination) bool {
		season := f.Month > 0 && !warm && !slices.Contains(d.BestMonths, f.Month)
		return season || warm && !d.Warm || cheap && now != nil && cost(d) >= cost(now)
	})
	within := slices.DeleteFunc(slices.Clone(list), func(d *catalog.Destination) bool { return d.Minutes > nearFlight })
	far := near && len(within) == 0
	if near && !far {
		list = within
	}
	if len(list) == 0 || len(f.Where) == 0 && f.Month == 0 && !cheap {
		return v.Say("topic.places", "cities", cities(v.pack, "", ""))
	}
	slices.SortStableFunc(list, func(a, b *catalog.Destination) int {
		if cheap {
			return cmp.Compare(cost(a), cost(b))
		}
		return cmp.Compare(a.Minutes, b.Minutes)
	})
	places := mapped(list[:min(len(list), maxWhere)], func(d *catalog.Destination) words.Message { return words.M("where_one", v.place(d)...) })
	return v.Say("where", "places", places, "in", month(max(f.Month, 1)), "month", f.Month > 0 && !warm, "near", near && !far, "far", far, "cheap", cheap, "warm", warm)
}

// place is what texts may know of a city, with the trip.
func (v voice) place(d *catalog.Destination) []any {
	all := sights(d, func(catalog.Sight) bool { return true })
	from := slices.DeleteFunc(slices.Clone(v.pack.Airports), func(a catalog.Term) bool { return len(a.Words) == 0 })
	return v.trip("name", d.Name, "entry", d.Entry, "transport", d.Transport, "weather", d.Weather, "months", mapped(d.BestMonths, month), "sights", all[:min(len(all), 6)], "airports", names(v.pack.Airports, d.Airports),
		"domestic", d.Domestic(), "currency", d.Currency, "hours", d.Minutes/60, "minutes", d.Minutes%60,
		"origins", names(from, from.IDs()), "areas", d.StayAreas, "rooms_of", pricesOf(d.Hotel), "fares_of", pricesOf(d.Flight), "count", len(d.Sights), "need", (len(d.Sights)+2)/3,
		"food", sights(d, func(s catalog.Sight) bool { return slices.Contains(v.pack.FoodStyles, s.Style) }),
		"indoor", sights(d, func(s catalog.Sight) bool { return s.Indoor }),
		"book_ahead", sights(d, func(s catalog.Sight) bool { return s.Book }),
		"late", sights(d, func(s catalog.Sight) bool {
			_, closes := s.Open()
			return closes >= eveningEnds && !slices.Contains(v.s.AvoidPlaces, s.ID)
		}),
		"flights", d.Flight[catalog.Budget], "daily", d.Daily[catalog.Budget], "room", d.Hotel[catalog.Budget])
}

// pricesOf are prices in each band.
func pricesOf(bands map[string]int64) []words.Message {
	return mapped(catalog.Bands(), func(band string) words.Message { return words.M("price_of", "plan", plan(band), "won", bands[band]) })
}

// closedOn are the days of the week on which a place is closed.
func closedOn(s catalog.Sight) (days []words.Message) {
	for day := time.Sunday; day <= time.Saturday; day++ {
		if !s.OpenOn(day) {
			days = append(days, weekday(day))
		}
	}
	return days
}

// closings are the places of the city that are closed on a day of the week.
func (v voice) closings() string {
	var closed []words.Message
	for _, s := range v.destination().Sights {
		if days := closedOn(s); len(days) > 0 {
			closed = append(closed, words.M("closed_on", "name", s.Name, "days", days))
		}
	}
	return v.Say("closings", v.trip("closed", closed)...)
}
