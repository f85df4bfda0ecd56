package planning

import (
	"regexp"
	"testing"

	"github.com/madang-dev/madang/internal/korean"
	"github.com/madang-dev/madang/internal/retest"
)

// passesMatches fails where a guard keeps an expression from what it finds.
func passesMatches(t *testing.T, re *regexp.Regexp, seed uint64, passes func(string) bool) {
	t.Helper()
	found := 0
	for _, s := range retest.Matches(t, re.String(), 500, seed) {
		if !re.MatchString(s) {
			continue
		}
		found++
		if !passes(s) {
			t.Errorf("%s is kept from %q", re, s)
		}
	}
	if found < 100 {
		t.Errorf("%s: only %d texts were looked at", re, found)
	}
}

func TestGuardsPassWhatIsFound(t *testing.T) {
	t.Parallel()
	for i, g := range []guarded{areaText, yearsMonths, personText, roadAddress, lotAddress, articleText, articleEn, articleHead, spokenPair, rateSpelt, fraction, rateWords} {
		passesMatches(t, g.re, uint64(i), g.guard.Passes)
	}
	for i, f := range facts {
		passesMatches(t, f.re, uint64(100+i), f.guard.Passes)
	}
	passesMatches(t, periodText, 200, countsTime)
}

func TestGuardsPassWhatQueriesHold(t *testing.T) {
	t.Parallel()
	kept := 0
	for _, file := range []string{designedSet, freshSet} {
		for _, q := range queries(t, file, "") {
			s := normalise(q.Text).norm
			for _, f := range facts {
				if f.re.MatchString(s) && !f.guard.Passes(s) {
					t.Errorf("%s is kept from %q", f.re, s)
				}
			}
			if periodText.MatchString(s) && !countsTime(s) {
				t.Errorf("spans of time are kept from %q", s)
			}
			if !countsTime(s) {
				kept++
			}
		}
	}
	if kept < 100 {
		t.Errorf("only %d queries are spared the expression for spans of time", kept)
	}
}

func FuzzCountsTime(f *testing.F) {
	for _, s := range []string{"2년", "두 달", "one-year", "열두\n개월", "이주일", "twenty days", "세일"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if periodText.MatchString(s) && !countsTime(s) {
			t.Errorf("%q is kept out", s)
		}
	})
}

func TestAnEmptyGuardPassesAll(t *testing.T) {
	t.Parallel()
	if !(korean.Guard{}).Passes("") {
		t.Error("nothing is asked for")
	}
}
