package itinerary_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/itinerary"
	"github.com/madang-dev/madang/assistants/travel/packs"
	"github.com/madang-dev/madang/internal/words"
)

var start = time.Date(2026, 12, 19, 0, 0, 0, 0, time.UTC) // a Saturday

func pack(t interface{ Fatal(...any) }) *catalog.Pack {
	p, err := catalog.Open(packs.FS)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func minutes(t interface{ Fatal(...any) }, clock string) int {
	h, m, ok := strings.Cut(clock, ":")
	hour, err1 := strconv.Atoi(h)
	minute, err2 := strconv.Atoi(m)
	if !ok || err1 != nil || err2 != nil {
		t.Fatal("no time of day: ", clock)
	}
	return hour*60 + minute
}

// Whatever is asked: no day is overfull, nothing is visited twice or when it
// is closed, a day's places lie together, dates follow each other.
func TestDaysHold(t *testing.T) {
	t.Parallel()
	p := pack(t)
	limits := map[string]int{"relaxed": 2, "": 3, "normal": 3, "packed": 4}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(p.Destinations).Draw(t, "to")
		ids := []string{"비밀 장소"}
		for _, s := range d.Sights {
			ids = append(ids, s.ID)
		}
		r := itinerary.Request{
			Destination: d, Start: start.AddDate(0, 0, rapid.IntRange(0, 400).Draw(t, "later")), Nights: rapid.IntRange(1, 14).Draw(t, "nights"),
			Styles: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"관광", "맛집", "쇼핑", "휴양", "자연", "문화"}), 0, 6, rapid.ID).Draw(t, "styles"),
			Must:   rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 4, rapid.ID).Draw(t, "must"),
			Pace:   rapid.SampledFrom([]string{"relaxed", "normal", "packed", ""}).Draw(t, "pace"),
			Arrive: rapid.SampledFrom([]int{0, 0, 1, 600, 1250, 1439, 1441, 2000, 2900}).Draw(t, "arrive"), Leave: rapid.SampledFrom([]int{0, 0, 1, 300, 700, 1500}).Draw(t, "leave"),
		}
		for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 3, rapid.ID).Draw(t, "avoid") {
			if !slices.Contains(r.Must, id) {
				r.Avoid = append(r.Avoid, id)
			}
		}
		it := itinerary.Plan(r)
		if len(it.Days) != r.Nights+1 {
			t.Fatalf("%d days for %d nights", len(it.Days), r.Nights)
		}
		seen := map[string]bool{}
		for i, day := range it.Days {
			checkDay(t, d, r, day, i)
			musts := 0
			for _, place := range day.Places {
				if slices.Contains(r.Avoid, place.ID) {
					t.Fatalf("%s was to be left out", place.ID)
				}
				if seen[place.ID] {
					t.Fatalf("%s is visited twice", place.ID)
				}
				seen[place.ID] = true
				if place.Must {
					musts++
				}
			}
			if n := len(day.Places); n > limits[r.Pace] && (musts == 0 || n > 4) {
				t.Fatalf("day %d has %d places at a pace of %q", day.Day, n, r.Pace)
			}
			if musts == 0 {
				checkGroup(t, d, day)
			}
		}
		for _, id := range r.Must {
			s, known := d.Sight(id)
			if !known {
				continue
			}
			if !seen[id] && !slices.ContainsFunc(it.Unplaced, func(t words.Text) bool { return t["ko"] == s.Name["ko"] }) {
				t.Fatalf("%s had to be seen and is neither planned nor said to be missing", id)
			}
		}
	})
}

func checkDay(t *rapid.T, d *catalog.Destination, r itinerary.Request, day itinerary.Day, i int) {
	date := r.Start.AddDate(0, 0, i)
	if day.Day != i+1 || day.Date != date.Format(time.DateOnly) {
		t.Fatalf("day %d is %s", day.Day, day.Date)
	}
	if minutes(t, day.From) < 9*60 || minutes(t, day.From) > minutes(t, day.To) || minutes(t, day.To) > 21*60 {
		t.Fatalf("day %d is from %s to %s", day.Day, day.From, day.To)
	}
	at := minutes(t, day.From)
	for _, place := range day.Places {
		from, to := minutes(t, place.Start), minutes(t, place.End)
		if from < at+place.TravelMinutes || to-from != place.Minutes || to > minutes(t, day.To) {
			t.Fatalf("day %d: %s is from %s to %s, the day from %s to %s", day.Day, place.ID, place.Start, place.End, day.From, day.To)
		}
		if s, ok := d.Sight(place.ID); ok {
			open, closing := s.Open()
			if from < open || to > closing || !s.OpenOn(date.Weekday()) {
				t.Fatalf("%s is closed on %s %s-%s", place.ID, date.Weekday(), place.Start, place.End)
			}
		}
		at = to
	}
}

// checkGroup: one place of the day is within reach of all others.
func checkGroup(t *rapid.T, d *catalog.Destination, day itinerary.Day) {
	for _, centre := range day.Places {
		a, _ := d.Sight(centre.ID)
		if !slices.ContainsFunc(day.Places, func(p itinerary.Place) bool {
			b, _ := d.Sight(p.ID)
			return catalog.Kilometres(a, b) > 8
		}) {
			return
		}
	}
	if len(day.Places) > 0 {
		t.Fatalf("day %d is spread out: %+v", day.Day, day.Places)
	}
}

func TestAPlanIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	r := itinerary.Request{Destination: pack(t).Destination("osaka"), Start: start, Nights: 3, Styles: []string{"맛집"}}
	if diff := cmp.Diff(itinerary.Plan(r), itinerary.Plan(r)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatMustBeSeenIsPlanned(t *testing.T) {
	t.Parallel()
	it := itinerary.Plan(itinerary.Request{
		Destination: pack(t).Destination("osaka"), Start: start, Nights: 3, Styles: []string{"맛집", "쇼핑"}, Must: []string{"osaka-03"},
	})
	var names []string
	for _, d := range it.Days {
		for _, p := range d.Places {
			if p.Must {
				names = append(names, p.Name["ko"])
			}
		}
	}
	if !slices.Contains(names, "유니버설 스튜디오 재팬") || len(it.Unplaced) > 0 {
		t.Errorf("%q, unplaced %v", names, it.Unplaced)
	}
}

// A place far out of the city is not half an hour from the hotel, and not on a short day.
func TestAFarPlaceTakesItsWay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		city, sight string
		least       int
	}{{"fukuoka", "유후인", 120}, {"osaka", "나라공원", 60}, {"osaka", "도톤보리", 30}} {
		d := pack(t).Destination(c.city)
		at := slices.IndexFunc(d.Sights, func(s catalog.Sight) bool { return s.Name["ko"] == c.sight })
		it := itinerary.Plan(itinerary.Request{Destination: d, Start: start, Nights: 3, Must: []string{d.Sights[at].ID}})
		day, place := it.Find(d.Sights[at].ID)
		if out := itinerary.Out(d, d.Sights[at]); day == 0 || place.TravelMinutes < min(c.least, 30) || out > 0 && out < c.least || (out > 0) != (c.least > 45) {
			t.Errorf("%s: day %d, %d min there, %d out", c.sight, day, place.TravelMinutes, out)
		}
	}
}

func TestALateFlightShortensTheFirstDay(t *testing.T) {
	t.Parallel()
	it := itinerary.Plan(itinerary.Request{Destination: pack(t).Destination("osaka"), Start: start, Nights: 1, Styles: []string{"관광"}, Arrive: 20 * 60, Leave: 10 * 60})
	if it.Days[0].From != "20:00" || len(it.Days[0].Places) != 0 || it.Days[1].To != "10:00" {
		t.Errorf("%+v", it.Days)
	}
}

func BenchmarkPlan(b *testing.B) {
	p := pack(b)
	for b.Loop() {
		itinerary.Plan(itinerary.Request{Destination: p.Destination("tokyo"), Start: start, Nights: 14, Styles: []string{"관광", "맛집", "쇼핑", "휴양", "자연", "문화"}, Pace: "packed"})
	}
}
