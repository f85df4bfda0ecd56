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
	d, err := p.destination(s)
	if err != nil || !s.ItineraryPlanned || max(r.Day, r.With) > len(s.Itinerary.Days) {
		s.Deed = &Deed{Code: deedNothing}
		return
	}
	deed := &Deed{Code: deedDays, After: s.pick().Costs.Total}
	e := itinerary.Edit{Day: r.Day, With: r.With, Add: r.MustVisit}
	request := s.request(d)
	switch day := r.Act == slot.ActDay && r.Day > 0; {
	case day && r.Empty && r.Part != "":
		r.Avoid, e.Less = s.partOf(r.Day, r.Part), true
	case day && r.Part == "more":
		e.Add = s.ofStyle(d, s.TravelStyle)
	case day && r.Empty:
		s.FreeDays = append(without(s.FreeDays, []int{r.Day}), r.Day)
	case day && r.With == 0:
		s.FreeDays = without(s.FreeDays, []int{r.Day})
		if e.Anew, e.Refill = len(r.Styles) == 0, len(r.Styles) > 0; e.Refill {
			request.Styles, e.Add = r.Styles, s.ofStyle(d, r.Styles)
		}
		if r.Pace != nil {
			request.Pace = *r.Pace
		}
	}
	s.AvoidPlaces = union(without(s.AvoidPlaces, r.MustVisit), r.Avoid)
	s.MustVisitPlaces = union(without(s.MustVisitPlaces, r.Avoid), r.MustVisit)
	request.Must, request.Avoid, request.Free = s.MustVisitPlaces, s.AvoidPlaces, s.FreeDays
	it := itinerary.Change(request, s.Itinerary, e)
	deed.Days, deed.Out = differing(s.Itinerary, it), r.Avoid
	if o, agent, err := p.voice(s).laidOut(it); err == nil {
		s.setDays(it, o, agent)
	}
	for _, id := range union(r.MustVisit, e.Add) {
		if s.Itinerary.Has(id) {
			deed.In = append(deed.In, id)
		} else {
			deed.Unplaced = append(deed.Unplaced, id)
		}
	}
	if len(deed.Days) == 0 && len(deed.In)+len(deed.Unplaced) == 0 {
		deed.Code, deed.After = deedNothing, 0
		if r.Empty {
			deed.Code = deedFree
		}
	}
	s.Deed = deed
	r.Avoid, r.MustVisit = nil, nil
	if r.Styles, r.Dropped, r.ReplaceStyles = nil, nil, false; r.Day > 0 { // a place's name may hold a style's
		r.Pace = nil
	}
}

// partOf are the places of a part of a day, or the one that is wanted least.
func (s *MultiAgentState) partOf(day int, part string) (ids []string) {
	places := s.Itinerary.Days[day-1].Places
	hours := map[string][2]string{"morning": {"00:00", "12:00"}, "afternoon": {"12:00", "18:00"}, "evening": {"17:00", "24:00"}}[part]
	for i, p := range places {
		if p.Start >= hours[0] && p.Start < hours[1] || part == "one" && i == len(places)-1 {
			ids = append(ids, p.ID)
		}
	}
	return ids
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

// ofStyle is a place of some styles, one that is not planned yet if there is
// one.
func (s *MultiAgentState) ofStyle(d *catalog.Destination, styles []string) []string {
	var found []string
	for _, sight := range d.Sights {
		if slices.Contains(styles, sight.Style) && !slices.Contains(s.AvoidPlaces, sight.ID) && (found == nil || s.Itinerary.Has(found[0])) {
			found = []string{sight.ID}
		}
	}
	return found
}

// dislike leaves out what is planned of a style or a kind that the user
// dislikes; a style that the trip has is dropped by its slot.
func (p *planner) dislike(s *MultiAgentState, r *slot.Reading) {
	if slices.ContainsFunc(r.Dropped, func(style string) bool { return slices.Contains(s.TravelStyle, style) }) {
		return
	}
	for _, d := range s.Itinerary.Days {
		for _, place := range d.Places {
			if slices.ContainsFunc(r.Dropped, p.named(s.Query, place.Style)) || place.KindIn(s.Query) {
				r.Avoid = append(r.Avoid, place.ID)
			}
		}
	}
	if len(r.Avoid) > 0 {
		p.editDays(s, r)
	}
}

// named tells of a style whether it is a place's and goes by its own name in a
// text: who dislikes one kind of place does not dislike all of its style.
func (p *planner) named(text, of string) func(style string) bool {
	return func(style string) bool {
		name := p.pack.Styles.Name(style)
		return style == of && slices.ContainsFunc(slices.Collect(maps.Values(name)), func(n string) bool { return strings.Contains(strings.ToLower(text), n) })
	}
}
