package itinerary

import (
	"cmp"
	"slices"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/internal/words"
)

// maxPlaces is the most that any day holds, groupKm how far from its first
// choice the rest of a day lies.
const (
	maxPlaces = 4
	groupKm   = 8
	// longVisit is a visit that takes a day for itself.
	longVisit = 300
)

// places is how many a day of that pace holds.
func places(pace string) int {
	if n := map[string]int{"relaxed": 2, "packed": maxPlaces}[pace]; n > 0 {
		return n
	}
	return 3
}

// Plan lays the trip out. The same request gives the same days.
func Plan(r Request) Itinerary {
	p := begin(r)
	for _, i := range p.order() {
		p.fill(i)
	}
	p.insistAll()
	return p.result()
}

// begin is the days before they are filled.
func begin(r Request) *planner {
	p := &planner{Request: r, days: make([]planned, r.Nights+1)}
	centre := r.Destination.Centre()
	for i := range p.days {
		p.days[i].window, p.days[i].kind = r.window(i)
		p.days[i].centre = centre
		p.days[i].date = r.Start.AddDate(0, 0, i)
	}
	p.pool = p.stops()
	return p
}

// planned is a day being filled.
type planned struct {
	window
	kind   string
	date   time.Time
	stops  []stop
	visits []visit
	lacks  bool // a place went that another may take
}

func (d *planned) open(s catalog.Sight) bool { return s.OpenOn(d.date.Weekday()) }

type planner struct {
	Request
	days     []planned
	pool     []stop
	unplaced []words.Text
}

// stops are the sights by how much they are wanted.
func (p *planner) stops() []stop {
	list := make([]stop, 0, len(p.Destination.Sights))
	for i, s := range p.Destination.Sights {
		st := stop{Sight: s, score: len(p.Destination.Sights) - i}
		switch {
		case slices.Contains(p.Avoid, s.ID):
			continue
		case slices.Contains(p.Must, s.ID):
			st.score, st.must = st.score+1000, true
		case slices.Contains(p.Styles, s.Style):
			st.score += 100
		case s.Minutes >= longVisit:
			continue // nobody asked for a whole day of it
		}
		list = append(list, st)
	}
	slices.SortStableFunc(list, func(a, b stop) int { return cmp.Compare(b.score, a.score) })
	return list
}

// order is the days in the order of filling: whole days have the choice.
func (p *planner) order() (order []int) {
	for i := 1; i < p.Nights; i++ {
		order = append(order, i)
	}
	return append(order, slices.Compact([]int{0, p.Nights})...)
}

// fill gives a day its best stop and what lies near it. Where there are more
// days than sights to fill them, each day takes its share.
func (p *planner) fill(i int) {
	d := &p.days[i]
	limit := min(places(p.Pace), p.share())
	for len(d.stops) < limit {
		at := p.next(d)
		if at < 0 {
			return
		}
		d.stops = append(d.stops, p.take(at))
		d.visits = fit(d.stops, d.window, d.open)
	}
}

func (p *planner) share() int {
	empty := 0
	for _, d := range p.days {
		if len(d.stops) == 0 {
			empty++
		}
	}
	return max(1, (len(p.pool)+empty-1)/max(empty, 1))
}

// next is the pool's best stop for a day: any for an empty day, else one
// near the day's first; -1 when none fits.
func (p *planner) next(d *planned) int {
	best, bestScore := -1, 0.0
	for i, s := range p.pool {
		score := float64(s.score)
		if len(d.stops) > 0 {
			km := catalog.Kilometres(d.stops[0].Sight, s.Sight)
			if km > groupKm {
				continue
			}
			score -= 5 * km
		}
		if best >= 0 && score <= bestScore {
			continue
		}
		if fit(append(slices.Clone(d.stops), s), d.window, d.open) != nil {
			best, bestScore = i, score
		}
	}
	return best
}

// insistAll places what must be seen and found no day yet, by making room if
// need be.
func (p *planner) insistAll() {
	for _, s := range slices.Clone(p.pool) {
		if s.must && !p.insist(s) {
			p.unplaced = append(p.unplaced, s.Name)
		}
	}
}

// insist puts a stop into the first day that takes it, then into one that
// gives up what is wanted least.
func (p *planner) insist(s stop) bool {
	for _, into := range []func(*planned, stop) bool{p.addTo, p.insistOn} {
		for i := range p.days {
			if into(&p.days[i], s) {
				return true
			}
		}
	}
	return false
}

func (p *planner) addTo(d *planned, s stop) bool {
	return len(d.stops) < maxPlaces && p.set(d, append(slices.Clone(d.stops), s))
}

// insistOn puts a stop into a day, which gives up what is wanted least if need
// be.
func (p *planner) insistOn(d *planned, s stop) bool {
	if p.addTo(d, s) {
		return true
	}
	for drop := len(d.stops) - 1; drop >= 0; drop-- {
		if !d.stops[drop].must && p.set(d, append(slices.Delete(slices.Clone(d.stops), drop, drop+1), s)) {
			return true
		}
	}
	kept := slices.DeleteFunc(slices.Clone(d.stops), func(s stop) bool { return !s.must })
	return p.set(d, append(kept, s))
}

// set gives a day its stops if they fit.
func (p *planner) set(d *planned, stops []stop) bool {
	visits := fit(stops, d.window, d.open)
	if visits == nil {
		return false
	}
	d.stops, d.visits = stops, visits
	return true
}

func (p *planner) result() Itinerary {
	it := Itinerary{Destination: p.Destination.ID, Timezone: p.Destination.Timezone, Unplaced: p.unplaced, RainOption: p.indoor()}
	for i, d := range p.days {
		day := Day{
			Day: i + 1, Date: d.date.Format(time.DateOnly), Kind: d.kind, From: clock(d.from), To: clock(d.to),
			Area: p.Destination.StayAreas[0], Places: []Place{},
		}
		if len(d.stops) > 0 {
			day.Area = d.stops[0].Area
		}
		for _, v := range d.visits {
			day.Places = append(day.Places, v.place())
		}
		it.Days = append(it.Days, day)
	}
	return it
}

func (v visit) place() Place {
	s := v.sight
	return Place{
		ID: s.ID, Name: s.Name, Area: s.Area, Style: s.Style, Start: clock(v.start), End: clock(v.end),
		Minutes: s.Minutes, TravelMinutes: v.moved, Hours: s.Hours, Varies: s.Varies, Book: s.Book, Entry: s.Entry, Must: s.must,
		Lat: s.Lat, Lon: s.Lon,
	}
}

// indoor is a place under a roof that is not planned already; nil is none.
func (p *planner) indoor() *words.Text {
	used := func(s catalog.Sight) bool {
		return slices.ContainsFunc(p.days, func(d planned) bool {
			return slices.ContainsFunc(d.stops, func(x stop) bool { return x.ID == s.ID })
		})
	}
	at := slices.IndexFunc(p.Destination.Sights, func(s catalog.Sight) bool { return s.Indoor && !used(s) })
	if at < 0 {
		return nil
	}
	return &p.Destination.Sights[at].Name
}
