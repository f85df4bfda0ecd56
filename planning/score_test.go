package planning

import "testing"

func TestAccuracy(t *testing.T) {
	t.Parallel()
	p := planner(t)
	for _, split := range []string{"tune", "report", ""} {
		right, all, table, missed := score(t, p, split)
		t.Logf("%q: %d of %d (%.1f %%)\n%s", split, right, all, 100*float64(right)/float64(all), table)
		for _, m := range missed {
			if split == "tune" {
				t.Log(m)
			}
		}
		if float64(right) < 0.9*float64(all) {
			t.Errorf("split %q: %d of %d are right, less than 90 %%", split, right, all)
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
	for _, q := range queries(t) {
		u := p.understand(q.Text)
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
