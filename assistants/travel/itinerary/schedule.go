package itinerary

import (
	"math"

	"github.com/madang-dev/madang/assistants/travel/catalog"
)

// How long things take besides the visits, in minutes.
const (
	toFirst = 30 // from the hotel to a first place in the city
	inCity  = 45 // the longest way that is none out of it
	meal    = 60
	lunchAt = 11*60 + 30
	dinner  = 18 * 60
	// maxWait is how long one waits for a place to open after another.
	maxWait = 120
)

// travel is the way between two places: half an hour to an hour in a city,
// more to a place outside it.
func travel(a, b catalog.Sight) int {
	km := catalog.Kilometres(a, b)
	switch {
	case km < 3:
		return 20
	case km < 8:
		return 30
	case km < 20:
		return 45
	}
	return int(math.Ceil(km/40*60/10))*10 + 30
}

// visit is a sight with its place in a day, in minutes.
type visit struct {
	sight             stop
	start, end, moved int
}

// stop is a sight that may be visited, with how much it is wanted.
type stop struct {
	catalog.Sight
	score int
	must  bool
	from  int // the minute of a day before which it is not wanted; 0 is any
}

// fit lays stops out in a day, in the order that ends first; nil when no
// order keeps the opening hours and the day's bounds.
func fit(stops []stop, w window, open func(catalog.Sight) bool) []visit {
	for _, s := range stops {
		if !open(s.Sight) {
			return nil
		}
	}
	var best []visit
	bestCost := math.MaxInt
	permute(stops, func(order []stop) {
		visits, cost := walk(order, w)
		if visits != nil && cost < bestCost {
			best, bestCost = visits, cost
		}
	})
	return best
}

// walk goes through a day in one order. The cost is when it ends and how
// much of it is spent moving.
func walk(order []stop, w window) ([]visit, int) {
	at, moving := w.from, 0
	lunched, dined := w.from > 13*60, false
	visits := make([]visit, 0, len(order))
	for i, s := range order {
		if i > 0 && s.Minutes >= longVisit {
			return nil, 0 // what takes the day begins it
		}
		lunched = lunched || i > 0 && order[i-1].Minutes >= longVisit
		way := w.first(s.Sight)
		if i > 0 {
			way = travel(order[i-1].Sight, s.Sight)
			if !lunched && at >= lunchAt {
				at, lunched = at+meal, true
			}
			if !dined && at >= dinner {
				at, dined = at+meal, true
			}
		}
		open, closing := s.Open()
		start := max(at+way, open, s.from)
		start = (start + 9) / 10 * 10
		if start < w.restTo && start+s.Minutes > w.restFrom {
			start, at = w.restTo, max(at, w.restTo-way) // resting is no waiting
		}
		end := start + s.Minutes
		if end > closing || end > w.to || i > 0 && !w.patient && s.from == 0 && start-at-way > maxWait {
			return nil, 0
		}
		visits = append(visits, visit{sight: s, start: start, end: end, moved: way})
		at, moving = end, moving+way
	}
	return visits, at + 2*moving
}

// first is the way from the hotel, which lies in the middle of the sights for all
// that is known, to a first place: half an hour, more where that lies far out.
func (w window) first(s catalog.Sight) int {
	return max(toFirst, travel(w.centre, s))
}

// Out is how long the way out of the city to a sight is, in minutes; 0 of one that
// lies in it.
func Out(d *catalog.Destination, s catalog.Sight) int {
	if way := (window{centre: d.Centre()}).first(s); way > inCity {
		return way
	}
	return 0
}

// permute calls f with every order of a few stops.
func permute(stops []stop, f func([]stop)) {
	var step func(k int)
	order := append([]stop(nil), stops...)
	step = func(k int) {
		if k >= len(order)-1 {
			f(order)
			return
		}
		for i := k; i < len(order); i++ {
			order[k], order[i] = order[i], order[k]
			step(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	step(0)
}
