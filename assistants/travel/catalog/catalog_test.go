package catalog_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/packs"
)

func open(t *testing.T) *catalog.Pack {
	t.Helper()
	p, err := catalog.Open(packs.FS)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestThePackHolds(t *testing.T) {
	t.Parallel()
	p := open(t)
	if len(p.Destinations) != 12 {
		t.Fatalf("%d destinations", len(p.Destinations))
	}
	styles := []string{"관광", "맛집", "쇼핑", "휴양", "자연", "문화"}
	for _, d := range p.Destinations {
		if len(d.Sights) != 12 || len(d.StayAreas) < 3 || d.Entry.EN == "" || d.Transport.KO == "" || d.Zone() == nil || len(d.BestMonths) == 0 {
			t.Errorf("%s: %d sights, %d areas", d.ID, len(d.Sights), len(d.StayAreas))
		}
		indoor := false
		for _, s := range d.Sights {
			open, closing := s.Open()
			if !slices.Contains(styles, s.Style) || s.Name.EN == "" || s.Area.EN == "" || open < 0 || closing <= open || s.Minutes > closing-open {
				t.Errorf("%s: %+v, open %d to %d", s.ID, s, open, closing)
			}
			if km := catalog.Kilometres(d.Sights[0], s); km > 150 {
				t.Errorf("%s is %.0f km from %s", s.ID, km, d.Sights[0].ID)
			}
			indoor = indoor || s.Indoor
		}
		if !indoor {
			t.Errorf("%s has nothing for a rainy day", d.ID)
		}
	}
}

func TestWeekdays(t *testing.T) {
	t.Parallel()
	p := open(t)
	market, _ := p.Destination("bangkok").Sight("bangkok-04")
	louvre, _ := p.Destination("paris").Sight("paris-02")
	for day := time.Sunday; day <= time.Saturday; day++ {
		if want := day == time.Saturday || day == time.Sunday; market.OpenOn(day) != want {
			t.Errorf("the weekend market on %s", day)
		}
		if want := day != time.Tuesday; louvre.OpenOn(day) != want {
			t.Errorf("the Louvre on %s", day)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	p := open(t)
	for text, want := range map[string]string{
		"오사카 가고 싶어": "osaka", "OSAKA please": "osaka", "제주도랑": "jeju", "괌이요": "guam", "꼬괌": "", "guamian": "", "호이안 올드타운": "danang/danang-09", "도쿄디즈니랜드": "tokyo/tokyo-07",
		"루브르 박물관과 에펠탑": "paris/paris-02 paris/paris-01", "Hong Kong and Taipei": "hongkong taipei", "": "", "부산 해운대": "busan busan/busan-01",
	} {
		var got []string
		for _, m := range p.Find(text) {
			name := m.Destination.ID
			if m.Sight != nil {
				name += "/" + m.Sight.ID
			}
			got = append(got, name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSampleOffers(t *testing.T) {
	t.Parallel()
	d := open(t).Destination("osaka")
	hotels, err := open(t).Hotels(t.Context(), catalog.HotelQuery{Destination: d, Nights: 3, Rooms: 2, Kind: catalog.KindAirbnb})
	if err != nil || len(hotels) != 3 || hotels[0].TotalPrice != 420_000 || hotels[0].Kind != catalog.KindAirbnb || hotels[0].Source != catalog.SourceSample {
		t.Errorf("%v %+v", err, hotels)
	}
	for people, want := range map[int]int{0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 9: 5, 10: 5} {
		if got := catalog.Rooms(people); got != want {
			t.Errorf("%d rooms for %d", got, people)
		}
	}
}

func TestBrokenPacksAreRefused(t *testing.T) {
	t.Parallel()
	raw, err := packs.FS.ReadFile("destinations.yaml")
	if err != nil {
		t.Fatal(err)
	}
	good := string(raw)
	for name, text := range map[string]string{
		"no destinations": "as_of: 2026-11-21\ndestinations: []\n",
		"an unknown key":  strings.Replace(good, "country: JP", "county: JP", 1),
		"twice the same":  strings.Replace(good, "id: tokyo\n", "id: osaka\n", 1),
		"odd hours":       strings.Replace(good, "hours: '09:00-17:00'", "hours: '17:00-09:00'", 1),
		"no such zone":    strings.Replace(good, "Asia/Tokyo", "Asia/Atlantis", 1),
		"falling prices":  strings.Replace(good, "premium: 500000", "premium: 5", 1),
		"no time to see":  strings.Replace(good, "minutes: 120", "minutes: 0", 1),
	} {
		if _, err := catalog.Open(fstest.MapFS{"destinations.yaml": {Data: []byte(text)}}); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := catalog.Open(fstest.MapFS{}); err == nil {
		t.Error("no file was taken")
	}
}
