package slot

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/madang-dev/madang/assistants/travel/catalog"
)

// plan is the plan that is named, by its number or its name, and not waved aside: the
// first that a wish stands behind, else the first.
func (m *message) plan() (named string) {
	of := map[int]string{}
	for _, band := range catalog.Bands() {
		for _, at := range phrases.FindAll(m.text, "plan."+band) {
			if !m.takenBack(at[1]) {
				of[at[0]] = band
			}
		}
	}
	starts := append(slices.Sorted(maps.Keys(of)), len(m.text))
	for i, start := range starts[:len(of)] {
		if named = cmp.Or(named, of[start]); phrases.Has(m.text[start:starts[i+1]], "chooses") {
			return of[start]
		}
	}
	return named
}

// plansNamed is how many of the plans are named.
func (m *message) plansNamed() (n int) {
	for _, band := range catalog.Bands() {
		if m.has("plan." + band) {
			n++
		}
	}
	return n
}

// chooses tells whether a plan that is named is wanted: it is named alone, or with a
// wish, or it is all settled. Who only says something about one has not chosen it.
func (m *message) chooses() bool {
	return m.has("chooses") || m.resembles(ActConfirm) || len(strings.Fields(m.text)) <= maxBare && !phrases.HasAny(m.text, "act."+ActComplain, "act."+ActDislike, "act."+ActMore)
}
