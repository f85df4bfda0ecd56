package itinerary

import "slices"

// Edit is a change of days that are laid out: the request already has what
// goes and what has to be seen.
type Edit struct {
	// Day is the one that is changed, from 1; 0 is whichever needs it. With is
	// a day that it changes places with.
	Day, With int
	// Add are places for the day, ids of sights. Anew fills the day with others
	// than it has, Refill with any. Less leaves the room of what goes empty. Of
	// Anew only what begins in Hours goes, where they are set.
	Add                []string
	Anew, Refill, Less bool
	Hours              [2]string // HH:MM, from and before
	// From is the minute of the day that what is added is not to begin before.
	From int
}

// Change lays the days that an edit touches out anew and leaves the others as
// they are.
func Change(r Request, it Itinerary, e Edit) Itinerary {
	p := begin(r)
	days := slices.Clone(it.Days[:min(len(it.Days), len(p.days))])
	if e.With > 0 && e.Day > 0 && max(e.With, e.Day) <= len(days) {
		a, b := &days[e.Day-1], &days[e.With-1]
		a.Places, b.Places = b.Places, a.Places
	}
	for i, d := range days {
		p.restore(i, d.Places, e)
	}
	for _, id := range e.Add {
		at := slices.IndexFunc(p.pool, func(s stop) bool { return s.ID == id })
		if at < 0 {
			continue
		}
		s := p.take(at)
		s.must, s.from = true, e.From
		if e.Day > 0 && e.Day <= len(p.days) && p.insistOn(&p.days[e.Day-1], s) || p.insist(s) {
			continue
		}
		p.unplaced = append(p.unplaced, s.Name)
	}
	for i := range days {
		if p.days[i].lacks && !e.Less {
			p.fill(i)
		}
	}
	return p.result()
}

// restore puts the places of a day back that are still wanted there.
func (p *planner) restore(i int, places []Place, e Edit) {
	d := &p.days[i]
	if e.Refill && e.Day == i+1 {
		d.lacks = true
		return
	}
	for _, place := range places {
		anew := e.Anew && e.Day == i+1 && (e.Hours[1] == "" || place.Start >= e.Hours[0] && place.Start < e.Hours[1])
		at := slices.IndexFunc(p.pool, func(s stop) bool { return s.ID == place.ID })
		switch {
		case slices.Contains(e.Add, place.ID):
			d.lacks = true
		case at >= 0:
			if s := p.take(at); !anew {
				d.stops = append(d.stops, s)
			}
			d.lacks = d.lacks || anew
		default:
			d.lacks = true
		}
	}
	// A day that changed places with a shorter one keeps what fits in it.
	stops, w := d.stops, d.window
	w.patient = true // what is planned for an evening stays there, though the day begins earlier now
	d.stops, d.visits = nil, nil
	for _, s := range stops {
		if visits := fit(append(slices.Clone(d.stops), s), w, d.open); visits != nil {
			d.stops, d.visits = append(d.stops, s), visits
		} else if e.Day+e.With == 0 && !e.Less { // other days of the week, other flights: what closes then is said
			p.unplaced, d.lacks = append(p.unplaced, s.Name), true
		}
	}
}

// take takes a stop out of the pool.
func (p *planner) take(at int) stop {
	s := p.pool[at]
	p.pool = slices.Delete(p.pool, at, at+1)
	return s
}

// Fits are the sights that one could see on a day by themselves, as it is bounded;
// what is liked best comes first.
func Fits(r Request, day int) (ids []string) {
	p := begin(r)
	d := &p.days[day-1]
	for _, s := range p.pool {
		if fit([]stop{s}, d.window, d.open) != nil {
			ids = append(ids, s.ID)
		}
	}
	return ids
}
