package korean

import (
	"slices"
	"strings"
	"testing"

	"github.com/madang-dev/madang/internal/retest"
)

// A guard keeps no day from being found.
func TestGuardsOfDaysPassWhatIsADay(t *testing.T) {
	t.Parallel()
	for i, rule := range dayRules {
		found := 0
		for _, s := range retest.Matches(t, rule.re.String(), 500, uint64(i)) {
			if !rule.re.MatchString(s) {
				continue
			}
			found++
			if !rule.guard.Passes(s) {
				t.Errorf("%s is kept from %q", rule.re, s)
			}
		}
		if found < 200 {
			t.Errorf("%s: only %d texts were looked at", rule.re, found)
		}
	}
}

func TestGuardKeepsOutWhatIsMissing(t *testing.T) {
	t.Parallel()
	g := Guard{Digit: true, All: [][]string{{"년", "해"}, {"월"}}}
	for s, want := range map[string]bool{"27년 3월": true, "3해월": true, "": false, "년월": false, "3년": false, "3월": false} {
		if g.Passes(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}

// closes is IsParticle by a look at every particle and ending.
func closes(rest string) bool {
	if rest == "" {
		return true
	}
	for _, p := range slices.Concat(particles, endings) {
		if rest == p || strings.HasPrefix(rest, p) && contains(particles, rest[len(p):]) {
			return true
		}
	}
	return false
}

func TestIsParticleKnowsEveryPair(t *testing.T) {
	t.Parallel()
	all := slices.Concat(particles, endings, []string{"", "집", "x", "\xea\xb0"})
	for _, first := range all {
		for _, second := range all {
			if s := first + second; IsParticle(s) != closes(s) {
				t.Fatalf("%q: %v", s, IsParticle(s))
			}
		}
	}
}

func FuzzIsParticle(f *testing.F) {
	f.Add("에서부터는")
	f.Fuzz(func(t *testing.T, s string) {
		if IsParticle(s) != closes(s) {
			t.Errorf("%q: %v", s, IsParticle(s))
		}
	})
}
