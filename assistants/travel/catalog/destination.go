package catalog

import (
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/madang-dev/madang/internal/words"
)

// The price bands, from the cheapest.
const (
	Budget   = "budget"
	Standard = "standard"
	Premium  = "premium"
)

// Bands lists the price bands from the cheapest.
func Bands() []string { return []string{Budget, Standard, Premium} }

// Price is a price in each band, in whole won.
type Price map[string]int64

// Destination is a place that trips go to.
type Destination struct {
	ID         string     `yaml:"id"`
	Name       words.Text `yaml:"name"`
	Aliases    []string   `yaml:"aliases"`
	Country    string     `yaml:"country"` // ISO 3166, two letters
	Airports   []string   `yaml:"airports"`
	Origin     string     `yaml:"origin"` // the usual airport of departure
	Minutes    int        `yaml:"flight_minutes"`
	Timezone   string     `yaml:"timezone"`
	Currency   string     `yaml:"currency"`
	BestMonths []int      `yaml:"best_months"`
	Warm       bool       `yaml:"warm"` // all year
	// Flight is a round trip a person, Hotel a night a room, Daily what a
	// person spends a day.
	Flight    Price        `yaml:"flight"`
	Hotel     Price        `yaml:"hotel"`
	Daily     Price        `yaml:"daily"`
	StayAreas []words.Text `yaml:"stay_areas"`
	Entry     words.Text   `yaml:"entry"`
	Transport words.Text   `yaml:"transport"`
	// Weather tells of the seasons that keep travellers indoors; none is not known.
	Weather words.Text `yaml:"weather"`
	Sights  []Sight    `yaml:"sights"`

	short []name // of its sights, the longest first
}

// Domestic tells whether one pays as at home.
func (d *Destination) Domestic() bool { return d.Currency == "KRW" }

// Sight finds a sight by its id.
func (d *Destination) Sight(id string) (Sight, bool) {
	i := slices.IndexFunc(d.Sights, func(s Sight) bool { return s.ID == id })
	if i < 0 {
		return Sight{}, false
	}
	return d.Sights[i], true
}

// AreaNamed is the area to stay in that goes by a name of its own or of a part
// of it ("Namba and Dotonbori").
func (d *Destination) AreaNamed(name string) (words.Text, bool) {
	i := slices.IndexFunc(d.StayAreas, func(area words.Text) bool { return slices.Contains(areaNames(area), strings.ToLower(name)) })
	if i < 0 {
		return nil, false
	}
	return d.StayAreas[i], true
}

// AreasIn gives the areas to stay in that a text in lower case names, with
// where each name stands.
func (d *Destination) AreasIn(lower string) iter.Seq2[words.Text, [2]int] {
	return func(yield func(words.Text, [2]int) bool) {
		for _, area := range d.StayAreas {
			for _, name := range areaNames(area) {
				for start, end := range places(lower, name) {
					if !yield(area, [2]int{start, end}) {
						return
					}
				}
			}
		}
	}
}

// areaNames are what an area goes by, in lower case.
func areaNames(area words.Text) (names []string) {
	for _, text := range area {
		text = strings.ToLower(text)
		names = append(names, text)
		for _, between := range []string{"·", " and "} {
			if parts := strings.Split(text, between); len(parts) > 1 {
				names = append(names, parts...)
			}
		}
	}
	return names
}

// Sight is a place to see.
type Sight struct {
	ID      string     `yaml:"id"`
	Name    words.Text `yaml:"name"`
	Aliases []string   `yaml:"aliases"`
	// Short are what it is called besides in a talk about its city, in lower case.
	Short   []string   `yaml:"short"`
	Area    words.Text `yaml:"area"`
	Style   string     `yaml:"style"`
	Minutes int        `yaml:"minutes"` // how long a visit takes
	// Hours is HH:MM-HH:MM, beyond 24:00 past midnight; "" is always open.
	Hours  string   `yaml:"hours"`
	Closed []string `yaml:"closed"` // mon … sun
	Only   []string `yaml:"only"`   // open on no other days
	// Varies tells that hours differ by season, day or shop; Book that one
	// had better book; Indoor that rain does no harm.
	Varies bool    `yaml:"varies"`
	Book   bool    `yaml:"book"`
	Indoor bool    `yaml:"indoor"`
	Lat    float64 `yaml:"lat"`
	Lon    float64 `yaml:"lon"`
	Entry  int64   `yaml:"entry"` // won a person, roughly

	open, close int
}

// names are those that the sight goes by in any talk.
func (s Sight) names() []string {
	return slices.AppendSeq(slices.Clone(s.Aliases), maps.Values(s.Name))
}

// Called tells whether the sight goes by a name.
func (s Sight) Called(name string) bool {
	return slices.ContainsFunc(s.names(), func(text string) bool { return strings.EqualFold(text, name) })
}

// bears tells whether a word stands in what the sight is called.
func (s Sight) bears(word string) bool {
	return slices.ContainsFunc(append(s.names(), s.Short...), func(name string) bool { return strings.Contains(strings.ToLower(name), word) })
}

// OfKind are a city's sights that a word for a style means: those of the style
// where it is the style's name, else those that are called by it ("박물관").
func (p *Pack) OfKind(d *Destination, style, word string) (list []Sight) {
	own := slices.Contains(slices.Collect(maps.Values(p.Styles.Name(style))), word)
	for _, s := range d.Sights {
		if own && s.Style == style || s.bears(word) {
			list = append(list, s)
		}
	}
	return list
}

// Open is when the sight opens and closes, in minutes from midnight.
func (s Sight) Open() (from, to int) { return s.open, s.close }

// OpenOn tells whether the sight is open on a weekday at all.
func (s Sight) OpenOn(day time.Weekday) bool {
	name := weekdays[day]
	if len(s.Only) > 0 {
		return slices.Contains(s.Only, name)
	}
	return !slices.Contains(s.Closed, name)
}

var weekdays = [7]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// Centre is the middle of a city's sights, for the way to it and from it: half of them
// lie on either side, so that one that is far out does not draw it along.
func (d *Destination) Centre() Sight {
	var lats, lons []float64
	for _, s := range d.Sights {
		lats, lons = append(lats, s.Lat), append(lons, s.Lon)
	}
	if len(lats) == 0 {
		return Sight{}
	}
	slices.Sort(lats)
	slices.Sort(lons)
	return Sight{Lat: lats[len(lats)/2], Lon: lons[len(lons)/2]}
}

// Kilometres is about the distance between two sights as the crow flies: the
// degrees of one city are as good as flat.
func Kilometres(a, b Sight) float64 {
	const degree = 111.2
	middle := (a.Lat + b.Lat) / 2 * math.Pi / 180
	return degree * math.Hypot(b.Lat-a.Lat, (b.Lon-a.Lon)*math.Cos(middle))
}
