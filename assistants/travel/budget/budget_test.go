package budget_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/madang-dev/madang/assistants/travel/budget"
	"github.com/madang-dev/madang/assistants/travel/catalog"
	"github.com/madang-dev/madang/assistants/travel/packs"
)

// What trips of the catalog cost, worked out by hand.
func TestTripsOfTheCatalog(t *testing.T) {
	t.Parallel()
	pack, err := catalog.Open(packs.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		to, band                     string
		nights, people               int
		budget                       int64
		flights, hotel, daily, total int64
		over                         int64
	}{
		{"osaka", catalog.Budget, 3, 2, 1_500_000, 500_000, 210_000, 480_000, 1_190_000, 0},
		{"osaka", catalog.Standard, 3, 2, 2_000_000, 700_000, 420_000, 880_000, 2_000_000, 0},
		{"fukuoka", catalog.Budget, 2, 1, 500_000, 180_000, 120_000, 150_000, 450_000, 0},
		{"danang", catalog.Standard, 4, 4, 5_000_000, 1_600_000, 800_000, 1_300_000, 3_700_000, 0},
		{"paris", catalog.Standard, 6, 2, 6_000_000, 2_600_000, 1_200_000, 2_100_000, 5_900_000, 0},
		{"jeju", catalog.Budget, 2, 2, 800_000, 120_000, 120_000, 300_000, 540_000, 0},
		{"guam", catalog.Premium, 4, 2, 4_000_000, 1_800_000, 2_400_000, 3_000_000, 7_200_000, 3_200_000},
		{"bangkok", catalog.Standard, 3, 3, 3_000_000, 1_440_000, 540_000, 840_000, 2_820_000, 0},
	} {
		d := pack.Destination(c.to)
		flight, hotel := d.Flight[c.band], d.Hotel[c.band]*int64(c.nights)*int64(catalog.Rooms(c.people))
		b := budget.Reckon(c.band, budget.Trip{Nights: c.nights, People: c.people, Budget: c.budget}, budget.Prices{Flight: &flight, Hotel: &hotel, Daily: d.Daily[c.band]})
		if *b.Flights != c.flights || *b.Hotel != c.hotel || b.Daily != c.daily || b.Total != c.total || b.OverBy != c.over || (b.Fit == budget.Within) != (c.over == 0) {
			t.Errorf("%s %s: flights %d, hotel %d, %+v", c.to, c.band, *b.Flights, *b.Hotel, b)
		}
	}
}

func TestAMissingPriceIsNotZero(t *testing.T) {
	t.Parallel()
	hotel := int64(300_000)
	b := budget.Reckon("budget", budget.Trip{Nights: 2, People: 2, Budget: 1_000_000}, budget.Prices{Hotel: &hotel, Daily: 10_000})
	if b.Flights != nil || len(b.Missing) != 1 || b.Missing[0] != "flights" || b.Total != 360_000 {
		t.Errorf("%+v", b)
	}
}

func TestRecommend(t *testing.T) {
	t.Parallel()
	plan := func(total int64) budget.Breakdown {
		return budget.Reckon("", budget.Trip{Nights: 0, People: 1, Budget: 1_000_000}, budget.Prices{Daily: total})
	}
	for name, c := range map[string]struct {
		totals           []int64
		strict, flexible int
	}{
		"all fit":               {[]int64{500_000, 700_000, 900_000}, 2, 2},
		"the dearest does not":  {[]int64{500_000, 1_000_000, 1_000_001}, 1, 1},
		"only a tenth over":     {[]int64{1_050_000, 1_100_000, 2_000_000}, -1, 0},
		"none, by far":          {[]int64{1_100_001, 2_000_000, 3_000_000}, -1, -1},
		"no plans":              {nil, -1, -1},
		"one over, one within":  {[]int64{1_000_000, 1_050_000}, 0, 0},
		"within beats less far": {[]int64{1_080_000, 999_999, 1_050_000}, 1, 1},
	} {
		var plans []budget.Breakdown
		for _, total := range c.totals {
			plans = append(plans, plan(total))
		}
		if got := budget.Recommend(plans, budget.Strict); got != c.strict {
			t.Errorf("%s: strict %d", name, got)
		}
		if got := budget.Recommend(plans, budget.Flexible); got != c.flexible {
			t.Errorf("%s: flexible %d", name, got)
		}
	}
}

// Sums are exact, whatever the prices.
func TestSumsAreExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		trip := budget.Trip{
			Nights: rapid.IntRange(1, 14).Draw(t, "nights"), People: rapid.IntRange(1, 10).Draw(t, "people"),
			Budget: rapid.Int64Range(100_000, 10_000_000).Draw(t, "budget"),
		}
		prices := budget.Prices{Daily: rapid.Int64Range(0, 1_000_000).Draw(t, "daily")}
		perNight := rapid.Int64Range(0, 3_000_000).Draw(t, "night")
		if rapid.Bool().Draw(t, "flies") {
			flight := rapid.Int64Range(0, 5_000_000).Draw(t, "flight")
			prices.Flight = &flight
		}
		hotel := perNight * int64(trip.Nights)
		prices.Hotel = &hotel
		b := budget.Reckon("x", trip, prices)
		sum := b.Daily + *b.Hotel
		if b.Flights != nil {
			sum += *b.Flights
		}
		if b.Total != sum || b.Remaining != trip.Budget-sum || b.OverBy != max(sum-trip.Budget, 0) || b.PerPerson*int64(trip.People) < sum || (b.PerPerson-1)*int64(trip.People) >= sum && sum > 0 {
			t.Fatalf("%+v, sum %d", b, sum)
		}
		if b.Allowed(budget.Strict) && b.Total > trip.Budget {
			t.Fatalf("a strict budget is passed: %+v", b)
		}
		n := budget.NightsWithin(trip, prices, perNight)
		if (n == trip.Nights) != (b.Fit == budget.Within) {
			t.Fatalf("%d nights of %d fit, %+v", n, trip.Nights, b)
		}
	})
}
