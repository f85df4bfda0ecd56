package realestate_test

import (
	"os"
	"strings"
	"testing"

	"github.com/madang-dev/madang/assistants/realestate"
)

// Every place that queries can name has a district to ask about.
func TestEveryRegionHasItsDistricts(t *testing.T) {
	t.Parallel()
	districts, err := realestate.Districts("")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range districts {
		names[d.Sido], names[d.Sido+" "+d.Sigungu] = true, true
		if city, _, ok := strings.Cut(d.Sigungu, " "); ok {
			names[d.Sido+" "+city] = true
		}
	}
	raw, err := os.ReadFile("../../internal/korean/regions.txt")
	if err != nil {
		t.Fatal(err)
	}
	places := 0
	for line := range strings.Lines(string(raw)) {
		cols := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") || len(cols) < 2 {
			continue
		}
		place := cols[0]
		if len(cols) == 4 {
			place = strings.TrimSpace(place + " " + cols[1])
		}
		if places++; !names[place] {
			t.Errorf("no district for %q", place)
		}
	}
	if places < 150 {
		t.Errorf("only %d places were read", places)
	}
}
