package travel

import (
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/slot"
)

// editDays changes the days that the message is about and leaves the others.
func (p *planner) editDays(s *MultiAgentState, r *slot.Reading) {
	if r.Flies() {
		p.fly(s, r)
		return
	}
	d := p.destination(s)
	if len(r.Unknown) > 0 && len(r.MustVisitPlaces)+len(r.AvoidPlaces) == 0 && !r.Empty {
		return // nothing is known of it, which is said
	}
	if max(r.Day, r.With) > len(s.Itinerary.Days) {
		s.Deed = &Deed{Code: deedNothing}
		return
	}
	deed := s.asItIs(deedDays)
	e := itinerary.Edit{Day: r.Day, With: r.With, Add: r.MustVisitPlaces}
	if r.Act == slot.ActAdd { // what is planned already stays where it is
		e.Add = slices.DeleteFunc(slices.Clone(e.Add), func(id string) bool {
			day, at := s.Itinerary.Find(id)
			return day > 0 && (r.Day == 0 || r.Day == day) && at.Start >= parts[r.Part].From
		})
	}
	if (r.Act == slot.ActSwap || r.Instead) && r.Day == 0 && len(r.AvoidPlaces) == 1 {
		e.Day, _ = s.Itinerary.Find(r.AvoidPlaces[0]) // what comes instead is seen when that would have been
	}
	if hours := parts[r.Part]; len(e.Add) > 0 && hours.To != "" { // "가든스바이더베이는 저녁에"
		e.From = minutesOf(hours.From)
	}
	request := s.request(d)
	switch day := r.Act == slot.ActDay && r.Day > 0; {
	case day && r.Empty && (r.Rest != nil || parts[r.Part].To != ""):
		rest := parts[r.Part]
		if r.Rest != nil {
			rest = *r.Rest
		}
		s.clear(r.Day, rest)
		e.Less, r.Rest = true, nil
		if r.Only { // "셋째 날은 늦잠 자고 쇼핑만": what is left of the day is for that alone
			e.Refill, e.Add = true, s.ofStyle(d, r.TravelStyle, r.Day)
		}
	case day && r.Empty && r.Part != "":
		r.AvoidPlaces, e.Less = s.endOf(r.Day, r.Part), true
	case day && r.Empty:
		s.clear(r.Day, slot.Rest{})
	case r.Act == slot.ActAdd && len(r.MustVisitPlaces) == 0 && len(r.Kinds) > 0:
		if e.Add = p.ofKinds(s, r.Kinds); e.Add == nil {
			s.Topic, s.Deed = "", &Deed{Code: deedNoKind}
			r.TravelStyle = nil
			return
		}
	case r.Instead && len(r.Kinds) > 0:
		e.Add = p.ofKinds(s, r.Kinds)
	case day && r.With == 0:
		if p.lacks(d, r.Kinds) {
			s.Deed, r.TravelStyle = &Deed{Code: deedNoKind}, nil
			return
		}
		s.FreeDays = without(s.FreeDays, []int{r.Day})
		delete(s.DayRests, r.Day)
		if e.Anew, e.Refill = len(r.TravelStyle) == 0, len(r.TravelStyle) > 0; e.Refill {
			request.Styles, e.Add = r.TravelStyle, s.ofStyle(d, r.TravelStyle, r.Day)
		}
		if hours := parts[r.Part]; e.Anew && hours.To != "" { // "둘째 날 저녁만 다른 데로": the rest of the day stays
			e.Hours = [2]string{hours.From, hours.To}
		}
	}
	s.AvoidPlaces = union(without(s.AvoidPlaces, r.MustVisitPlaces), r.AvoidPlaces)
	s.MustVisitPlaces = union(without(s.MustVisitPlaces, r.AvoidPlaces), r.MustVisitPlaces)
	request.Must, request.Avoid, request.Free, request.Rests = s.MustVisitPlaces, s.AvoidPlaces, s.FreeDays, s.rests()
	it := itinerary.Change(request, s.Itinerary, e)
	deed.Days, deed.Out = differing(s.Itinerary, it), r.AvoidPlaces
	if gone := s.gone(it); r.With > 0 {
		deed.Unplaced = gone
	} else {
		deed.Out = append(slices.Clone(deed.Out), gone...) // what made room for another is said too
	}
	p.changed(s, r, it, union(r.MustVisitPlaces, e.Add), deed)
}

// clear keeps hours of a day without visits, or all of it.
func (s *MultiAgentState) clear(day int, rest slot.Rest) {
	if rest.To == "" {
		s.FreeDays = append(without(s.FreeDays, []int{day}), day)
		return
	}
	s.DayRests = maps.Collect(maps.All(s.DayRests))
	s.DayRests[day] = rest
}

// changed takes the days that an edit came to and says of each wanted place what
// became of it.
func (p *planner) changed(s *MultiAgentState, r *slot.Reading, it itinerary.Itinerary, wanted []string, deed *Deed) {
	was := s.Itinerary
	o, agent := p.voice(s).laidOut(it)
	s.setDays(it, o, agent)
	for _, id := range wanted {
		before, _ := was.Find(id)
		switch day, _ := s.Itinerary.Find(id); {
		case day == 0 || r.Day > 0 && day != r.Day:
			deed.Unplaced = append(deed.Unplaced, id)
		case day == before:
			deed.Held = append(deed.Held, id)
		default:
			deed.In = append(deed.In, id)
		}
	}
	if len(deed.Days) == 0 && len(deed.In)+len(deed.Held)+len(deed.Unplaced) == 0 {
		deed.Code, deed.After = deedNothing, 0
		if r.Empty {
			deed.Code = deedFree
		}
	}
	s.Deed = deed
	r.AvoidPlaces, r.MustVisitPlaces = nil, nil
	if r.Act == slot.ActRemove && r.Day == 0 {
		return // "디즈니는 빼고 쇼핑 위주로" says what the trip is to be too
	}
	if r.TravelStyle, r.Drops, r.ReplaceStyles = nil, nil, false; r.Day > 0 { // a place's name may hold a style's
		r.Pace = nil
	}
}

// gone are the planned places that other days do not have, though nobody said to
// leave them out.
func (s *MultiAgentState) gone(it itinerary.Itinerary) (ids []string) {
	for _, place := range s.Itinerary.All() {
		if !it.Has(place.ID) && !slices.Contains(s.AvoidPlaces, place.ID) {
			ids = append(ids, place.ID)
		}
	}
	return ids
}

// parts are the hours of the parts of a day.
var parts = map[string]slot.Rest{
	"morning": {From: slot.DayBegins, To: "12:00"}, "afternoon": {From: "12:00", To: "18:00"}, "evening": {From: "17:00", To: slot.DayEnds},
}

// endOf is the first place of a day, or the last.
func (s *MultiAgentState) endOf(day int, part string) []string {
	switch places := s.Itinerary.Days[day-1].Places; {
	case len(places) == 0:
		return nil
	case part == "first":
		return []string{places[0].ID}
	default:
		return []string{places[len(places)-1].ID}
	}
}

// rests are the hours of single days without visits, in minutes.
func (s *MultiAgentState) rests() map[int][2]int {
	list := map[int][2]int{}
	for day, rest := range s.DayRests {
		list[day] = [2]int{minutesOf(rest.From), minutesOf(rest.To)}
	}
	return list
}

// differing are the days, from 1, whose places are not the same.
func differing(a, b itinerary.Itinerary) (days []int) {
	same := func(x, y itinerary.Place) bool { return x.ID == y.ID && x.Start == y.Start }
	for i, d := range b.Days {
		if i >= len(a.Days) || !slices.EqualFunc(a.Days[i].Places, d.Places, same) {
			days = append(days, d.Day)
		}
	}
	return days
}

// ofStyle is a place of some styles that is open on a day of the trip (0 is any),
// one that is not planned yet if there is one.
func (s *MultiAgentState) ofStyle(d *catalog.Destination, styles []string, day int) []string {
	var found []string
	for _, sight := range d.Sights {
		open := day == 0 || sight.OpenOn(s.start().AddDate(0, 0, day-1).Weekday())
		if open && slices.Contains(styles, sight.Style) && !slices.Contains(s.AvoidPlaces, sight.ID) && (found == nil || s.Itinerary.Has(found[0])) {
			found = []string{sight.ID}
		}
	}
	return found
}

// lacks tells whether a city has no place of a kind.
func (p *planner) lacks(d *catalog.Destination, kinds []slot.Kind) bool {
	return slices.ContainsFunc(kinds, func(kind slot.Kind) bool { return len(p.pack.OfKind(d, kind.Style, kind.Word)) == 0 })
}

// ofKinds is a place of each kind that is planned on no day.
func (p *planner) ofKinds(s *MultiAgentState, kinds []slot.Kind) (ids []string) {
	for _, kind := range kinds {
		for _, sight := range p.pack.OfKind(p.destination(s), kind.Style, kind.Word) {
			if !s.Itinerary.Has(sight.ID) && !slices.Contains(s.AvoidPlaces, sight.ID) {
				ids = append(ids, sight.ID)
				break
			}
		}
	}
	return ids
}

// dislike leaves out what is planned of a style that the trip has, or that the user
// dislikes by its own name: who dislikes one kind of place does not dislike all of
// its style. The other days stay, and a trip is left without no style.
func (p *planner) dislike(s *MultiAgentState, r *slot.Reading) {
	for _, place := range s.Itinerary.All() {
		named := slices.Contains(s.TravelStyle, place.Style) || slices.ContainsFunc(slices.Collect(maps.Values(p.pack.Styles.Name(place.Style))), func(name string) bool { return strings.Contains(strings.ToLower(s.Query), name) })
		if named && slices.Contains(r.Drops, place.Style) {
			r.AvoidPlaces = append(r.AvoidPlaces, place.ID)
		}
	}
	if len(r.AvoidPlaces) == 0 {
		return
	}
	if kept := without(slices.Clone(s.TravelStyle), r.Drops); len(kept) > 0 {
		s.TravelStyle = kept
	} else {
		s.TravelStyle = without(slices.Clone(p.pack.AnyStyle), r.Drops)
	}
	p.editDays(s, r)
}
