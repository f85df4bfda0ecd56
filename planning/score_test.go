package planning

import (
	"strings"
	"testing"
)

// The floors are what a change of the configuration has to keep. Splits named
// "report" were only counted: what they reach is what new queries can expect.
func TestAccuracy(t *testing.T) {
	t.Parallel()
	p := planner(t)
	for _, part := range []struct {
		set, split string
		floor      float64 // percent
	}{
		{designedSet, "tune", 97}, {designedSet, "report", 95}, {designedSet, "", 97},
		{freshSet, "tune", 95}, {freshSet, "report", 89},
	} {
		sum := score(t, p, part.set, part.split)
		t.Logf("%s %q: %d of %d (%.1f %%)\n%s", part.set, part.split, sum.right, sum.all, sum.percent(), sum.table)
		if part.split == "tune" {
			t.Log(strings.Join(sum.missed, "\n"))
		}
		if sum.all == 0 || sum.percent() < part.floor {
			t.Errorf("%s %q: %d of %d are right, less than %.0f %%", part.set, part.split, sum.right, sum.all, part.floor)
		}
	}
}

// A confidence is to be believed: of the queries that are settled with 0.9
// or more, at least nine in ten are right, and surer ones are right more
// often than unsure ones.
func TestCalibration(t *testing.T) {
	t.Parallel()
	p := planner(t)
	type bucket struct {
		n, right int
		sum      float64
	}
	buckets := make([]bucket, 4)
	edges := []float64{0.5, 0.7, 0.9, 1.01}
	for _, q := range queries(t, designedSet, "") {
		u := p.understand(Request{Query: q.Text})
		if u.intent == KindUnclear {
			continue // its confidence means something else: see EarlyExit
		}
		for i, edge := range edges {
			if u.confidence < edge {
				buckets[i].n++
				buckets[i].sum += u.confidence
				if u.intent == q.Intent {
					buckets[i].right++
				}
				break
			}
		}
	}
	for i, b := range buckets {
		if b.n > 0 {
			t.Logf("below %.2f: %d queries, mean confidence %.2f, right %.2f", edges[i], b.n, b.sum/float64(b.n), float64(b.right)/float64(b.n))
		}
	}
	sure, unsure := buckets[3], buckets[0]
	if float64(sure.right) < 0.9*float64(sure.n) {
		t.Errorf("%d of %d sure queries are right", sure.right, sure.n)
	}
	if unsure.n > 0 && float64(unsure.right)/float64(unsure.n) > float64(sure.right)/float64(sure.n) {
		t.Errorf("unsure queries are right more often than sure ones: %+v", buckets)
	}
}
