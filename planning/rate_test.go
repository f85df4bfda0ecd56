package planning

import (
	"regexp"
	"testing"

	"github.com/madang-dev/madang/internal/retest"
)

// rateDigits is ratesInDigits as an expression.
var rateDigits = regexp.MustCompile(`-?\d+(?:\.\d+)?\s?(?:%p|%|프로|퍼센트|퍼센|퍼|percent|per cent)`)

func sameRates(t *testing.T, s string) {
	t.Helper()
	got, want := ratesInDigits(s), rateDigits.FindAllStringIndex(s, maxFound)
	if len(got) != len(want) {
		t.Fatalf("%q: %v instead of %v", s, got, want)
	}
	for i := range got {
		if got[i] != (span{want[i][0], want[i][1]}) {
			t.Fatalf("%q: %v instead of %v", s, got, want)
		}
	}
}

func TestRatesInDigits(t *testing.T) {
	t.Parallel()
	before := ""
	for _, s := range retest.Matches(t, rateDigits.String(), 500, 1) {
		sameRates(t, s)
		sameRates(t, before+s)
		before = s
	}
	for _, file := range []string{designedSet, freshSet} {
		for _, q := range queries(t, file, "") {
			sameRates(t, normalise(q.Text).norm)
		}
	}
}

func FuzzRatesInDigits(f *testing.F) {
	for _, s := range []string{"1.5.3%", "12퍼-3 %p5%", "5%-3%", "--1.%", "1 per cent2\n프로", "3 \t%", "5%%-5%"} {
		f.Add(s)
	}
	f.Fuzz(sameRates)
}
