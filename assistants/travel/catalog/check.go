package catalog

import (
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // a machine without zone files must know Paris' summer time too

	"github.com/madang-dev/madang/internal/datafile"
	"github.com/madang-dev/madang/internal/words"
)

// checker gathers what is wrong with a file.
type checker struct{ datafile.Flaws }

// languages are those that every name has.
var languages = []string{words.Base, "en"}

// text asks for a text in all languages.
func (c *checker) text(path, key string, t words.Text) {
	lacks := t.Lacks(languages...)
	c.Need(len(lacks) == 0, path, "%s is missing in %s: write %s: {ko: …, en: …}", key, strings.Join(lacks, ", "), key)
}

// id asks for an id that nothing before it has.
func (c *checker) id(path, id string, seen map[string]bool) {
	c.Need(id != "", path, "id is missing: write id: and a short name in Latin letters")
	c.Need(id == "" || !seen[id], path, "id %s is there twice: give each its own", id)
	seen[id] = true
}

func checkWorld(w *World, c *checker) {
	for kind, terms := range map[string]Terms{
		"styles": w.Styles, "lodgings": w.Lodgings, "airlines": w.Airlines, "airports": w.Airports, "countries": w.Countries,
	} {
		seen := map[string]bool{}
		for i, term := range terms {
			path := fmt.Sprintf("$.%s[%d]", kind, i)
			c.id(path, term.ID, seen)
			if kind != "countries" {
				c.text(path, "name", term.Name)
			}
			if kind != "airports" || term.Words != nil { // trips only end at those without
				c.words(path, term.Words)
			}
		}
		c.Need(len(terms) > 0, "$", "%s are missing: list at least one", kind)
	}
	for i, feast := range w.Feasts {
		path := fmt.Sprintf("$.feasts[%d]", i)
		c.words(path, feast.Words)
		day := time.Date(2000, feast.Month, feast.Day, 0, 0, 0, 0, time.UTC)
		c.Need(day.Month() == feast.Month && day.Day() == feast.Day, path, "month %d has no day %d", feast.Month, feast.Day)
	}
	for _, style := range slices.Concat(w.AnyStyle, w.FoodStyles) {
		c.style("$.any_style", style, w.Styles)
	}
}

func (c *checker) words(path string, list []string) {
	c.Need(len(list) > 0, path, "words are missing: list what messages call it")
	for _, word := range list {
		c.Need(word != "" && word == strings.ToLower(word), path, "word %q has to be there, in lower case", word)
	}
}

func (c *checker) style(path, style string, styles Terms) {
	c.Need(styles.Has(style), path, "style %q is unknown: write one of %s, or add it to styles in %s", style, strings.Join(styles.IDs(), ", "), worldFile)
}

// checkFile completes the destinations of a file and tells what is wrong with
// them.
func (p *Pack) checkFile(f *packFile, c *checker) {
	c.Need(len(f.Destinations) > 0, "$", "no destinations: list at least one")
	seen := map[string]bool{}
	for i, d := range f.Destinations {
		path := fmt.Sprintf("$.destinations[%d]", i)
		if d == nil {
			c.Need(false, path, "an empty destination: remove it")
			continue
		}
		c.id(path, d.ID, seen)
		p.check(d, path, c)
	}
}

func (p *Pack) check(d *Destination, path string, c *checker) {
	c.text(path, "name", d.Name)
	c.text(path, "entry", d.Entry)
	c.text(path, "transport", d.Transport)
	for key, there := range map[string]bool{
		"airports": len(d.Airports) > 0, "origin": d.Origin != "", "stay_areas": len(d.StayAreas) > 0,
		"country": d.Country != "", "best_months": len(d.BestMonths) > 0,
	} {
		c.Need(there, path, "%s is missing: write %s as the other destinations do", key, key)
	}
	for i, area := range d.StayAreas {
		c.text(fmt.Sprintf("%s.stay_areas[%d]", path, i), "stay_areas", area)
	}
	for i, month := range d.BestMonths {
		c.Need(month >= 1 && month <= 12, fmt.Sprintf("%s.best_months[%d]", path, i), "month %d: write 1 to 12", month)
	}
	_, err := time.LoadLocation(d.Timezone)
	c.Need(err == nil && d.Timezone != "", path+".timezone", "timezone %q is unknown: write one such as Asia/Seoul", d.Timezone)
	for key, price := range map[string]Price{"flight": d.Flight, "hotel": d.Hotel, "daily": d.Daily} {
		for band := range price {
			c.Need(slices.Contains(Bands(), band), path+"."+key, "band %q is unknown: write %s", band, strings.Join(Bands(), ", "))
		}
		c.Need(price[Budget] > 0 && price[Standard] >= price[Budget] && price[Premium] >= price[Standard], path+"."+key,
			"%s prices have to rise from budget to premium, in whole won", key)
	}
	seen, short := map[string]bool{}, map[string]bool{}
	for i := range d.Sights {
		s, path := &d.Sights[i], fmt.Sprintf("%s.sights[%d]", path, i)
		c.id(path, s.ID, seen)
		p.checkSight(s, path, c)
		for _, word := range s.Short {
			c.Need(word != "" && word == strings.ToLower(word), path+".short", "short name %q has to be there, in lower case", word)
			c.Need(!short[word], path+".short", "short name %q is there twice in the city: give it to one sight or to none", word)
			short[word] = true
		}
	}
}

func (p *Pack) checkSight(s *Sight, path string, c *checker) {
	c.text(path, "name", s.Name)
	c.text(path, "area", s.Area)
	c.style(path, s.Style, p.Styles)
	c.Need(s.Minutes > 0 && s.Minutes <= maxVisit, path, "minutes %d: write how long a visit takes, up to %d", s.Minutes, maxVisit)
	for _, day := range slices.Concat(s.Closed, s.Only) {
		c.Need(slices.Contains(weekdays[:], day), path, "day %q is unknown: write %s", day, strings.Join(weekdays[:], ", "))
	}
	var err error
	if s.open, s.close, err = parseHours(s.Hours); err != nil {
		c.Need(false, path, "%v", err)
	}
}

const (
	dayMinutes = 24 * 60
	maxVisit   = 12 * 60
)

// parseHours reads HH:MM-HH:MM in minutes from midnight; "" is always open.
func parseHours(hours string) (open, closing int, err error) {
	if hours == "" {
		return 0, 2 * dayMinutes, nil
	}
	var h1, m1, h2, m2 int
	n, err := fmt.Sscanf(hours+".", "%d:%d-%d:%d.", &h1, &m1, &h2, &m2)
	open, closing = h1*60+m1, h2*60+m2
	if n < 4 || err != nil || min(h1, m1, m2) < 0 || max(m1, m2) > 59 || h2 > 30 || closing <= open {
		return 0, 0, fmt.Errorf("hours %q: write HH:MM-HH:MM, beyond 24:00 past midnight", hours)
	}
	return open, closing, nil
}
