package catalog_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

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
	if len(p.Destinations) != 34 {
		t.Fatalf("%d destinations", len(p.Destinations))
	}
	if diff := cmp.Diff([]string{"관광", "맛집", "쇼핑", "휴양", "자연", "문화"}, p.Styles.IDs()); diff != "" {
		t.Error(diff) // states hold them
	}
	for _, d := range p.Destinations {
		if len(d.Sights) != 12 || len(d.StayAreas) < 3 || d.Entry["en"] == "" || d.Transport["ko"] == "" || len(d.BestMonths) == 0 {
			t.Errorf("%s: %d sights, %d areas", d.ID, len(d.Sights), len(d.StayAreas))
		}
		indoor := false
		for _, s := range d.Sights {
			open, closing := s.Open()
			if !p.Styles.Has(s.Style) || open < 0 || closing <= open || s.Minutes > closing-open {
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
		for _, m := range p.Find(text, "") {
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
	hotels, err := open(t).Hotels(t.Context(), catalog.HotelQuery{Destination: d, Nights: 3, Rooms: 2, Kind: "airbnb"})
	if err != nil || len(hotels) != 3 || hotels[0].TotalPrice != 420_000 || hotels[0].Kind != "airbnb" || hotels[0].Source != catalog.SourceSample {
		t.Errorf("%v %+v", err, hotels)
	}
	for people, want := range map[int]int{0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 9: 5, 10: 5} {
		if got := catalog.Rooms(people); got != want {
			t.Errorf("%d rooms for %d", got, people)
		}
	}
}

// A broken file is refused with its line and what would mend it.
func TestBrokenPacksAreRefused(t *testing.T) {
	t.Parallel()
	raw := map[string]string{}
	for _, name := range []string{"destinations.yaml", "world.yaml"} {
		text, err := packs.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		raw[name] = string(text)
	}
	const places, world = "destinations.yaml", "world.yaml"
	for name, c := range map[string]struct{ file, was, is, want string }{
		"no destinations":    {places, raw[places], "as_of: 2026-11-21\ndestinations: []\n", ":1:…no destinations: list"},
		"an unknown key":     {places, "country: JP", "county: JP", `:10:…unknown field "county"`},
		"twice the same":     {places, "id: tokyo\n", "id: osaka\n", ":41:…id osaka is there twice: give"},
		"a missing name":     {places, "name: {ko: 도쿄, en: Tokyo}", "name: {ko: 도쿄}", ":41:…name is missing in en: write"},
		"no name at all":     {places, "    name: {ko: 도쿄, en: Tokyo}\n", "", ":41:…name is missing in ko, en: write"},
		"an unknown style":   {places, "style: 관광", "style: 우주", `:29:…style "우주" is unknown: write one of 관광, 맛집`},
		"a price in letters": {places, "budget: 250000", "budget: cheap", ":17:…cannot construct"},
		"falling prices":     {places, "premium: 500000", "premium: 5", ":17:…flight prices have to rise"},
		"a misspelt band":    {places, "premium: 500000", "premium: 500000, luxury: 900000", `:17:…band "luxury" is unknown: write budget, standard, premium`},
		"odd hours":          {places, "hours: '09:00-17:00'", "hours: '17:00-09:00'", `:29:…hours "17:00-09:00": write HH:MM`},
		"no such zone":       {places, "Asia/Tokyo", "Asia/Atlantis", `:14:…timezone "Asia/Atlantis" is unknown: write`},
		"no time to see":     {places, "minutes: 120", "minutes: 0", ":29:…minutes 0: write"},
		"an unknown weekday": {places, "closed: [mon]", "closed: [monday]", `day "monday" is unknown: write sun`},
		"month 13":           {places, "best_months: [3,", "best_months: [13,", ":16:…month 13: write 1 to 12"},
		"a style no words":   {world, "words: [관광, 명소, 구경, 볼거리, 랜드마크, sightseeing, landmark, sights]", "words: []", ":5:…words are missing: list"},
		"capitals":           {world, "korean air", "Korean Air", `word "Korean Air" has to be there, in lower case`},
		"an impossible day":  {world, "{month: 3, day: 1,", "{month: 2, day: 30,", "month 2 has no day 30"},
		"not YAML":           {world, "styles:", "styles: [", ""},
	} {
		if !strings.Contains(raw[c.file], c.was) {
			t.Fatalf("%s: no %q", name, c.was)
		}
		files := fstest.MapFS{}
		for file, text := range raw {
			if file == c.file {
				text = strings.Replace(text, c.was, c.is, 1)
			}
			files[file] = &fstest.MapFile{Data: []byte(text)}
		}
		if _, err := catalog.Open(files); err == nil || !strings.Contains(err.Error(), c.file) {
			t.Errorf("%s: %v", name, err)
		} else {
			for part := range strings.SplitSeq(c.want, "…") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%s: %v, want %q", name, err, part)
				}
			}
		}
	}
	if _, err := catalog.Open(fstest.MapFS{}); err == nil {
		t.Error("no file was taken")
	}
}
