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
